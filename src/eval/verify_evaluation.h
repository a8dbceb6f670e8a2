/* The evaluation against itself: with colours exchanged, and without what it remembers. */
#ifndef EVAL_VERIFY_EVALUATION_H
#define EVAL_VERIFY_EVALUATION_H

#include "board/difference.h"

/* Compares the score of a position with that of the same position with colours exchanged, seen by
 * the side to move, and with a score made without the tables of pawns and material. True if all
 * agree. Else writes to `report` (DIFFERENCE_SIZE bytes) the scores, the terms that are counted
 * otherwise, the fewest pieces that still show it, by square, and the position. `room` is working
 * space. */
bool verify_evaluation(const Position *pos, Position *room, char *report);

#endif
