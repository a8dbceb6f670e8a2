/* What a search may spend, looked at node by node; and its self-checks, which are due at certain
 * nodes as well. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "search/search_data.h"

/* True if the search must end here; s->ended is then set. Call in every node. */
bool out_of_budget(Search *s);

/* Checks the root position, if the search checks itself. If that fails, reports it and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs the self-check if it is due at so many nodes. If it fails, reports it and sets s->ended and
 * s->distrusted: neither the position nor what was searched above it can be trusted. The search
 * returns to search_deepen without unmaking its moves (leave_child), which follows links that may
 * lead anywhere; there restart_at_root begins anew. */
void check_node(Search *s, uint64_t nodes);

/* Makes s->pos from the root anew, forgets the line that led away from it, and lets the search go on
 * if it had ended. */
void restart_at_root(Search *s);

#endif
