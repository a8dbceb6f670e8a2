/* The root: iterative deepening with aspiration windows, limits and reports. */
#include "board/make.h"
#include "core/memory.h"
#include "eval/evaluate.h"
#include "moves/generate.h"
#include "search/params.h"
#include "search/picker.h"
#include "search/roster.h"
#include "search/tree.h"

#include <pthread.h>
#include <string.h>

/* Lines of an iteration under way are told only in searches that take this long. */
enum { CHATTY_AFTER_MS = 3000 };

static void clear_frames(Search *s) {
    for (int i = 0; i < (int)(sizeof s->frames / sizeof *s->frames); i++)
        s->frames[i] = (Frame){.eval = SCORE_NONE,
                               .continuation = &s->history.nothing,
                               .correction = &s->history.nothing};
}

void search_prepare(Search *s, const Position *pos, const SearchLimits *limits, int overhead) {
    position_copy(&s->pos, pos);
    position_reroot(&s->pos);
    position_copy(&s->root, &s->pos);
    s->limits = *limits;
    s->handicap = (Handicap){0};
    s->stop = false;
    s->ended = false;
    s->counters.nodes = s->counters.tbhits = 0;
    s->completed_depth = s->root_depth = s->seldepth = s->null_min_ply = s->stable = 0;
    s->poll_at = 0;
    s->check.counts = (SelfCheckCounts){0};
    s->check.next = s->check.wary = 0;
#ifdef PANOPTES_VERIFY
    if (s->limits.self_check == 0)
        s->limits.self_check = SELF_CHECK_INTERVAL_DEFAULT;
#endif
    clear_frames(s);
    s->reported_depth = s->reported_lines = 0;
    s->reported_at = 0;
    clock_start(&s->clock, limits, pos->state->side, game_ply(pos), overhead, &s->counters.nodes);
}

Search *search_create(Table *table, const SearchReporter *reporter) {
    Search *s = memory_map(sizeof *s);
    if (s) {
        s->table = table;
        s->alone.reporter = reporter;
        team_join(&s->alone, &s->counters);
        s->team = &s->alone;
        s->leads = true;
        clock_forget(&s->clock);
        roster_add(s);
    }
    return s;
}

void search_free(Search *s) {
    if (s)
        roster_remove(s);
    memory_unmap(s, sizeof *s);
}

/* A self-check has failed: the position is made from scratch at the root. */
static void recover(Search *s) {
    position_copy(&s->pos, &s->root);
    position_reroot(&s->pos);
    clear_frames(s);
    s->null_min_ply = 0;
}

/* The legal moves, or those of them that were asked for, in the picker's order. */
static void collect_root_moves(Search *s, MoveList *list) {
    Picker picker;
    Node n;
    node_begin(s, &n, -SCORE_INFINITE, SCORE_INFINITE, 1, 0);
    list->count = 0;
    picker_init(&picker, &s->pos, &s->history, &n.view, n.tt.move, MOVE_NONE);
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        bool wanted = s->limits.searchmoves_count == 0;
        for (int i = 0; i < s->limits.searchmoves_count; i++)
            wanted |= s->limits.searchmoves[i] == m;
        if (wanted)
            list_add(list, m);
    }
}

static void set_root_moves(Search *s, const MoveList *list) {
    s->root_count = list->count;
    for (int i = 0; i < list->count; i++) {
        RootMove *r = &s->roots[i];
        r->move = r->pv[0] = list->moves[i];
        r->pv_length = 1;
        r->nodes = 0;
        r->previous_score = 0;
        r->score = -SCORE_INFINITE;
    }
}

/* Whom this search tells its lines: NULL if nobody, as for the helpers of a pool. */
static const SearchReporter *reporter_of(const Search *s) {
    return s->leads ? s->team->reporter : NULL;
}

/* Tells a line: that of the root move at an index. */
static void report(const Search *s, int index, int score, ScoreBound bound) {
    const SearchReporter *reporter = reporter_of(s);
    if (!reporter || !reporter->info)
        return;
    const RootMove *r = &s->roots[index];
    const SearchInfo info = {.depth = s->root_depth,
                             .seldepth = s->seldepth + 1,
                             .multipv = index + 1,
                             .score = probing_shown_score(&s->probing, score),
                             .bound = bound,
                             .nodes = team_nodes(s->team),
                             .time = clock_elapsed(&s->clock),
                             .hashfull = table_hashfull(s->table),
                             .tbhits = team_tbhits(s->team),
                             .pv_length = r->pv_length,
                             .pv = r->pv};
    reporter->info(reporter->context, &s->root, &info);
}

/* Tells a line with its exact score. A mate whose line cannot be shown to its end is told as a win
 * of that many plies that is no mate, like one by the tablebases: front ends want the last line of
 * a search to be exact, and the moves of a mate to be all there. */
static void report_exact(Search *s, int index) {
    RootMove *r = &s->roots[index];
    if (!reporter_of(s) || !reporter_of(s)->info)
        return;
    const int unshown = r->score > 0 ? SCORE_TABLEBASE - SCORE_MATE : SCORE_MATE - SCORE_TABLEBASE;
    report(s, index, mate_line_complete(s, r) ? r->score : r->score + unshown, BOUND_EXACT);
}

void search_adopt(Search *s, const Search *other) {
    s->roots[0] = other->roots[0];
    s->root_depth = other->completed_depth;
    s->seldepth = other->seldepth;
    report_exact(s, 0);
}

static void report_current_move(const Search *s, int index) {
    const SearchReporter *reporter = reporter_of(s);
    if (reporter && reporter->current_move && clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
        reporter->current_move(reporter->context, &s->root, s->root_depth, s->roots[index].move,
                               index + 1);
}

/* A root move has raised alpha: it comes first from here on, behind the lines that are better, and
 * the others keep their order. */
static void move_to_front(Search *s, int index, int score) {
    RootMove best = s->roots[index];
    best.score = score;
    best.pv_length = 1;
    for (int i = 0; i < s->pv_length[1]; i++)
        best.pv[best.pv_length++] = s->pv[1][i];
    s->line_changed = true;
    RootMove *front = &s->roots[s->multipv_index];
    memmove(front + 1, front, (size_t)(index - s->multipv_index) * sizeof best);
    *front = best;
}

/* One pass over the root moves in a window, from multipv_index on. The score means nothing once
 * s->ended is set, but the root moves are sound: the first is the best that was fully searched. */
static int search_root(Search *s, int alpha, int beta, int depth) {
    Node n;
    node_begin(s, &n, alpha, beta, depth, 0);
    node_evaluate(s, &n);
    n.improving = !n.in_check;
    frame_at(s, 1)->cutoffs = 0;
    Move best_move = MOVE_NONE;
    for (int i = s->multipv_index; i < s->root_count; i++) {
        const Move m = s->roots[i].move;
        const uint64_t before = search_nodes(s);
        report_current_move(s, i);
        s->pv_length[1] = 0;
        const int score = search_child(s, &n, m, i - s->multipv_index + 1, 0);
        s->roots[i].nodes += search_nodes(s) - before;
        if (s->ended)
            return n.best_score;
        if (score <= n.best_score)
            continue;
        n.best_score = score;
        /* A fail-low still tells how low; only a move above alpha is known to be the best. */
        if (score > n.alpha || i == s->multipv_index)
            move_to_front(s, i, score);
        if (score > n.alpha) {
            best_move = m;
            n.alpha = score;
        }
        if (score >= beta)
            break;
    }
    const TableData data = {.move = best_move,
                            .score = n.best_score,
                            .eval = n.raw_eval,
                            .depth = depth,
                            .bound = n.best_score >= beta   ? BOUND_LOWER
                                     : n.best_score > alpha ? BOUND_EXACT
                                                            : BOUND_UPPER,
                            .pv = true};
    if (s->multipv_index == 0) /* the later lines are not what the position is worth */
        table_store(s->table, s->pos.state->key, 0, &data);
    return n.best_score;
}

/* A window around the last score, widened on the side that fails until the score is inside.
 * [53 +- 42] */
static int search_aspirated(Search *s, int depth, int previous) {
    int delta = ASPIRATION_DELTA, failed_high = 0;
    int alpha = depth < 5 ? -SCORE_INFINITE : previous - delta;
    int beta = depth < 5 ? SCORE_INFINITE : previous + delta;
    for (;;) {
        alpha = alpha < -SCORE_MATE_BOUND ? -SCORE_INFINITE : alpha;
        beta = beta > SCORE_MATE_BOUND ? SCORE_INFINITE : beta;
        const int reduced = depth - failed_high;
        const int score = search_root(s, alpha, beta, reduced > 1 ? reduced : 1);
        if (s->ended || (score > alpha && score < beta))
            return score;
        if (clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
            report(s, s->multipv_index, score, score >= beta ? BOUND_LOWER : BOUND_UPPER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score - delta;
            failed_high = 0;
        } else {
            /* Good news needs less depth to be told: the next iteration looks again. */
            failed_high += failed_high < 3;
            beta = score + delta;
        }
        delta *= 2;
    }
}

/* The share of this search's nodes that the best move took. */
static double best_share(const Search *s) {
    const uint64_t nodes = search_nodes(s);
    return nodes ? (double)s->roots[0].nodes / (double)nodes : 0;
}

/* True if a mate as short as asked for is found. */
static bool found_mate(const Search *s, int score) {
    return s->limits.mate > 0 && score >= SCORE_MATE_BOUND &&
           SCORE_MATE - score <= 2 * s->limits.mate - 1;
}

/* True for a mate that deeper searches will hardly shorten: twice its length has been searched. */
static bool is_settled_mate(int score, int depth) {
    return score_is_mate(score) && 2 * (SCORE_MATE - (score > 0 ? score : -score)) <= depth;
}

/* Puts the lines of an iteration in order: a later one may have come out better after all. */
static void sort_lines(Search *s, int lines) {
    for (int i = 1; i < lines; i++) {
        const RootMove line = s->roots[i];
        int j = i;
        for (; j > 0 && s->roots[j - 1].score < line.score; j--)
            s->roots[j] = s->roots[j - 1];
        s->roots[j] = line;
    }
}

/* One line of an iteration after the other, the best first. Returns the best score; false in *done
 * if the search was stopped on the way. */
static int search_lines(Search *s, int depth, int lines, bool *done) {
    for (int i = 0; i < lines; i++) {
        s->multipv_index = i;
        const int score = search_aspirated(s, depth, s->roots[i].previous_score);
        *done = !s->ended;
        if (s->ended)
            return score;
        s->roots[i].score = score;
    }
    sort_lines(s, lines);
    for (int i = 0; i < lines; i++)
        s->roots[i].previous_score = s->roots[i].score;
    return s->roots[0].score;
}

/* Tells the lines of an iteration. Where there is next to nothing to search, a hundred iterations
 * take no time: after the first lines, one a millisecond must do, if the iteration is not the last.
 * Some front ends choke on more. */
static void tell_lines(Search *s, int lines, bool last) {
    enum { LINES_AT_ONCE = 64, INTERVAL_MS = 10 };
    const int64_t now = clock_elapsed(&s->clock);
    const int interval = lines > INTERVAL_MS ? lines : INTERVAL_MS;
    if (!last && s->reported_lines >= LINES_AT_ONCE && now - s->reported_at < interval)
        return;
    for (int i = 0; i < lines; i++)
        report_exact(s, i);
    s->reported_depth = s->root_depth;
    s->reported_lines += lines;
    s->reported_at = now;
}

/* True if no deeper iteration is worth its time, or allowed. */
static bool is_finished(const Search *s, int score, int depth, int lines) {
    /* The first few depths say little about which move takes the nodes. */
    const ClockSigns signs = {.best_share = depth < 6 ? 0.5 : best_share(s),
                              .stable = s->stable,
                              .drop = s->previous_score - score};
    if ((lines == 1 && s->limits.mate <= 0 && is_settled_mate(score, depth)) ||
        found_mate(s, score) || clock_is_enough(&s->clock, &signs))
        return true;
    return s->root_count == 1 && s->clock.timed && !s->clock.pondering &&
           depth >= 8; /* nothing to choose */
}

/* A mate asked for that the search has not found some plies beyond its end: all moves are looked
 * at. True if that settles the question. */
static bool prove_mate(Search *s, int depth) {
    if (!reporter_of(s) || s->limits.mate <= 0 || s->limits.mate > MATE_PROOF_MAX ||
        depth != 2 * s->limits.mate + 4)
        return false;
    if (mate_prove(s))
        report_exact(s, 0);
    return true;
}

/* One iteration after the other, from the first that is not complete. */
static void deepen(Search *s) {
    const int limit =
        s->limits.depth > 0 && s->limits.depth < MAX_PLY - 1 ? (int)s->limits.depth : MAX_PLY - 1;
    const int lines = s->limits.multipv < s->root_count ? s->limits.multipv : s->root_count;
    for (int depth = s->completed_depth + 1; depth <= limit; depth++) {
        s->root_depth = depth;
        s->seldepth = 0;
        s->line_changed = false;
        const Move before = s->roots[0].move;
        bool done = false;
        const int score = search_lines(s, depth, lines, &done);
        if (!done) {
            /* What the last iteration found out before it was cut off counts, and is told, together
             * with the lines that it pushed down. */
            if (s->line_changed || s->reported_depth < s->completed_depth)
                for (int i = 0; i < lines && s->roots[i].score > -SCORE_INFINITE; i++)
                    report_exact(s, i);
            return;
        }
        s->completed_depth = depth;
        s->stable = s->roots[0].move == before ? s->stable + 1 : 0;
        const bool finished = is_finished(s, score, depth, lines);
        tell_lines(s, lines, finished || depth == limit);
        if (finished || prove_mate(s, depth))
            return;
    }
}

void search_deepen(Search *s) {
    s->thread = (unsigned long)pthread_self();
    if (setjmp(s->restart)) {
        mate_prove_end(s);
        recover(s);
    }
    /* A fault that comes again and again is in the code: what has been found must do. */
    if (s->check.counts.faults < SELF_CHECK_FAULTS)
        deepen(s);
    s->thread = 0;
}

/* The answer expected to the best move: from its line or from the table. */
static Move expected_answer(Search *s) {
    const RootMove *best = &s->roots[0];
    if (best->pv_length > 1)
        return best->pv[1];
    make_move(&s->pos, best->move);
    TableData data;
    const bool known = table_probe(s->table, s->pos.state->key, 1, 0, &data);
    const Move answer = known && move_is_legal(&s->pos, data.move) ? data.move : MOVE_NONE;
    unmake_move(&s->pos);
    return answer;
}

bool search_begin(Search *s) {
    table_new_search(s->table);
    if (!check_root(s))
        recover(s);
    MoveList list;
    collect_root_moves(s, &list);
    counter_add(&s->counters.tbhits, (uint64_t)probing_rank_root(&s->probing, &s->pos, &list));
    set_root_moves(s, &list);
    if (s->root_count > 0)
        return true;
    s->roots[0].pv_length = 0;
    report(s, 0, in_check(s->pos.state) ? -SCORE_MATE : SCORE_DRAW, BOUND_EXACT);
    return false;
}

SearchResult search_result(Search *s) {
    if (s->completed_depth == 0) /* stopped within depth 1: say at least where we stand */
        report(s, 0, s->roots[0].score > -SCORE_INFINITE ? s->roots[0].score : evaluate(&s->pos),
               BOUND_EXACT);
    s->previous_score = s->roots[0].score;
    return (SearchResult){s->roots[0].move, expected_answer(s)};
}

SearchResult search_run(Search *s) {
    if (!search_begin(s))
        return (SearchResult){MOVE_NONE, MOVE_NONE};
    search_deepen(s);
    return search_result(s);
}
