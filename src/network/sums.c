#include "network/sums.h"

#include "kernels/registry.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------ */

static void piece_rows(const Network *net, const StatePart *part, Perspective view, SumPart *rows) {
    for (int i = 0; i < part->placed_count; i++)
        rows->pieces[i] = (uint32_t)(piece_input(part->placed[i], view) * net->shape.hidden);
    rows->piece_count = part->placed_count;
}

static void part_rows(const Network *net, const StatePart *part,
                      const Perspective view[COLOR_COUNT], SumPart *white, SumPart *black) {
    piece_rows(net, part, view[WHITE], white);
    piece_rows(net, part, view[BLACK], black);
    pair_inputs(net->shape.pairs, part, view, net->shape.hidden, &white->pairs, &black->pairs);
}

void sum_rows(const Network *net, const StateDifference *d, const Perspective view[COLOR_COUNT],
              SumRows rows[COLOR_COUNT]) {
    part_rows(net, &d->gone, view, &rows[WHITE].gone, &rows[BLACK].gone);
    part_rows(net, &d->come, view, &rows[WHITE].come, &rows[BLACK].come);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* Adds `sign` times each row of a part. */
static ALWAYS_INLINE void add_part(const Network *net, const SumPart *part, int sign,
                                   uint16_t *to) {
    const int hidden = net->shape.hidden;
    for (int i = 0; i < part->piece_count; i++) {
        const int16_t *row = net->pieces + part->pieces[i];
        for (int h = 0; h < hidden; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
    for (int i = 0; i < part->pairs.count; i++) {
        const int8_t *row = net->pairs + part->pairs.at[i];
        for (int h = 0; h < hidden; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
}

void KERNEL_ABI sums_update_c(const Network *net, const SumRows *rows, const uint16_t *from, uint16_t *to) {
    if (to != from)
        memcpy(to, from, (size_t)net->shape.hidden * sizeof *to);
    add_part(net, &rows->gone, -1, to);
    add_part(net, &rows->come, 1, to);
}

/* --- output ---------------------------------------------------------------------------------- */

uint32_t KERNEL_ABI output_sum_c(const uint16_t *own, const uint16_t *other, const int16_t *weights,
                      int hidden) {
    return network_weigh(own, weights, hidden) + network_weigh(other, weights + hidden, hidden);
}

int sums_score(const Network *net, const State *s, const uint16_t *white, const uint16_t *black) {
    const int hidden = net->shape.hidden, bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * hidden;
    const uint32_t total = s->side == WHITE ? output_sum(white, black, weights, hidden)
                                            : output_sum(black, white, weights, hidden);
    return network_score(net, bucket, total);
}

/* --- kernels --------------------------------------------------------------------------------- */

SumsUpdate sums_update_avx2, sums_update_avx512;
OutputSum output_sum_avx2, output_sum_avx512;

static Kernel update_kernel = {.name = "sums_update",
                               .versions = {
                                   KERNEL_C(sums_update_c),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, sums_update_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, sums_update_avx512),
                               }};
static Kernel output_kernel = {.name = "output_sum",
                               .versions = {
                                   KERNEL_C(output_sum_c),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, output_sum_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, output_sum_avx512),
                               }};

SumsUpdate *sums_update = sums_update_c;
OutputSum *output_sum = output_sum_c;

void sums_init(void) {
    sums_update = (SumsUpdate *)kernel_add(&update_kernel);
    output_sum = (OutputSum *)kernel_add(&output_kernel);
}
