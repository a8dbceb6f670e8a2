/* Moves as UCI text. */
#ifndef MOVES_NOTATION_H
#define MOVES_NOTATION_H

#include "board/position.h"

enum { MOVE_TEXT_SIZE = 8 };

/* Writes a move: "e2e4", "e7e8q", "0000" for MOVE_NONE and MOVE_NULL. Castling is printed as the
 * king's two-square step, or as king takes rook where pos->chess960 is set. */
void move_write(const Position *pos, Move m, char text[MOVE_TEXT_SIZE]);

/* Reads a move that is legal in the position; MOVE_NONE if the text is no such move. Castling is
 * taken in both forms. The promotion letter may be of either case. The text must end after the
 * move. */
Move move_read(const Position *pos, const char *text);

#endif
