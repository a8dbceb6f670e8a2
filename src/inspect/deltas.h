/* The deltas of a move: which columns of the matrix it changes, and whose they are.
 *
 * make_move computes deltas and forgets them. Here they are found again, by comparing the two
 * positions bit by bit.
 */
#ifndef INSPECT_DELTAS_H
#define INSPECT_DELTAS_H

#include "board/position.h"

/* The owner of a bit; TYPE_NONE, SQUARE_NONE and CELL_NONE if there is none. */
typedef struct Owner {
    PieceType type;
    Square square;
    Cell cell;
} Owner;

typedef struct Delta {
    Bit bit;
    Owner before, after;
    Bitboard lost, gained; /* squares no longer attacked, and newly attacked */
} Delta;

/* Lists each bit whose column or owner differs, in ascending order. Returns how many. */
int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]);

#endif
