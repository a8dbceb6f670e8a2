/* King danger: attacks and safe checks are counted, weighted and added up, and the sum goes through
 * a curve given by its knots.
 *
 * Counts in a trace are those of the king in danger.
 */
#ifndef EVAL_TERMS_KINGS_H
#define EVAL_TERMS_KINGS_H

#include "eval/eval_info.h"

/* The penalty for a danger: between knots, a straight line. */
static ALWAYS_INLINE Tapered danger_curve(Trace *t, Color c, int danger) {
    const int last = (CURVE_KNOTS - 1) * CURVE_STEP - 1;
    danger = clamp_int(danger, 0, last);
    const int knot = danger / CURVE_STEP, share = danger % CURVE_STEP;
    const Tapered low = weights[WEIGHT_KING_CURVE + knot];
    const Tapered high = weights[WEIGHT_KING_CURVE + knot + 1];
    if (t) {
        t->danger[c] = danger;
        t->count[WEIGHT_KING_CURVE + knot][c] = (int16_t)(CURVE_STEP - share);
        t->count[WEIGHT_KING_CURVE + knot + 1][c] = (int16_t)share;
    }
    const int mg = mg_of(low) * (CURVE_STEP - share) + mg_of(high) * share;
    const int eg = eg_of(low) * (CURVE_STEP - share) + eg_of(high) * share;
    return TAPERED(mg / CURVE_STEP, eg / CURVE_STEP);
}

/* Checks by a type, from squares that it attacks among those that give check. */
static ALWAYS_INLINE int checks_by(const Eval *e, Trace *t, Color c, PieceType type, Bitboard from,
                                   Bitboard safe, Bitboard *unsafe) {
    const Bitboard checks = from & e->by[opponent(c)][type];
    *unsafe |= checks & ~safe;
    return term(t, c, WEIGHT_DANGER_CHECK + type, (checks & safe) != 0);
}

/* Checks that the enemy could give. */
static ALWAYS_INLINE int check_danger(const Eval *e, Trace *t, Color c, Bitboard weak) {
    const State *s = e->s;
    const Color them = opponent(c);
    const Bitboard safe = ~e->attacked[c] | (weak & e->twice[them]), open = ~s->by_color[them];
    const Bitboard rooks = rook_attacks(e->king[c], occupied(s)) & open;
    const Bitboard bishops = bishop_attacks(e->king[c], occupied(s)) & open;
    const Bitboard knights = geometry.leaper[c][KNIGHT][e->king[c]] & open;
    Bitboard unsafe = 0;
    int danger = checks_by(e, t, c, KNIGHT, knights, safe, &unsafe);
    danger += checks_by(e, t, c, BISHOP, bishops, safe, &unsafe);
    danger += checks_by(e, t, c, ROOK, rooks, safe, &unsafe);
    danger += checks_by(e, t, c, QUEEN, rooks | bishops, safe, &unsafe);
    return danger + term(t, c, WEIGHT_DANGER_UNSAFE_CHECK, popcount(unsafe));
}

/* The files of a king's wing, and the ranks where an attack on it is fought. */
static ALWAYS_INLINE Bitboard flank(Color c, Square king) {
    static const Bitboard FILES[8] = {0x0707070707070707u, 0x0F0F0F0F0F0F0F0Fu, 0x0F0F0F0F0F0F0F0Fu,
                                      0x3C3C3C3C3C3C3C3Cu, 0x3C3C3C3C3C3C3C3Cu, 0xF0F0F0F0F0F0F0F0u,
                                      0xF0F0F0F0F0F0F0F0u, 0xE0E0E0E0E0E0E0E0u};
    return FILES[file_of(king)] & ranks_bb(c, RANK_1, RANK_5);
}

static ALWAYS_INLINE Tapered king_safety(Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    const Bitboard wing = flank(c, e->king[c]);
    const Bitboard weak =
        e->attacked[them] & ~e->twice[c] & (~e->attacked[c] | e->by[c][QUEEN] | e->by[c][KING]);
    const int pawns = popcount(e->pawn_attacks[them] & e->ring[c]);
    const int outer_pawns = popcount(e->pawn_attacks[them] & e->outer[c]);
    const int king = popcount(e->by[them][KING] & e->outer[c]);
    int danger = e->danger[c] + term(t, c, WEIGHT_DANGER_BASE, 1);
    danger += term(t, c, WEIGHT_DANGER_RING + RING_COUNTS * PAWN + pawns, 1);
    danger += term(t, c, WEIGHT_DANGER_RING + RING_COUNTS * KING + king, 1);
    danger += term(t, c, WEIGHT_DANGER_OUTER + OUTER_COUNTS * PAWN + outer_pawns, 1);
    danger += check_danger(e, t, c, weak);
    danger += term(t, c, WEIGHT_DANGER_WEAK_RING, popcount(weak & e->ring[c]));
    danger += term(t, c, WEIGHT_DANGER_FLANK, popcount(wing & e->attacked[them]));
    danger += term(t, c, WEIGHT_DANGER_FLANK + 1, popcount(wing & e->twice[them]));
    danger += term(t, c, WEIGHT_DANGER_FLANK + 2, popcount(wing & e->attacked[c]));
    danger += term(t, c, WEIGHT_DANGER_PINNED, popcount(e->pinned[c]));
    danger += term(t, c, WEIGHT_DANGER_NO_QUEEN, !e->men[them][QUEEN]);
    danger += term(t, c, WEIGHT_DANGER_KNIGHT, (e->by[c][KNIGHT] & e->ring[c]) != 0);
    danger += term(t, c, WEIGHT_DANGER_TO_MOVE, e->s->side == them);
    return danger_curve(t, c, danger);
}

#endif
