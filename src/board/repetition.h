/* Positions that come again, or could come again by one move. */
#ifndef BOARD_REPETITION_H
#define BOARD_REPETITION_H

#include "board/position.h"

/* Fills the table of moves that can be taken back. Call once, after zobrist_init and geometry_init;
 * further calls change nothing. */
void repetition_init(void);

/* How often the current position stood on the board before, as far as the remembered keys reach:
 * counts up to `enough`, then stops looking. Only plies since the last irreversible move count. */
int repetitions(const Position *pos, int enough);

/* True if a search at `ply` plies from the root should score the position as a draw by repetition:
 * once before within the searched line, or twice before in all. */
bool is_repetition(const Position *pos, int ply);

/* True if the side to move has a move that repeats a position of the searched line, whose root is
 * `ply` plies back: it can then have a draw at least. Found without making a move: the difference
 * of the two keys is that of one reversible move (Marcel van Kervinck, "The cuckoo cycle": a hash
 * table of all such differences, two places each). */
bool upcoming_repetition(const Position *pos, int ply);

#endif
