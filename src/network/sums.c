#include "network/sums.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------ */

static void part_rows(PairGrain grain, const StatePart *part, Perspective view,
                      struct SumPart *rows) {
    for (int i = 0; i < part->placed_count; i++)
        rows->pieces[i] = piece_input(part->placed[i], view);
    rows->piece_count = part->placed_count;
    rows->pair_count = pair_inputs(grain, part->pairs, part->pair_count, view, rows->pairs);
}

void sum_rows(const Network *net, const StateDifference *d, Perspective view, SumRows *rows) {
    part_rows(net->shape.pairs, &d->gone, view, &rows->gone);
    part_rows(net->shape.pairs, &d->come, view, &rows->come);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* Adds `sign` times each row of a part. */
static ALWAYS_INLINE void add_part(const Network *net, const struct SumPart *part, int sign,
                                   uint16_t *to) {
    const int hidden = net->shape.hidden;
    for (int i = 0; i < part->piece_count; i++) {
        const int16_t *row = net->pieces + part->pieces[i] * hidden;
        for (int h = 0; h < hidden; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
    for (int i = 0; i < part->pair_count; i++) {
        const int8_t *row = net->pairs + part->pairs[i] * hidden;
        for (int h = 0; h < hidden; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
}

void sums_update(const Network *net, const SumRows *rows, const uint16_t *from, uint16_t *to) {
    if (to != from)
        memcpy(to, from, (size_t)net->shape.hidden * sizeof *to);
    add_part(net, &rows->gone, -1, to);
    add_part(net, &rows->come, 1, to);
}

/* --- output ---------------------------------------------------------------------------------- */

static uint32_t weigh(const uint16_t *sums, const int16_t *weights, int hidden) {
    uint32_t total = 0;
    for (int h = 0; h < hidden; h++) {
        const int sum = (int16_t)sums[h];
        const int clipped = sum < 0 ? 0 : sum > SUM_ONE ? SUM_ONE : sum;
        total += (uint32_t)((clipped * clipped >> SQUARE_SHIFT) * weights[h]);
    }
    return total;
}

uint32_t output_sum(const uint16_t *own, const uint16_t *other, const int16_t *weights,
                    int hidden) {
    return weigh(own, weights, hidden) + weigh(other, weights + hidden, hidden);
}
