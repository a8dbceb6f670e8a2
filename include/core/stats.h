/* Counts of what the search does, so that claims about it are figures.
 *
 * Only `make stats` counts; in every other build STAT and STAT_ADD are nothing. Not exact with more
 * than one thread.
 */
#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stdint.h>

/* Names, and what `bench` prints for them. */
#define STATISTICS(X)                                                                              \
    X(NODES, "nodes of the main search")                                                           \
    X(QUIESCENCE, "nodes of quiescence")                                                           \
    X(THRESHOLD_CUT, "  their walk is limited by the threshold")                                   \
    X(THRESHOLD_STOP, "  nothing is above the threshold: no picker is made")                       \
    X(QUIESCENCE_MOVES, "  moves made in them")                                                    \
    X(TABLE_PROBES, "table probes")                                                                \
    X(TABLE_HITS, "  found")                                                                       \
    X(TABLE_CUTS, "  settle the node")                                                             \
    X(CUTOFFS, "cutoffs by a move")                                                                \
    X(CUTOFFS_FIRST, "  by the first move")                                                        \
    X(SEE, "exchanges asked for a threshold")                                                      \
    X(SEE_TOO_LITTLE, "  ended by: the victim is worth too little")                                \
    X(SEE_CANNOT_LOSE, "  ended by: even losing the man is enough")                                \
    X(SEE_FREE, "  ended by: nobody guards the square")                                            \
    X(SEE_PAWN_GUARD, "  ended by: a Pawn guards it")                                              \
    X(SEE_SWAP, "  the whole exchange is played out")                                              \
    X(MAKES, "moves made")                                                                         \
    X(DELTAS, "  columns of the matrix changed")

#define STAT_INDEX(name, text) STAT_##name,
enum { STATISTICS(STAT_INDEX) STAT_COUNT };
#undef STAT_INDEX

#ifdef STATS
extern uint64_t stats[STAT_COUNT];
#define STAT_ADD(name, n) (stats[STAT_##name] += (uint64_t)(n))
#else
#define STAT_ADD(name, n) ((void)0)
#endif
#define STAT(name) STAT_ADD(name, 1)

/* The text and the count of a statistic, 0 to STAT_COUNT - 1; the text is NULL in a build that
 * does not count. */
const char *stats_text(int index);
uint64_t stats_count(int index);

/* Sets all counts to 0. */
void stats_clear(void);

#endif
