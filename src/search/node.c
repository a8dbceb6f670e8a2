#include "search/node.h"

#include "board/position.h"
#include "board/state_difference.h"
#include "core/stats.h"
#include "core/types.h"
#include "eval/evaluate.h"
#include "moves/generate.h"
#include "search/params.h"
#include "search/picker.h"

void stack_clear(Search *s) {
    for (int i = 0; i < (int)(sizeof s->stack / sizeof *s->stack); i++)
        s->stack[i] = (StackEntry){.eval = SCORE_NONE,
                                   .continuation = &s->history.nothing,
                                   .correction = &s->history.nothing};
}

/* The more pieces there are to use an advantage with, the more it is worth to the search: 8 % more
 * with all pieces on the board than by the network's own account, 23 % less with none. */
static int scale_by_material(const State *state, int eval) {
    enum { BALANCE = 46 }; /* points at which the evaluation stays as it is; all pieces are 62 */
    const int points = 3 * popcount(state->by_type[KNIGHT] | state->by_type[BISHOP]) +
                       5 * popcount(state->by_type[ROOK]) + 9 * popcount(state->by_type[QUEEN]);
    return eval * (1000 + MATERIAL_STEP * (points - BALANCE)) / 1000;
}

/* The mean of the network's evaluation and the classical one. They err in different places: the mean
 * is nearer to the truth than either, but costs 30 % of the speed. So it plays the games from which
 * the next network learns both. A mean of two opinions is nearer to 0 than they are: therefore the
 * classical evaluation counts for more than the 1.5 by which its unit is larger
 * (src/network/README.md). */
static int mean_with_classical(const Position *pos, int eval) {
    enum { SHARE = 47, UNIT = 180 }; /* of the classical one, in hundredths */
    return eval + (evaluate(pos) * UNIT / 100 - eval) * SHARE / 100;
}

/* What the search takes for the network's evaluation: see NetworkUse. */
static int evaluate_by_network(Search *s) {
    const int eval = accumulators_evaluate(&s->accumulators, &s->pos);
    const NetworkUse use = s->settings.network_use;
    if (use == NETWORK_SCALED)
        return scale_by_material(s->pos.state, eval);
    return use == NETWORK_ITSELF ? eval : mean_with_classical(&s->pos, eval);
}

Evaluation search_evaluation(const Search *s) {
    return s->accumulators.net ? EVALUATION_NETWORK : EVALUATION_CLASSICAL;
}

/* A network has not learnt what an ending's own rules know. */
int search_evaluate(Search *s) {
    if (!s->accumulators.net || evaluate_knows(s->pos.state))
        return evaluate(&s->pos);
    return clamp_int(evaluate_by_network(s), -EVAL_MAX, EVAL_MAX);
}

/* The static evaluation, as well as this player can do it. */
static int static_eval(Search *s) {
    STAT(EVALUATIONS);
    return handicap_judge(&s->handicap, s->pos.state, search_evaluate(s));
}

/* A mate on the board comes before the fifty-move rule. */
Verdict node_by_rules(Search *s, int ply) {
    const State *state = s->pos.state;
    if (is_repetition(&s->pos, ply))
        return verdict_settled(SCORE_DRAW);
    if (is_rule_draw(state))
        return verdict_settled(in_check(state) && legal_count(&s->pos) == 0 ? mated_in(ply)
                                                                            : SCORE_DRAW);
    if (ply >= MAX_PLY - 1)
        return verdict_settled(in_check(state) ? SCORE_DRAW : static_eval(s));
    return verdict_open();
}

/* True if the table hardly has the position that entry f stands for: nothing was searched behind its
 * parent when that was entered. A move left out means that this position itself was entered before. */
static bool is_likely_new(const StackEntry *f) {
    return f->excluded == MOVE_NONE && !f[-1].tt_searched;
}

void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply) {
    const State *state = s->pos.state;
    StackEntry *f = stack_at(s, ply);
    n->alpha = alpha;
    n->beta = beta;
    n->depth = depth;
    n->ply = ply;
    n->best_score = -SCORE_INFINITE;
    n->pv = beta - alpha > 1;
    n->cut_node = false;
    n->in_check = in_check(state);
    n->excluded = f->excluded;
    n->multicut = false;
    n->view = (HistoryView){
        {f[-1].continuation, f[-2].continuation, f[-4].continuation, f[-6].continuation},
        history_pawn_row(&s->history, state)};
    if (!n->in_check) /* before the table is asked, for which the node waits longest */
        history_find_corrections(&s->history, state, f[-1].move, f[-2].correction, &n->corrections);
    /* What the table's answer will hardly save is done while it is under way. */
    n->raw_eval = ply > 0 && !n->in_check && is_likely_new(f) ? static_eval(s) : SCORE_NONE;
    n->tt_hit = table_probe(s->table, state->key, ply, state->rule50, &n->tt);
    STAT_ADD(NODES, depth > 0);
    STAT_ADD(QUIESCENCE, depth <= 0);
    STAT(TABLE_PROBES);
    STAT_ADD(TABLE_HITS, n->tt_hit);
    n->tt_noisy = n->tt.move != MOVE_NONE && is_noisy(state, n->tt.move);
    f->tt_searched = n->tt_hit && n->tt.bound != BOUND_NONE;
    if (n->excluded == MOVE_NONE)
        f->tt_pv = n->pv || n->tt.pv;
}

void node_evaluate(Search *s, Node *n) {
    StackEntry *f = stack_at(s, n->ply);
    n->eval = n->estimate = SCORE_NONE;
    f->eval = SCORE_NONE;
    enum { CORRECTED_MAX = 20000 };
    if (n->in_check)
        return;
    const State *state = s->pos.state;
    if (n->tt_hit && n->tt.eval != SCORE_NONE)
        n->raw_eval = n->tt.eval;
    else if (n->raw_eval == SCORE_NONE)
        n->raw_eval = static_eval(s);
    /* The nearer the fifty-move rule, the less an advantage without progress is worth. */
    const int damped = n->raw_eval * (200 - state->rule50) / 200;
    n->eval =
        clamp_int(damped + history_correction(&n->corrections), -CORRECTED_MAX, CORRECTED_MAX);
    n->estimate = n->eval;
    f->eval = n->eval;
    /* A bound from the table that lies beyond the evaluation says more than it. [32 +- 30] */
    if (n->tt_hit && !score_is_decisive(n->tt.score) &&
        (n->tt.bound == BOUND_EXACT ||
         n->tt.bound == (n->tt.score > n->eval ? BOUND_LOWER : BOUND_UPPER)))
        n->estimate = n->tt.score;
}

#ifdef STATS
/* Columns of the matrix in which a state differs from the one before it. */
static int columns_changed(const State *state) {
    int count = 0;
    for (int bit = 0; bit < BIT_COUNT; bit++)
        count += state->attacks[bit] != state[-1].attacks[bit];
    return count;
}

static void count_pairs(const State *state) {
    StateDifference difference;
    state_difference(state - 1, state, &difference);
    STAT_ADD(PAIRS_GONE, difference.removed.pair_count);
    STAT_ADD(PAIRS_COME, difference.added.pair_count);
}
#else
static ALWAYS_INLINE void count_pairs(const State *state) {
    (void)state;
}
#endif

void enter_child(Search *s, int ply, Move m) {
    const State *state = s->pos.state;
    StackEntry *f = stack_at(s, ply);
    const int piece = piece_index(state, move_from(m)), to = move_to(m);
    f->move = m;
    f->continuation = &s->history.continuation[piece][to];
    f->correction = &s->history.continuation_correction[piece][to];
    counter_add(&s->counters.nodes, 1);
    make_move(&s->pos, m);
    STAT(MAKES);
    STAT_ADD(MATERIAL_CHANGES, s->pos.state->material != state->material);
    STAT_ADD(DELTAS, columns_changed(s->pos.state));
    count_pairs(s->pos.state);
}

void extend_pv(Search *s, int ply, Move m) {
    s->pv[ply][0] = m;
    for (int i = 0; i < s->pv_length[ply + 1]; i++)
        s->pv[ply][i + 1] = s->pv[ply + 1][i];
    s->pv_length[ply] = s->pv_length[ply + 1] + 1;
}
