/* The deltas between two positions: which columns of the matrix a move changed, and for whom.
 *
 * For looking into a move: make computes deltas and forgets them; here they are found again by
 * comparing the positions, bit by bit.
 */
#ifndef BOARD_DELTAS_H
#define BOARD_DELTAS_H

#include "board/position.h"

/* The owner of a bit; type TYPE_NONE, square SQUARE_NONE and cell CELL_NONE if it had none. */
typedef struct Owner {
    PieceType type;
    Square square;
    Cell cell;
} Owner;

typedef struct Delta {
    Bit bit;
    Owner before, after;
    Bitboard lost, gained; /* squares attacked no longer, and newly; d = lost | gained */
} Delta;

/* Writes down each bit whose column or owner differs, in ascending order. Returns how many. */
int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]);

#endif
