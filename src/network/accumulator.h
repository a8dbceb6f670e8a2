/* Kernels: from the sums of one position to those of another, and from sums to the output. */
#ifndef NETWORK_ACCUMULATOR_H
#define NETWORK_ACCUMULATOR_H

#include "kernels/registry.h"
#include "network/network.h"

/* Rows by their places, which are their numbers times NETWORK_HIDDEN. */
typedef struct RowList {
    uint32_t pieces[PLACED_LIMIT];
    int32_t piece_count;
    PairPlaces pairs;
} RowList;

/* The rows in which two positions differ, from one perspective. */
typedef struct AccumulatorRows {
    RowList removed; /* to be taken out */
    RowList added;   /* to be added */
} AccumulatorRows;

/* Fills the rows of a difference from White's and Black's perspectives. */
void accumulator_rows(const StateDifference *d, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]);

/* Writes NETWORK_HIDDEN sums: those at `from`, less the rows gone, plus those come, modulo 2^16. `from`
 * and `to`, as all rows, begin on cache lines, and are one place or apart. */
typedef void KERNEL_ABI AccumulatorUpdate(const Network *net, const AccumulatorRows *rows,
                                          const uint16_t *from, uint16_t *to);

/* output_layer of two perspectives added up: the sums of each, and their weights, the second's behind
 * the first's. All begin on cache lines. */
typedef uint32_t KERNEL_ABI OutputBoth(const uint16_t *own, const uint16_t *other,
                                       const int16_t *weights);

/* The versions picked by accumulator_init; read-only afterwards. */
extern AccumulatorUpdate *accumulator_update;
extern OutputBoth *output_both;

/* The C references. */
AccumulatorUpdate accumulator_update_c;
OutputBoth output_both_c;

/* The score of a state for the side to move by its sums from White's and Black's perspectives. */
int accumulator_score(const Network *net, const State *s, const uint16_t *white,
                      const uint16_t *black);

/* Adds the kernels to the registry. */
void accumulator_init(void);

#endif
