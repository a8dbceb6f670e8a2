/* Scores of the search, in centipawns from the side to move.
 *
 * A mate in n plies from the root scores SCORE_MATE - n, being mated in n plies n - SCORE_MATE. A
 * position won by the tablebases at n plies from the root scores SCORE_TABLEBASE - n: less than any
 * mate, more than any evaluation, which must stay below SCORE_TABLEBASE_BOUND.
 */
#ifndef CORE_SCORE_H
#define CORE_SCORE_H

#include "core/types.h"

enum {
    MAX_PLY = 246, /* the deepest ply from the root that search reaches */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY, /* at or above: a mate */
    SCORE_TABLEBASE = SCORE_MATE_BOUND - 1,
    SCORE_TABLEBASE_BOUND = SCORE_TABLEBASE - MAX_PLY, /* at or above: a proven win */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002
};

static inline int mated_in(int ply) {
    return ply - SCORE_MATE;
}

static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

/* True for a proven win or loss, by mate or by the tablebases. Such scores count plies from the
 * root. */
static inline bool score_is_decisive(int score) {
    return score >= SCORE_TABLEBASE_BOUND || score <= -SCORE_TABLEBASE_BOUND;
}

/* Converts a mate score to moves: n > 0 if the side to move mates in n, n <= 0 if it is mated in
 * -n. */
static inline int mate_moves(int score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2;
}

#endif
