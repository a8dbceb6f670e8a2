/* The beginnings of self-play games: the start position, or a random position of a file, and then
 * random moves. */
#ifndef STARTS_H
#define STARTS_H

#include "board/fen.h"
#include "lib/position_list.h"

/* Shares of games, per mille. `frc` and `dfrc` sum to 1000 at most; `odds` applies to all kinds. */
typedef struct StartShares {
    uint64_t frc;  /* Chess960: both sides have the same arrangement */
    uint64_t dfrc; /* double Chess960: each side has an arrangement of its own */
    uint64_t odds; /* one or two pieces are removed after the random moves */
} StartShares;

/* The kind of a game's beginning. */
typedef struct StartKind {
    bool chess960, both, odds;
} StartKind;

/* Chooses a kind at random. `random` is the state of random_next (core/bits.h). */
StartKind start_draw_kind(const StartShares *shares, uint64_t *random);

/* Sets up a start of this kind or, if `openings` is not NULL, a random opening. Makes `plies`
 * random moves, and removes one or two pieces if kind.odds is true. Returns false if the game ends before, or if the
 * position is illegal after the removal. The caller may then call again, which draws other random numbers. */
bool start_draw(Position *pos, const PositionList *openings, StartKind kind, int plies,
                uint64_t *random);

#endif
