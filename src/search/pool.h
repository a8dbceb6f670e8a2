/* Lazy SMP: several searches on one position.
 *
 * Each member has histories of its own and searches as if it were alone; the members help each
 * other only by the table that they share. The first runs on the caller's thread, reports and keeps
 * the time; the others, the helpers, have a thread each, which sleeps between searches. In the end
 * they vote on the move.
 */
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include "search/search.h"

typedef struct Pool Pool;

/* Makes a pool of one, or returns NULL if memory is short. */
Pool *pool_create(Table *table, const SearchReporter *reporter);

/* Ends all threads and frees everything. NULL is allowed. */
void pool_free(Pool *pool);

/* Gives the pool `threads` members (1 to THREADS_MAX), or as many as memory and system allow;
 * returns how many it has. Members that stay keep what they have learnt. */
int pool_resize(Pool *pool, int threads);

/* Gives a network to all members, later ones too: see search_set_network. */
void pool_set_network(Pool *pool, const Network *net);

#ifdef TUNE
/* Gives values of search/params.h to all members, later ones too. They must outlive their use. */
void pool_set_params(Pool *pool, const int *params);
#endif

/* Lets all members forget everything learnt: see search_forget. */
void pool_forget(Pool *pool);

/* The first member, which reports. */
Search *pool_main(Pool *pool);

/* Makes all members ready: see search_prepare. */
void pool_prepare(Pool *pool, const Position *pos, const SearchLimits *limits,
                  const SearchSettings *settings);

/* Searches with all members, on the caller's thread and their own: see search_run. */
SearchResult pool_run(Pool *pool);

/* What the members have checked in all. Call while none of them searches. */
SelfCheckCounts pool_checks(const Pool *pool);

#endif
