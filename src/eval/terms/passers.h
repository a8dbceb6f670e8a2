/* Passed pawns: how far advanced, how free, and how near the kings are. */
#ifndef EVAL_TERMS_PASSERS_H
#define EVAL_TERMS_PASSERS_H

#include "eval/eval_info.h"

/* The state of the square in front of a pawn: what stands on it, else which side controls it, by
 * the number of attackers. */
static ALWAYS_INLINE int stop_state(const Eval *e, Color c, Square stop) {
    const State *s = e->s;
    if (s->by_color[c] & bb(stop))
        return STOP_OWN;
    if (s->by_color[opponent(c)] & bb(stop))
        return STOP_ENEMY;
    const uint32_t theirs = s->map[stop] & half_of(opponent(c));
    if (!theirs)
        return STOP_FREE;
    return popcount(s->map[stop] & half_of(c)) >= popcount(theirs) ? STOP_HELD : STOP_LOST;
}

/* No enemy piece is left, and the enemy king comes too late to the last square of an empty path. */
static ALWAYS_INLINE bool is_unstoppable(const Eval *e, Color c, Square sq, Bitboard path) {
    const State *s = e->s;
    const Color them = opponent(c);
    const Square last = square_at(file_of(sq), c == WHITE ? RANK_8 : RANK_1);
    const int rank = relative_rank(c, sq);
    const int moves = RANK_8 - rank - (rank == RANK_2);
    return !(path & occupied(s)) && distance(e->king[them], last) - (s->side == them) > moves;
}

static ALWAYS_INLINE Tapered passer(const Eval *e, Trace *t, Color c, Square sq) {
    const State *s = e->s;
    const Color them = opponent(c);
    const int rank = relative_rank(c, sq);
    const Square stop = sq + pawn_push(c);
    const Bitboard path = front_span(c, bb(sq)), file = file_bb(file_of(sq));
    Tapered sum = term(t, c, WEIGHT_PASSED + rank, 1);
    sum += term(t, c, WEIGHT_PASSED_FILE + edge_distance(file_of(sq)), 1);
    sum += term(t, c, WEIGHT_PASSED_STOP + 8 * stop_state(e, c, stop) + rank, 1);
    if (!(path & (occupied(s) | e->attacked[them])))
        sum += term(t, c, WEIGHT_PASSED_PATH + rank, 1);
    if (e->men[c][PAWN] & (beside_bb(bb(sq)) | pawn_attacks_bb(them, bb(sq))))
        sum += term(t, c, WEIGHT_PASSED_CONNECTED + rank, 1);
    sum += term(t, c, WEIGHT_PASSED_OUR_KING + rank, distance(e->king[c], stop));
    sum += term(t, c, WEIGHT_PASSED_THEIR_KING + rank, distance(e->king[them], stop));
    /* A rook that sees the pawn from behind is among its square's attackers. */
    const Bitboard behind = s->by_type[ROOK] & file & front_span(them, bb(sq));
    if (behind) {
        const Bitboard seen = behind & rook_attacks(sq, occupied(s));
        if (seen & s->by_color[c])
            sum += term(t, c, WEIGHT_PASSED_ROOK_BEHIND, 1);
        if (seen & s->by_color[them])
            sum += term(t, c, WEIGHT_PASSED_ROOK_BEHIND + 1, 1);
    }
    if (!has_pieces(s, them) && is_unstoppable(e, c, sq, path))
        sum += term(t, c, WEIGHT_PASSED_UNSTOPPABLE, 1);
    return sum;
}

static ALWAYS_INLINE Tapered passers(const Eval *e, Trace *t, Color c) {
    Tapered sum = 0;
    for (Bitboard left = e->pawns->passed & e->s->by_color[c]; left;)
        sum += passer(e, t, c, pop_bit(&left));
    return sum;
}

#endif
