/* Going from the sums of one position to those of another, and from sums to the output. */
#ifndef NETWORK_SUMS_H
#define NETWORK_SUMS_H

#include "network/network.h"

/* The rows by which the sums of two positions differ, from one perspective: numbers of inputs. */
typedef struct SumRows {
    struct SumPart {
        int32_t pieces[PLACED_LIMIT];
        int32_t pairs[PAIR_LIMIT];
        int32_t piece_count, pair_count;
    } gone, come;
} SumRows;

/* Fills the rows of a difference. */
void sum_rows(const Network *net, const StateDifference *d, Perspective view, SumRows *rows);

/* Writes `hidden` sums: those at `from`, less the rows gone, plus those come, modulo 2^16. Both are
 * aligned to 32 bytes, and one or apart. */
void sums_update(const Network *net, const SumRows *rows, const uint16_t *from, uint16_t *to);

/* Sums of two perspectives, clipped to 0..SUM_ONE, squared to 0..SQUARE_ONE, times their weights, `hidden` for
 * each, the second's behind the first's, added up modulo 2^32. */
uint32_t output_sum(const uint16_t *own, const uint16_t *other, const int16_t *weights, int hidden);

#endif
