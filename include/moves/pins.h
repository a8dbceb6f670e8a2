/* Pinned men. */
#ifndef MOVES_PINS_H
#define MOVES_PINS_H

#include "board/position.h"

/* The men of a colour that stand alone between their King and an enemy slider along its line. */
static ALWAYS_INLINE Bitboard pinned_men(const State *s, Color c) {
    const Square king = king_square(s, c);
    const Bitboard rooks = s->by_type[ROOK] | s->by_type[QUEEN];
    const Bitboard bishops = s->by_type[BISHOP] | s->by_type[QUEEN];
    Bitboard pinners = ((geometry.rook_rays[king] & rooks) | (geometry.bishop_rays[king] & bishops)) &
                       s->by_color[opponent(c)];
    Bitboard pinned = 0;
    while (pinners) {
        const Bitboard men = geometry.between[king][pop_bit(&pinners)] & occupied(s);
        pinned |= several(men) ? 0 : men;
    }
    return pinned & s->by_color[c];
}

/* True if a man on `from` that is pinned (see pinned_men) may go to `to` all the same. */
static ALWAYS_INLINE bool pin_allows(Square king, Square from, Square to) {
    return (ray_through(king, from) & bb(to)) != 0;
}

#endif
