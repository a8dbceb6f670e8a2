/* Threats, read off the map: who is attacked by a man worth less than himself, and who checks. */
#ifndef MOVES_TACTICS_H
#define MOVES_TACTICS_H

#include "board/state.h"

/* The places of a half that hold men worth less than a type. Knights and Bishops count as equal. A
 * King is not threatened but checked, and has none. */
static ALWAYS_INLINE uint32_t lesser_places(PieceType type) {
    static const uint16_t PLACES[TYPE_COUNT + 2] = {
        0, (1 << BIT_KNIGHT) - 1, (1 << BIT_KNIGHT) - 1, (1 << BIT_ROOK) - 1, (1 << BIT_QUEEN) - 1,
    };
    return PLACES[type];
}

/* The attackers of a square among `enemy`'s men that are worth less than a man of `type`. A bit of
 * a promoted man stands for more than its place says, and is left out. */
static ALWAYS_INLINE uint32_t lesser_attackers(const State *s, Square sq, Color enemy,
                                               PieceType type) {
    return s->map[sq] & ~s->out_of_order & lesser_places(type) << (BITS_PER_COLOR * enemy);
}

/* True if a man of colour c other than Pawn and King is attacked by a lesser one. */
static ALWAYS_INLINE bool is_threatened(const State *s, Color c) {
    const Bitboard *enemy = &s->attacks[bit_make(opponent(c), 0)];
    Bitboard attacked = 0;
    for (int i = 0; i < BIT_KNIGHT; i++)
        attacked |= enemy[i];
    Bitboard hit = attacked & (s->by_type[KNIGHT] | s->by_type[BISHOP]);
    for (int i = BIT_KNIGHT; i < BIT_ROOK; i++)
        attacked |= enemy[i];
    hit |= attacked & s->by_type[ROOK];
    hit |= (attacked | enemy[BIT_ROOK] | enemy[BIT_ROOK + 1]) & s->by_type[QUEEN];
    return (hit & s->by_color[c]) != 0;
}

/* True if a legal move that neither promotes nor takes e.p. attacks the enemy King from the square
 * it enters. Castling counts as none. */
static ALWAYS_INLINE bool gives_direct_check(const State *s, Move m) {
    const Color us = s->side;
    const Square king = king_square(s, opponent(us)), to = move_to(m);
    const PieceType type = type_on(s, move_from(m));
    if (type == PAWN || type == KNIGHT)
        return (geometry.leaper[us][type][to] & bb(king)) != 0;
    const Bitboard rays = (type == BISHOP || type == QUEEN ? geometry.bishop_rays[king] : 0) |
                          (type == ROOK || type == QUEEN ? geometry.rook_rays[king] : 0);
    return (rays & bb(to)) && !(geometry.between[king][to] & occupied(s));
}

#endif
