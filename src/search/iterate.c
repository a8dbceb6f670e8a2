/* Iterative deepening and its reports. An iteration searches the root, in a window around the score of the previous
 * iteration. */

#include "search/params.h"
#include "search/search_internal.h"

#include <string.h>

/* --- progress -------------------------------------------------------------------------------- */

/* A search reports nothing within an iteration before this number of milliseconds. */
enum { CHATTY_AFTER_MS = 3000 };

/* Returns the reporter of a search, or NULL if the search reports nothing. */
static const SearchReporter *own_reporter(const Search *s) {
    return s->leads ? s->shared->reporter : NULL;
}

/* If the search checks itself, checks a line and reports a fault in it. */
static void check_line(Search *s, const SearchInfo *info) {
    const SearchReporter *reporter = own_reporter(s);
    if (s->settings.self_check == 0 || s->check.counts.faults >= SELF_CHECK_FAULTS ||
        CHECK_HOOK(line, &s->check, &s->root, info) || !reporter->fault)
        return;
    reporter->fault(reporter->context, s->check.report);
}

void progress_line(Search *s, int index, int score, ScoreBound bound) {
    const SearchReporter *reporter = own_reporter(s);
    if (!reporter || !reporter->info)
        return;
    const RootMove *r = &s->roots[index];
    const SearchInfo info = {.depth = r->depth > 0 ? r->depth : s->root_depth,
                             .seldepth = max_int(s->seldepth + 1, r->pv_length),
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
    check_line(s, &info);
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

/* If the search has taken CHATTY_AFTER_MS, reports the root move that is about to be searched. */
static void progress_current_move(const Search *s, int index) {
    const SearchReporter *reporter = own_reporter(s);
    if (reporter && reporter->current_move && clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
        reporter->current_move(reporter->context, &s->root, s->root_depth, s->roots[index].move,
                               index + 1);
}

/* --- iterations ------------------------------------------------------------------------------ */

/* Sets the line of a root move: the move, and the principal variation of its node. The node has
 * none if the move fails high or if the table cuts the node off. Then the former line stays. But
 * if the score is a mate, only the move itself stays, since the former line may not end in this
 * mate. */
static void set_line(Search *s, RootMove *r, int score) {
    if (s->pv_length[1] == 0 && !score_is_mate(score))
        return;
    r->pv_length = 1;
    for (int i = 0; i < s->pv_length[1]; i++)
        r->pv[r->pv_length++] = s->pv[1][i];
}

/* Moves a root move to place multipv_index, directly after the better lines of this iteration.
 * Sets its score and line. The other moves keep their order. */
static void move_to_front(Search *s, int index, int score) {
    RootMove best = s->roots[index];
    best.score = score;
    best.depth = s->root_depth;
    set_line(s, &best, score);
    s->line_changed = true;
    RootMove *front = &s->roots[s->multipv_index];
    memmove(front + 1, front, (size_t)(index - s->multipv_index) * sizeof best);
    *front = best;
}

/* Searches the root moves from multipv_index on, in a window. If s->ended is set afterwards, the score is
 * invalid; the first root move is then the best that was fully searched. */
static int search_root(Search *s, int alpha, int beta, int depth) {
    Node n;
    node_begin(s, &n, alpha, beta, depth, 0);
    node_evaluate(s, &n);
    n.improving = !n.in_check;
    stack_at(s, 1)->cutoffs = 0;
    Move best_move = MOVE_NONE;
    for (int i = s->multipv_index; i < s->root_count; i++) {
        const Move m = s->roots[i].move;
        const uint64_t before = search_nodes(s);
        progress_current_move(s, i);
        s->pv_length[1] = 0;
        const int score = search_child(s, &n, m, i - s->multipv_index + 1, 0);
        s->roots[i].nodes += search_nodes(s) - before;
        if (s->ended)
            return n.best_score;
        if (score <= n.best_score)
            continue;
        n.best_score = score;
        /* The first move gets a score even if it fails low. Another move gets a score only above
         * alpha. */
        if (score > n.alpha || i == s->multipv_index)
            move_to_front(s, i, score);
        if (score > n.alpha) {
            best_move = m;
            n.alpha = score;
        }
        if (score >= beta)
            break;
    }
    store_root(s, &n, best_move, depth,
               n.best_score >= beta   ? BOUND_LOWER
               : n.best_score > alpha ? BOUND_EXACT
                                      : BOUND_UPPER);
    return n.best_score;
}

/* Searches the root in a window around the score of the last iteration. Widens the window on the side that fails until
 * the score is inside. In a decided game opens that side, since the score may be a mate, many doublings away. If the
 * search ends while the first move's score is only an upper bound, the move keeps score and line of the last iteration.
 * [53 +- 42 Elo] */
static int search_aspirated(Search *s, int depth, int previous) {
    RootMove *const first = &s->roots[s->multipv_index];
    const RootMove before = *first;
    enum { DECIDED = 1500 };
    int delta = ASPIRATION_DELTA, failed_high = 0, failed_low = SCORE_INFINITE;
    int alpha = depth < 5 ? -SCORE_INFINITE : previous - delta;
    int beta = depth < 5 ? SCORE_INFINITE : previous + delta;
    for (;;) {
        alpha = alpha < -SCORE_MATE_BOUND ? -SCORE_INFINITE : alpha;
        beta = beta > SCORE_MATE_BOUND ? SCORE_INFINITE : beta;
        const int reduced = depth - failed_high;
        const int score = search_root(s, alpha, beta, reduced > 1 ? reduced : 1);
        if (s->ended && first->move == before.move &&
            (first->score <= alpha || first->score == failed_low))
            *first = before;
        if (s->ended || (score > alpha && score < beta))
            return score;
        if (clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
            progress_line(s, s->multipv_index, score, score >= beta ? BOUND_LOWER : BOUND_UPPER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score < -DECIDED ? -SCORE_INFINITE : score - delta;
            failed_high = 0;
            failed_low = first->score;
        } else {
            /* After each fail high, searches a ply less deeply, at most three plies. The next
             * iteration begins with its full depth again. */
            failed_high += failed_high < 3;
            beta = score > DECIDED ? SCORE_INFINITE : score + delta;
        }
        delta *= 2;
    }
}

/* Returns the share, 0 to 1, of the nodes of this search that were spent on the best move. */
static double best_share(const Search *s) {
    const uint64_t nodes = search_nodes(s);
    return nodes ? (double)s->roots[0].nodes / (double)nodes : 0;
}

/* True if `go mate N` asked for a mate and the score is a mate in N or fewer moves. */
static bool found_mate(const Search *s, int score) {
    return s->limits.mate > 0 && score >= SCORE_MATE_BOUND &&
           SCORE_MATE - score <= 2 * s->limits.mate - 1;
}

/* True if the score is a mate that was searched to twice its length: the mate is unlikely to become
 * shorter. */
static bool is_settled_mate(int score, int depth) {
    return score_is_mate(score) && 2 * (SCORE_MATE - (score > 0 ? score : -score)) <= depth;
}

/* Sorts the lines of an iteration by score: a later line may be better than an earlier one. */
static void sort_lines(Search *s, int lines) {
    for (int i = 1; i < lines; i++) {
        const RootMove line = s->roots[i];
        int j = i;
        for (; j > 0 && s->roots[j - 1].score < line.score; j--)
            s->roots[j] = s->roots[j - 1];
        s->roots[j] = line;
    }
}

/* Searches the lines of an iteration, the best first, and returns the best score. Sets *done to false if the
 * search ended before all lines were searched. */
static int search_lines(Search *s, int depth, int lines, bool *done) {
    for (int i = 0; i < lines; i++) {
        s->multipv_index = i;
        /* A score that the move has from the search of another line does not count, unless this search ends. */
        const Move move = s->roots[i].move;
        const int known = s->roots[i].depth;
        s->roots[i].depth = s->completed_depth;
        const int score = search_aspirated(s, depth, s->roots[i].previous_score);
        *done = !s->ended;
        if (s->ended) {
            const bool searched = s->roots[i].depth == depth;
            if (!searched && s->roots[i].move == move)
                s->roots[i].depth = known;
            sort_lines(s, i + searched);
            return score;
        }
        s->roots[i].score = score;
    }
    sort_lines(s, lines);
    for (int i = 0; i < lines; i++)
        s->roots[i].previous_score = s->roots[i].score;
    return s->roots[0].score;
}

/* Returns the number of lines that the search reports. */
static int line_count(const Search *s) {
    return min_int(max_int(s->settings.multipv, 1), s->root_count);
}

/* Reports the lines of an iteration. In a tiny tree a hundred iterations take no time, and some
 * GUIs cannot keep up. So after LINES_AT_ONCE lines, reports an iteration only if INTERVAL_MS
 * have passed since the last report, and a millisecond for each line. Always reports the lines
 * of the last iteration. */
static void report_lines(Search *s, int lines, bool last) {
    enum { LINES_AT_ONCE = 64, INTERVAL_MS = 10 };
    const int64_t now = clock_elapsed(&s->clock);
    const int interval = max_int(lines, INTERVAL_MS);
    if (!last && s->reported_lines >= LINES_AT_ONCE && now - s->reported_at < interval)
        return;
    for (int i = 0; i < lines; i++)
        progress_exact_line(s, i);
    s->line_changed = false;
    s->reported_depth = s->root_depth;
    s->reported_lines += lines;
    s->reported_at = now;
}

/* Reports the lines of an iteration that has not ended if they differ from the last report. It may have found a
 * better move, which then stands first. */
static void report_unfinished(Search *s) {
    if (!s->line_changed && s->reported_depth >= s->completed_depth)
        return;
    for (int i = 0; i < line_count(s) && s->roots[i].score > -SCORE_INFINITE; i++)
        progress_exact_line(s, i);
}

/* True if the limits allow no further iteration, or if a further iteration is not worth its
 * time. */
static bool is_finished(const Search *s, int score, int depth, int lines) {
    /* Below depth 6 chance decides how many nodes the best move takes, so a middle share stands
     * for it. */
    const ClockSigns signs = {.best_share = depth < 6 ? 0.5 : best_share(s),
                              .stable = s->stable,
                              .drop = s->previous_score - score};
    if ((lines == 1 && s->limits.mate <= 0 && is_settled_mate(score, depth)) ||
        found_mate(s, score) || clock_is_enough(&s->clock, &signs) ||
        (s->limits.softnodes >= 0 &&
         shared_counters_nodes(s->shared) >= (uint64_t)s->limits.softnodes))
        return true;
    return s->root_count == 1 && s->clock.timed && !s->clock.given && !s->clock.pondering &&
           depth >= 8; /* nothing to choose */
}

/* Stores the moves of the best line in the table again if other positions have replaced the line's
 * entries. */
static void keep_line(Search *s) {
    const RootMove *best = &s->roots[0];
    int made = 0;
    for (; made < best->pv_length; made++) {
        const State *state = s->pos.state;
        TableData data;
        table_probe(s->table, state->key, made, state->rule50, &data);
        if (data.move == MOVE_NONE) {
            data.move = best->pv[made];
            data.pv = true;
            table_store(s->table, state->key, made, &data);
        }
        make_move(&s->pos, best->pv[made]);
    }
    for (; made > 0; made--)
        unmake_move(&s->pos);
}

/* True if `go mate N` has searched some plies deeper than N moves without finding the mate: mate_prove is
 * due. */
static bool proof_is_due(const Search *s, int depth) {
    return s->leads && s->limits.mate > 0 && s->limits.mate <= MATE_PROOF_MAX &&
           depth == 2 * s->limits.mate + 4;
}

/* Runs iterations, from the first that is not complete, until a limit is met. */
static void deepen(Search *s) {
    const int limit =
        s->limits.depth > 0 && s->limits.depth < MAX_PLY - 1 ? (int)s->limits.depth : MAX_PLY - 1;
    const int lines = line_count(s);
    for (int depth = s->completed_depth + 1; depth <= limit; depth++) {
        s->root_depth = depth;
        s->seldepth = 0;
        keep_line(s);
        assert(s->pos.state == s->pos.states);
        const Move before = s->roots[0].move;
        bool done = false;
        const int score = search_lines(s, depth, lines, &done);
        if (!done)
            return;
        s->completed_depth = depth;
        s->stable = s->roots[0].move == before ? s->stable + 1 : 0;
        const bool finished = is_finished(s, score, depth, lines);
        const bool proving = !finished && proof_is_due(s, depth);
        report_lines(s, lines, finished || proving || depth == limit);
        if (proving && mate_prove(s) && !s->distrusted)
            report_lines(s, lines, true);
        if (finished || proving)
            return;
    }
}

void search_deepen(Search *s) {
    PARAMS_LOAD(s);
    if (!s->caught)
        search_survives(s, deepen);
    while (s->distrusted) {
        restart_at_root(s);
        /* If faults recur, the code is wrong, and the search ends with the best move so far. */
        if (s->check.counts.faults < SELF_CHECK_FAULTS && !s->caught)
            search_survives(s, deepen);
    }
    report_unfinished(s);
    end_is_well(s, NULL);
}
