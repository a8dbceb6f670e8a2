/* Scaling: how much of an endgame advantage can be won.
 *
 * The endgame half is multiplied by two factors: complexity, made of tuned weights, and a scale for
 * material that draws.
 */
#ifndef EVAL_TERMS_SCALING_H
#define EVAL_TERMS_SCALING_H

#include "eval/eval_info.h"
#include "eval/material.h"

#include <stdlib.h>

/* The factor for both sides' endgame value, in 1/COMPLEXITY_NORMAL. */
static ALWAYS_INLINE int complexity(const Eval *e, Trace *t) {
    const State *s = e->s;
    const Square white = e->king[WHITE], black = e->king[BLACK];
    const int files = abs(file_of(white) - file_of(black));
    const int ranks = abs(rank_of(white) - rank_of(black));
    const bool no_pieces = !has_pieces(s, WHITE) && !has_pieces(s, BLACK);
    int sum = term(t, WHITE, WEIGHT_COMPLEXITY, 1);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 1, popcount(s->by_type[PAWN]));
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 2, e->pawns->both_wings);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 3, no_pieces);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 4, popcount(e->pawns->passed));
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 5, e->pawns->rammed);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 6, files - ranks);
    sum +=
        term(t, WHITE, WEIGHT_COMPLEXITY + 7, rank_of(white) > RANK_4 || rank_of(black) < RANK_5);
    return complexity_limited(sum);
}

/* The factor for an endgame value, from the side that is ahead. */
static ALWAYS_INLINE int scale_factor(const Eval *e, const MaterialEntry *material, int eg) {
    const State *s = e->s;
    const Color strong = eg > 0 ? WHITE : BLACK, weak = opponent(strong);
    if (UNLIKELY(material->scale[strong] != NULL)) {
        const int scale = ending_scale(material->scale[strong], e->pos, strong);
        if (scale != SCALE_UNKNOWN)
            return scale;
    }
    const uint64_t m = s->material;
    const int pawns = popcount(men_of(s, strong, PAWN));
    const Bitboard bishops = s->by_type[BISHOP];
    const bool opposite = material_count(m, WHITE, BISHOP) == 1 &&
                          material_count(m, BLACK, BISHOP) == 1 && (bishops & DARK_SQUARES) &&
                          (bishops & ~DARK_SQUARES);
    if (opposite) {
        const Bitboard others = s->by_type[KNIGHT] | s->by_type[ROOK] | s->by_type[QUEEN];
        if (!others)
            return 16 + 4 * popcount(e->pawns->passed & s->by_color[strong]);
        return min_int(36 + 3 * pawns, SCALE_NORMAL);
    }
    if (pawns == 0) {
        /* Without pawns a minor piece more does not win. */
        static const int8_t VALUE[TYPE_COUNT] = {0, 3, 3, 5, 9, 0};
        int balance = 0, own = 0;
        for (PieceType type = KNIGHT; type <= QUEEN; type++) {
            own += VALUE[type] * material_count(m, strong, type);
            balance +=
                VALUE[type] * (material_count(m, strong, type) - material_count(m, weak, type));
        }
        if (balance <= 3)
            return own < 5 ? 0 : own < 9 ? 8 : 16;
    }
    return min_int(44 + 5 * pawns, SCALE_NORMAL);
}

#endif
