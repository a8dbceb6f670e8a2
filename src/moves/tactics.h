/* Tactical facts read off the map: pins, pieces attacked by lesser pieces, and moves that give
 * check. */
#ifndef MOVES_TACTICS_H
#define MOVES_TACTICS_H

#include "board/position.h"
#include "board/state.h"

#include <assert.h>

/* --- pinned pieces ---------------------------------------------------------------------------- */

/* The pieces of a colour that stand alone between their king and an enemy slider, on the slider's
 * line. */
static ALWAYS_INLINE Bitboard pinned_men(const State *s, Color c) {
    const Square king = king_square(s, c);
    const Bitboard rooks = s->by_type[ROOK] | s->by_type[QUEEN];
    const Bitboard bishops = s->by_type[BISHOP] | s->by_type[QUEEN];
    Bitboard pinners =
        ((geometry.rook_rays[king] & rooks) | (geometry.bishop_rays[king] & bishops)) &
        s->by_color[opponent(c)];
    Bitboard pinned = 0;
    while (pinners) {
        const Bitboard men = geometry.between[king][pop_bit(&pinners)] & occupied(s);
        pinned |= several(men) ? 0 : men;
    }
    return pinned & s->by_color[c];
}

/* True if a pinned piece on `from` (see pinned_men) stays on its line when it moves to `to`. */
static ALWAYS_INLINE bool pin_allows(Square king, Square from, Square to) {
    return (ray_through(king, from) & bb(to)) != 0;
}

/* True if a colour may castle to a wing. The colour must not be in check. `attacked` are the
 * squares that the enemy attacks, `pinned` the colour's pinned pieces. In Chess960 the rook may be
 * the only piece between the king and a slider on the back rank; the rook is then pinned. */
static ALWAYS_INLINE bool may_castle(const Position *pos, Color c, int wing, Bitboard attacked,
                                     Bitboard pinned) {
    const State *s = pos->state;
    const int right = 2 * c + wing;
    assert(!checkers_of(s, c));
    return (s->castling >> right & 1) && !(pos->castle_free[right] & occupied(s)) &&
           !(pos->castle_path[right] & attacked) && !(pinned & bb(pos->castle_rook[right]));
}

/* The attack bits, as White's, of pieces that are worth less than a type: for a rook, the bits of
 * pawns, knights and bishops. Knights and bishops count as equal. Returns 0 for a king. */
static ALWAYS_INLINE uint32_t lesser_places(PieceType type) {
    static const uint16_t PLACES[TYPE_COUNT + 2] = {
        0, (1 << BIT_KNIGHT) - 1, (1 << BIT_KNIGHT) - 1, (1 << BIT_ROOK) - 1, (1 << BIT_QUEEN) - 1,
    };
    return PLACES[type];
}

/* The attackers of a square among `enemy`'s pieces that are worth less than a piece of `type`. To
 * be fast, the function takes an attacker's type from its bit alone. A promoted piece may have the
 * bit of a cheaper type. If it is out of order, the function leaves it out. A second queen is in
 * order on a rook's bit, and counts as a rook. */
static ALWAYS_INLINE uint32_t lesser_attackers(const State *s, Square sq, Color enemy,
                                               PieceType type) {
    return s->map[sq] & ~s->out_of_order & lesser_places(type) << (BITS_PER_COLOR * enemy);
}

/* True if a knight, bishop, rook or queen of colour c is attacked by a lesser piece. To be fast, the function
 * takes an attacker's type from its bit alone, also if the attacker is out of order. */
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

/* True if the moved piece attacks the enemy king from its target square. The move must be legal,
 * and neither a promotion nor e.p. Castling never counts as a check. */
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
