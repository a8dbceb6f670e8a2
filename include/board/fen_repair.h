/* Mending FENs, field by field. */
#ifndef BOARD_FEN_REPAIR_H
#define BOARD_FEN_REPAIR_H

#include "board/fen.h"

enum { FEN_MENDED_SIZE = 2 * FEN_SIZE }; /* room for a FEN that is mended, its final 0 included */

/* Writes `fen` with one field, at fault as fen_check found, replaced by the nearest that may be
 * meant, and without anything behind the sixth field:
 * - board: ranks cut or filled up to 8 squares and 8 ranks, unknown letters and Pawns on the 1st
 *   and 8th rank taken for empty squares;
 * - side: the other one if it was one, else the one that its first letter names, or White;
 * - castling: the rights that are understood; en passant: the square in small letters, or none;
 * - halfmove, fullmove: the nearest number allowed.
 * False if nothing was found to mend, as with Kings, whom only the author can place; what is
 * written may still be at fault, in this field or in another one. `out` is FEN_MENDED_SIZE bytes.
 */
bool fen_repair(const char *fen, FenField field, char *out);

#endif
