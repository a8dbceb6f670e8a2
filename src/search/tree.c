/* The main search: principal variation search with alpha-beta, one function for each step of a
 * node. */
#include "search/tree.h"

#include "board/position.h"
#include "core/types.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "search/budget.h"
#include "search/params.h"

#include <assert.h>

/* By how many centipawns the evaluation of the side to move has risen since its last move: 1 if that
 * is not known, 0 in check. */
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

/* --- learning ------------------------------------------------------------------------------ */

static int history_bonus(int depth) {
    return min_int(BONUS_DEPTH * depth - BONUS_BASE, BONUS_MAX);
}

static int history_malus(int depth) {
    return min_int(MALUS_DEPTH * depth - MALUS_BASE, MALUS_MAX);
}

/* A move failed high: its history score rises, those of the moves tried before it fall. [86 +- 36,
 * all histories of moves together; the others make up for any one of them] */
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
        else if (quiet) /* after a best capture quiet moves learn nothing */
            history_add_quiet(&s->history, &n->view, state, m, malus);
    }
}

/* The quiet move that led here: its squares and its pawns learn what its side has gained by it in
 * static evaluation. */
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

/* A search has shown by how much the static evaluation is off here: the correction histories learn
 * it. */
static void learn_correction(Search *s, const Node *n, Move best_move, ScoreBound bound) {
    if (n->in_check || score_is_decisive(n->best_score) ||
        (best_move != MOVE_NONE && is_noisy(s->pos.state, best_move)) ||
        (bound == BOUND_LOWER && n->best_score <= n->eval) ||
        (bound == BOUND_UPPER && n->best_score >= n->eval))
        return;
    history_learn_correction(&n->corrections, n->best_score - n->eval, n->depth);
}

/* --- moves --------------------------------------------------------------------------------- */

/* True if a move takes a piece off a square that a lesser piece attacks. */
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

/* Searches a late move, which has been made, against alpha alone: reduced, and if it beats alpha
 * again to the whole depth. */
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

/* How many moves come before the late ones. */
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
    else if (!n->pv || move_count > 1) /* the first move gets the whole window at once */
        score = -search_node(s, -n->alpha - 1, -n->alpha, depth, ply, !n->cut_node);
    if (n->pv && score > n->alpha && !s->ended)
        score = -search_node(s, -n->beta, -n->alpha, depth, ply, false);
    leave_child(s);
    return score;
}

/* Takes over the score of a move; true if it cuts off. */
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

/* The moves of a node as far as they have been searched. */
typedef struct Tried {
    Move best; /* the one that raised alpha last, or MOVE_NONE */
    int count; /* searched or left out; those that a weaker player overlooks do not count */
    bool any;  /* there is a legal move besides the one excluded */
    MoveList searched;
} Tried;

/* A move has failed high. */
static void note_cutoff(Search *s, const Node *n, Move m, const Tried *tried) {
    stack_at(s, n->ply)->cutoffs++;
    learn_cutoff(s, n, m, &tried->searched);
    STAT(CUTOFFS);
    STAT_ADD(CUTOFFS_FIRST, tried->count == 1);
    STAT_ADD(CUTOFFS_NUMBER, tried->count);
}

/* Searches one move. False if no other is to be searched: this one cuts off, the node is settled
 * without it (n->multicut), or the search must end. */
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

/* The value of a node in which no move was tried. */
static int score_without_moves(const Node *n, const Tried *tried) {
    if (tried->any) /* the player overlooks all of them: nothing seems to happen */
        return n->eval;
    if (n->excluded != MOVE_NONE)
        return n->alpha;
    return n->in_check ? mated_in(n->ply) : SCORE_DRAW;
}

/* Searches the moves of a node into n->best_score. Returns the one that raised alpha, or MOVE_NONE.
 * Means nothing if the search must end. */
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
        prefetch_child(s, m); /* before pruning is decided, which takes a while */
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

/* --- the node ------------------------------------------------------------------------------- */

/* An entry of the table settles the node if it is deep enough and on the right side of the window,
 * unless the fifty-move rule is so near that the way to the position matters. The history score of
 * a quiet move that is known to cut off rises again. [98 +- 46] */
static Verdict table_cutoff(Search *s, const Node *n) {
    if (n->pv || !n->tt_hit || n->excluded != MOVE_NONE || n->tt.depth < n->depth ||
        !table_cuts(&n->tt, n->beta) || s->pos.state->rule50 >= 90)
        return verdict_open();
    if (n->tt.score >= n->beta && n->tt.move != MOVE_NONE && !n->tt_noisy &&
        move_is_legal(&s->pos, n->tt.move))
        history_add_quiet(&s->history, &n->view, s->pos.state, n->tt.move,
                          history_bonus(n->depth) / 2);
    STAT(NODES_BY_TABLE);
    return verdict_settled(n->tt.score);
}

/* The scores that the tablebases leave possible. */
typedef struct ScoreRange {
    int low, high;
} ScoreRange;

/* The tablebases settle the node if their score is exact, or a bound on the right side of the
 * window. Else *range is narrowed by the bound. */
static Verdict tablebase_cutoff(Search *s, const Node *n, ScoreRange *range) {
    enum { EXTRA_DEPTH = 6 }; /* tablebases are better than a search of this depth */
    ScoreBound bound;
    int score;
    if (!probing_node(&s->probing, &s->pos, n->depth, n->ply, &score, &bound))
        return verdict_open();
    counter_add(&s->counters.tbhits, 1);
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

/* Hindsight: the parent reduced the move that led here, and the evaluation now shows whether it was
 * right to. */
static void adjust_depth(Search *s, Node *n) {
    const StackEntry *parent = stack_at(s, n->ply - 1);
    if (n->in_check || n->excluded != MOVE_NONE || parent->eval == SCORE_NONE)
        return;
    const int rise = n->eval + parent->eval; /* for us, by the parent's move */
    if (parent->reduction >= HINDSIGHT_REDUCTION && rise <= 0)
        n->depth++; /* the move is better than its reduction says */
    else if (parent->reduction >= 2048 && n->depth >= 2 && rise > HINDSIGHT_RISE)
        n->depth--; /* it is as bad as that */
}

/* Stores the static evaluation of a new node at once: most nodes that are pruned come up again in
 * the next iteration, which need not evaluate them then (0.54 evaluations a node instead of
 * 0.63). */
static void store_evaluation(Search *s, const Node *n) {
    if (!n->tt_hit && !n->in_check)
        node_store(s, n, MOVE_NONE, 0, 0, BOUND_NONE);
}

/* All moves have been searched: learns from the node, stores it, and returns its score. */
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
    if (out_of_budget(s))
        return SCORE_DRAW;
    Verdict v = node_by_rules(s, ply);
    if (v.settled)
        return v.score;
    /* Mate distance: no line from here can beat a mate that is already found nearer the root. And a
     * side that can repeat the position has at least a draw. */
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
    /* Starts loading the first child's entry: the evaluation takes a while. The table's move may be
     * another position's, of a piece that is not there. */
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
    n.improving = n.rise > 0; /* [31 +- 10] */
    adjust_depth(s, &n);
    if (!n.in_check && n.excluded == MOVE_NONE && (v = prune_node(s, &n)).settled) {
        STAT(NODES_PRUNED);
        return v.score;
    }
    if (s->ended)
        return SCORE_DRAW;
    /* Above beta, moves are pruned and reduced as if the evaluation had risen. */
    n.improving |= !n.in_check && n.eval >= beta;
    /* Internal iterative reduction: without a table move the moves are badly ordered. The next
     * iteration will have one. */
    if (n.depth >= 4 && (n.pv || n.cut_node) && n.tt.move == MOVE_NONE && n.excluded == MOVE_NONE)
        n.depth--;

    const Move best_move = search_moves(s, &n);
    if (s->ended)
        return SCORE_DRAW;
    if (n.excluded != MOVE_NONE || n.multicut)
        return n.best_score; /* of a search to half the depth: not stored, and nothing is learnt */
    return finish_node(s, &n, best_move, &range);
}
