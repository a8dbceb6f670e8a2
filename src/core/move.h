/* A move in 16 bits.
 *
 *     15 14 | 13 12     | 11 .. 6 | 5 .. 0
 *     kind  | promotion | to      | from
 *
 * Promotion (0 knight .. 3 queen) is 0 unless the kind is MOVE_PROMOTION, so that every move has
 * exactly one encoding. Castling is "king takes own rook": `to` is the rook's square.
 */
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include "core/types.h"

#include <assert.h>

typedef uint16_t Move;

typedef enum {
    MOVE_NORMAL = 0,
    MOVE_PROMOTION = 1 << 14,
    MOVE_EN_PASSANT = 2 << 14,
    MOVE_CASTLING = 3 << 14,
    MOVE_KIND_MASK = 3 << 14
} MoveKind;

enum {
    MOVE_NONE = 0,          /* a1a1: never legal */
    MOVE_NULL = 1 | 1 << 6, /* b1b1: stands for a null move in lines and reports */
    /* The capacity of a move list. A position from a game has at most 218 moves. A FEN can set up
     * 15 queens and a king, which have at most 318 moves. Along a line of n squares, one queen has
     * n - 1 moves; k > 1 queens together have at most 2 * (n - k). So 15 queens have at most 91
     * moves along ranks, 91 along files, and 64 along the diagonals of each direction. The king has
     * 8 moves. */
    MOVE_LIMIT = 320
};

static ALWAYS_INLINE Move move_make(Square from, Square to) {
    return (Move)(from | to << 6);
}

static ALWAYS_INLINE Move move_make_kind(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << 6 | (int)kind);
}

/* Makes a promotion to `type`, KNIGHT to QUEEN. */
static ALWAYS_INLINE Move move_make_promotion(Square from, Square to, PieceType type) {
    assert(type >= KNIGHT && type <= QUEEN);
    return (Move)(from | to << 6 | (type - KNIGHT) << 12 | MOVE_PROMOTION);
}

static ALWAYS_INLINE Square move_from(Move m) {
    return m & 63;
}

static ALWAYS_INLINE Square move_to(Move m) {
    return m >> 6 & 63;
}

/* Returns both squares of a move as one index: from + 64 * to. */
static ALWAYS_INLINE int move_squares(Move m) {
    return m & 0xFFF;
}

static ALWAYS_INLINE MoveKind move_kind(Move m) {
    return (MoveKind)(m & MOVE_KIND_MASK);
}

/* Returns the type to which a pawn promotes; meaningful only if the kind is MOVE_PROMOTION. */
static ALWAYS_INLINE PieceType move_promotion(Move m) {
    return (m >> 12 & 3) + KNIGHT;
}

/* A list with room for the moves of any position. */
typedef struct MoveList {
    int count;
    Move moves[MOVE_LIMIT];
} MoveList;

/* Appends a move. The list must have fewer than MOVE_LIMIT moves. */
static ALWAYS_INLINE void list_add(MoveList *list, Move m) {
    assert(list->count < MOVE_LIMIT);
    list->moves[list->count++] = m;
}

static inline bool list_has(const MoveList *list, Move m) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}

#endif
