/* How to search, whatever may be spent on it: what a user sets by options. */
#ifndef SEARCH_SETTINGS_H
#define SEARCH_SETTINGS_H

#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS_MAX = 1024 }; /* that search together */

/* How tablebases are used. All zero: not at all. */
typedef struct TablebaseOptions {
    int depth;   /* nodes with as many pieces as the largest table are probed from this depth on */
    int limit;   /* positions with more pieces than this are not probed; 0: none is */
    bool rule50; /* cursed wins and blessed losses are draws; else wins and losses */
} TablebaseOptions;

enum { TABLEBASE_DEPTH_DEFAULT = 1, TABLEBASE_DEPTH_MAX = 100, TABLEBASE_LIMIT_DEFAULT = 7 };

/* Which evaluation the search uses if it has a network. */
typedef enum NetworkUse {
    NETWORK_SCALED,       /* the network's, scaled by the pieces that are left: for play */
    NETWORK_ITSELF,       /* the network's as it is: for games that a network learns from */
    NETWORK_AND_CLASSICAL /* the mean of both evaluations: for such games too */
} NetworkUse;

/* All zero: one line, the clock's time as it is, no self-checks (except in debug builds), no
 * tablebases. */
typedef struct SearchSettings {
    int multipv;    /* how many of the best lines are wanted; 0 counts as 1 */
    int overhead;   /* milliseconds to keep back on each move, at least 0 */
    int nodestime;  /* 0, or the number of nodes that counts as a millisecond: all times are then
                     * budgets of nodes, and the search is deterministic */
    int self_check; /* nodes from one self-check to the next (search/self_check.h), 0: none */
    TablebaseOptions tablebases;
    NetworkUse network_use;
    const atomic_bool *interrupt; /* NULL, or a flag that ends the search, polled now and then */
} SearchSettings;

#endif
