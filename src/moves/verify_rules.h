/* The state of the game besides the board, and all legal moves, by the rules written a second time. */
#ifndef MOVES_VERIFY_RULES_H
#define MOVES_VERIFY_RULES_H

#include "board/difference.h"

/* Goes the way from the root to the current state once more by the slow rules (moves/slow_rules.h), null
 * moves included, and compares the board, the side to move, castling rights, e.p. square and both
 * counters; then the legal moves, some encodings that may be none, the repetitions since the last null move, and when the game is a draw
 * by the fifty-move rule and by its material. True if all agree. Else writes the first difference to
 * `report` (DIFFERENCE_SIZE bytes). The position must have passed verify_position. */
bool verify_rules(const Position *pos, char *report);

#endif
