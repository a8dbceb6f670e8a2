/* Self-checks of a running search: every so many nodes a thread compares what it has updated step
 * by step with the same made from scratch, and results that can be computed in two ways. */
#ifndef SEARCH_SELF_CHECK_H
#define SEARCH_SELF_CHECK_H

#include "board/difference.h"
#include "network/accumulator.h"
#include "search/table.h"

/* Nodes from one check to the next; the first checks come more densely. A check takes as long as
 * about 50 nodes. Debug builds also compare the matrix after each make and unmake. */
#ifdef PANOPTES_VERIFY
enum { SELF_CHECK_INTERVAL_DEFAULT = 8 };
#else
enum { SELF_CHECK_INTERVAL_DEFAULT = 2048 };
#endif

enum {
    SELF_CHECK_INTERVAL_MAX = 1000000000,
    SELF_CHECK_FAULTS = 3 /* after so many a thread ends its search with the best move so far */
};

/* What has been checked since a search began. */
typedef struct SelfCheckCounts {
    uint64_t positions;   /* matrix, lists, keys, generators, rules, evaluations */
    uint64_t table_moves; /* moves from the transposition table, */
    uint64_t refused;     /* and those of them that are illegal: they belong to another position */
    uint64_t faults;      /* checks that failed */
} SelfCheckCounts;

/* The state of one thread. */
typedef struct SelfCheck {
    SelfCheckCounts counts;
    uint64_t next; /* nodes at which the next check is due */
    uint64_t wary; /* after a fault, every node up to this one is checked */
    char report[DIFFERENCE_SIZE];
    Position room; /* working space */
} SelfCheck;

/* Checks a position: the comparator (board/verify.h), the generators, the rules, the move in the table, the
 * evaluation, and what is kept of it for a network. False if something differs; check->report then
 * says what and where. */
bool self_check(SelfCheck *check, const Position *pos, const Table *table,
                const Accumulators *accumulators);

/* Makes each legal move of a root and checks the position behind it, but no evaluation, in the same way. */
bool self_check_moves(SelfCheck *check, Position *root);

#endif
