/* The generators against each other: what is read off rows and lists, off columns, and asked move
 * by move must be the same. */
#ifndef MOVES_VERIFY_MOVES_H
#define MOVES_VERIFY_MOVES_H

#include "board/difference.h"

/* Compares the staged captures (lists and rows of the matrix), to their end and to each of
 * THRESHOLD_*, the count of moves, and move_is_legal with the list of legal moves (columns of the
 * matrix); the walk that plays with the C reference, step by step; and the order of captures with
 * the values of the pieces on the board. True if all agree.
 * Else writes the first difference to `report` (DIFFERENCE_SIZE bytes): the move by its piece, its
 * squares and its victim, and the position. */
bool verify_moves(const Position *pos, char *report);

/* Whether `m`, any encoding, is called legal just if it is in the list of legal moves: a move from
 * the transposition table. *legal is set to whether it is. */
bool verify_table_move(const Position *pos, Move m, bool *legal, char *report);

#endif
