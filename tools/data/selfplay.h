/* Games of the engine against itself, each a function of the settings and its number alone. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include "data/starts.h"
#include "lib/games.h"
#include "network/network.h"

#include <stdatomic.h>

typedef struct PlaySettings {
    uint64_t seed;
    uint64_t nodes;  /* of a move: the search ends with the iteration that passes them */
    uint64_t hard;   /* times `nodes`: there the search ends even within an iteration */
    uint64_t random; /* random plies at the start of a game, or one more */
    uint64_t plies;  /* a game is broken off after so many; 0: none is */
    uint64_t whole;  /* per mille of the games are played to their end all the same */
    StartShares shares;
    const PositionList *openings; /* NULL, or games begin at one of these, drawn at random, in place
                                     of the start position; not with Chess960 */
    const Network *network;       /* evaluates; NULL: the hand-written evaluation does */
    bool both;                    /* the mean of the two evaluates; with a network only */
} PlaySettings;

/* How many openings are tried for one game: enough for a file in which one of a hundred is even;
 * one in which all are decided ends in an error. */
enum { DRAWS_MAX = 10000 };

typedef struct Player Player;

/* Makes a player, or returns NULL if memory is short. It ends its game soon after *stop is set. */
Player *player_create(const PlaySettings *settings, const atomic_bool *stop);

/* Frees it; NULL is allowed. */
void player_free(Player *p);

/* Plays the game with a number: it has a ply at least. Random openings whose first search says |score| > 300 (but for
 * odds), and those that are over already, are drawn anew within the number. The game ends by the rules; by resignation
 * where a search says |score| >= 2000 for 4 plies; as a draw from ply 80 where it says |score| <= 8 for 10 plies, and
 * at ply 400. One that is to be broken off before has RESULT_UNKNOWN. *quiet is how many quiet plies it has. False if
 * it was stopped, or if DRAWS_MAX draws from the openings have found none to begin with. */
bool player_play(Player *p, uint64_t number, Game *game, uint64_t *quiet);

#endif
