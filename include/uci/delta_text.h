/* The deltas of a move, by cell and square. */
#ifndef UCI_DELTA_TEXT_H
#define UCI_DELTA_TEXT_H

#include "board/deltas.h"
#include "uci/document.h"

/* Adds a line for each column of the matrix that changed, and for each row of the map. */
void delta_text(Document *out, const Position *before, const Position *after);

/* Adds the squares of a set, parted by blanks: "e4 f5". */
void squares_text(Document *out, Bitboard set);

/* "Rook", "promoted Queen", "pre-promoted Pawn": what the slot of a cell is for. */
const char *slot_name(Cell cell);

#endif
