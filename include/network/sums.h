/* Kernels: from the sums of one position to those of another, and from sums to the output. */
#ifndef NETWORK_SUMS_H
#define NETWORK_SUMS_H

#include "kernels/abi.h"
#include "network/network.h"

/* Rows by their places, which are their numbers times `hidden`. */
typedef struct SumPart {
    uint32_t pieces[PLACED_LIMIT];
    int32_t piece_count;
    PairInputs pairs;
} SumPart;

/* The rows in which two positions differ, from one perspective. */
typedef struct SumRows {
    SumPart gone; /* to be taken out */
    SumPart come; /* to be added */
} SumRows;

/* Fills the rows of a difference from White's and Black's perspectives. */
void sum_rows(const Network *net, const StateDifference *d, const Perspective view[COLOR_COUNT],
              SumRows rows[COLOR_COUNT]);

/* Writes `hidden` sums: those at `from`, less the rows gone, plus those come, modulo 2^16. `from` and
 * `to` are aligned to 32 bytes, and one place or apart. */
typedef void KERNEL_ABI SumsUpdate(const Network *net, const SumRows *rows, const uint16_t *from,
                        uint16_t *to);

/* network_weigh of two perspectives added up: `hidden` sums of each, aligned to 32 bytes, and their
 * weights, the second's behind the first's. */
typedef uint32_t KERNEL_ABI OutputSum(const uint16_t *own, const uint16_t *other, const int16_t *weights,
                           int hidden);

/* The versions picked by sums_init; read-only afterwards. */
extern SumsUpdate *sums_update;
extern OutputSum *output_sum;

/* The C references. */
SumsUpdate sums_update_c;
OutputSum output_sum_c;

/* The score of a state for the side to move by its sums from White's and Black's perspectives. */
int sums_score(const Network *net, const State *s, const uint16_t *white, const uint16_t *black);

/* Adds the kernels to the registry. */
void sums_init(void);

#endif
