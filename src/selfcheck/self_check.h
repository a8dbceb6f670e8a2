/* The self-checks of a running search: every so many nodes a thread compares its incremental state with
 * the same made from scratch, and results that can be computed in two ways. */
#ifndef SELFCHECK_SELF_CHECK_H
#define SELFCHECK_SELF_CHECK_H

#include "search/check.h"

/* Lets searches check themselves (search/check.h), and a debug build compare every change of a
 * position. Call once, after tables_init. */
void selfcheck_init(void);

/* Checks a position: the comparator (selfcheck/verify.h), the generators, the rules, the move in the table, the
 * evaluation, and what is kept of it for a network. False if something differs; check->report then
 * says what and where. */
bool self_check(SelfCheck *check, const Position *pos, const Table *table,
                const Accumulators *accumulators);

/* Makes each legal move of a root and checks the position behind it, but no evaluation, in the same way. */
bool self_check_moves(SelfCheck *check, Position *root);

#endif
