/* The beginnings of self-play games: the start position, or a random position of a file, and then
 * random moves. */
#ifndef STARTS_H
#define STARTS_H

#include "board/fen.h"
#include "lib/games.h"
#include "lib/position_list.h"

/* The kind of a game's beginning. */
typedef struct StartKind {
    bool chess960, both, odds;
} StartKind;

/* Chooses a kind at random, by the shares of the options. `random` is the state of random_next (core/bits.h). */
StartKind start_draw_kind(const GameOptions *options, uint64_t *random);

/* Sets up a start of this kind or, if `openings` is not NULL, a random opening. Makes `plies`
 * random moves, and removes one or two pieces if kind.odds is true. Returns false if the game ends before, or if the
 * position is illegal after the removal. The caller may then call again, which draws other random numbers. */
bool start_draw(Position *pos, const PositionList *openings, StartKind kind, int plies,
                uint64_t *random);

#endif
