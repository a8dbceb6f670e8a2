/* NEON versions of accumulator_update and output_both. network/accumulator.c has the C
 * references. */
#include "network/accumulator.h"

#include <arm_neon.h>

AccumulatorUpdate accumulator_update_neon;
OutputBoth output_both_neon;

/* accumulator_update keeps a block of sums in at most half of the machine's 32 registers while it
 * adds all rows. */
enum {
    LANES = 8, /* sums in a register */
    REGISTERS = NETWORK_HIDDEN % (16 * LANES) ? 8 : 16,
    BLOCK = REGISTERS * LANES
};

/* Adds the rows of a list to the block of sums that begins at `at`, or subtracts them. */
static ALWAYS_INLINE void take_rows(const Network *net, const RowList *rows, int at, const bool add,
                                    int16x8_t sums[REGISTERS]) {
    for (int i = 0; i < rows->piece_count; i++) {
        const int16_t *row = net->pieces + rows->pieces[i] + at;
#pragma GCC unroll 16
        for (int r = 0; r < REGISTERS; r++) {
            const int16x8_t part = vld1q_s16(row + LANES * r);
            sums[r] = add ? vaddq_s16(sums[r], part) : vsubq_s16(sums[r], part);
        }
    }
    for (int i = 0; i < rows->pairs.count; i++) {
        const int8_t *row = net->pairs + rows->pairs.at[i] + at;
#pragma GCC unroll 16
        for (int r = 0; r < REGISTERS; r += 2) {
            const int8x16_t part = vld1q_s8(row + LANES * r);
            const int8x8_t low = vget_low_s8(part);
            sums[r] = add ? vaddw_s8(sums[r], low) : vsubw_s8(sums[r], low);
            sums[r + 1] = add ? vaddw_high_s8(sums[r + 1], part) : vsubw_high_s8(sums[r + 1], part);
        }
    }
}

void accumulator_update_neon(const Network *net, const AccumulatorRows *rows, const uint16_t *from,
                             uint16_t *to) {
    for (int at = 0; at < NETWORK_HIDDEN; at += BLOCK) {
        int16x8_t sums[REGISTERS];
#pragma GCC unroll 16
        for (int r = 0; r < REGISTERS; r++)
            sums[r] = vreinterpretq_s16_u16(vld1q_u16(from + at + LANES * r));
        take_rows(net, &rows->removed, at, false, sums);
        take_rows(net, &rows->added, at, true, sums);
#pragma GCC unroll 16
        for (int r = 0; r < REGISTERS; r++)
            vst1q_u16(to + at + LANES * r, vreinterpretq_u16_s16(sums[r]));
    }
}

/* Clips and squares a register of sums, multiplies the squares by the weights, and adds the
 * products to a total. */
static ALWAYS_INLINE int32x4_t weigh(int32x4_t total, const uint16_t *sums,
                                     const int16_t *weights) {
    const int16x8_t sum = vreinterpretq_s16_u16(vld1q_u16(sums)), weight = vld1q_s16(weights);
    const uint16x8_t clipped = vreinterpretq_u16_s16(
        vminq_s16(vmaxq_s16(sum, vdupq_n_s16(0)), vdupq_n_s16(ACCUMULATOR_ONE)));
    const uint16x4_t low = vget_low_u16(clipped);
    const int16x8_t square =
        vreinterpretq_s16_u16(vshrn_high_n_u32(vshrn_n_u32(vmull_u16(low, low), SQUARE_SHIFT),
                                               vmull_high_u16(clipped, clipped), SQUARE_SHIFT));
    total = vmlal_s16(total, vget_low_s16(square), vget_low_s16(weight));
    return vmlal_high_s16(total, square, weight);
}

uint32_t output_both_neon(const uint16_t *own, const uint16_t *other, const int16_t *weights) {
    int32x4_t mine = vdupq_n_s32(0), theirs = mine;
    for (int h = 0; h < NETWORK_HIDDEN; h += LANES) {
        mine = weigh(mine, own + h, weights + h);
        theirs = weigh(theirs, other + h, weights + NETWORK_HIDDEN + h);
    }
    return (uint32_t)vaddvq_s32(vaddq_s32(mine, theirs));
}
