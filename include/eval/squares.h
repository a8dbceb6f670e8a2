/* Where a man's piece-square value stands in the table of weights. */
#ifndef EVAL_SQUARES_H
#define EVAL_SQUARES_H

#include "eval/spans.h"
#include "eval/weights.h"

/* Four files of a rank, from the edge to the centre: the other four mirror them. */
static ALWAYS_INLINE int square_class(Square sq) {
    static const uint8_t CLASS[SQUARE_COUNT] = {
        0,  1,  2,  3,  3,  2,  1,  0,  4,  5,  6,  7,  7,  6,  5,  4,  8,  9,  10, 11, 11, 10,
        9,  8,  12, 13, 14, 15, 15, 14, 13, 12, 16, 17, 18, 19, 19, 18, 17, 16, 20, 21, 22, 23,
        23, 22, 21, 20, 24, 25, 26, 27, 27, 26, 25, 24, 28, 29, 30, 31, 31, 30, 29, 28};
    return CLASS[sq];
}

/* The index behind WEIGHT_SQUARE of a man of a colour on a square. */
static ALWAYS_INLINE int square_weight(Color c, PieceType type, Square sq) {
    return SQUARE_CLASSES * type + square_class(c == WHITE ? sq : sq ^ 56);
}

#endif
