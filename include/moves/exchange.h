/* Static exchange evaluation: what a move wins on its target square if both sides go on capturing
 * there, least valuable man first, each free to stop.
 *
 * It works on the matrix: attackers and defenders of a square are one word. When a man on a line
 * leaves, the slider behind him is among the slider bits of map[his square]. Pinned men stay out
 * unless the square is on their line; a King captures only what nobody guards any more.
 */
#ifndef MOVES_EXCHANGE_H
#define MOVES_EXCHANGE_H

#include "board/position.h"

/* What a man counts in an exchange, in centipawns. */
enum { EXCHANGE_PAWN = 100, EXCHANGE_MINOR = 300, EXCHANGE_ROOK = 500, EXCHANGE_QUEEN = 900 };

/* The value of a type in an exchange; a King, who is never lost, counts as 0. */
int exchange_type_value(PieceType type);

/* The gain of a legal move in centipawns for the mover. Castling is worth 0. */
int exchange_value(const Position *pos, Move m);

/* True if exchange_value(pos, m) >= threshold; cheaper. */
bool exchange_at_least(const Position *pos, Move m, int threshold);

#endif
