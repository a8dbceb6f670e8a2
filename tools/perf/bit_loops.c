#include "perf/bit_loops.h"

/* has_bit: the sliders behind every piece whose line to the square of its own king opens, as
 * exchanges and square control ask. */
static int test_bits(const Position *pos, uint64_t *sum) {
    const State *s = pos->state;
    const Bitboard occ = occupied(s);
    uint32_t found = 0;
    int runs = 0;
    for (Bitboard left = occ; left;) {
        const Square from = pop_bit(&left);
        const Bitboard ray = geometry.beyond[from][king_square(s, WHITE)];
        for (uint32_t behind = s->map[from] & s->sliders; behind; runs++) {
            const Bit bit = pop_bit32(&behind);
            if (has_bit(ray & occ, s->square_of[bit]))
                found |= bit_mask(bit);
        }
    }
    *sum += found;
    return runs;
}

/* add_bit: how many of five sets hold each occupied square, as threats ask. */
static int add_bits(const Position *pos, uint64_t *sum) {
    const State *s = pos->state;
    const Bitboard *a = &s->attacks[bit_make(s->side, BIT_KNIGHT)];
    int runs = 0;
    for (Bitboard left = occupied(s); left; runs++) {
        const Square sq = pop_bit(&left);
        int n = 0;
        for (int i = 0; i < 5; i++)
            n = add_bit(n, a[i], sq);
        *sum += s->map[n];
    }
    return runs;
}

const BitLoop bit_loops[BIT_LOOP_COUNT] = {
    {"has_bit", test_bits},
    {"add_bit", add_bits},
};
