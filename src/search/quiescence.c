/* Quiescence: the search goes on until nothing hangs. */
#include "eval/evaluate.h"
#include "search/params.h"
#include "search/tree.h"

/* The classes of victims in list order: what a capture brings, and the list index at which the
 * class begins: Queens, Rooks, minor pieces, Pawns about to promote, Pawns, and the end. */
static const struct {
    int gain;
    uint8_t threshold;
} CLASSES[] = {{1000, THRESHOLD_NOTHING}, {520, THRESHOLD_QUEENS},      {340, THRESHOLD_ROOKS},
               {250, THRESHOLD_PIECES},   {110, THRESHOLD_PREPROMOTED}, {0, THRESHOLD_ALL}};
enum { CLASS_COUNT = sizeof CLASSES / sizeof *CLASSES };

/* The futility threshold: the first victim whose capture cannot raise a score by `deficit`, as a
 * list index, so that the walk over victims ends there without looking up another value. *reach is
 * what the best of the victims left out could bring. */
static Cell threshold_for(int deficit, int *reach) {
    int i = CLASS_COUNT - 1;
    while (i > 0 && CLASSES[i - 1].gain + QUIESCENCE_MARGIN <= deficit)
        i--; /* this class cannot reach, nor can those behind it */
    *reach = CLASSES[i].gain + QUIESCENCE_MARGIN;
    return CLASSES[i].threshold;
}

/* True if a colour has a Pawn on its 7th rank: he may promote, or win more than his victim. */
static bool may_promote(const State *s) {
    return (men_of(s, s->side, PAWN) & rank_bb(s->side == WHITE ? RANK_7 : RANK_2)) != 0;
}

int quiescence(Search *s, int alpha, int beta, int ply) {
    const bool pv = beta - alpha > 1;
    int score;
    s->pv_length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (out_of_budget(s))
        return SCORE_DRAW;
    if (is_decided(s, ply, &score))
        return score;
    if (alpha < SCORE_DRAW && upcoming_repetition(&s->pos, ply)) {
        alpha = draw_score(s);
        if (alpha >= beta)
            return alpha;
    }

    Node n;
    node_begin(s, &n, alpha, beta, 0, ply);
    if (!pv && n.known && n.table.bound != BOUND_NONE && table_cuts(&n.table, beta))
        return n.table.score;
    STAT(QUIESCENCE);
    node_evaluate(s, &n);

    const Key key = s->pos.state->key;
    TableData data = {
        .move = MOVE_NONE, .eval = n.raw, .bound = BOUND_UPPER, .pv = frame_at(s, ply)->table_pv};
    Cell threshold = THRESHOLD_ALL;
    n.best = -SCORE_INFINITE;
    if (!n.checked) {
        n.best = n.estimate;
        if (n.best >= beta) {
            if (!score_is_decisive(n.best))
                n.best = (n.best + beta) / 2;
            data.score = n.best;
            data.bound = BOUND_LOWER;
            if (!n.known)
                table_store(s->table, key, ply, &data);
            return n.best;
        }
        if (n.best > n.alpha)
            n.alpha = n.best;
        if (!may_promote(s->pos.state)) {
            int reach;
            threshold = threshold_for(n.alpha - n.eval, &reach);
            /* What the victims left out might have brought is not alpha, but it is not less. */
            if (threshold < THRESHOLD_ALL && n.eval + reach > n.best)
                n.best = n.eval + reach < n.alpha ? n.eval + reach : n.alpha;
            STAT_ADD(THRESHOLD_CUT, threshold < THRESHOLD_ALL);
            STAT_ADD(THRESHOLD_STOP, threshold == THRESHOLD_NOTHING);
            if (threshold == THRESHOLD_NOTHING)
                return n.best;
        }
    }

    Picker picker;
    picker_init_quiescence(&picker, &s->pos, &s->history, &n.view, n.table.move, threshold);
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        STAT(QUIESCENCE_MOVES);
        prefetch_child(s, m);
        enter_child(s, ply, m);
        score = -quiescence(s, -beta, -n.alpha, ply + 1);
        unmake_move(&s->pos);
        if (s->ended)
            return SCORE_DRAW;
        if (n.checked && score > -SCORE_TABLEBASE_BOUND)
            picker_skip_quiets(&picker); /* one evasion that holds will do */
        if (score <= n.best)
            continue;
        n.best = score;
        if (score <= n.alpha)
            continue;
        n.alpha = score;
        data.move = m;
        if (pv)
            extend_pv(s, ply, m);
        if (score >= beta)
            break;
    }
    if (n.best == -SCORE_INFINITE)
        return mated_in(ply); /* in check and without a move */
    if (n.best >= beta && !score_is_decisive(n.best))
        n.best = (n.best + beta) / 2;
    data.score = n.best;
    if (n.best >= beta)
        data.bound = BOUND_LOWER;
    table_store(s->table, key, ply, &data);
    return n.best;
}
