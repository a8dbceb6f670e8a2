/* Pieces: their squares, mobility, attacks near the enemy King, and what is special to a type.
 *
 * Also gathers, from the columns of the matrix, the squares attacked by type, and those attacked
 * twice, which the terms after it read.
 */
#ifndef EVAL_PIECES_H
#define EVAL_PIECES_H

#include "eval/eval.h"
#include "eval/squares.h"

/* Squares where a minor piece can not be driven away by a Pawn. */
static ALWAYS_INLINE Bitboard outposts(const Eval *e, Color c) {
    return ranks_bb(c, RANK_4, RANK_6) & ~e->pawns->reach[opponent(c)];
}

static ALWAYS_INLINE Tapered minor_terms(const Eval *e, Trace *t, Color c, PieceType type,
                                         Square sq) {
    const int bishop = type == BISHOP;
    Tapered sum = term(t, c, WEIGHT_MINOR_KING_DISTANCE + bishop, distance(sq, e->king[c]));
    if (outposts(e, c) & bb(sq))
        sum += term(t, c,
                    (bishop ? WEIGHT_BISHOP_OUTPOST : WEIGHT_KNIGHT_OUTPOST) +
                        ((e->pawn_attacks[c] & bb(sq)) != 0),
                    1);
    else if (!bishop && (e->s->attacks[man_bit(e->s->man_on[sq])] & outposts(e, c) &
                         e->pawn_attacks[c] & ~e->s->by_color[c]))
        sum += term(t, c, WEIGHT_KNIGHT_TO_OUTPOST, 1);
    if (push_bb(c, bb(sq)) & e->s->by_type[PAWN])
        sum += term(t, c, WEIGHT_MINOR_BEHIND_PAWN + bishop, 1);
    return sum;
}

static ALWAYS_INLINE Tapered bishop_terms(const Eval *e, Trace *t, Color c, Square sq) {
    const Bitboard centre = 0x0000001818000000u, pawns = e->s->by_type[PAWN];
    const Bitboard shade = DARK_SQUARES & bb(sq) ? DARK_SQUARES : ~DARK_SQUARES;
    const Bitboard own = e->men[c][PAWN] & shade;
    const Bitboard rammed = own & push_bb(opponent(c), occupied(e->s));
    Tapered sum = term(t, c, WEIGHT_BISHOP_PAWNS, popcount(own));
    sum += term(t, c, WEIGHT_BISHOP_RAMMED, popcount(rammed));
    sum += term(t, c, WEIGHT_BISHOP_XRAY_PAWNS,
                popcount(geometry.bishop_rays[sq] & e->men[opponent(c)][PAWN]));
    if (several((bishop_attacks(sq, pawns) | bb(sq)) & centre))
        sum += term(t, c, WEIGHT_BISHOP_CENTRE, 1);
    return sum;
}

static ALWAYS_INLINE Tapered rook_terms(const Eval *e, Trace *t, Color c, Square sq, int mobility) {
    const Color them = opponent(c);
    const Bitboard file = file_bb(file_of(sq)), own = e->men[c][PAWN] & file;
    Tapered sum = 0;
    if (!own)
        sum += term(t, c, WEIGHT_ROOK_FILE + ((e->men[them][PAWN] & file) != 0), 1);
    else if (own & push_bb(them, occupied(e->s)))
        sum += term(t, c, WEIGHT_ROOK_FILE + 2, 1);
    if (own && mobility <= 3) {
        const int king_file = file_of(e->king[c]);
        if ((king_file < FILE_E) == (file_of(sq) < king_file))
            sum += term(t, c, WEIGHT_ROOK_TRAPPED, 1);
    }
    if (relative_rank(c, sq) == RANK_7 &&
        ((e->men[them][PAWN] & rank_bb(rank_of(sq))) || relative_rank(c, e->king[them]) == RANK_8))
        sum += term(t, c, WEIGHT_ROOK_SEVENTH, 1);
    if (e->s->by_type[QUEEN] & file)
        sum += term(t, c, WEIGHT_ROOK_QUEEN_FILE, 1);
    return sum;
}

/* An enemy Rook's or Bishop's line on which one man alone shields the Queen. */
static ALWAYS_INLINE Tapered queen_terms(const Eval *e, Trace *t, Color c, Square sq) {
    const Color them = opponent(c);
    Bitboard sliders = (geometry.rook_rays[sq] & e->men[them][ROOK]) |
                       (geometry.bishop_rays[sq] & e->men[them][BISHOP]);
    while (sliders) {
        const Bitboard men = geometry.between[sq][pop_bit(&sliders)] & occupied(e->s);
        if (men && !several(men))
            return term(t, c, WEIGHT_QUEEN_PINS, 1);
    }
    return 0;
}

/* Attacks near the enemy King. */
static ALWAYS_INLINE void near_king(Eval *e, Trace *t, Color c, PieceType type, Bitboard attacks) {
    const Color them = opponent(c);
    const int ring = popcount(attacks & e->ring[them]);
    const int outer = popcount(attacks & e->outer[them]);
    e->danger[them] += term(t, them, WEIGHT_DANGER_RING + type, ring) +
                       term(t, them, WEIGHT_DANGER_OUTER + type, outer) +
                       term(t, them, WEIGHT_DANGER_ATTACKER + type, ring != 0);
}

static ALWAYS_INLINE Tapered men_terms(Eval *e, Trace *t, Color c, PieceType type) {
    static const int MOBILITY[TYPE_COUNT] = {0, WEIGHT_KNIGHT_MOBILITY, WEIGHT_BISHOP_MOBILITY,
                                             WEIGHT_ROOK_MOBILITY, WEIGHT_QUEEN_MOBILITY};
    const State *s = e->s;
    Tapered sum = 0;
    for (Bitboard men = e->men[c][type]; men;) {
        const Square sq = pop_bit(&men);
        Bitboard attacks = s->attacks[man_bit(s->man_on[sq])];
        e->twice[c] |= e->attacked[c] & attacks;
        e->attacked[c] |= attacks;
        e->by[c][type] |= attacks;
        near_king(e, t, c, type, attacks);
        if (UNLIKELY(e->pinned[c] & bb(sq)))
            attacks &= ray_through(e->king[c], sq);
        const int mobility = popcount(attacks & e->area[c]);
        sum += term(t, c, WEIGHT_SQUARE + square_weight(c, type, sq), 1);
        sum += term(t, c, MOBILITY[type] + mobility, 1);
        if (type <= BISHOP)
            sum += minor_terms(e, t, c, type, sq);
        if (type == BISHOP)
            sum += bishop_terms(e, t, c, sq);
        if (type == ROOK)
            sum += rook_terms(e, t, c, sq, mobility);
        if (type == QUEEN)
            sum += queen_terms(e, t, c, sq);
    }
    return sum;
}

/* All pieces of a colour. */
static ALWAYS_INLINE Tapered pieces(Eval *e, Trace *t, Color c) {
    Tapered sum = term(t, c, WEIGHT_SQUARE + square_weight(c, KING, e->king[c]), 1);
    sum += men_terms(e, t, c, KNIGHT);
    sum += men_terms(e, t, c, BISHOP);
    sum += men_terms(e, t, c, ROOK);
    sum += men_terms(e, t, c, QUEEN);
    if ((e->men[c][BISHOP] & DARK_SQUARES) && (e->men[c][BISHOP] & ~DARK_SQUARES))
        sum += term(t, c, WEIGHT_BISHOP_PAIR, 1);
    for (Bitboard pinned = e->pinned[c]; pinned;)
        sum += term(t, c, WEIGHT_PINNED + type_on(e->s, pop_bit(&pinned)), 1);
    return sum;
}

#endif
