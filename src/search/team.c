#include "search/team.h"

void team_join(Team *team, Counters *counters) {
    counters->next = team->members;
    team->members = counters;
}

void team_leave(Team *team, Counters *counters) {
    Counters **at = &team->members;
    while (*at && *at != counters)
        at = &(*at)->next;
    if (*at)
        *at = counters->next;
}

uint64_t team_nodes(const Team *team) {
    uint64_t nodes = 0;
    for (const Counters *c = team->members; c; c = c->next)
        nodes += atomic_load_explicit(&c->nodes, memory_order_relaxed);
    return nodes;
}

uint64_t team_tbhits(const Team *team) {
    uint64_t hits = 0;
    for (const Counters *c = team->members; c; c = c->next)
        hits += atomic_load_explicit(&c->tbhits, memory_order_relaxed);
    return hits;
}
