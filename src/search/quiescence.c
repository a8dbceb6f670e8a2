/* Quiescence: searches captures, promotions and evasions until the position is quiet. */
#include "board/position.h"
#include "core/types.h"
#include "search/budget.h"
#include "search/params.h"
#include "search/threshold.h"
#include "search/tree.h"

/* True if the side to move has a pawn on its 7th rank: it may promote, and gain more than the value
 * of a victim. */
static bool may_promote(const State *state) {
    const Color us = state->side;
    return (men_of(state, us, PAWN) & rank_bb(us == WHITE ? RANK_7 : RANK_2)) != 0;
}

/* Standing pat: a side not in check may decline to capture, so the evaluation is a lower bound.
 * True if that settles the node, or if no victim is worth a look; n->best_score is then its value.
 * Else *threshold says how far down the enemy's list to look: to its end if a pawn may promote. */
static bool stands_pat(Node *n, bool promoting, Cell *threshold) {
    n->best_score = n->estimate;
    if (n->best_score >= n->beta) {
        STAT(STAND_PAT);
        if (!score_is_decisive(n->best_score))
            n->best_score = (n->best_score + n->beta) / 2;
        return true;
    }
    if (n->best_score > n->alpha)
        n->alpha = n->best_score;
    if (promoting)
        return false;
    /* The futility threshold: the walk ends at the first victim whose capture cannot raise alpha. */
    const Threshold t = threshold_by_deficit(n->alpha - n->eval - QUIESCENCE_MARGIN);
    *threshold = t.cell;
    STAT_ADD(THRESHOLD_CUT, t.cell < THRESHOLD_ALL);
    STAT_ADD(THRESHOLD_STOP, t.cell == THRESHOLD_NOTHING);
    /* Fail-soft: the victims left out might have gained so much, but not reached alpha. */
    const int limit = n->eval + t.reach + QUIESCENCE_MARGIN;
    if (t.cell < THRESHOLD_ALL && limit > n->best_score)
        n->best_score = min_int(limit, n->alpha);
    return t.cell == THRESHOLD_NOTHING;
}

/* Searches captures, or evasions, into n->best_score. Returns the move that raised alpha, or
 * MOVE_NONE. */
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

/* Stores the score of a node in the table, and returns it. */
static int node_return(Search *s, const Node *n, Move best_move) {
    node_store(s, n, best_move, n->best_score, 0,
               n->best_score >= n->beta ? BOUND_LOWER : BOUND_UPPER);
    return n->best_score;
}

int quiescence(Search *s, int alpha, int beta, int ply) {
    s->pv_length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (out_of_budget(s))
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
    if (!pv && n.tt_hit && n.tt.bound != BOUND_NONE && table_cuts(&n.tt, beta)) {
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
        return mated_in(ply); /* in check and without a move */
    if (n.best_score >= beta && !score_is_decisive(n.best_score))
        n.best_score = (n.best_score + beta) / 2;
    return node_return(s, &n, best_move);
}
