/* Positions for tests: from the suites and from random games. */
#ifndef SUPPORT_POSITIONS_H
#define SUPPORT_POSITIONS_H

#include "board/position.h"
#include "support/dice.h"

/* Tests a position. The function may make moves, but must unmake them. */
typedef void Visit(Position *pos, Random *r);

/* Visits about `count` positions, the same in every run. Half of the positions are roots from the
 * suites (pos->state == pos->states). The other half are from random games of all tastes, some
 * plies after the root. Returns the number of visits. */
int visit_positions(Position *pos, int count, Visit *visit);

/* Sets `to` up as `from` with each square XORed with `by`: 7 exchanges left and right, 56 top and bottom and then also
 * the colours. Castling rights and the e.p. square are lost. */
void position_flip(Position *to, const Position *from, int by);

/* The paths of the perft suites, then NULL. Those from index CHESS960_SUITES on are Chess960. */
extern const char *const SUITES[];
enum { CHESS960_SUITES = 5 };

#endif
