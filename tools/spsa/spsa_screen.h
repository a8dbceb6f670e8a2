/* Screening: which rows of search/params.h matter at all, by searches of suites, without games. */
#ifndef SPSA_SCREEN_H
#define SPSA_SCREEN_H

#include "lib/position_list.h"
#include "spsa/spsa_run.h"

typedef struct ScreenSettings {
    bool tuned[SPSA_ROWS]; /* the rows to look at */
    bool classical;        /* which evaluation judges */
    uint64_t nodes;        /* of the search that is to solve a position */
    uint64_t depth;        /* of the one whose nodes are counted; 0: none */
    int threads;
} ScreenSettings;

/* Searches all positions of the suites with each run of a design (spsa_design.h), in which every row
 * is one step above its value or one below, and prints the effect of each row on what is solved and
 * on the nodes that a depth takes, with their errors, the strongest first. SIGINT and such end it.
 * False, after telling why on stderr, if it has not come to its end. */
bool spsa_screen(const PositionList *suites, int count, const ScreenSettings *settings);

#endif
