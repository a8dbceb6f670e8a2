#include "search/budget.h"

#include "board/verify.h"
#include "search/node.h"
#include "search/search_registry.h"

void restart_at_root(Search *s) {
    position_copy(&s->pos, &s->root);
    position_reroot(&s->pos);
    stack_clear(s);
    accumulators_begin(&s->accumulators, s->accumulators.net);
    s->null_min_ply = 0;
    s->ended = s->distrusted = false;
}

/* Reports a check that has failed; false. */
static bool report_fault(Search *s) {
    const SearchReporter *reporter = s->shared->reporter;
    verify_failed(s->check.report);
    if (reporter && reporter->fault)
        reporter->fault(reporter->context, s->check.report);
    return false;
}

/* Checks what stands on s->pos; false if that fails, which is then reported. */
static bool check_here(Search *s) {
    /* Checks come before a node is evaluated: the sums that it would have are made. */
    if (s->accumulators.net)
        accumulators_evaluate(&s->accumulators, &s->pos);
    return LIKELY(self_check(&s->check, &s->pos, s->table, &s->accumulators)) || report_fault(s);
}

void check_root(Search *s) {
    if (s->settings.self_check == 0)
        return;
    search_registry_enter(s);
    if (!check_here(s) || !(self_check_moves(&s->check, &s->pos) || report_fault(s)))
        restart_at_root(s);
    search_registry_leave(s);
}

void check_node(Search *s, uint64_t nodes) {
    SelfCheck *check = &s->check;
    if (nodes < check->next)
        return;
    /* Densely at first, and every node after a fault: one that is everywhere, or comes again, must
     * be found before it does harm. */
    enum { WARY_NODES = 4096, DENSITY = 4 };
    const uint64_t interval = (uint64_t)s->settings.self_check;
    const uint64_t step = nodes / DENSITY + 1;
    check->next = nodes + (nodes < check->wary ? 1 : step < interval ? step : interval);
    if (LIKELY(check_here(s)))
        return;
    check->wary = nodes + WARY_NODES;
    check->next = nodes + 1;
    s->poll_at = 0;
    s->ended = s->distrusted = true;
}

/* Depth 1 is completed whatever the limits, so that the move has been compared with the others: by
 * the first of its group only, and within reason where somebody waits. */
static bool must_go_on(const Search *s, uint64_t nodes) {
    enum { PATIENCE_MS = 50 };
    return s->completed_depth == 0 && s->leads && nodes < DEPTH_1_NODES &&
           !(s->stop && clock_elapsed(&s->clock) >= PATIENCE_MS);
}

/* Looks at what is too expensive to look at in every node; true if a limit is met. */
static bool poll(Search *s, uint64_t nodes) {
    enum { POLL_INTERVAL = 256 };
    s->poll_at = nodes - nodes % POLL_INTERVAL + POLL_INTERVAL;
    if (UNLIKELY(s->settings.self_check != 0)) {
        check_node(s, nodes);
        s->poll_at = s->check.next < s->poll_at ? s->check.next : s->poll_at;
    }
    return clock_is_over(&s->clock) || (s->settings.interrupt && *s->settings.interrupt) ||
           (s->limits.nodes >= 0 && shared_counters_nodes(s->shared) >= (uint64_t)s->limits.nodes);
}

bool out_of_budget(Search *s) {
    const uint64_t nodes = search_nodes(s);
    if (UNLIKELY(s->line_limit != 0))
        return s->ended = nodes >= s->line_limit;
    const bool over = UNLIKELY(nodes >= s->poll_at) && poll(s, nodes);
    if (UNLIKELY(s->distrusted))
        return true;
    if (must_go_on(s, nodes))
        return false;
    if (over || s->stop || (s->limits.nodes >= 0 && nodes >= (uint64_t)s->limits.nodes))
        s->ended = true;
    return s->ended;
}
