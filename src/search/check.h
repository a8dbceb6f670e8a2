/* How a running search is checked: through a table of functions that src/selfcheck fills in. A search
 * without that layer does not check itself. */
#ifndef SEARCH_CHECK_H
#define SEARCH_CHECK_H

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
    CHECK_REPORT_SIZE = 4096, /* bytes of a report */
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
    char report[CHECK_REPORT_SIZE];
    Position room; /* working space */
} SelfCheck;

/* The functions that check. Each returns false if something differs; check->report then says what and
 * where. */
typedef struct CheckHook {
    /* Checks a position, the table's move for it, its evaluation, and the sums kept for the network. */
    bool (*position)(SelfCheck *check, const Position *pos, const Table *table,
                     const Accumulators *accumulators);
    /* Checks the position after each legal move of a root. */
    bool (*moves)(SelfCheck *check, Position *root);
} CheckHook;

extern CheckHook check_hook; /* all NULL: no search checks itself */

#endif
