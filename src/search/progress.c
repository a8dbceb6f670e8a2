#include "search/progress.h"

#include "search/mate.h"
#include "search/node.h"

/* NULL for a search that reports nothing. */
static const SearchReporter *own_reporter(const Search *s) {
    return s->leads ? s->shared->reporter : NULL;
}

bool progress_is_wanted(const Search *s) {
    return own_reporter(s) != NULL;
}

void progress_line(const Search *s, int index, int score, ScoreBound bound) {
    const SearchReporter *reporter = own_reporter(s);
    if (!reporter || !reporter->info)
        return;
    const RootMove *r = &s->roots[index];
    const SearchInfo info = {.depth = s->root_depth,
                             .seldepth = s->seldepth + 1,
                             .multipv = index + 1,
                             .score = probing_shown_score(&s->probing, score),
                             .evaluation = search_evaluation(s),
                             .bound = bound,
                             .nodes = shared_counters_nodes(s->shared),
                             .time = clock_elapsed(&s->clock),
                             .hashfull = table_hashfull(s->table),
                             .tbhits = shared_counters_tbhits(s->shared),
                             .pv_length = r->pv_length,
                             .pv = r->pv};
    reporter->info(reporter->context, &s->root, &info);
}

void progress_exact_line(Search *s, int index) {
    const SearchReporter *reporter = own_reporter(s);
    RootMove *r = &s->roots[index];
    if (!reporter || !reporter->info)
        return;
    const int unshown = r->score > 0 ? SCORE_TABLEBASE - SCORE_MATE : SCORE_MATE - SCORE_TABLEBASE;
    progress_line(s, index, mate_line_complete(s, r) ? r->score : r->score + unshown, BOUND_EXACT);
}

void progress_current_move(const Search *s, int index) {
    const SearchReporter *reporter = own_reporter(s);
    if (reporter && reporter->current_move && clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
        reporter->current_move(reporter->context, &s->root, s->root_depth, s->roots[index].move,
                               index + 1);
}
