/* Statistics of the search: how often each step happens.
 *
 * Only `make stats` and the debug build count (-DSTATS). In every other build STAT and STAT_ADD do
 * nothing. With more than one thread some counts are lost.
 */
#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The name of each statistic, and the text that `bench stats` prints for it. An indented statistic
 * is a part or a detail of the nearest statistic above that is not indented. */
#define STATISTICS(X)                                                                              \
    X(NODES, "nodes of the main search")                                                           \
    X(NODES_BY_TABLE, "  settled by the table")                                                    \
    X(NODES_PRUNED, "  pruned before their moves")                                                 \
    X(CUTOFFS, "cutoffs by a move, below the root")                                                \
    X(CUTOFFS_FIRST, "  by the first move tried")                                                  \
    X(CUTOFFS_NUMBER, "  number of the move, added up")                                            \
    X(QUIESCENCE, "nodes of quiescence")                                                           \
    X(QUIESCENCE_BY_TABLE, "  settled by the table")                                               \
    X(QUIESCENCE_CHECKED, "  in check")                                                            \
    X(STAND_PAT, "  settled by standing pat")                                                      \
    X(THRESHOLD_CUT, "  walk over the victims limited by the threshold")                           \
    X(THRESHOLD_STOP, "  without a walk: no victim above the threshold")                           \
    X(QUIESCENCE_CAPTURES, "  captures examined in them")                                          \
    X(QUIESCENCE_MOVES, "  moves made in them, evasions included")                                 \
    X(WALKS, "walks over the victims")                                                             \
    X(WALKS_AT_DUMMY, "  loops over the pieces that ended at DUMMY")                               \
    X(PAWN_LOOPS, "  loops over the pawns begun after DUMMY")                                      \
    X(VICTIMS, "  victims met")                                                                    \
    X(VICTIMS_ATTACKED, "  victims that can be taken")                                             \
    X(TABLE_PROBES, "table probes")                                                                \
    X(TABLE_HITS, "  found")                                                                       \
    X(SEE, "exchanges compared with a threshold")                                                  \
    X(SEE_TOO_LITTLE, "  ended by: the victim is worth too little")                                \
    X(SEE_CANNOT_LOSE, "  ended by: even losing the piece is enough")                              \
    X(SEE_FREE, "  ended by: the square is not guarded")                                           \
    X(SEE_PAWN_GUARD, "  ended by: a pawn guards it")                                              \
    X(SEE_SWAP, "  the whole exchange is played out")                                              \
    X(EVALUATIONS, "evaluations")                                                                  \
    X(MATERIAL_ENTRIES, "  material entries computed, not found in their table")                   \
    X(MAKES, "moves made")                                                                         \
    X(MATERIAL_CHANGES, "  that change the material")                                              \
    X(DELTAS, "  columns of the matrix changed (deltas)")                                          \
    X(PAIRS_GONE, "  threat pairs gone")                                                           \
    X(PAIRS_COME, "  threat pairs come")                                                           \
    X(NULL_MOVES, "null moves made")

#define STAT_INDEX(name, text) STAT_##name,
enum { STATISTICS(STAT_INDEX) STAT_COUNT };
#undef STAT_INDEX

#ifdef STATS
extern _Atomic uint64_t stats[STAT_COUNT];
#define STAT_ADD(name, n)                                                                          \
    atomic_store_explicit(&stats[STAT_##name],                                                     \
                          atomic_load_explicit(&stats[STAT_##name], memory_order_relaxed) +        \
                              (uint64_t)(n),                                                       \
                          memory_order_relaxed)
#else
#define STAT_ADD(name, n) ((void)0)
#endif
#define STAT(name) STAT_ADD(name, 1)

/* Returns the text of a statistic, 0 to STAT_COUNT - 1, or NULL in a build that does not count. */
const char *stats_text(int index);

/* Returns the count of a statistic, 0 to STAT_COUNT - 1. */
uint64_t stats_count(int index);

/* Sets all counts to 0. */
void stats_clear(void);

/* Turns the statistics of walks over the victims on or off; they are off at start. Only the C
 * version of the walk keeps these statistics, so all walks use the C version while the statistics
 * are on. Do not call this function while a search runs. */
void stats_count_walks(bool count);
#ifdef STATS
extern bool stats_of_walks;
#else
enum { stats_of_walks = false };
#endif

#endif
