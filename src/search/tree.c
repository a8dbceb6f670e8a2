/* The tree: principal variation search with alpha-beta, one function for each step of a node. The
 * parts of this file, in order: limits and self-checks; the facts of a node before its moves;
 * quiescence; the depth of each move; pruning of nodes and moves; learning; the moves of a node;
 * and the main search, which calls all of these. */
#include "search/search_internal.h"

#include "eval/evaluate.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "os/thread.h"
#include "search/params.h"

#include <math.h>

CheckHook check_hook;

/* The result of a step of a node. */
typedef struct Verdict {
    bool settled; /* the node is worth `score`, and need not be searched any further */
    int score;
} Verdict;

static ALWAYS_INLINE Verdict verdict_open(void) {
    return (Verdict){false, SCORE_NONE};
}

static ALWAYS_INLINE Verdict verdict_settled(int score) {
    return (Verdict){true, score};
}

/* --- limits ---------------------------------------------------------------------------------- */

void restart_at_root(Search *s) {
    position_copy(&s->pos, &s->root);
    position_reroot(&s->pos);
    stack_clear(s);
    accumulators_begin(&s->accumulators, s->accumulators.net);
    s->null_min_ply = 0;
    s->ended = s->distrusted = false;
}

/* Reports a failed self-check. Returns false. */
static bool report_fault(Search *s) {
    const SearchReporter *reporter = s->shared->reporter;
    if (reporter && reporter->fault)
        reporter->fault(reporter->context, s->check.report);
    return false;
}

/* Checks the position on s->pos. Returns false, after a report, if the check fails. */
static bool check_here(Search *s) {
    /* The check also compares the network's sums. Computes the sums now, since the evaluation of
     * the node would compute them only later. */
    if (s->accumulators.net)
        accumulators_evaluate(&s->accumulators, &s->pos);
    return LIKELY(CHECK_HOOK(position, &s->check, s, &s->pos, s->table, &s->accumulators)) ||
           report_fault(s);
}

/* Ends the search after a failed check, so that it returns to search_deepen. After its restart the
 * search checks each of the next WARY_NODES nodes. */
static void distrust(Search *s) {
    enum { WARY_NODES = 4096 };
    s->check.wary = search_nodes(s) + WARY_NODES;
    s->check.next = search_nodes(s) + 1;
    s->poll_at = 0;
    s->ended = s->distrusted = true;
}

bool search_survives(Search *s, void (*part)(Search *s)) {
    if (s->settings.self_check == 0) {
        part(s);
        return true;
    }
    if (setjmp(s->way_out)) {
        s->check.counts.faults++;
        s->distrusted = true;
        return false;
    }
    s->may_escape = true;
    part(s);
    s->may_escape = false;
    return true;
}

static void check_all_moves(Search *s) {
    s->distrusted = !check_here(s) || !(CHECK_HOOK(moves, &s->check, &s->pos) || report_fault(s));
}

void check_root(Search *s) {
    if (s->settings.self_check == 0)
        return;
    search_survives(s, check_all_moves);
    if (s->distrusted)
        restart_at_root(s);
}

bool end_is_well(Search *s, const SearchResult *result) {
    return s->settings.self_check == 0 || s->check.counts.faults ||
           CHECK_HOOK(end, &s->check, s, result) || report_fault(s);
}

/* Runs the self-check if it is due after `nodes` nodes. If the check fails, reports the fault and sets s->ended and
 * s->distrusted: neither the position nor the scores of its ancestors can be trusted. The search then returns to
 * search_deepen. The search does not unmake its moves (leave_child), since unmaking follows links that may be wrong.
 * search_deepen calls restart_at_root. */
static void check_node(Search *s, uint64_t nodes) {
    SelfCheck *check = &s->check;
    if (nodes < check->next)
        return;
    /* The first checks of a search follow each other closely, to find early a fault that all
     * positions show. After a fault every node is checked, to find at once a fault that recurs. */
    enum { DENSITY = 4, STORES = 16 };
    const uint64_t interval = (uint64_t)s->settings.self_check;
    const uint64_t step = nodes / DENSITY + 1;
    check->next = nodes + (nodes < check->wary ? 1 : step < interval ? step : interval);
    check->stores = STORES;
    if (UNLIKELY(!check_here(s)))
        distrust(s);
}

/* True if the search must complete depth 1 in spite of its limits, so that it has compared all
 * root moves. This holds only for the first search of a group, and only up to DEPTH_1_NODES
 * nodes. After search_stop it holds only within PATIENCE_MS of the start. */
static bool must_go_on(const Search *s, uint64_t nodes) {
    enum { PATIENCE_MS = 50 };
    return s->completed_depth == 0 && s->leads && nodes < DEPTH_1_NODES &&
           !(s->stop && clock_elapsed(&s->clock) >= PATIENCE_MS);
}

/* Tests the limits that are too expensive to test in every node. Returns true if a limit is met. */
static bool poll(Search *s, uint64_t nodes) {
    enum { POLL_INTERVAL = 256 };
    s->poll_at = nodes - nodes % POLL_INTERVAL + POLL_INTERVAL;
    thread_step();
    if (UNLIKELY(s->settings.self_check != 0)) {
        check_node(s, nodes);
        s->poll_at = s->check.next < s->poll_at ? s->check.next : s->poll_at;
    }
    return clock_is_over(&s->clock) || (s->settings.interrupt && *s->settings.interrupt) ||
           (s->limits.nodes >= 0 && shared_counters_nodes(s->shared) >= (uint64_t)s->limits.nodes);
}

void spend_node(Search *s) {
    const uint64_t nodes = search_nodes(s);
    if (UNLIKELY(s->line_limit != 0)) {
        s->ended = nodes >= s->line_limit;
        return;
    }
    const bool over = UNLIKELY(nodes >= s->poll_at) && poll(s, nodes);
    if (UNLIKELY(s->distrusted) || must_go_on(s, nodes))
        return;
    if (over || s->stop || (s->limits.nodes >= 0 && nodes >= (uint64_t)s->limits.nodes))
        s->ended = true;
}

/* --- node ------------------------------------------------------------------------------------ */

void stack_clear(Search *s) {
    for (int i = 0; i < (int)(sizeof s->stack / sizeof *s->stack); i++)
        s->stack[i] = (StackEntry){.eval = SCORE_NONE,
                                   .continuation = &s->history.nothing,
                                   .correction = &s->history.nothing};
}

/* Scales the network's score by the pieces that are left, since an advantage counts less without pieces: 8 %
 * more with all pieces on the board, 23 % less with none. */
static int scale_by_material(const State *state, int eval) {
    /* With BALANCE points on the board the score does not change. A knight or bishop has 3
     * points, a rook 5, a queen 9; together, at the start of a game, they have 62. */
    enum { BALANCE = 46 };
    const int points = 3 * popcount(state->by_type[KNIGHT] | state->by_type[BISHOP]) +
                       5 * popcount(state->by_type[ROOK]) + 9 * popcount(state->by_type[QUEEN]);
    return (int)((int64_t)eval * (1000 + MATERIAL_STEP * (points - BALANCE)) / 1000);
}

/* Returns the mean of the network's evaluation and the classical evaluation. The two evaluations
 * err differently, so the mean is nearer to the truth than either evaluation. But the mean costs
 * 30 % of the speed. Games for training are played with the mean, so that a network learns both
 * evaluations. A mean is nearer to 0 than its parts. Therefore the classical evaluation is
 * multiplied by UNIT / 100, which is more than 1.5, the ratio of the two evaluations' units. */
static int mean_with_classical(const Position *pos, int eval) {
    /* in hundredths: share of the classical evaluation in the mean, and factor of its scores */
    enum { SHARE = 47, UNIT = 180 };
    return eval + (evaluate(pos) * UNIT / 100 - eval) * SHARE / 100;
}

/* Returns the network's evaluation as s->settings.network_use says: see NetworkUse. */
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

/* Endings with rules of their own get the classical evaluation, since no network has learnt these rules. */
int search_evaluate(Search *s) {
    if (!s->accumulators.net || evaluate_knows(s->pos.state))
        return evaluate(&s->pos);
    return clamp_int(evaluate_by_network(s), -EVAL_MAX, EVAL_MAX);
}

int search_evaluate_alone(const Network *net, const Position *pos) {
    if (!net || evaluate_knows(pos->state))
        return evaluate(pos);
    const int eval = scale_by_material(pos->state, network_evaluate(net, pos->state));
    return clamp_int(eval, -EVAL_MAX, EVAL_MAX);
}

/* Returns the static evaluation. In weaker play, adds the player's error. */
static int static_eval(Search *s) {
    STAT(EVALUATIONS);
    return handicap_judge(&s->handicap, s->pos.state, search_evaluate(s));
}

ALWAYS_INLINE int search_score_by_rules(const Position *pos, int ply) {
    const State *state = pos->state;
    if (is_repetition(pos, ply))
        return SCORE_DRAW;
    if (is_rule_draw(state))
        return in_check(state) && legal_count(pos) == 0 ? mated_in(ply) : SCORE_DRAW;
    return SCORE_NONE;
}

/* Settles the node if the rules end the game at this node, or if the line has reached MAX_PLY. */
static Verdict node_by_rules(Search *s, int ply) {
    const int score = search_score_by_rules(&s->pos, ply);
    if (score != SCORE_NONE)
        return verdict_settled(score);
    if (ply >= MAX_PLY - 1)
        return verdict_settled(in_check(s->pos.state) ? SCORE_DRAW : static_eval(s));
    return verdict_open();
}

/* True if the table is unlikely to have the position of stack entry f, since the parent's probe
 * found no score. If the entry has an excluded move, the same node has already probed the table,
 * so returns false. */
static bool is_likely_new(const StackEntry *f) {
    return f->excluded == MOVE_NONE && !f[-1].tt_searched;
}

/* True if the root leaves out moves: the better moves, in a second or later MultiPV line, or moves that the user did
 * not choose. Then the score is too low for the table. */
static bool root_leaves_out(const Search *s) {
    return s->multipv_index > 0 || s->limits.searchmoves_count > 0;
}

/* Returns the hash table entry `data`, which node n has stored or read, and the facts about the
 * node that a self-check compares with the entry. */
static Stored stored_by(Search *s, const Node *n, const TableData *data) {
    return (Stored){.table = s->table,
                    .pos = &s->pos,
                    .ply = n->ply,
                    .beta = n->beta,
                    .excluding = n->excluded != MOVE_NONE || n->multicut ||
                                 (n->ply == 0 && root_leaves_out(s)),
                    .known = n->tt_hit,
                    .alone = !s->shared->members->next,
                    .data = *data};
}

/* If a check of the table has failed (`well` is false), reports the fault and ends the search. */
static void hear(Search *s, bool well) {
    if (LIKELY(well))
        return;
    report_fault(s);
    distrust(s);
}

static NO_INLINE void check_store(Search *s, const Node *n, const TableData *data) {
    Stored stored = stored_by(s, n, data);
    stored.eval = n->in_check ? SCORE_NONE : static_eval(s);
    s->check.stores--;
    hear(s, CHECK_HOOK(stored, &s->check, &stored));
}

static NO_INLINE void check_read(Search *s, const Node *n) {
    const Stored read = stored_by(s, n, &n->tt);
    hear(s, CHECK_HOOK(read, &s->check, &read));
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
    /* Corrections take longest to load from memory. So their prefetch comes before the probe. */
    if (!n->in_check)
        history_find_corrections(&s->history, state, f[-1].move, f[-2].correction, &n->corrections);
    /* If a hit is unlikely, evaluate now, while the prefetched table entry is still in flight. */
    n->raw_eval = ply > 0 && !n->in_check && is_likely_new(f) ? static_eval(s) : SCORE_NONE;
    n->tt_hit = table_probe(s->table, state->key, ply, state->rule50, &n->tt);
    if (UNLIKELY(s->check.stores > 0))
        check_read(s, n);
    STAT_ADD(NODES, depth > 0);
    STAT_ADD(QUIESCENCE, depth <= 0);
    STAT(TABLE_PROBES);
    STAT_ADD(TABLE_HITS, n->tt_hit);
    n->tt_noisy = n->tt.move != MOVE_NONE && is_noisy(state, n->tt.move);
    f->tt_searched = n->tt.bound != BOUND_NONE;
    if (n->excluded == MOVE_NONE)
        f->tt_pv = n->pv || n->tt.pv;
}

/* True if a table entry decides whether the score is at least beta: its score is exact, a lower
 * bound that is at least beta, or an upper bound below beta. */
static ALWAYS_INLINE bool table_cuts(const TableData *data, int beta) {
    return data->bound == BOUND_EXACT ||
           data->bound == (data->score >= beta ? BOUND_LOWER : BOUND_UPPER);
}

void node_evaluate(Search *s, Node *n) {
    StackEntry *f = stack_at(s, n->ply);
    n->eval = n->estimate = SCORE_NONE;
    f->eval = SCORE_NONE;
    enum { CORRECTED_MAX = 20000 };
    if (n->in_check)
        return;
    const State *state = s->pos.state;
    if (n->tt.eval != SCORE_NONE)
        n->raw_eval = n->tt.eval;
    else if (n->raw_eval == SCORE_NONE)
        n->raw_eval = static_eval(s);
    /* The nearer the fifty-move rule, the less an advantage without progress is worth. */
    const int damped = n->raw_eval * (200 - state->rule50) / 200;
    n->eval =
        clamp_int(damped + history_correction(&n->corrections), -CORRECTED_MAX, CORRECTED_MAX);
    n->estimate = n->eval;
    f->eval = n->eval;
    /* The table's score replaces the evaluation if the score is exact, or if its bound proves
     * that the evaluation is too low or too high. [32 +- 30 Elo] */
    if (!score_is_decisive(n->tt.score) && table_cuts(&n->tt, n->eval + 1))
        n->estimate = n->tt.score;
}

#ifdef STATS
/* Returns in how many columns the matrix of a state differs from the matrix of the previous
 * state. */
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

/* Sets the principal variation of `ply`: the move m, then the principal variation of the child. */
static void extend_pv(Search *s, int ply, Move m) {
    s->pv[ply][0] = m;
    for (int i = 0; i < s->pv_length[ply + 1]; i++)
        s->pv[ply][i + 1] = s->pv[ply + 1][i];
    s->pv_length[ply] = s->pv_length[ply + 1] + 1;
}

/* Stores a node in the table: its best move (or MOVE_NONE), and the score and bound that a search to `depth`
 * found. */
static ALWAYS_INLINE void node_store(Search *s, const Node *n, Move best, int score, int depth,
                                     ScoreBound bound) {
    const TableData data = {.move = best,
                            .score = score,
                            .eval = n->raw_eval,
                            .depth = depth,
                            .bound = bound,
                            .pv = stack_at(s, n->ply)->tt_pv};
    table_store(s->table, s->pos.state->key, n->ply, &data);
    if (UNLIKELY(s->check.stores > 0))
        check_store(s, n, &data);
}

void store_root(Search *s, const Node *n, Move best, int depth, ScoreBound bound) {
    if (root_leaves_out(s))
        return;
    s->check.stores += s->settings.self_check != 0;
    node_store(s, n, best, n->best_score, depth, bound);
}

/* Prefetches the child's bucket of the table. Call as early as possible, since memory takes longer than the
 * work before the child's probe. */
static ALWAYS_INLINE void prefetch_child(const Search *s, Move m) {
    table_prefetch(s->table, key_after(s->pos.state, m));
}

/* --- quiescence: searches captures, promotions and evasions until the position is quiet ------ */

/* True if the side to move has a pawn on its 7th rank. A promotion may gain more than a victim's
 * value. */
static bool may_promote(const State *state) {
    const Color us = state->side;
    return (men_of(state, us, PAWN) & rank_bb(us == WHITE ? RANK_7 : RANK_2)) != 0;
}

/* Standing pat: a side not in check may decline to capture, so the evaluation is a lower bound of the score.
 * Returns true, with the score in n->best_score, if this bound settles the node or if no victim is worth a
 * capture. Else returns false and sets *threshold, the cell at which the walk over victims ends. If `promoting`
 * is true, does not change *threshold: a promotion may raise alpha whatever its victim is worth. */
static bool stands_pat(Node *n, bool promoting, Cell *threshold) {
    n->best_score = n->estimate;
    if (n->best_score >= n->beta) {
        STAT(STAND_PAT);
        n->best_score = (n->best_score + n->beta) / 2;
        return true;
    }
    if (n->best_score > n->alpha)
        n->alpha = n->best_score;
    if (promoting)
        return false;
    /* The futility threshold: the walk over victims ends at the first victim whose capture cannot raise
     * alpha. */
    const Threshold t = threshold_by_deficit(n->alpha - n->eval - QUIESCENCE_MARGIN);
    *threshold = t.cell;
    STAT_ADD(THRESHOLD_CUT, t.cell < THRESHOLD_ALL);
    STAT_ADD(THRESHOLD_STOP, t.cell == THRESHOLD_NOTHING);
    /* Fail-soft: a capture that was left out wins at most t.reach. So the upper bound of the
     * score includes t.reach, but is at most alpha. */
    const int limit = n->eval + t.reach + QUIESCENCE_MARGIN;
    if (t.cell < THRESHOLD_ALL && limit > n->best_score)
        n->best_score = min_int(limit, n->alpha);
    return t.cell == THRESHOLD_NOTHING;
}

/* Searches captures and promotions, in check all evasions, until the position is quiet. Returns the score. */
static int quiescence(Search *s, int alpha, int beta, int ply);

/* Searches captures and promotions (in check, evasions), and sets n->best_score. Returns the move
 * that raised alpha, or MOVE_NONE. */
static Move search_captures(Search *s, Node *n, Cell threshold) {
    Move best_move = MOVE_NONE;
    Picker picker;
    picker_init_quiescence(&picker, &s->pos, &s->history, &n->view, n->tt.move, threshold);
    for (Move m; (m = picker_next(&picker).move) != MOVE_NONE;) {
        if (handicap_overlooks(&s->handicap, s->pos.state, m))
            continue;
        STAT(QUIESCENCE_MOVES);
        prefetch_child(s, m);
        enter_child(s, n->ply, m);
        const int score = -quiescence(s, -n->beta, -n->alpha, n->ply + 1);
        leave_child(s);
        if (s->ended)
            return MOVE_NONE;
        if (score <= n->best_score)
            continue;
        n->best_score = score;
        if (score <= n->alpha)
            continue;
        n->alpha = score;
        best_move = m;
        if (n->pv)
            extend_pv(s, n->ply, m);
        if (score >= n->beta)
            break;
    }
    return best_move;
}

/* Stores the score of a node in the table, and returns the score. */
static int node_return(Search *s, const Node *n, Move best_move) {
    node_store(s, n, best_move, n->best_score, 0,
               n->best_score >= n->beta ? BOUND_LOWER : BOUND_UPPER);
    return n->best_score;
}

static int quiescence(Search *s, int alpha, int beta, int ply) {
    s->pv_length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    spend_node(s);
    if (s->ended)
        return SCORE_DRAW;
    const Verdict by_rules = node_by_rules(s, ply);
    if (by_rules.settled)
        return by_rules.score;
    const bool pv = beta - alpha > 1;
    if (alpha < SCORE_DRAW && upcoming_repetition(&s->pos, ply)) {
        alpha = SCORE_DRAW;
        if (alpha >= beta)
            return alpha;
    }

    Node n;
    node_begin(s, &n, alpha, beta, 0, ply);
    n.pv = pv;
    if (!pv && table_cuts(&n.tt, beta)) {
        STAT(QUIESCENCE_BY_TABLE);
        return n.tt.score;
    }
    STAT_ADD(QUIESCENCE_CHECKED, n.in_check);
    node_evaluate(s, &n);
    const bool promoting = may_promote(s->pos.state);
    Cell threshold = THRESHOLD_ALL;
    if (!n.in_check && stands_pat(&n, promoting, &threshold)) {
        if (n.tt.bound == BOUND_NONE && n.best_score >= beta)
            return node_return(s, &n, MOVE_NONE);
        return n.best_score;
    }
    Move best_move = MOVE_NONE;
    if (n.in_check || n.tt_noisy || promoting || may_capture(s->pos.state, threshold))
        best_move = search_captures(s, &n, threshold);
    if (s->ended)
        return SCORE_DRAW;
    if (n.best_score == -SCORE_INFINITE)
        return mated_in(ply); /* checkmate: in check, without a move */
    if (n.best_score >= beta && !score_is_decisive(n.best_score))
        n.best_score = (n.best_score + beta) / 2;
    return node_return(s, &n, best_move);
}

/* --- depth by move: late move reductions and singular extensions ----------------------------- */

enum { LMR_SIZE = 64, LMR_ONE = 1024 };

/* log(depth) * log(move_count) in fixed point, so that every build has the same integers. */
static int logarithms[LMR_SIZE][LMR_SIZE];

void search_init(void) {
    for (int depth = 1; depth < LMR_SIZE; depth++)
        for (int move_count = 1; move_count < LMR_SIZE; move_count++)
            logarithms[depth][move_count] =
                (int)(lround(256 * log(depth)) * lround(256 * log(move_count)) / 256);
}

/* Returns the reduction of a move by depth and move count alone, in 1/1024 ply. */
static int base_reduction(int depth, int move_count, bool quiet) {
    const int product = logarithms[min_int(depth, LMR_SIZE - 1)][min_int(move_count, LMR_SIZE - 1)];
    return quiet ? LMR_QUIET_BASE + product * LMR_QUIET_SLOPE / 256
                 : LMR_NOISY_BASE + product * LMR_NOISY_SLOPE / 256;
}

/* The facts of a late move that are known before it is made. */
typedef struct LateMove {
    Move move;
    int count; /* number of the move among the moves of the node, from 1 */
    int history_score;
    bool quiet;
    bool escaped; /* the move leaves a square that a lesser piece attacks */
} LateMove;

/* Late move reductions: the later a move comes, the less likely it is to be best. So late moves are
 * searched less deeply at first. Each sign that a move is good lowers its reduction. [96 +- 35 Elo]
 * Returns the reduction of a move that has just been made, in 1/1024 ply. */
static int reduction_for(Search *s, const Node *n, const LateMove *late) {
    const bool quiet = late->quiet;
    int r = base_reduction(n->depth, late->count, quiet) + (quiet ? LMR_QUIET : 0);
    if (stack_at(s, n->ply)->tt_pv)
        r -= LMR_TABLE_PV;
    if (n->pv)
        r -= LMR_PV;
    if (n->cut_node)
        r += LMR_CUT + (n->tt.move == MOVE_NONE ? LMR_NO_TABLE_MOVE : 0);
    if (!n->improving)
        r += LMR_NOT_IMPROVING;
    if (n->tt_noisy && quiet)
        r += LMR_TABLE_CAPTURE;
    if (stack_at(s, n->ply + 1)->cutoffs > 2)
        r += LMR_CUTOFFS;
    if (in_check(s->pos.state))
        r -= LMR_CHECK;
    if (late->escaped) /* the move may save a piece that a lesser piece attacks */
        r -= LMR_ESCAPE;
    if (quiet && late->move == stack_at(s, n->ply)->killer) /* [8 +- 6 Elo] */
        r -= LMR_KILLER;
    r -= late->history_score * LMR_ONE / (quiet ? LMR_HISTORY : LMR_CAPTURE_HISTORY);
    return r;
}

/* The result of a search of a node without its table move. */
typedef struct Singular {
    /* plies to add for the table's move: above 0 if all other moves are much worse, below 0 if
     * another move is as good */
    int extension;
    Verdict node; /* settled if another move also beats beta (multicut) */
} Singular;

/* Singular extension: searches the node without the table's move, less deeply, to see whether
 * another move comes near the table's score. If no move does, the table's move is searched deeper,
 * since the line depends on this move. [12 +- 10 Elo for the second and third ply of extension] If
 * another move also beats beta, the node is settled (multicut). Else the table's move is one of
 * several good moves, and may be searched less deeply.
 * [14 +- 10 Elo for multicut and lower depth, 47 +- 36 Elo for the whole step] For a move other
 * than the table's, the extension is 0. If s->ended is set afterwards, the result is invalid. */
static Singular singular_look(Search *s, const Node *n, Move m) {
    static const Singular NOTHING;
    if (n->depth < SINGULAR_DEPTH || m != n->tt.move || n->excluded != MOVE_NONE ||
        n->ply >= 2 * s->root_depth || n->tt.bound == BOUND_UPPER || n->tt.bound == BOUND_NONE ||
        n->tt.depth < n->depth - 3 || score_is_decisive(n->tt.score))
        return NOTHING;
    const int beta = n->tt.score - n->depth * SINGULAR_MARGIN / 16;
    StackEntry *f = stack_at(s, n->ply);
    f->excluded = m;
    const int score = search_node(s, beta - 1, beta, (n->depth - 1) / 2, n->ply, n->cut_node);
    f->excluded = MOVE_NONE;
    if (s->ended)
        return NOTHING;
    if (score < beta) {
        const bool quiet = !is_noisy(s->pos.state, m);
        const int doubled = beta - DOUBLE_MARGIN - (n->pv ? 8 * DOUBLE_MARGIN : 0);
        return (Singular){.extension = 1 + (score < doubled) +
                                       (score < doubled - TRIPLE_MARGIN && quiet && !n->pv)};
    }
    if (score >= n->beta && !n->pv)
        return (Singular){.node = verdict_settled(score)};
    if (n->tt.score >= n->beta)
        return (Singular){.extension = n->pv ? -1 : -2};
    return (Singular){.extension = n->cut_node ? -2 : 0};
}

/* --- pruning: nodes and moves that are left out because their outcome can be foreseen -------- */

/* Reverse futility: settles a node whose evaluation is far above beta. The opponent is not expected
 * to catch up in the depth that is left. If a lesser piece attacks one of our pieces, the margin is
 * wider. [134 +- 36 Elo] */
static Verdict reverse_futility(const State *state, const Node *n, bool tt_pv) {
    if (n->pv || tt_pv || n->depth > RFP_MAX_DEPTH || n->beta <= -SCORE_TABLEBASE_BOUND ||
        (n->tt.move != MOVE_NONE && !n->tt_noisy))
        return verdict_open();
    const int depth = n->depth - n->improving;
    const int excess = n->estimate - n->beta - RFP_DEPTH * depth - RFP_SQUARE * depth * depth;
    if (excess < 0 || (excess < RFP_THREATENED && is_threatened(state, state->side)))
        return verdict_open();
    return verdict_settled((n->estimate + n->beta) / 2);
}

/* True if the table's move captures a piece other than a pawn, and the table's score is not an
 * upper bound. Then the search tries no null move, since this capture promises more. */
static bool wins_piece(const State *state, const Node *n) {
    return n->tt_noisy && n->tt.bound != BOUND_UPPER &&
           has_bit(occupied(state) & ~state->by_type[PAWN], move_to(n->tt.move));
}

/* True if a null move may show that the node fails high. False if the side has only pawns, since
 * in zugzwang a null move is better than any legal move. False directly after a null move. */
static bool may_pass(Search *s, const Node *n) {
    const State *state = s->pos.state;
    return n->cut_node && n->depth >= 3 && n->estimate >= n->beta &&
           n->eval + NULL_MARGIN_DEPTH * n->depth >= n->beta + NULL_MARGIN &&
           stack_at(s, n->ply - 1)->move != MOVE_NULL && n->ply >= s->null_min_ply &&
           has_pieces(state, state->side) && n->beta > -SCORE_TABLEBASE_BOUND &&
           !wins_piece(state, n);
}

/* Makes a null move, searches the child to `depth`, and unmakes the null move. Returns the score
 * for the side that made the null move. */
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

/* Null move: if the null move fails high in a reduced search, the best move would most likely
 * fail high as well. At great depth a second search verifies this. Its first plies have no null
 * move. */
static Verdict null_move(Search *s, const Node *n) {
    if (!may_pass(s, n))
        return verdict_open();
    const int excess = (n->estimate - n->beta) / NULL_EVAL;
    const int depth = n->depth - NULL_BASE - n->depth / NULL_DEPTH - min_int(excess, 3);
    int score = search_pass(s, n, depth);
    if (s->ended || score < n->beta)
        return verdict_open();
    if (score_is_decisive(score)) /* a win is not proven, since its line contains a null move */
        score = n->beta;
    if (s->null_min_ply > 0 || n->depth < NULL_VERIFY_DEPTH)
        return verdict_settled(score);
    s->null_min_ply = n->ply + 3 * depth / 4;
    const int verified = search_node(s, n->beta - 1, n->beta, depth, n->ply, false);
    s->null_min_ply = 0;
    return verified >= n->beta ? verdict_settled(score) : verdict_open();
}

/* Probcut: a capture whose score at a lower depth is far above beta would most likely beat beta at this
 * depth. */
static Verdict probcut(Search *s, const Node *n) {
    const int beta = n->beta + PROBCUT_MARGIN - (n->improving ? PROBCUT_IMPROVING : 0);
    if (n->pv || n->depth < 5 || score_is_decisive(n->beta) ||
        (n->tt_hit && n->tt.depth >= n->depth - 3 && n->tt.score < beta))
        return verdict_open();
    Picker picker;
    picker_init_probcut(&picker, &s->pos, &s->history, &n->view, n->tt.move, beta - n->eval);
    for (Move m; !s->ended && (m = picker_next(&picker).move) != MOVE_NONE;) {
        if (handicap_overlooks(&s->handicap, s->pos.state, m))
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

/* Tries to settle a node without searching all its moves. Returns an open verdict also if the search must end
 * (s->ended). */
static Verdict prune_node(Search *s, const Node *n) {
    Verdict v = reverse_futility(s->pos.state, n, stack_at(s, n->ply)->tt_pv);
    if (!v.settled)
        v = null_move(s, n);
    if (!v.settled && !s->ended)
        v = probcut(s, n);
    return s->ended ? verdict_open() : v;
}

/* Returns the number of moves after which a node leaves out quiet moves. The number grows with the
 * depth. If the evaluation is below beta, the number also grows with the rise of the evaluation. [7
 * +- 4 Elo for the rise] */
static int late_move_limit(const Node *n) {
    enum { WHOLE = 128, LEAST = 56, MOST = 140 };
    const int by_depth = LATE_MOVE_BASE + n->depth * n->depth;
    if (n->in_check)
        return by_depth / 2;
    if (n->eval >= n->beta)
        return by_depth;
    return by_depth * clamp_int(LATE_MOVE_SHARE + n->rise / 2, LEAST, MOST) / WHOLE;
}

/* The decision on a move before it is made. */
typedef enum MovePruning { KEEP_MOVE, SKIP_MOVE, SKIP_QUIETS } MovePruning;

/* A quiet move is left out
 * - if it comes late [157 +- 37 Elo],
 * - if the evaluation is too far below alpha [38 +- 31 Elo],
 * - if its history score is bad,
 * - or if it loses material [42 +- 34 Elo].
 *
 * A check that does not come late is left out only if it loses much: a check forces an answer, so
 * that the evaluation says little about the outcome. */
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

/* Decides whether to leave out a move because it would most likely fail low. */
static MovePruning move_is_pruned(Search *s, const Node *n, Move m, int move_count) {
    if (n->best_score <= -SCORE_TABLEBASE_BOUND || !has_pieces(s->pos.state, s->pos.state->side))
        /* If all moves so far lose, a move that looks bad may still be the best. If the side has
         * only pawns, it may be in zugzwang, and the static evaluation tells little. */
        return KEEP_MOVE;
    if (!is_noisy(s->pos.state, m))
        return prune_quiet(s, n, m, move_count);
    /* A capture is left out if it loses more than the depth allows. [40 +- 35 Elo] */
    const int history_score = *history_capture(&s->history, s->pos.state, m);
    if (!exchange_at_least(&s->pos, m,
                           -SEE_CAPTURE * n->depth - history_score / SEE_CAPTURE_HISTORY))
        return SKIP_MOVE;
    return KEEP_MOVE;
}

/* --- learning ------------------------------------------------------------------------------ */

static int history_bonus(int depth) {
    return min_int(BONUS_DEPTH * depth - BONUS_BASE, BONUS_MAX);
}

static int history_malus(int depth) {
    return min_int(MALUS_DEPTH * depth - MALUS_BASE, MALUS_MAX);
}

/* Learns from a move that failed high: its history score rises, and the scores of the moves tried
 * earlier fall. [86 +- 36 Elo for all histories of moves together] */
static void learn_cutoff(Search *s, const Node *n, Move best, const MoveList *tried) {
    const State *state = s->pos.state;
    const int bonus = history_bonus(n->depth), malus = -history_malus(n->depth);
    const bool quiet = !is_noisy(state, best);
    if (quiet) {
        stack_at(s, n->ply)->killer = best;
        history_add_quiet(&s->history, &n->view, state, best, bonus);
    } else {
        history_add_capture(&s->history, state, best, bonus);
    }
    for (int i = 0; i < tried->count; i++) {
        const Move m = tried->moves[i];
        if (m == best)
            continue;
        if (is_noisy(state, m))
            history_add_capture(&s->history, state, m, malus);
        else if (quiet) /* if the best move is a capture, quiet moves learn nothing */
            history_add_quiet(&s->history, &n->view, state, m, malus);
    }
}

/* Adds to the history scores of the quiet move that led to the node. The bonus is positive if
 * the move raised the static evaluation of the side that made it, and negative if the move
 * lowered it. */
static void learn_from_evaluation(Search *s, const Node *n) {
    const StackEntry *parent = stack_at(s, n->ply - 1);
    const State *before = s->pos.state - 1;
    if (n->in_check || n->excluded != MOVE_NONE || parent->eval == SCORE_NONE ||
        parent->move == MOVE_NULL || is_noisy(before, parent->move))
        return;
    const int bonus = -EVALUATION_BONUS * (n->eval + parent->eval);
    history_add_evaluated(&s->history, before, parent->move,
                          clamp_int(bonus, -EVALUATION_BONUS_MAX, EVALUATION_BONUS_MAX));
}

/* Teaches the correction histories the difference between the search's score and the static evaluation. */
static void learn_correction(Search *s, const Node *n, Move best_move, ScoreBound bound) {
    if (n->in_check || score_is_decisive(n->best_score) ||
        (best_move != MOVE_NONE && is_noisy(s->pos.state, best_move)) ||
        (bound == BOUND_LOWER && n->best_score <= n->eval) ||
        (bound == BOUND_UPPER && n->best_score >= n->eval))
        return;
    history_learn_correction(&n->corrections, n->best_score - n->eval, n->depth);
}

/* --- moves --------------------------------------------------------------------------------- */

/* True if a piece that is worth less than the mover attacks the origin of a move. */
static bool escapes(const State *state, Move m) {
    const Square from = move_from(m);
    return lesser_attackers(state, from, opponent(state->side), type_on(state, from)) != 0;
}

static LateMove late_move(Search *s, const Node *n, Move m, int count) {
    const State *state = s->pos.state;
    const bool quiet = !is_noisy(state, m);
    return (LateMove){.move = m,
                      .count = count,
                      .history_score = quiet ? history_quiet(&s->history, &n->view, state, m)
                                             : *history_capture(&s->history, state, m),
                      .quiet = quiet,
                      .escaped = escapes(state, m)};
}

/* Searches a late move, which has been made, to a reduced depth, with a null window above alpha. If the move
 * beats alpha, searches it again to the full depth. */
static int search_late(Search *s, const Node *n, const LateMove *late, int depth) {
    StackEntry *f = stack_at(s, n->ply);
    const int r = reduction_for(s, n, late);
    const int reduced = min_int(max_int(depth - r / 1024, 1), depth);
    f->reduction = (depth - reduced) * 1024;
    const int score = -search_node(s, -n->alpha - 1, -n->alpha, reduced, n->ply + 1, true);
    f->reduction = 0;
    if (score <= n->alpha || reduced >= depth || s->ended)
        return score;
    return -search_node(s, -n->alpha - 1, -n->alpha, depth, n->ply + 1, !n->cut_node);
}

/* Returns how many moves of a node come before the late moves. */
static int early_moves(const Node *n) {
    return n->ply == 0 ? 5 : n->pv ? 3 : 1;
}

int search_child(Search *s, const Node *n, Move m, int move_count, int extension) {
    const bool late = n->depth >= 3 && move_count > early_moves(n);
    const int ply = n->ply + 1;
    const int depth = n->depth - 1 + extension;
    int score = SCORE_INFINITE;
    LateMove of;
    if (late)
        of = late_move(s, n, m, move_count);
    enter_child(s, n->ply, m);
    if (late)
        score = search_late(s, n, &of, depth);
    else if (!n->pv || move_count > 1) /* not the first move of a PV node: a null window */
        score = -search_node(s, -n->alpha - 1, -n->alpha, depth, ply, !n->cut_node);
    if (n->pv && score > n->alpha && !s->ended)
        score = -search_node(s, -n->beta, -n->alpha, depth, ply, false);
    leave_child(s);
    return score;
}

/* Records the score of a move in the node. Returns true if the move causes a cutoff. */
static bool take_score(Search *s, Node *n, Move m, int score, Move *best_move) {
    if (score <= n->best_score)
        return false;
    n->best_score = score;
    if (score <= n->alpha)
        return false;
    *best_move = m;
    n->alpha = score;
    if (n->pv)
        extend_pv(s, n->ply, m);
    return score >= n->beta;
}

/* The moves of a node that have been tried so far. */
typedef struct Tried {
    Move best; /* the last move that raised alpha, or MOVE_NONE */
    /* number of moves searched or left out, without those that a weaker player overlooks */
    int count;
    bool any; /* there is a legal move besides the excluded move */
    MoveList searched;
} Tried;

/* Counts a cutoff by move m, and updates histories and killer by this move (learn_cutoff). */
static void note_cutoff(Search *s, const Node *n, Move m, const Tried *tried) {
    stack_at(s, n->ply)->cutoffs++;
    learn_cutoff(s, n, m, &tried->searched);
    STAT(CUTOFFS);
    STAT_ADD(CUTOFFS_FIRST, tried->count == 1);
    STAT_ADD(CUTOFFS_NUMBER, tried->count);
}

/* Searches one move. Returns false if no further move is to be searched: the move caused a cutoff, the node
 * is settled by multicut (n->multicut), or the search must end. */
static bool search_move(Search *s, Node *n, Move m, Tried *tried) {
    const Singular singular = singular_look(s, n, m);
    if (s->ended)
        return false;
    n->multicut = singular.node.settled;
    if (n->multicut) {
        n->best_score = singular.node.score;
        return false;
    }
    const int score = search_child(s, n, m, tried->count, singular.extension);
    if (s->ended)
        return false;
    list_add(&tried->searched, m);
    if (!take_score(s, n, m, score, &tried->best))
        return true;
    note_cutoff(s, n, m, tried);
    return false;
}

/* Returns the score of a node in which no move was tried. */
static int score_without_moves(const Node *n, const Tried *tried) {
    if (tried->any) /* there are legal moves, but a weaker player overlooks them all */
        return n->eval;
    if (n->excluded != MOVE_NONE)
        return n->alpha;
    return n->in_check ? mated_in(n->ply) : SCORE_DRAW;
}

/* Searches the moves of a node and sets n->best_score. Returns the last move that raised alpha, or
 * MOVE_NONE. If the search must end, the score and the returned move are invalid. */
static Move search_moves(Search *s, Node *n) {
    Tried tried;
    tried.best = MOVE_NONE;
    tried.count = tried.searched.count = 0;
    tried.any = false;
    Picker picker;
    picker_init(&picker, &s->pos, &s->history, &n->view, n->tt.move, stack_at(s, n->ply)->killer);
    for (PickedMove next; (next = picker_next(&picker)).move != MOVE_NONE;) {
        const Move m = next.move;
        if (m == n->excluded)
            continue;
        tried.any = true;
        if (handicap_overlooks(&s->handicap, s->pos.state, m))
            continue;
        tried.count++;
        prefetch_child(s, m); /* early, since the decision on pruning takes a while */
        const MovePruning pruning =
            next.class == CLASS_SOUND_CAPTURE ? KEEP_MOVE : move_is_pruned(s, n, m, tried.count);
        if (pruning == SKIP_QUIETS)
            picker_skip_quiets(&picker);
        if (pruning == KEEP_MOVE && !search_move(s, n, m, &tried))
            break;
    }
    if (tried.count == 0)
        n->best_score = score_without_moves(n, &tried);
    return tried.best;
}

/* --- the main search: one function for each step of a node ----------------------------------- */

/* Settles the node by its entry in the table. The entry must be at least as deep as the node,
 * and decide whether the score is at least beta (table_cuts). If rule50 is 90 plies or more, the
 * node stays open, since the entry may come from a line with a lower rule50. If the entry fails
 * high by a quiet move, the history score of this move rises. [98 +- 46 Elo] */
static Verdict table_cutoff(Search *s, const Node *n) {
    if (n->pv || n->excluded != MOVE_NONE || n->tt.depth < n->depth ||
        !table_cuts(&n->tt, n->beta) || s->pos.state->rule50 >= 90)
        return verdict_open();
    if (n->tt.score >= n->beta && n->tt.move != MOVE_NONE && !n->tt_noisy &&
        move_is_legal(&s->pos, n->tt.move))
        history_add_quiet(&s->history, &n->view, s->pos.state, n->tt.move,
                          history_bonus(n->depth) / 2);
    STAT(NODES_BY_TABLE);
    return verdict_settled(n->tt.score);
}

/* The range of scores that the tablebases leave possible. */
typedef struct ScoreRange {
    int low, high;
} ScoreRange;

/* Settles the node by the tablebases, if their score is exact, a lower bound of at least beta,
 * or an upper bound of at most alpha. Any other bound only narrows *range. */
static Verdict tablebase_cutoff(Search *s, const Node *n, ScoreRange *range) {
    enum { EXTRA_DEPTH = 6 }; /* plies by which the stored depth exceeds the node's depth */
    ScoreBound bound;
    int score;
    if (!probing_node(&s->probing, &s->pos, n->depth, n->ply, &score, &bound))
        return verdict_open();
    counter_add(&s->counters.tbhits, 1);
    s->poll_at = 0; /* the probe may have waited for the disk */
    if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? score >= n->beta : score <= n->alpha)) {
        const int depth = n->depth + EXTRA_DEPTH;
        const TableData data = {.move = MOVE_NONE,
                                .score = score,
                                .eval = SCORE_NONE,
                                .depth = min_int(depth, MAX_PLY - 1),
                                .bound = bound};
        table_store(s->table, s->pos.state->key, n->ply, &data);
        return verdict_settled(score);
    }
    if (bound == BOUND_LOWER)
        range->low = score;
    else
        range->high = score;
    return verdict_open();
}

/* Returns by how many centipawns the evaluation of the side to move has risen since its last move: 1 if the
 * rise is not known, 0 in check. */
static int evaluation_rise(Search *s, const Node *n) {
    const StackEntry *f = stack_at(s, n->ply);
    if (n->in_check)
        return 0;
    if (n->ply >= 2 && f[-2].eval != SCORE_NONE)
        return n->eval - f[-2].eval;
    if (n->ply >= 4 && f[-4].eval != SCORE_NONE)
        return n->eval - f[-4].eval;
    return 1;
}

/* Hindsight: corrects the depth of a node that its parent searches with a reduction. The change of the
 * evaluation shows whether the reduction was right. */
static void adjust_depth(Search *s, Node *n) {
    const StackEntry *parent = stack_at(s, n->ply - 1);
    if (n->in_check || n->excluded != MOVE_NONE || parent->eval == SCORE_NONE)
        return;
    const int rise = n->eval + parent->eval; /* how much our evaluation rose by the parent's move */
    if (parent->reduction >= HINDSIGHT_REDUCTION && rise <= 0)
        n->depth++; /* the parent's move is good, so its reduction was too large */
    else if (parent->reduction >= 2048 && n->depth >= 2 && rise > HINDSIGHT_RISE)
        n->depth--; /* the parent's move is bad, so its reduction may be larger */
}

/* Stores the static evaluation of a node that the table does not have. If the node is then
 * pruned, the next iteration still finds its evaluation in the table. So the search computes
 * 0.54 evaluations for each node instead of 0.63. */
static void store_evaluation(Search *s, const Node *n) {
    if (!n->tt_hit && !n->in_check)
        node_store(s, n, MOVE_NONE, 0, 0, BOUND_NONE);
}

/* Ends a node whose moves have all been searched: learns from it, stores it, and returns its score. */
static int finish_node(Search *s, Node *n, Move best_move, const ScoreRange *range) {
    n->best_score = clamp_int(n->best_score, range->low, range->high);
    const ScoreBound bound = n->best_score >= n->beta ? BOUND_LOWER
                             : best_move != MOVE_NONE ? BOUND_EXACT
                                                      : BOUND_UPPER;
    learn_correction(s, n, best_move, bound);
    node_store(s, n, best_move, n->best_score, n->depth, bound);
    return n->best_score;
}

int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node) {
    assert(alpha < beta && ply > 0 && ply <= MAX_PLY);
    if (depth <= 0)
        return quiescence(s, alpha, beta, ply);
    s->pv_length[ply] = 0;
    spend_node(s);
    if (s->ended)
        return SCORE_DRAW;
    Verdict v = node_by_rules(s, ply);
    if (v.settled)
        return v.score;
    /* Mate distance: no line from this node can beat a mate that was found nearer to the root. A side that can repeat
     * a position has at least a draw. */
    alpha = max_int(alpha, mated_in(ply));
    beta = min_int(beta, -mated_in(ply + 1));
    if (alpha < SCORE_DRAW && stack_at(s, ply)->excluded == MOVE_NONE &&
        upcoming_repetition(&s->pos, ply))
        alpha = SCORE_DRAW;
    if (alpha >= beta)
        return alpha;

    Node n;
    node_begin(s, &n, alpha, beta, depth, ply);
    n.cut_node = cut_node;
    stack_at(s, ply + 1)->cutoffs = 0;
    stack_at(s, ply + 1)->killer = MOVE_NONE;
    if ((v = table_cutoff(s, &n)).settled)
        return v.score;
    /* Prefetches the first child's bucket, since the evaluation takes a while. The table's move may belong to
     * another position, so its origin may be empty. */
    if (n.tt.move != MOVE_NONE && has_bit(occupied(s->pos.state), move_from(n.tt.move)))
        prefetch_child(s, n.tt.move);
    ScoreRange range = {-SCORE_INFINITE, SCORE_INFINITE};
    if (s->probing.pieces && n.excluded == MOVE_NONE &&
        (v = tablebase_cutoff(s, &n, &range)).settled)
        return v.score;
    node_evaluate(s, &n);
    store_evaluation(s, &n);
    learn_from_evaluation(s, &n);
    n.rise = evaluation_rise(s, &n);
    n.improving = n.rise > 0; /* [31 +- 10 Elo] */
    adjust_depth(s, &n);
    if (!n.in_check && n.excluded == MOVE_NONE && (v = prune_node(s, &n)).settled) {
        STAT(NODES_PRUNED);
        return v.score;
    }
    if (s->ended)
        return SCORE_DRAW;
    /* If the evaluation is at least beta, moves are pruned and reduced as if the evaluation had
     * risen. */
    n.improving |= !n.in_check && n.eval >= beta;
    /* Internal iterative reduction: without a table move the moves are badly ordered, and a full
     * search would cost too much. The next iteration will have a table move. */
    if (n.depth >= 4 && (n.pv || n.cut_node) && n.tt.move == MOVE_NONE && n.excluded == MOVE_NONE)
        n.depth--;

    const Move best_move = search_moves(s, &n);
    if (s->ended)
        return SCORE_DRAW;
    if (n.excluded != MOVE_NONE || n.multicut)
        /* The score comes from a search to half the depth. So the node neither stores the score
         * nor teaches the corrections. */
        return n.best_score;
    return finish_node(s, &n, best_move, &range);
}
