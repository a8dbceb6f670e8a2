/* Scores of the search, in centipawns from the side to move.
 *
 * A mate in n plies from the root scores SCORE_MATE - n, being mated in n plies n - SCORE_MATE.
 */
#ifndef CORE_SCORE_H
#define CORE_SCORE_H

#include "core/types.h"

enum {
    MAX_PLY = 128, /* the deepest ply from the root that search reaches */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY, /* at or above: a mate */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002
};

static inline int mated_in(int ply) {
    return ply - SCORE_MATE;
}

static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

#endif
