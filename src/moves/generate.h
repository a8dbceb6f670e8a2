/* Legal moves. Every generator gives legal moves only, each once. */
#ifndef MOVES_GENERATE_H
#define MOVES_GENERATE_H

#include "board/position.h"

/* Adds the quiet moves of the side to move, castling included, promotions left out (captures.h has
 * them). It must not be in check. `pinned` is pinned_men of the mover. */
void quiet_moves(const Position *pos, Bitboard pinned, MoveList *list);

/* Adds all moves of the side to move, which must be in check. */
void evasion_moves(const Position *pos, MoveList *list);

/* Adds all moves of the side to move, in check or not. */
void legal_moves(const Position *pos, MoveList *list);

/* How many moves legal_moves would add, without making a list. */
int legal_count(const Position *pos);

/* True if the side to move may castle with the right of that wing now. It must not be in check. */
bool castling_is_legal(const Position *pos, int wing);

/* True if any of the 65,536 encodings is a legal move: exactly those that legal_moves gives.
 * Nothing is made; the matrix is read. */
bool move_is_legal(const Position *pos, Move m);

#endif
