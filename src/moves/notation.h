/* Moves as text: as UCI writes them, and as people and PGN files do. */
#ifndef MOVES_NOTATION_H
#define MOVES_NOTATION_H

#include "board/position.h"

enum { MOVE_TEXT_SIZE = 8 };

/* Writes a move: "e2e4", "e7e8q", "0000" for MOVE_NONE and MOVE_NULL. Writes castling as the king's
 * move to its goal, but as king takes rook if pos->chess960 is set. Also as king takes rook if the
 * king moves by one file or none, since its squares would then name another move. */
void move_write(const Position *pos, Move m, char text[MOVE_TEXT_SIZE]);

/* Reads a move in UCI's notation. Returns MOVE_NONE if the text is not a legal move of the
 * position. Accepts both forms of castling. The promotion letter may be of either case. The text
 * must end after the move. */
Move move_read(const Position *pos, const char *text);

/* Reads a move as people write it: in standard algebraic notation (SAN, "Nbd2", "e8=Q+", "O-O"), or
 * with both squares ("e2-e4", "Ng1xf3", "g1f3", all that move_read takes). Lenient: the x (or a
 * colon), the = and the signs after the move (+#!?) may be missing. The origin may be more precise
 * than needed. Castling may have zeros, and pieces German letters. A promotion may be "e8(Q)" or
 * "e8/Q", a pawn's capture "exd", "ed" or "xd5". Returns the number of legal moves that the text
 * describes. *m is one of them, or MOVE_NONE if there are none. */
int san_read(const Position *pos, const char *text, Move *m);

enum { SAN_SIZE = 8 }; /* fits every move in SAN, its final 0 included */

/* The length of the move that a text begins with, without the signs after it; 0 if san_read could take
 * no such move. `plain` becomes that move with the letters of SAN, without a hyphen
 * between squares. */
size_t san_length(const char *text, char plain[SAN_SIZE]);

/* Writes a legal move in SAN, as short as the PGN standard demands, with the sign of check or mate;
 * "--" for MOVE_NULL. The position is left as it was; its stack must have a free ply. */
void san_write(Position *pos, Move m, char text[SAN_SIZE]);

/* --- why a move is illegal ------------------------------------------------------------------- */

enum { ILLEGAL_SIZE = 96 }; /* fits every reason, its final 0 included */

/* Writes why a text is not a legal move of the position: "Black is to move", "the King is in check
 * from h4". The text is a move in UCI's notation or in SAN. Returns false, with `reason` empty, if
 * the move is legal or the text is not a move. If SAN may mean several pieces, the reason holds for
 * one of them. */
bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]);

#endif
