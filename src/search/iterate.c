/* The root: iterative deepening with aspiration windows, limits and reports. */
#include "board/make.h"
#include "eval/evaluate.h"
#include "moves/generate.h"
#include "search/picker.h"
#include "search/tree.h"

#include <string.h>

/* Lines of an iteration under way are told only in searches that take this long. */
enum { CHATTY_AFTER_MS = 3000 };

void search_prepare(Search *s, const Position *pos, const SearchLimits *limits, int overhead) {
    position_copy(&s->pos, pos);
    position_reroot(&s->pos);
    position_copy(&s->root, &s->pos);
    s->limits = *limits;
    s->handicap = (Handicap){0};
    s->stop = false;
    s->ended = false;
    s->nodes = 0;
    s->completed_depth = s->root_depth = s->seldepth = 0;
    clock_start(&s->clock, limits, pos->state->side, overhead);
}

/* The legal moves, or those of them that were asked for, in the picker's order. */
static void collect_root_moves(Search *s) {
    Picker picker;
    const TableHit hit = table_probe(s->table, s->pos.state->key, 0);
    s->root_count = 0;
    picker_init(&picker, &s->pos, &s->history, hit.move, 0);
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        bool wanted = s->limits.searchmoves_count == 0;
        for (int i = 0; i < s->limits.searchmoves_count; i++)
            wanted |= s->limits.searchmoves[i] == m;
        if (!wanted)
            continue;
        RootMove *r = &s->roots[s->root_count++];
        r->move = r->pv[0] = m;
        r->pv_length = 1;
        r->nodes = 0;
        r->previous = 0;
        r->score = -SCORE_INFINITE;
    }
}

/* Tells a line: that of the root move at an index. */
static void report(const Search *s, int index, int score, ScoreBound bound) {
    if (!s->reporter || !s->reporter->info)
        return;
    const RootMove *best = &s->roots[index];
    const SearchInfo info = {.depth = s->root_depth,
                             .seldepth = s->seldepth + 1,
                             .multipv = index + 1,
                             .score = score,
                             .bound = bound,
                             .nodes = s->nodes,
                             .time = clock_elapsed(&s->clock),
                             .hashfull = table_hashfull(s->table),
                             .pv_length = best->pv_length,
                             .pv = best->pv};
    s->reporter->info(s->reporter->context, &s->root, &info);
}

static void report_current_move(const Search *s, int index) {
    if (s->reporter && s->reporter->current_move && clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
        s->reporter->current_move(s->reporter->context, &s->root, s->root_depth,
                                  s->roots[index].move, index + 1);
}

/* A root move has raised alpha: it comes first from here on, behind the lines that are better, and
 * the others keep their order. */
static void move_to_front(Search *s, int index, int score) {
    RootMove best = s->roots[index];
    best.score = score;
    best.pv_length = 1;
    for (int i = 0; i < s->pv_length[1]; i++)
        best.pv[best.pv_length++] = s->pv[1][i];
    RootMove *front = &s->roots[s->first_root];
    memmove(front + 1, front, (size_t)(index - s->first_root) * sizeof best);
    *front = best;
}

/* One pass over the root moves in a window, from first_root on. The score means nothing once
 * s->ended is set, but the root moves are sound: the first is the best that was fully searched. */
static int search_root(Search *s, int alpha, int beta, int depth) {
    Node n = {.alpha = alpha, .beta = beta, .depth = depth, .ply = 0, .pv = true};
    n.checked = in_check(s->pos.state);
    n.eval = s->eval[0] =
        n.checked ? SCORE_NONE : handicap_judge(&s->handicap, s->pos.state, evaluate(&s->pos));
    n.improving = true;
    int best = -SCORE_INFINITE;
    Move best_move = MOVE_NONE;
    for (int i = s->first_root; i < s->root_count; i++) {
        const Move m = s->roots[i].move;
        const uint64_t before = s->nodes;
        report_current_move(s, i);
        s->pv_length[1] = 0;
        const int score = search_child(s, &n, m, i - s->first_root + 1,
                                       !is_tactical(s->pos.state, m), best > alpha ? best : alpha);
        s->roots[i].nodes += s->nodes - before;
        if (s->ended)
            return best;
        if (score > best) {
            best = score;
            /* A fail-low still tells how low; only a move above alpha is known to be the best. */
            if (score > alpha || i == s->first_root)
                move_to_front(s, i, score);
            if (score > alpha)
                best_move = s->roots[s->first_root].move;
            if (score >= beta)
                break;
        }
    }
    const ScoreBound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    if (s->first_root == 0) /* the later lines are not what the position is worth */
        table_store(s->table, s->pos.state->key, 0, best_move, best, n.eval, depth, bound);
    return best;
}

/* A window around the last score, widened on the side that fails until the score is inside. */
static int search_aspirated(Search *s, int depth, int previous) {
    int delta = 18;
    int alpha = depth < 5 ? -SCORE_INFINITE : previous - delta;
    int beta = depth < 5 ? SCORE_INFINITE : previous + delta;
    for (;;) {
        alpha = alpha < -SCORE_MATE_BOUND ? -SCORE_INFINITE : alpha;
        beta = beta > SCORE_MATE_BOUND ? SCORE_INFINITE : beta;
        const int score = search_root(s, alpha, beta, depth);
        if (s->ended || (score > alpha && score < beta))
            return score;
        if (clock_elapsed(&s->clock) >= CHATTY_AFTER_MS)
            report(s, s->first_root, score, score >= beta ? BOUND_LOWER : BOUND_UPPER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score - delta;
        } else {
            beta = score + delta;
        }
        delta *= 2;
    }
}

/* The share of this search's nodes that the best move took. */
static double best_share(const Search *s) {
    return s->nodes ? (double)s->roots[0].nodes / (double)s->nodes : 0;
}

/* True if a mate as short as asked for is found. */
static bool found_mate(const Search *s, int score) {
    return s->limits.mate > 0 && score >= SCORE_MATE_BOUND &&
           SCORE_MATE - score <= 2 * s->limits.mate - 1;
}

/* True for a mate that no deeper search can shorten: all shorter lines were looked at. */
static bool is_proven_mate(int score, int depth) {
    return score_is_mate(score) && SCORE_MATE - (score > 0 ? score : -score) <= depth;
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
        s->first_root = i;
        const int score = search_aspirated(s, depth, s->roots[i].previous);
        *done = !s->ended;
        if (s->ended)
            return score;
        s->roots[i].score = score;
    }
    sort_lines(s, lines);
    for (int i = 0; i < lines; i++) {
        s->roots[i].previous = s->roots[i].score;
        report(s, i, s->roots[i].score, BOUND_EXACT);
    }
    return s->roots[0].score;
}

static void deepen(Search *s) {
    const int limit =
        s->limits.depth > 0 && s->limits.depth < MAX_PLY - 1 ? (int)s->limits.depth : MAX_PLY - 1;
    const int lines = s->limits.multipv < s->root_count ? s->limits.multipv : s->root_count;
    for (int depth = 1; depth <= limit; depth++) {
        s->root_depth = depth;
        s->seldepth = 0;
        const Move before = s->roots[0].move;
        bool done = false;
        const int score = search_lines(s, depth, lines, &done);
        if (!done) {
            /* What the last iteration found out before it was cut off counts, and is told. */
            if (s->roots[0].move != before)
                report(s, 0, s->roots[0].score, BOUND_EXACT);
            return;
        }
        s->completed_depth = depth;
        if (lines == 1 && is_proven_mate(score, depth))
            return;
        if (clock_is_enough(&s->clock, depth < 6 ? 0.5 : best_share(s)) || found_mate(s, score))
            return;
        if (s->root_count == 1 && s->clock.timed && !s->clock.pondering && depth >= 8)
            return; /* nothing to choose */
    }
}

/* The answer expected to the best move: from its line or from the table. */
static Move expected_answer(Search *s) {
    const RootMove *best = &s->roots[0];
    if (best->pv_length > 1)
        return best->pv[1];
    make_move(&s->pos, best->move);
    const TableHit hit = table_probe(s->table, s->pos.state->key, 1);
    const Move answer = hit.found && move_is_legal(&s->pos, hit.move) ? hit.move : MOVE_NONE;
    unmake_move(&s->pos);
    return answer;
}

SearchResult search_run(Search *s) {
    table_new_search(s->table);
    collect_root_moves(s);
    if (s->root_count == 0) {
        const int score = in_check(s->pos.state) ? -SCORE_MATE : SCORE_DRAW;
        s->roots[0].pv_length = 0;
        report(s, 0, score, BOUND_EXACT);
        return (SearchResult){MOVE_NONE, MOVE_NONE};
    }
    deepen(s);
    if (s->completed_depth ==
        0) /* stopped within the first iteration: say at least where we stand */
        report(s, 0, s->roots[0].score > -SCORE_INFINITE ? s->roots[0].score : evaluate(&s->pos),
               BOUND_EXACT);
    return (SearchResult){s->roots[0].move, expected_answer(s)};
}
