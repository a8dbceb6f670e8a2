/* Games of the engine against itself. The settings and the number of a game determine the game. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include "lib/games.h"
#include "lib/position_list.h"
#include "network/network.h"

#include <stdatomic.h>

typedef struct PlaySettings {
    GameOptions options;
    const PositionList *openings; /* each game begins at a random position of this list. NULL: at
                                     the start position or one of Chess960 */
    const Network *network;       /* the network that evaluates; NULL: the classical evaluation */
} PlaySettings;

/* The most openings that player_play tries for one game before it returns false. It is high enough for a file in which
 * only one opening of a hundred is balanced. */
enum { DRAWS_MAX = 10000 };

/* A player clears its table and histories before each batch of this many games. To clear these takes as long as a game
 * of a few plies. */
enum { BATCH = 16 };

typedef struct Player Player;

/* Creates a player, or returns NULL if memory is short. The player ends its game soon after *stop
 * is set. */
Player *player_create(const PlaySettings *settings, const atomic_bool *stop);

/* Frees a player; NULL is allowed. */
void player_free(Player *p);

/* Plays game `number`, of at least one ply. The player must play the games of a batch in order, from the batch's first
 * game on: BATCH divides its number. Chooses another opening if the opening ends the game or, without odds and `leaf`, if
 * the first search reports |score| > 300 centipawns. The game ends:
 * - by the rules;
 * - by resignation, after 4 plies with |score| >= 2000;
 * - as a draw, from ply 80 on after 10 plies with |score| <= 8, and at ply 400;
 * - with RESULT_UNKNOWN, if `plies` breaks it off.
 *
 * *quiet becomes the number of the game's quiet plies. Returns false if *stop was set, or if none
 * of DRAWS_MAX openings fits. */
bool player_play(Player *p, uint64_t number, Game *game, uint64_t *quiet);

#endif
