/* Indices of the piece-square values in the table of weights.
 *
 * Nothing depends on which wing is which. Pawns take their values by the distance from the edge.
 * The worth of other pieces on a square depends most on where the enemy king is, so they take
 * theirs on a board facing that king.
 */
#ifndef EVAL_SQUARES_H
#define EVAL_SQUARES_H

#include "eval/spans.h"
#include "eval/weights.h"

/* A board facing a king: as a colour sees it, mirrored if need be so that the king stands on files
 * e-h: one of WING_FILES boards, by the king's file. Square sq has index board_facing() ^ sq. */
static ALWAYS_INLINE int board_facing(Square king, Color c) {
    const int turn = (c == WHITE ? 0 : 56) ^ (file_of(king) < FILE_E ? 7 : 0);
    return SQUARE_COUNT * edge_distance(file_of(king)) | turn;
}

enum { BOARDS_FACING = SQUARE_COUNT * WING_FILES };

/* The weight of a piece of a colour, knight to king, on a square of the board facing the enemy
 * king. */
static ALWAYS_INLINE int piece_square(PieceType type, int facing, Square sq) {
    return WEIGHT_PIECE_SQUARE + BOARDS_FACING * (type - KNIGHT) + (facing ^ sq);
}

/* The weight of a pawn of a colour on a square. */
static ALWAYS_INLINE int pawn_square(Color c, Square sq) {
    return WEIGHT_PAWN_SQUARE + 4 * relative_rank(c, sq) + edge_distance(file_of(sq));
}

#endif
