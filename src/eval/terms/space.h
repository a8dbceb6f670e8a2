/* Space: room behind the pawns, worth more the more pieces are there to use it. */
#ifndef EVAL_TERMS_SPACE_H
#define EVAL_TERMS_SPACE_H

#include "eval/eval_info.h"

static ALWAYS_INLINE Tapered space(const Eval *e, Trace *t, Color c) {
    const Bitboard centre = 0x3C3C3C3C3C3C3C3Cu & ranks_bb(c, RANK_2, RANK_4);
    const Bitboard safe = centre & ~e->men[c][PAWN] & ~e->pawn_attacks[opponent(c)];
    const Bitboard behind = safe & front_span(opponent(c), e->men[c][PAWN]);
    const int pieces = popcount(e->s->by_color[c] & ~e->men[c][PAWN]);
    Tapered sum = term(t, c, WEIGHT_SPACE, popcount(safe) * pieces / 4);
    sum +=
        term(t, c, WEIGHT_SPACE_BEHIND, popcount(behind & ~e->attacked[opponent(c)]) * pieces / 4);
    return sum;
}

#endif
