/* SIMD versions of accumulator_update and output_both. network/accumulator.c has the C
 * references. */
#include "network/accumulator.h"

#include <wasm_simd128.h>

AccumulatorUpdate accumulator_update_simd;
OutputBoth output_both_simd;

/* accumulator_update keeps a block of sums in 8 registers while it adds all rows. Browsers
 * compile WebAssembly for x86-64, which has only 16 vector registers. */
enum {
    LANES = 8, /* sums in a register */
    REGISTERS = 8,
    BLOCK = REGISTERS * LANES
};
_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "the sums are whole blocks");

/* Adds the rows of a list to the block of sums that begins at `at`, or subtracts them. */
static ALWAYS_INLINE void take_rows(const Network *net, const RowList *rows, int at, const bool add,
                                    v128_t sums[REGISTERS]) {
    for (int i = 0; i < rows->piece_count; i++) {
        const int16_t *row = net->pieces + rows->pieces[i] + at;
#pragma clang loop unroll(full)
        for (int r = 0; r < REGISTERS; r++) {
            const v128_t part = wasm_v128_load(row + LANES * r);
            sums[r] = add ? wasm_i16x8_add(sums[r], part) : wasm_i16x8_sub(sums[r], part);
        }
    }
    for (int i = 0; i < rows->pairs.count; i++) {
        const int8_t *row = net->pairs + rows->pairs.at[i] + at;
#pragma clang loop unroll(full)
        for (int r = 0; r < REGISTERS; r++) {
            const v128_t part = wasm_i16x8_load8x8(row + LANES * r);
            sums[r] = add ? wasm_i16x8_add(sums[r], part) : wasm_i16x8_sub(sums[r], part);
        }
    }
}

void accumulator_update_simd(const Network *net, const AccumulatorRows *rows, const uint16_t *from,
                             uint16_t *to) {
    for (int at = 0; at < NETWORK_HIDDEN; at += BLOCK) {
        v128_t sums[REGISTERS];
#pragma clang loop unroll(full)
        for (int r = 0; r < REGISTERS; r++)
            sums[r] = wasm_v128_load(from + at + LANES * r);
        take_rows(net, &rows->removed, at, false, sums);
        take_rows(net, &rows->added, at, true, sums);
#pragma clang loop unroll(full)
        for (int r = 0; r < REGISTERS; r++)
            wasm_v128_store(to + at + LANES * r, sums[r]);
    }
}

/* Scales the squares of four clipped sums to 0..SQUARE_ONE. */
static ALWAYS_INLINE v128_t scaled(v128_t squares) {
    return wasm_u32x4_shr(squares, SQUARE_SHIFT);
}

/* Clips and squares a perspective's sums, multiplies the squares by the weights, and adds the
 * products to a total. */
static ALWAYS_INLINE v128_t weigh(v128_t total, const uint16_t *sums, const int16_t *weights) {
    const v128_t one = wasm_i16x8_splat(ACCUMULATOR_ONE), zero = wasm_i16x8_splat(0);
    for (int h = 0; h < NETWORK_HIDDEN; h += LANES) {
        const v128_t sum = wasm_v128_load(sums + h), weight = wasm_v128_load(weights + h);
        const v128_t clipped = wasm_i16x8_min(wasm_i16x8_max(sum, zero), one);
        const v128_t square =
            wasm_i16x8_narrow_i32x4(scaled(wasm_u32x4_extmul_low_u16x8(clipped, clipped)),
                                    scaled(wasm_u32x4_extmul_high_u16x8(clipped, clipped)));
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(square, weight));
    }
    return total;
}

uint32_t output_both_simd(const uint16_t *own, const uint16_t *other, const int16_t *weights) {
    const v128_t mine = weigh(wasm_i32x4_splat(0), own, weights);
    const v128_t all = weigh(mine, other, weights + NETWORK_HIDDEN);
    const v128_t half = wasm_i32x4_add(all, wasm_i32x4_shuffle(all, all, 2, 3, 0, 1));
    return (uint32_t)(wasm_i32x4_extract_lane(half, 0) + wasm_i32x4_extract_lane(half, 1));
}
