#include "search/shared_counters.h"

void shared_counters_join(SharedCounters *shared, Counters *counters) {
    counters->next = shared->members;
    shared->members = counters;
}

void shared_counters_leave(SharedCounters *shared, Counters *counters) {
    Counters **at = &shared->members;
    while (*at && *at != counters)
        at = &(*at)->next;
    if (*at)
        *at = counters->next;
}

uint64_t shared_counters_nodes(const SharedCounters *shared) {
    uint64_t nodes = 0;
    for (const Counters *c = shared->members; c; c = c->next)
        nodes += atomic_load_explicit(&c->nodes, memory_order_relaxed);
    return nodes;
}

uint64_t shared_counters_tbhits(const SharedCounters *shared) {
    uint64_t hits = 0;
    for (const Counters *c = shared->members; c; c = c->next)
        hits += atomic_load_explicit(&c->tbhits, memory_order_relaxed);
    return hits;
}
