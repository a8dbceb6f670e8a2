/* Where a man's piece-square value stands in the table of weights. */
#ifndef EVAL_SQUARES_H
#define EVAL_SQUARES_H

#include "eval/spans.h"
#include "eval/weights.h"

/* Four files of a rank, from the edge to the centre: the other four mirror them. */
static ALWAYS_INLINE int square_class(Square sq) {
    static const uint8_t EDGE[8] = {0, 1, 2, 3, 3, 2, 1, 0};
    return sq / 8 * 4 + EDGE[file_of(sq)];
}

/* The index behind WEIGHT_SQUARE of a man of a colour on a square. */
static ALWAYS_INLINE int square_weight(Color c, PieceType type, Square sq) {
    return SQUARE_CLASSES * type + square_class(c == WHITE ? sq : sq ^ 56);
}

#endif
