/* What searches that work together share: their counters, and whom they report to.
 *
 * A group lies below the search, so that a search counts the nodes of all without knowing the pool
 * that holds them. A search on its own is a group of one.
 */
#ifndef SEARCH_SHARED_COUNTERS_H
#define SEARCH_SHARED_COUNTERS_H

#include "search/info.h"

#include <stdatomic.h>

/* What one member counts. Written by its own thread only, without a locked operation; read by
 * all. */
typedef struct Counters {
    atomic_uint_least64_t nodes;
    atomic_uint_least64_t tbhits; /* positions found in tablebases */
    struct Counters *next;        /* member of the shared, or NULL */
} Counters;

/* All zero: no members, and silent. */
typedef struct SharedCounters {
    const SearchReporter *reporter; /* NULL: silent */
    Counters *members;
} SharedCounters;

/* Adds the counters of a member, or takes them out. While no member searches. */
void shared_counters_join(SharedCounters *shared, Counters *counters);
void shared_counters_leave(SharedCounters *shared, Counters *counters);

/* Nodes and tablebase hits of all members in the search under way. From any thread, while none
 * joins or leaves. */
uint64_t shared_counters_nodes(const SharedCounters *shared);
uint64_t shared_counters_tbhits(const SharedCounters *shared);

/* Adds to a counter of one's own: a plain load and store, since nobody else writes it. */
static ALWAYS_INLINE void counter_add(atomic_uint_least64_t *counter, uint64_t n) {
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

#endif
