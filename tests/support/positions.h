/* All positions that tests run through: those of the suites, and those of random games. */
#ifndef SUPPORT_POSITIONS_H
#define SUPPORT_POSITIONS_H

#include "board/position.h"
#include "support/dice.h"

/* Looks at a position. It may make moves, but must unmake them. */
typedef void Visit(Position *pos, Random *r);

/* Visits about `count` positions, half of them from the suites, freshly set up (roots: pos->state
 * == pos->states), half from random games of all tastes, some plies above their root. Seeded: the
 * same in every run. Returns how many. */
int visit_positions(Position *pos, int count, Visit *visit);

/* The same, but roots only. */
int visit_roots(Position *pos, int count, Visit *visit);

/* Sets `to` up as `from` with its squares flipped: 56 changes the colours too, 7 mirrors files. Rights to
 * castle and to take en passant are lost. */
void position_flip(Position *to, const Position *from, int by);

/* The perft suites, NULL behind the last; those from CHESS960_SUITES on are Chess960. */
extern const char *const SUITES[];
enum { CHESS960_SUITES = 5 };

#endif
