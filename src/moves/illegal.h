/* Why a move is illegal. */
#ifndef MOVES_ILLEGAL_H
#define MOVES_ILLEGAL_H

#include "board/position.h"

enum { ILLEGAL_SIZE = 96 }; /* room for every reason, its final 0 included */

/* Writes why a text, a move as UCI writes it or in SAN, is no legal move of the position: "Black is to
 * move", "the King is in check from h4". Returns false, with `reason` empty, if it is one, or is no
 * move at all. Where SAN may mean several pieces, the reason is that of one. */
bool move_illegal(const Position *pos, const char *text, char reason[ILLEGAL_SIZE]);

#endif
