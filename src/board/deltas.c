#include "board/deltas.h"

static Owner owner_of(const Position *pos, Bit bit) {
    const State *s = pos->state;
    if (!(s->alive & bit_mask(bit)))
        return (Owner){TYPE_NONE, SQUARE_NONE, CELL_NONE};
    return (Owner){type_of_bit(s, bit), s->square_of[bit], pos->lists.cell_of[bit]};
}

static bool owners_differ(Owner a, Owner b) {
    return a.type != b.type || a.square != b.square || a.cell != b.cell;
}

int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]) {
    int count = 0;
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard old = before->state->attacks[bit], new = after->state->attacks[bit];
        const Delta d = {bit, owner_of(before, bit), owner_of(after, bit), old & ~new, new & ~old};
        if (old != new || owners_differ(d.before, d.after))
            out[count++] = d;
    }
    return count;
}
