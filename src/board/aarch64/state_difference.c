/* The NEON version of state_difference; the C reference is in board/state_difference.c. */
#include "board/state_difference.h"

#include <arm_neon.h>
#include <string.h>

StateDifferenceKernel state_difference_neon;

/* The bits of the pieces that can be in pairs: all except the kings. */
static const uint32_t PAIRING = ~(1u << BIT_KING | 1u << (BIT_KING + BITS_PER_COLOR));

/* Returns the squares whose bytes in `board` are all ones; the other bytes must be 0. */
static ALWAYS_INLINE Bitboard squares_of(const uint8x16_t board[4]) {
    const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
    const uint8x16_t low = vpaddq_u8(vandq_u8(board[0], bits), vandq_u8(board[1], bits));
    const uint8x16_t high = vpaddq_u8(vandq_u8(board[2], bits), vandq_u8(board[3], bits));
    const uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

static ALWAYS_INLINE Bitboard changed_squares(const State *from, const State *to) {
    uint8x16_t same[4];
    for (int i = 0; i < 4; i++)
        same[i] = vceqq_u8(vld1q_u8(from->man_on + 16 * i), vld1q_u8(to->man_on + 16 * i));
    return ~squares_of(same);
}

/* Compares four rows of two maps. The result has two 16-bit lanes for each row. Both are all ones
 * if `map` has an attacker there that `other` lacks or that is in `moved`, else 0. Kings do not
 * count. */
static ALWAYS_INLINE uint16x8_t four_rows(const uint32_t *map, const uint32_t *other,
                                          uint32_t moved) {
    const uint32x4_t same = vbicq_u32(vld1q_u32(other), vdupq_n_u32(moved));
    return vreinterpretq_u16_u32(vtstq_u32(vbicq_u32(vld1q_u32(map), same), vdupq_n_u32(PAIRING)));
}

/* Returns the squares with an attacker in `map` that the row of the same square in `other` lacks, or
 * whose bit is in `moved`. Kings are ignored as attackers. */
static ALWAYS_INLINE Bitboard rows_not_in(const uint32_t *map, const uint32_t *other,
                                          uint32_t moved) {
    uint8x16_t set[4];
    for (int i = 0; i < 4; i++, map += 16, other += 16) {
        const uint16x8_t low =
            vuzp1q_u16(four_rows(map, other, moved), four_rows(map + 4, other + 4, moved));
        const uint16x8_t high = vuzp1q_u16(four_rows(map + 8, other + 8, moved),
                                           four_rows(map + 12, other + 12, moved));
        set[i] = vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
    }
    return squares_of(set);
}

/* Adds the pieces of a state on the changed squares. Returns the bits of these pieces. */
static ALWAYS_INLINE uint32_t add_placed(StatePart *part, const State *s, Bitboard changed) {
    uint32_t bits = 0;
    int count = 0;
    for (changed &= occupied(s); changed;) {
        const Square sq = pop_bit(&changed);
        const Man man = s->man_on[sq];
        part->placed[count++] = (PlacedPiece){(uint8_t)man_piece(man), (uint8_t)sq};
        bits |= bit_mask(man_bit(man));
    }
    part->placed_count = count;
    return bits;
}

/* Computes the first half of a ThreatPair, `attacker` and `from`, for each bit. One instruction
 * looks up 16 bits in a table of all 64 squares. */
static ALWAYS_INLINE void find_attackers(const State *s, uint16_t attackers[BIT_COUNT]) {
    const uint8x16x4_t men = vld1q_u8_x4(s->man_on);
    for (int i = 0; i < BIT_COUNT; i += 16) {
        const uint8x16_t squares = vld1q_u8(s->square_of + i);
        const uint8x16_t pieces = vshrq_n_u8(vqtbl4q_u8(men, squares), 4);
        const uint8x16x2_t both = {{pieces, squares}};
        vst2q_u8((uint8_t *)(attackers + i), both);
    }
}

static ALWAYS_INLINE void add_pairs_not_in(StatePart *part, const State *s, const State *other,
                                           uint32_t moved, Bitboard changed) {
    uint16_t attackers[BIT_COUNT];
    int count = 0;
    find_attackers(s, attackers);
    Bitboard targets = rows_not_in(s->map, other->map, moved) | changed;
    targets &= occupied(s) & ~s->by_type[KING];
    while (targets) {
        const Square to = pop_bit(&targets);
        const uint32_t same = has_bit(changed, to) ? 0 : other->map[to] & ~moved;
        const uint32_t target = (uint32_t)man_piece(s->man_on[to]) << 16 | (uint32_t)to << 24;
        for (uint32_t row = s->map[to] & ~same & PAIRING; row;) {
            const uint32_t pair = target | attackers[pop_bit32(&row)];
            memcpy(&part->pairs[count++], &pair, sizeof pair);
        }
    }
    part->pair_count = count;
}

void state_difference_neon(const State *from, const State *to, StateDifference *out) {
    const Bitboard changed = changed_squares(from, to);
    const uint32_t moved =
        add_placed(&out->removed, from, changed) | add_placed(&out->added, to, changed);
    add_pairs_not_in(&out->removed, from, to, moved, changed);
    add_pairs_not_in(&out->added, to, from, moved, changed);
}
