/* Pieces: their squares, mobility, attacks near the enemy king, and what is special to a type.
 *
 * Also gathers, from the columns of the matrix, the squares attacked by type, and those attacked
 * twice, and the bits of pieces and of pinned pieces, which the terms after it read.
 */
#ifndef EVAL_TERMS_PIECES_H
#define EVAL_TERMS_PIECES_H

#include "eval/eval_info.h"
#include "eval/squares.h"

/* Squares where a minor piece can not be driven away by a pawn. */
static ALWAYS_INLINE Bitboard outposts(const Eval *e, Color c) {
    return ranks_bb(c, RANK_4, RANK_6) & ~e->pawns->reach[opponent(c)];
}

/* Conditions are counts of 0 or 1 here: a branch that is hard to foresee costs more than a
 * multiplication. */
static ALWAYS_INLINE Tapered minor_terms(const Eval *e, Trace *t, Color c, PieceType type,
                                         Square sq, Bitboard attacks, Bitboard posts) {
    const int bishop = type == BISHOP;
    const int on_post = posts >> sq & 1, guarded = e->pawn_attacks[c] >> sq & 1;
    Tapered sum = term(t, c, WEIGHT_MINOR_KING_DISTANCE + bishop, distance(sq, e->king[c]));
    sum += term(t, c, (bishop ? WEIGHT_BISHOP_OUTPOST : WEIGHT_KNIGHT_OUTPOST) + guarded, on_post);
    if (!bishop) {
        const Bitboard reached = attacks & posts & e->pawn_attacks[c] & ~e->s->by_color[c];
        sum += term(t, c, WEIGHT_KNIGHT_TO_OUTPOST, reached != 0);
    }
    const int behind = (push_bb(c, bb(sq)) & e->s->by_type[PAWN]) != 0;
    return sum + term(t, c, WEIGHT_MINOR_BEHIND_PAWN + bishop, behind);
}

static ALWAYS_INLINE Tapered bishop_terms(const Eval *e, Trace *t, Color c, Square sq) {
    const Bitboard centre = 0x0000001818000000u, pawns = e->s->by_type[PAWN];
    const Bitboard shade = DARK_SQUARES & bb(sq) ? DARK_SQUARES : ~DARK_SQUARES;
    const Bitboard own = e->men[c][PAWN] & shade;
    const Bitboard rammed = own & push_bb(opponent(c), occupied(e->s));
    const Bitboard xray = geometry.bishop_rays[sq] & e->men[opponent(c)][PAWN];
    const Bitboard seen = (bishop_attacks(sq, pawns) | bb(sq)) & centre;
    Tapered sum = term(t, c, WEIGHT_BISHOP_PAWNS, popcount(own));
    sum += term(t, c, WEIGHT_BISHOP_RAMMED, popcount(rammed));
    sum += term(t, c, WEIGHT_BISHOP_XRAY_PAWNS, popcount(xray));
    return sum + term(t, c, WEIGHT_BISHOP_CENTRE, several(seen));
}

static ALWAYS_INLINE Tapered rook_terms(const Eval *e, Trace *t, Color c, Square sq, int mobility) {
    const Color them = opponent(c);
    const Bitboard file = file_bb(file_of(sq)), own = e->men[c][PAWN] & file;
    const int foe = (e->men[them][PAWN] & file) != 0;
    const int blocked = (own & push_bb(them, occupied(e->s))) != 0;
    const int king_file = file_of(e->king[c]);
    const int shut_in = king_file < FILE_E ? file_of(sq) < king_file : file_of(sq) > king_file;
    Tapered sum = term(t, c, WEIGHT_ROOK_FILE + (own ? 2 : foe), own ? blocked : 1);
    return sum + term(t, c, WEIGHT_ROOK_TRAPPED, (own != 0) & (mobility <= 3) & shut_in);
}

/* Attacks near the enemy king. */
static ALWAYS_INLINE void near_king(Eval *e, Trace *t, Color c, PieceType type, Bitboard attacks) {
    const Color them = opponent(c);
    const int ring = popcount(attacks & e->ring[them]);
    const int outer = popcount(attacks & e->outer[them]);
    e->danger[them] += term(t, them, WEIGHT_DANGER_RING + RING_COUNTS * type + ring, 1) +
                       term(t, them, WEIGHT_DANGER_OUTER + OUTER_COUNTS * type + outer, 1);
}

static ALWAYS_INLINE Tapered men_terms(Eval *e, Trace *t, Color c, PieceType type) {
    static const int MOBILITY[TYPE_COUNT] = {0, WEIGHT_KNIGHT_MOBILITY, WEIGHT_BISHOP_MOBILITY,
                                             WEIGHT_ROOK_MOBILITY, WEIGHT_QUEEN_MOBILITY};
    const State *s = e->s;
    const Bitboard posts = outposts(e, c);
    Bitboard all = 0, twice = 0;
    uint32_t bits = 0;
    Tapered sum = 0;
    for (Bitboard men = e->men[c][type]; men;) {
        const Square sq = pop_bit(&men);
        const Bit bit = man_bit(s->man_on[sq]);
        Bitboard attacks = s->attacks[bit];
        bits |= bit_mask(bit);
        twice |= all & attacks;
        all |= attacks;
        near_king(e, t, c, type, attacks);
        if (UNLIKELY(e->pinned[c] & bb(sq)))
            attacks &= ray_through(e->king[c], sq);
        const int mobility = popcount(attacks & e->area[c]);
        sum += term(t, c, piece_square(type, e->facing[c], sq), 1);
        sum += term(t, c, MOBILITY[type] + mobility, 1);
        if (type <= BISHOP)
            sum += minor_terms(e, t, c, type, sq, attacks, posts);
        if (type == BISHOP)
            sum += bishop_terms(e, t, c, sq);
        if (type == ROOK)
            sum += rook_terms(e, t, c, sq, mobility);
    }
    if (type <= BISHOP)
        e->bits.minors |= bits;
    else if (type == ROOK)
        e->bits.rooks |= bits;
    else
        e->bits.queens |= bits;
    e->twice[c] |= twice | (e->attacked[c] & all);
    e->attacked[c] |= all;
    e->by[c][type] = all;
    return sum;
}

/* All pieces of a colour. */
static ALWAYS_INLINE Tapered pieces(Eval *e, Trace *t, Color c) {
    Tapered sum = term(t, c, piece_square(KING, e->facing[c], e->king[c]), 1);
    sum += men_terms(e, t, c, KNIGHT);
    sum += men_terms(e, t, c, BISHOP);
    sum += men_terms(e, t, c, ROOK);
    sum += men_terms(e, t, c, QUEEN);
    const Bitboard bishops = e->men[c][BISHOP];
    sum += term(t, c, WEIGHT_BISHOP_PAIR, (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES));
    for (Bitboard pinned = e->pinned[c]; pinned;) {
        const Man man = e->s->man_on[pop_bit(&pinned)];
        e->pinned_bits |= bit_mask(man_bit(man));
        e->pinned_attacks |= e->s->attacks[man_bit(man)];
        sum += term(t, c, WEIGHT_PINNED + man_type(man), 1);
    }
    return sum;
}

#endif
