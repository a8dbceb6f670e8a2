/* Pruning: nodes and moves that are left out because their outcome can be foreseen. */
#include "core/types.h"
#include "moves/exchange.h"
#include "moves/tactics.h"
#include "search/params.h"
#include "search/tree.h"

/* Reverse futility: the node is so far above beta that the opponent is not expected to catch up in
 * the depth that is left. If a lesser piece attacks one of ours, which the map shows at once, the
 * margin is wider. [134 +- 36] */
static Verdict reverse_futility(const State *state, const Node *n, bool tt_pv) {
    if (n->pv || tt_pv || n->depth > RFP_MAX_DEPTH || n->beta <= -SCORE_TABLEBASE_BOUND ||
        n->estimate >= SCORE_TABLEBASE_BOUND || (n->tt.move != MOVE_NONE && !n->tt_noisy))
        return verdict_open();
    const int depth = n->depth - n->improving;
    const int excess = n->estimate - n->beta - RFP_DEPTH * depth - RFP_SQUARE * depth * depth;
    if (excess < 0 || (excess < RFP_THREATENED && is_threatened(state, state->side)))
        return verdict_open();
    return verdict_settled((n->estimate + n->beta) / 2);
}

/* True if the table's move takes a piece and is worth its score: no pass will show as much. */
static bool wins_piece(const State *state, const Node *n) {
    return n->tt_noisy && n->tt.bound != BOUND_UPPER &&
           has_bit(occupied(state) & ~state->by_type[PAWN], move_to(n->tt.move));
}

/* True if passing may show that a node fails high. Not with pawns only, where passing may be better
 * than any move (zugzwang), and not twice in a row. */
static bool may_pass(Search *s, const Node *n) {
    const State *state = s->pos.state;
    return !n->pv && n->cut_node && n->depth >= 3 && n->estimate >= n->beta &&
           n->eval + NULL_MARGIN_DEPTH * n->depth >= n->beta + NULL_MARGIN &&
           stack_at(s, n->ply - 1)->move != MOVE_NULL && n->ply >= s->null_min_ply &&
           has_pieces(state, state->side) && n->beta > -SCORE_TABLEBASE_BOUND &&
           !wins_piece(state, n);
}

/* The score of the node after a pass, searched to a depth. */
static int search_pass(Search *s, const Node *n, int depth) {
    StackEntry *f = stack_at(s, n->ply);
    f->move = MOVE_NULL;
    f->continuation = f->correction = &s->history.nothing;
    f->reduction = 0;
    make_null(&s->pos);
    table_prefetch(s->table, s->pos.state->key);
    STAT(NULL_MOVES);
    counter_add(&s->counters.nodes, 1);
    const int score = -search_node(s, -n->beta, -n->beta + 1, depth, n->ply + 1, false);
    leave_child(s);
    return score;
}

/* Null move: if passing fails high in a reduced search, the best move does so too. At great depth
 * the result is verified by a search in which this side may not pass. */
static Verdict null_move(Search *s, const Node *n) {
    if (!may_pass(s, n))
        return verdict_open();
    const int excess = (n->estimate - n->beta) / NULL_EVAL;
    const int depth = n->depth - NULL_BASE - n->depth / NULL_DEPTH - min_int(excess, 3);
    int score = search_pass(s, n, depth);
    if (s->ended || score < n->beta)
        return verdict_open();
    if (score_is_decisive(score)) /* not proven: the line contains a pass */
        score = n->beta;
    if (s->null_min_ply > 0 || n->depth < NULL_VERIFY_DEPTH)
        return verdict_settled(score);
    s->null_min_ply = n->ply + 3 * depth / 4;
    const int verified = search_node(s, n->beta - 1, n->beta, depth, n->ply, false);
    s->null_min_ply = 0;
    return verified >= n->beta ? verdict_settled(score) : verdict_open();
}

/* Probcut: a capture that comes out far above beta at a lower depth would most likely beat beta at
 * this one. */
static Verdict probcut(Search *s, const Node *n) {
    const int beta = n->beta + PROBCUT_MARGIN - (n->improving ? PROBCUT_IMPROVING : 0);
    if (n->pv || n->depth < 5 || score_is_decisive(n->beta) ||
        (n->tt_hit && n->tt.depth >= n->depth - 3 && n->tt.score < beta))
        return verdict_open();
    Picker picker;
    picker_init_probcut(&picker, &s->pos, &s->history, &n->view, n->tt.move, beta - n->eval);
    for (Move m; !s->ended && (m = picker_next(&picker).move) != MOVE_NONE;) {
        if (m == n->excluded)
            continue;
        prefetch_child(s, m);
        enter_child(s, n->ply, m);
        int score = -quiescence(s, -beta, -beta + 1, n->ply + 1);
        if (score >= beta && n->depth > 5)
            score = -search_node(s, -beta, -beta + 1, n->depth - 4, n->ply + 1, !n->cut_node);
        leave_child(s);
        if (score < beta || s->ended)
            continue;
        node_store(s, n, m, score, n->depth - 3, BOUND_LOWER);
        return verdict_settled(score);
    }
    return verdict_open();
}

Verdict prune_node(Search *s, const Node *n) {
    Verdict v = reverse_futility(s->pos.state, n, stack_at(s, n->ply)->tt_pv);
    if (!v.settled)
        v = null_move(s, n);
    if (!v.settled && !s->ended)
        v = probcut(s, n);
    return s->ended ? verdict_open() : v;
}

/* How many moves a node may have before its quiet ones are left out: as many as the depth allows if
 * the evaluation is above beta, else the fewer the less it has risen. [7 +- 4, the rise] */
static int late_move_limit(const Node *n) {
    enum { WHOLE = 128, LEAST = 56, MOST = 140 };
    const int by_depth = LATE_MOVE_BASE + n->depth * n->depth;
    if (n->in_check)
        return by_depth / 2;
    if (n->eval >= n->beta)
        return by_depth;
    return by_depth * clamp_int(LATE_MOVE_SHARE + n->rise / 2, LEAST, MOST) / WHOLE;
}

/* A quiet move is left out
 * - if it comes late [157 +- 37],
 * - if the evaluation is too far below alpha [38 +- 31],
 * - if its history score is bad,
 * - or if it loses material [42 +- 34].
 * A check forces an answer, so that the evaluation says little about its outcome: it is left out
 * only if it loses much. */
static MovePruning prune_quiet(Search *s, const Node *n, Move m, int move_count) {
    if (move_count > late_move_limit(n))
        return SKIP_QUIETS;
    if (gives_direct_check(s->pos.state, m))
        return exchange_at_least(&s->pos, m, -SEE_CAPTURE * n->depth - SEE_CHECK) ? KEEP_MOVE
                                                                                  : SKIP_MOVE;
    const int history_score = history_quiet(&s->history, &n->view, s->pos.state, m);
    int depth =
        n->depth - base_reduction(n->depth, move_count, true) / 1024 + history_score / 12000;
    depth = max_int(depth, 0);
    if (!n->in_check && depth < 9 &&
        n->eval + FUTILITY_BASE + FUTILITY_DEPTH * depth + history_score / FUTILITY_HISTORY <=
            n->alpha)
        return SKIP_QUIETS;
    if (depth < 5 && history_score < -HISTORY_PRUNING * n->depth)
        return SKIP_MOVE;
    if (!exchange_at_least(&s->pos, m, -SEE_QUIET * depth * depth))
        return SKIP_MOVE;
    return KEEP_MOVE;
}

MovePruning move_is_pruned(Search *s, const Node *n, Move m, int move_count) {
    if (n->best_score <= -SCORE_TABLEBASE_BOUND || !has_pieces(s->pos.state, s->pos.state->side))
        return KEEP_MOVE; /* mated so far: any move may help; pawns only: zugzwang */
    if (!is_noisy(s->pos.state, m))
        return prune_quiet(s, n, m, move_count);
    /* A capture is left out if it loses more than the depth allows. [40 +- 35] */
    const int history_score = *history_capture(&s->history, s->pos.state, m);
    if (!exchange_at_least(&s->pos, m,
                           -SEE_CAPTURE * n->depth - history_score / SEE_CAPTURE_HISTORY))
        return SKIP_MOVE;
    return KEEP_MOVE;
}
