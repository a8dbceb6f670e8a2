/* Moves as text: in UCI's notation, and as people and PGN files write moves. */
#ifndef MOVES_NOTATION_H
#define MOVES_NOTATION_H

#include "board/position.h"

enum { MOVE_TEXT_SIZE = 8 };

/* Writes a move: "e2e4", "e7e8q", "0000" for MOVE_NONE and MOVE_NULL. Writes castling as the king's
 * move to its goal, but as king takes rook if pos->chess960 is set. If castling moves the king by
 * one file or not at all, writes king takes rook too, since the king's two squares would name
 * another move. */
void move_write(const Position *pos, Move m, char text[MOVE_TEXT_SIZE]);

/* Reads a move in UCI's notation. Returns MOVE_NONE if the text is not a legal move of the
 * position. Accepts castling as the king's move and as king takes rook. The promotion letter may be
 * a capital or small letter. The text must end after the move. */
Move move_read(const Position *pos, const char *text);

/* Reads a move as people write it: in standard algebraic notation (SAN, "Nbd2", "e8=Q+", "O-O"), or
 * with both squares ("e2-e4", "Ng1xf3"). Also reads each text that move_read reads ("g1f3"). The x
 * (or a colon), the = and the signs after the move (+#!?) may be missing. The text may give the
 * origin more precisely than needed. Castling may be written with zeros, and a piece with its
 * German, Spanish or French letter, except the king as "R". A promotion may be "e8(Q)" or "e8/Q",
 * a pawn's capture "exd", "ed" or "xd5".
 * Returns the number of legal moves that the text describes. *m becomes one of these moves, or
 * MOVE_NONE if the number is 0. */
int san_read(const Position *pos, const char *text, Move *m);

enum { SAN_SIZE = 8 }; /* bytes for any move in SAN and its final 0 */

/* Returns the length of the move at the beginning of a text, without the signs after the move; 0 if
 * san_read cannot read a move there. `plain` gets the move with the letters of SAN, without a
 * hyphen between squares. */
size_t san_length(const char *text, char plain[SAN_SIZE]);

/* Writes a legal move in SAN, as short as the PGN standard demands, with the sign of check or mate;
 * "--" for MOVE_NULL. Leaves the position as it was. The position's stack must have a free ply. */
void san_write(Position *pos, Move m, char text[SAN_SIZE]);

/* --- why a move is illegal ------------------------------------------------------------------- */

enum { ILLEGAL_SIZE = 96 }; /* bytes for any reason and its final 0 */

/* Writes why a text is not a legal move of the position: "Black is to move", "the King is in check
 * from h4". The text is a move in UCI's notation or in SAN. Returns false, with `reason` empty, if
 * the move is legal or the text is not a move. If a move in SAN may mean several pieces, the reason
 * holds for one of these pieces. */
bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]);

#endif
