/* Squares, pieces and cells in words. For moves see move_phrase. */
#ifndef INSPECT_PHRASES_H
#define INSPECT_PHRASES_H

#include "inspect/inspect.h"

/* The piece on a square: "Knight f3", or only "f3" if the square is empty. */
Phrase piece_phrase(const State *s, Square sq);

/* Adds the squares of a set, separated by blanks: "e4 f5". */
void squares_text(Document *out, Bitboard set);

/* What the slot of a cell is for: "Rook", "promoted Queen", "pre-promoted". */
const char *slot_name(Cell cell);

#endif
