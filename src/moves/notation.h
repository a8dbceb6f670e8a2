/* Moves as text: as UCI writes them, and as people and PGN files do. */
#ifndef MOVES_NOTATION_H
#define MOVES_NOTATION_H

#include "board/position.h"

enum { MOVE_TEXT_SIZE = 8 };

/* Writes a move: "e2e4", "e7e8q", "0000" for MOVE_NONE and MOVE_NULL. Castling is printed as the
 * king's step to its goal; as king takes rook where pos->chess960 is set, or where the goal is a
 * step of one file or none, which would be another move. */
void move_write(const Position *pos, Move m, char text[MOVE_TEXT_SIZE]);

/* Reads a move that is legal in the position; MOVE_NONE if the text is no such move. Castling is
 * taken in both forms. The promotion letter may be of either case. The text must end after the
 * move. */
Move move_read(const Position *pos, const char *text);

/* Reads a move as people write it: in standard algebraic notation (SAN, "Nbd2", "e8=Q+", "O-O"), or
 * with both squares ("e2-e4", "Ng1xf3", "g1f3", all that move_read takes). Lenient: the x (or a
 * colon), the = and the signs behind (+#!?) may be missing, and more of the origin may be given than
 * is needed; castling may be written with zeros, a promotion as "e8(Q)" or "e8/Q", pieces by German
 * letters, a pawn's capture as "exd" or "ed:". Returns how many legal moves the text describes, 0 also
 * for what is none. *m is the move if it is one; of several, any; of none, MOVE_NONE. */
int san_read(const Position *pos, const char *text, Move *m);

enum { SAN_SIZE = 8 }; /* room for every move in SAN, its final 0 included */

/* How long the move is that a text begins with, without the signs behind it; 0 if it begins as no
 * move that san_read could take. `plain` is that move with the letters of SAN, without hyphens. */
size_t san_length(const char *text, char plain[SAN_SIZE]);

/* Writes a legal move in SAN, as short as PGN wants it, with the sign of check or mate; "--" for
 * MOVE_NULL. The position is left as it was; there must be room for a ply. */
void san_write(Position *pos, Move m, char text[SAN_SIZE]);

/* --- why a move is illegal ------------------------------------------------------------------- */

enum { ILLEGAL_SIZE = 96 }; /* room for every reason, its final 0 included */

/* Writes why a text, a move as UCI writes it or in SAN, is no legal move of the position: "Black is to
 * move", "the King is in check from h4". Returns false, with `reason` empty, if it is one, or is no
 * move at all. Where SAN may mean several pieces, the reason is that of one. */
bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]);

#endif
