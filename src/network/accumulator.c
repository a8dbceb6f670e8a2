#include "network/accumulator.h"

#include "kernels/registry.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------ */

static void piece_rows(const StatePart *part, Perspective view, RowList *rows) {
    for (int i = 0; i < part->placed_count; i++)
        rows->pieces[i] = (uint32_t)(piece_input(part->placed[i], view) * NETWORK_HIDDEN);
    rows->piece_count = part->placed_count;
}

static void part_rows(const StatePart *part, const Perspective view[COLOR_COUNT], RowList *white,
                      RowList *black) {
    piece_rows(part, view[WHITE], white);
    piece_rows(part, view[BLACK], black);
    pair_places(part, view, &white->pairs, &black->pairs);
}

void accumulator_rows(const StateDifference *d, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]) {
    part_rows(&d->removed, view, &rows[WHITE].removed, &rows[BLACK].removed);
    part_rows(&d->added, view, &rows[WHITE].added, &rows[BLACK].added);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* Adds `sign` times each row of a part. */
static ALWAYS_INLINE void add_part(const Network *net, const RowList *part, int sign,
                                   uint16_t *to) {
    for (int i = 0; i < part->piece_count; i++) {
        const int16_t *row = net->pieces + part->pieces[i];
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
    for (int i = 0; i < part->pairs.count; i++) {
        const int8_t *row = net->pairs + part->pairs.at[i];
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
}

void KERNEL_ABI accumulator_update_c(const Network *net, const AccumulatorRows *rows,
                                     const uint16_t *from, uint16_t *to) {
    if (to != from)
        memcpy(to, from, NETWORK_HIDDEN * sizeof *to);
    add_part(net, &rows->removed, -1, to);
    add_part(net, &rows->added, 1, to);
}

/* --- output ---------------------------------------------------------------------------------- */

uint32_t KERNEL_ABI output_both_c(const uint16_t *own, const uint16_t *other,
                                  const int16_t *weights) {
    return output_layer(own, weights) + output_layer(other, weights + NETWORK_HIDDEN);
}

int accumulator_score(const Network *net, const State *s, const uint16_t *white,
                      const uint16_t *black) {
    const int bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * NETWORK_HIDDEN;
    const uint32_t total =
        s->side == WHITE ? output_both(white, black, weights) : output_both(black, white, weights);
    return network_score(net, bucket, total);
}

/* --- kernels --------------------------------------------------------------------------------- */

AccumulatorUpdate accumulator_update_sse4, accumulator_update_avx2, accumulator_update_avx512;
OutputBoth output_both_sse4, output_both_avx2, output_both_avx512;

static Kernel update_kernel = {.name = "accumulator_update",
                               .versions = {
                                   KERNEL_C(accumulator_update_c),
                                   KERNEL_NASM("sse4", CPU_BASELINE, 0, accumulator_update_sse4),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, accumulator_update_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, accumulator_update_avx512),
                               }};
static Kernel output_kernel = {.name = "output_both",
                               .versions = {
                                   KERNEL_C(output_both_c),
                                   KERNEL_NASM("sse4", CPU_BASELINE, 0, output_both_sse4),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, output_both_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, output_both_avx512),
                               }};

AccumulatorUpdate *accumulator_update = accumulator_update_c;
OutputBoth *output_both = output_both_c;

void accumulator_init(void) {
    accumulator_update = (AccumulatorUpdate *)kernel_add(&update_kernel);
    output_both = (OutputBoth *)kernel_add(&output_kernel);
}
