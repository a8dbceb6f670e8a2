/* Threats: pieces attacked, and how well they are guarded, read off the rows of the map. */
#ifndef EVAL_TERMS_THREATENED_H
#define EVAL_TERMS_THREATENED_H

#include "eval/eval_info.h"

/* The squares that a colour attacks with pieces of a type or a lower one. Taken from the sets by
 * type, not from the lowest bit of the map: the bit of a promoted piece may be above or below its
 * value, and no term may depend on that. */
typedef struct AttackedUpTo {
    Bitboard pawn, knight, bishop, rook, queen;
} AttackedUpTo;

static ALWAYS_INLINE AttackedUpTo attacked_up_to(const Eval *e, Color c) {
    AttackedUpTo a;
    a.pawn = e->pawn_attacks[c];
    a.knight = a.pawn | e->by[c][KNIGHT];
    a.bishop = a.knight | e->by[c][BISHOP];
    a.rook = a.bishop | e->by[c][ROOK];
    a.queen = a.rook | e->by[c][QUEEN];
    return a;
}

/* The type of the least valuable attacker of an attacked square. Without branches, which would not
 * be predictable. */
static ALWAYS_INLINE PieceType least_attacker(const AttackedUpTo *a, Square sq) {
    int n = add_bit(0, a->pawn, sq);
    n = add_bit(n, a->knight, sq);
    n = add_bit(n, a->bishop, sq);
    n = add_bit(n, a->rook, sq);
    return KING - add_bit(n, a->queen, sq);
}

/* True if a square has exactly one attacker of a colour, with no slider of that colour behind it.
 */
static ALWAYS_INLINE bool attacked_by_one_alone(const State *s, Color c, Square sq) {
    const uint32_t takers = s->map[sq] & half_of(c);
    const Square from = s->square_of[lowest_bit(takers)];
    return !reset_lowest(takers) && !(s->map[from] & s->sliders & half_of(c));
}

/* The enemy pieces among `targets`, all attacked, that an exchange wins. Unless a pinned piece
 * takes part, sets decide most of them at once:
 * - won if the piece is not guarded, or is worth more than its least attacker;
 * - not won if a pawn guards it and every attacker is worth more than it;
 * - not won if a single attacker takes a guarded piece that is worth no more than itself.
 *
 * The table of square_control.h decides the others. It also sees enemy sliders behind an attacker,
 * which the first rule leaves out.
 */
static ALWAYS_INLINE Bitboard won_men(const Eval *e, Color c, Bitboard targets,
                                      const AttackedUpTo *a) {
    const Color them = opponent(c);
    const Bitboard *men = e->men[them];
    const Bitboard minors = men[KNIGHT] | men[BISHOP];
    const Bitboard lesser =
        (a->pawn & ~men[PAWN]) | (a->bishop & (men[ROOK] | men[QUEEN])) | (a->rook & men[QUEEN]);
    const Bitboard lesser_or_equal = (a->pawn & men[PAWN]) | (a->bishop & minors) |
                                     (a->rook & men[ROOK]) | (a->queen & men[QUEEN]);
    const Bitboard simple = targets & ~e->pinned_attacks;
    const Bitboard lost = simple & e->pawn_attacks[them] & ~lesser_or_equal;
    Bitboard won = simple & (lesser | ~e->attacked[them]);
    for (Bitboard open = targets & ~(won | lost); open;) {
        const Square sq = pop_bit(&open);
        if (!((simple & bb(sq)) && attacked_by_one_alone(e->s, c, sq)) &&
            square_is_won(e->s, e->bits, c, sq, e->pinned_bits))
            won |= bb(sq);
    }
    return won;
}

/* The enemy pieces on squares that we attack: by least attacker, guard, number of attackers, and
 * whether they are won. That is judged by square_control.h, not by moves/exchange.h, which would be
 * three times as slow, and not the same for mirrored positions. */
static ALWAYS_INLINE Tapered attacked_men(const Eval *e, Trace *t, Color c) {
    const State *s = e->s;
    const Color them = opponent(c);
    const AttackedUpTo a = attacked_up_to(e, c);
    const Bitboard targets = s->by_color[them] & e->attacked[c] & ~bb(e->king[them]);
    const Bitboard won = won_men(e, c, targets, &a);
    Tapered sum = 0;
    for (PieceType victim = PAWN; victim <= QUEEN; victim++)
        sum += term(t, c, WEIGHT_WON + 5 * (s->side == c) + victim,
                    popcount(won & e->men[them][victim]));
    for (Bitboard left = targets; left;) {
        const Square sq = pop_bit(&left);
        const PieceType victim = type_on(s, sq), least = least_attacker(&a, sq);
        const int guard = add_bit(add_bit(0, e->attacked[them], sq), e->pawn_attacks[them], sq);
        sum += term(t, c, WEIGHT_THREAT + (5 * least + victim) * GUARD_COUNT + guard, 1);
        sum += term(t, c, WEIGHT_THREAT_MORE + victim, popcount(s->map[sq] & half_of(c)) - 1);
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
    /* Held: guarded by a pawn, or more than once where we do not attack more than once. */
    const Bitboard held = e->pawn_attacks[them] | (e->twice[them] & ~e->twice[c]);
    Tapered sum = attacked_men(e, t, c);
    sum += push_threats(e, t, c);
    sum += term(t, c, WEIGHT_RESTRICTED,
                popcount(e->attacked[c] & e->attacked[them] & ~held & ~e->s->by_color[them]));
    return sum;
}

#endif
