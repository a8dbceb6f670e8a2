/* Repairing FENs, field by field. */
#ifndef INSPECT_FEN_REPAIR_H
#define INSPECT_FEN_REPAIR_H

#include "board/fen.h"

enum { FEN_MENDED_SIZE = 2 * FEN_SIZE }; /* room for a repaired FEN, its final 0 included */

/* Writes `fen` to `out` (FEN_MENDED_SIZE bytes) with one field, which fen_check found wrong,
 * replaced by the nearest valid one, and without anything after the sixth field:
 * - board: ranks are cut or filled up to 8 squares and 8 ranks; unknown letters, and pawns on the
 *   1st and 8th rank, become empty squares;
 * - side: the other one if it names one, else what its first letter says, else White;
 * - castling: the rights that are valid;
 * - en passant: the square in small letters, else none;
 * - halfmove, fullmove: the nearest number allowed.
 * Returns false if it finds nothing to change; kings, for example, only the author can place. The
 * result may still be invalid, in this field or in another. */
bool fen_repair(const char *fen, FenField field, char *out);

#endif
