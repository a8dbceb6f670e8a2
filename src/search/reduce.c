/* Depth by move: late move reductions and singular extensions. */
#include "core/types.h"
#include "search/params.h"
#include "search/tree.h"

#include <math.h>

enum { LMR_SIZE = 64, LMR_ONE = 1024 };

/* log(depth) * log(move_count) in fixed point: the same integers in every build. */
static int logarithms[LMR_SIZE][LMR_SIZE];

void reduce_init(void) {
    for (int depth = 1; depth < LMR_SIZE; depth++)
        for (int move_count = 1; move_count < LMR_SIZE; move_count++)
            logarithms[depth][move_count] =
                (int)(lround(256 * log(depth)) * lround(256 * log(move_count)) / 256);
}

int base_reduction(int depth, int move_count, bool quiet) {
    const int product = logarithms[min_int(depth, LMR_SIZE - 1)][min_int(move_count, LMR_SIZE - 1)];
    return quiet ? LMR_QUIET_BASE + product * LMR_QUIET_SLOPE / 256
                 : LMR_NOISY_BASE + product * LMR_NOISY_SLOPE / 256;
}

/* Late move reductions: the later a move comes, the less likely it is to be best, and the less
 * deeply it is searched at first. Whatever makes it likelier to be best reduces the reduction.
 * [96 +- 35] */
int reduction_for(Search *s, const Node *n, const LateMove *late) {
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
    if (late->escaped) /* the piece was attacked by a lesser one: the move has a point */
        r -= LMR_ESCAPE;
    if (quiet && late->move == stack_at(s, n->ply)->killer) /* [8 +- 6] */
        r -= LMR_KILLER;
    r -= late->history_score * LMR_ONE / (quiet ? LMR_HISTORY : LMR_CAPTURE_HISTORY);
    return r;
}

/* Singular extension: searches the node without the table's move, less deeply, to see whether
 * another move comes near it. If none does, the line depends on that move, which is searched
 * deeper [by more than one ply: 12 +- 10]. If another move beats beta too, the node is taken as won
 * (multicut). Else the table's move is nothing special, and may be searched less deeply. [these two
 * 14 +- 10, all of it 47 +- 36] */
Singular singular_look(Search *s, const Node *n, Move m) {
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
