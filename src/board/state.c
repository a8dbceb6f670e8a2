#include "board/state.h"

bool insufficient_material(const State *s) {
    if (s->by_type[PAWN] | s->by_type[ROOK] | s->by_type[QUEEN])
        return false;
    const Bitboard bishops = s->by_type[BISHOP], minors = bishops | s->by_type[KNIGHT];
    return !several(minors) || (!s->by_type[KNIGHT] &&
                                ((bishops & DARK_SQUARES) == 0 || (bishops & ~DARK_SQUARES) == 0));
}

bool is_rule_draw(const State *s) {
    return s->rule50 >= 100 || insufficient_material(s);
}
