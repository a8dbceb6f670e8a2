/* An ending as its rules look at it, and what they measure. */
#ifndef EVAL_ENDING_VIEW_H
#define EVAL_ENDING_VIEW_H

#include "board/position.h"
#include "core/types.h"
#include "eval/spans.h"
#include "eval/weights.h"

#include <stdlib.h>

enum {
    KNOWN_WIN = 5000,  /* the least value of an ending that is won by technique */
    SCALE_UNKNOWN = -1 /* from a scale function: this row says nothing here */
};

/* A position seen from the side that tries to win, as if it were White and its pawn, if there is
 * one, stood on files a-d. */
typedef struct EndingView {
    const Position *pos;
    Color strong;
    int flip;       /* square ^ flip: the square as seen */
    Square king[2]; /* as seen; 0 the strong side's, 1 the weak side's */
    bool strong_to_move;
} EndingView;

static inline Bitboard squares_of(const EndingView *v, bool strong, PieceType type) {
    return men_of(v->pos->state, strong ? v->strong : opponent(v->strong), type);
}

/* The square, as seen, of a side's first piece of a type, which must be there. */
static inline Square seen(const EndingView *v, bool strong, PieceType type) {
    return lowest_bit(squares_of(v, strong, type)) ^ v->flip;
}

static inline bool same_shade(Square a, Square b) {
    return ((DARK_SQUARES >> a ^ DARK_SQUARES >> b) & 1) == 0;
}

static inline bool is_dark(Square sq) {
    return DARK_SQUARES >> sq & 1;
}

/* How near the edge, 0 in the middle to 6 in a corner. */
static inline int to_edge(Square sq) {
    return 6 - edge_distance(file_of(sq)) - edge_distance(rank_of(sq));
}

/* How near two squares are, 0 to 7. */
static inline int nearness(Square a, Square b) {
    return 8 - distance(a, b);
}

/* Material of a side in the endgame. */
static inline int material_of(const EndingView *v, bool strong) {
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += eg_of(weights[WEIGHT_MATERIAL + type]) * popcount(squares_of(v, strong, type));
    return min_int(sum, 3000);
}

/* Drives the weak king to the edge and brings the strong one near. */
static inline int driven(const EndingView *v) {
    return 20 * to_edge(v->king[1]) + 10 * nearness(v->king[0], v->king[1]);
}

#endif
