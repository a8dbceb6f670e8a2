/* What a search may spend, looked at node by node; and its self-checks, which are due at certain
 * nodes as well. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "search/search.h"

/* True if the search must end here; s->ended is then set. Call in every node. Does not return if a
 * self-check fails: see below. */
bool out_of_budget(Search *s);

/* Checks the root position, if the search checks itself. If that fails, reports it and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs the self-check if it is due at so many nodes. If it fails, neither the position nor what was
 * searched above it can be trusted, and the moves that led here cannot be unmade: reports it and
 * jumps to s->restart, which calls restart_at_root. */
void check_node(Search *s, uint64_t nodes);

/* Makes s->pos from the root anew, and forgets the line that led away from it. */
void restart_at_root(Search *s);

#endif
