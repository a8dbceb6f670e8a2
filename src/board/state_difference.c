#include "board/state_difference.h"

enum { KINGS = 1 << BIT_KING };

const State empty_state = {
    .man_on = {[0 ... SQUARE_COUNT - 1] = MAN_NONE},
    .square_of = {[0 ... BIT_COUNT - 1] = SQUARE_NONE},
    .ep = SQUARE_NONE,
};

/* The bits of the pieces that can be in pairs: all except the kings. */
static const uint32_t PAIRING = ~((uint32_t)KINGS | (uint32_t)KINGS << BITS_PER_COLOR);

/* The squares on which the states have different pieces. */
static Bitboard changed_squares(const State *from, const State *to) {
    Bitboard changed = 0;
    for (Square s = 0; s < SQUARE_COUNT; s++)
        changed |= (Bitboard)(from->man_on[s] != to->man_on[s]) << s;
    return changed;
}

/* Adds the pieces of a state that stand on a set of squares. Returns the bits of these pieces. */
static uint32_t add_placed(StatePart *part, const State *s, Bitboard squares) {
    uint32_t bits = 0;
    for (squares &= occupied(s); squares;) {
        const Square sq = pop_bit(&squares);
        const Man man = s->man_on[sq];
        part->placed[part->placed_count++] = (PlacedPiece){(uint8_t)man_piece(man), (uint8_t)sq};
        bits |= bit_mask(man_bit(man));
    }
    return bits;
}

static void add_pairs(StatePart *part, const State *s, Square to, uint32_t attackers) {
    const uint8_t target = (uint8_t)man_piece(s->man_on[to]);
    while (attackers) {
        const uint8_t from = s->square_of[pop_bit32(&attackers)];
        part->pairs[part->pair_count++] =
            (ThreatPair){(uint8_t)man_piece(s->man_on[from]), from, target, (uint8_t)to};
    }
}

/* Adds the pairs of `s` that `other` lacks, and all pairs whose target stands on a changed square
 * or whose attacker's bit is in `moved`. */
static void add_pairs_not_in(StatePart *part, const State *s, const State *other, uint32_t moved,
                             Bitboard changed) {
    Bitboard targets = occupied(s) & ~s->by_type[KING];
    while (targets) {
        const Square to = pop_bit(&targets);
        const uint32_t same = has_bit(changed, to) ? 0 : other->map[to] & ~moved;
        add_pairs(part, s, to, s->map[to] & ~same & PAIRING);
    }
}

void KERNEL_ABI state_difference_c(const State *from, const State *to, StateDifference *out) {
    const Bitboard changed = changed_squares(from, to);
    out->removed.placed_count = out->removed.pair_count = 0;
    out->added.placed_count = out->added.pair_count = 0;
    uint32_t moved = add_placed(&out->removed, from, changed);
    moved |= add_placed(&out->added, to, changed);
    add_pairs_not_in(&out->removed, from, to, moved, changed);
    add_pairs_not_in(&out->added, to, from, moved, changed);
}

StateDifferenceKernel state_difference_avx2, state_difference_vbmi2, state_difference_neon;

static Kernel kernel = {.name = "state_difference",
                        .versions = {
                            KERNEL_C(state_difference_c),
                            KERNEL_NASM("avx2", CPU_AVX2, 0, state_difference_avx2),
                            KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, state_difference_vbmi2),
                            KERNEL_NEON(state_difference_neon),
                        }};

StateDifferenceKernel *state_difference = state_difference_c;

void state_difference_init(void) {
    state_difference = (StateDifferenceKernel *)kernel_add(&kernel);
}
