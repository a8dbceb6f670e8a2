/* Games of the engine against itself. The settings and the number of a game determine the game. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include "data/starts.h"
#include "lib/games.h"
#include "network/network.h"

#include <stdatomic.h>

typedef struct PlaySettings {
    uint64_t seed;
    uint64_t nodes;  /* soft limit of nodes a move: the search ends with the iteration above it */
    uint64_t hard;   /* hard limit of nodes a move, which ends the search at once: hard * nodes */
    uint64_t random; /* random plies at the start of a game; half of the games get one more */
    uint64_t plies;  /* the ply after which a game is broken off, or 0 for whole games */
    uint64_t whole;  /* per mille of games that `plies` does not break off */
    uint64_t leaf;   /* nodes of a search from the opening; the game begins at a position that this
                        search evaluates, drawn at random. 0: the game begins at the opening */
    StartShares shares;
    const PositionList *openings; /* each game begins at a random position of this list. NULL: at
                                     the start position or one of Chess960 */
    const Network *network;       /* the network that evaluates; NULL: the classical evaluation */
    bool both;                    /* evaluates by the mean of network and classical evaluation */
} PlaySettings;

/* The most openings that player_play tries for one game before it returns false. It is high enough for a file in which
 * only one opening of a hundred is balanced. */
enum { DRAWS_MAX = 10000 };

typedef struct Player Player;

/* Creates a player, or returns NULL if memory is short. The player ends its game soon after *stop
 * is set. */
Player *player_create(const PlaySettings *settings, const atomic_bool *stop);

/* Frees a player; NULL is allowed. */
void player_free(Player *p);

/* Plays game `number`, of at least one ply. Chooses another opening if the opening ends the
 * game or, without odds and `leaf`, if the first search reports |score| > 300 centipawns. The game
 * ends:
 * - by the rules;
 * - by resignation, after 4 plies with |score| >= 2000;
 * - as a draw, from ply 80 on after 10 plies with |score| <= 8, and at ply 400;
 * - with RESULT_UNKNOWN, if `plies` breaks it off.
 *
 * *quiet becomes the number of the game's quiet plies. Returns false if *stop was set, or if none
 * of DRAWS_MAX openings fits. */
bool player_play(Player *p, uint64_t number, Game *game, uint64_t *quiet);

#endif
