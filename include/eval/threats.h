/* Threats: who attacks whom, and how well he is guarded, straight from the rows of the map. */
#ifndef EVAL_THREATS_H
#define EVAL_THREATS_H

#include "eval/eval.h"

/* The type of the least valuable attacker of a square that a colour attacks. By the sets of types,
 * not by the lowest bit of the map: a promoted man may have a bit above or below his value, and no
 * term may depend on that. */
static ALWAYS_INLINE PieceType least_attacker(const Eval *e, Color c, Square sq) {
    PieceType type = KING;
    type = e->by[c][QUEEN] >> sq & 1 ? QUEEN : type;
    type = e->by[c][ROOK] >> sq & 1 ? ROOK : type;
    type = e->by[c][BISHOP] >> sq & 1 ? BISHOP : type;
    type = e->by[c][KNIGHT] >> sq & 1 ? KNIGHT : type;
    return e->pawn_attacks[c] >> sq & 1 ? PAWN : type;
}

/* Whether an exchange wins an enemy man. Where no pinned man takes part, three rungs spare most
 * calls. */
static ALWAYS_INLINE int wins_man(const Eval *e, Color c, Square sq, PieceType least, int guard) {
    const int victim = SQUARE_VALUE[type_on(e->s, sq)], taker = SQUARE_VALUE[least];
    if (!(e->s->map[sq] & e->pinned_bits)) {
        if (guard == GUARD_NONE || taker < victim)
            return 1; /* the first capture can not lose */
        if (guard == GUARD_PAWN && taker > victim)
            return 0; /* nor win */
        const uint32_t takers = e->s->map[sq] & half_of(c);
        const Square from = e->s->square_of[lowest_bit(takers)];
        if (!reset_lowest(takers) && !(e->s->map[from] & e->s->sliders & half_of(c)))
            return 0; /* nor one taker alone, with nobody behind him */
    }
    return square_is_won(e->s, e->bits, c, sq, e->pinned_bits);
}

/* The enemy men on squares that we attack: by least attacker, guard, the count of the word, and
 * whether they are won. [22 +- 28 for the last, by the table of square_control.h; 34 +- 28 by the
 * exchange ladder, which is not the same for mirrored positions and three times as slow; 400 games
 * each at 10,000 nodes] */
static ALWAYS_INLINE Tapered attacked_men(const Eval *e, Trace *t, Color c) {
    const State *s = e->s;
    const Color them = opponent(c);
    Tapered sum = 0;
    Bitboard targets = s->by_color[them] & e->attacked[c] & ~bb(e->king[them]);
    while (targets) {
        const Square sq = pop_bit(&targets);
        const PieceType victim = type_on(s, sq);
        const uint32_t attackers = s->map[sq] & half_of(c);
        const PieceType least = least_attacker(e, c, sq);
        const int guard = (e->attacked[them] >> sq & 1) + (e->pawn_attacks[them] >> sq & 1);
        sum += term(t, c, WEIGHT_THREAT + (5 * least + victim) * GUARD_COUNT + guard, 1);
        sum += term(t, c, WEIGHT_THREAT_MORE + victim, popcount(attackers) - 1);
        sum +=
            term(t, c, WEIGHT_WON + 5 * (s->side == c) + victim, wins_man(e, c, sq, least, guard));
    }
    return sum;
}

/* Pushes that would attack. */
static ALWAYS_INLINE Tapered push_threats(const Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    const Bitboard empty = ~occupied(e->s);
    const Bitboard safe = ~e->pawn_attacks[them] & (e->attacked[c] | ~e->attacked[them]);
    Bitboard pushed = push_bb(c, e->men[c][PAWN]) & empty;
    pushed |= push_bb(c, pushed & ranks_bb(c, RANK_3, RANK_3)) & empty;
    const Bitboard hit = pawn_attacks_bb(c, pushed & safe) & e->s->by_color[them];
    Tapered sum = term(t, c, WEIGHT_PUSH_THREAT, popcount(hit & e->men[them][PAWN]));
    sum += term(t, c, WEIGHT_PUSH_THREAT + 1, popcount(hit & ~e->men[them][PAWN]));
    return sum;
}

static ALWAYS_INLINE Tapered threats(const Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    /* Held: guarded by a Pawn, or more than once where we do not attack more than once. */
    const Bitboard held = e->pawn_attacks[them] | (e->twice[them] & ~e->twice[c]);
    Tapered sum = attacked_men(e, t, c);
    sum += push_threats(e, t, c);
    sum += term(t, c, WEIGHT_RESTRICTED,
                popcount(e->attacked[c] & e->attacked[them] & ~held & ~e->s->by_color[them]));
    return sum;
}

#endif
