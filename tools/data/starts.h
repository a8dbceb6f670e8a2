/* What games of self-play begin with: a start position, or one of a file, at random, and random moves from there. */
#ifndef STARTS_H
#define STARTS_H

#include "board/fen.h"
#include "lib/position_list.h"

/* Games per mille. The first two are at most 1000 together; the third holds for every game. */
typedef struct StartShares {
    uint64_t frc;  /* Chess960: both sides with the same of the 960 arrangements */
    uint64_t dfrc; /* double Chess960: each side with one of its own */
    uint64_t odds; /* a piece or two are taken off behind the random moves */
} StartShares;

/* What a game begins with, before anything is drawn of the start position itself. */
typedef struct StartKind {
    bool chess960, both, odds;
} StartKind;

/* Draws a kind; *random is the state of core/random.h's generator. */
StartKind start_draw_kind(const StartShares *shares, uint64_t *random);

/* Sets up a position of a kind, with `plies` random moves made. With openings it begins with one of these, and the kind
 * is none of Chess960. pos->chess960 is the kind's. False if it is no start: the game is over already, or pieces taken
 * off left no legal position. Then another call, which draws anew, may find one. */
bool start_draw(Position *pos, const PositionList *openings, StartKind kind, int plies,
                uint64_t *random);

#endif
