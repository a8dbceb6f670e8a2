/* Pinned pieces, and what depends on them. */
#ifndef MOVES_PINS_H
#define MOVES_PINS_H

#include "board/position.h"

#include <assert.h>

/* The pieces of a colour that stand alone between their king and an enemy slider along its line. */
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

/* True if a colour, which is not in check, may castle to a wing, given the squares that the enemy
 * attacks and its own pinned pieces. In Chess960 the rook may be all that stands between the king
 * and a slider on the back rank: then it is pinned. */
static ALWAYS_INLINE bool may_castle(const Position *pos, Color c, int wing, Bitboard attacked,
                                     Bitboard pinned) {
    const State *s = pos->state;
    const int right = 2 * c + wing;
    assert(!checkers_of(s, c));
    return (s->castling >> right & 1) && !(pos->castle_free[right] & occupied(s)) &&
           !(pos->castle_path[right] & attacked) && !(pinned & bb(pos->castle_rook[right]));
}

#endif
