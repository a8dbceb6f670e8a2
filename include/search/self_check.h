/* Self-checks while searching: every so many nodes a thread compares what it has kept up with the
 * same made anew, and what is computed in two ways with each other. */
#ifndef SEARCH_SELF_CHECK_H
#define SEARCH_SELF_CHECK_H

#include "board/difference.h"
#include "search/table.h"

/* Nodes from one check to the next; the first ones come more densely. A check takes the time of
 * some 15 nodes. Debug builds compare the matrix after each make and unmake besides. */
#ifdef PANOPTES_VERIFY
enum { SELF_CHECK_INTERVAL_DEFAULT = 8 };
#else
enum { SELF_CHECK_INTERVAL_DEFAULT = 2048 };
#endif

enum {
    SELF_CHECK_INTERVAL_MAX = 1000000000,
    SELF_CHECK_FAULTS = 3 /* after so many a thread ends its search with what it has found */
};

/* What has been checked since a search began. */
typedef struct SelfCheckCounts {
    uint64_t positions;   /* matrix, lists, keys, generators, evaluation */
    uint64_t table_moves; /* moves from the transposition table, */
    uint64_t refused;     /* and those of them that are not legal: another position's */
    uint64_t faults;      /* checks that failed */
} SelfCheckCounts;

/* A thread's own. */
typedef struct SelfCheck {
    SelfCheckCounts counts;
    uint64_t next; /* nodes at which the next check is due */
    uint64_t wary; /* nodes up to which every one is checked, after a fault */
    char report[DIFFERENCE_SIZE];
    Position room; /* working space */
} SelfCheck;

/* Checks a position: the comparator (board/verify.h), the generators, the table's move, the
 * evaluation. False if something differs; check->report says what and where. */
bool self_check(SelfCheck *check, const Position *pos, const Table *table);

#endif
