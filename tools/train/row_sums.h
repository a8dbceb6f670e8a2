/* Rows of a matrix, added up by a list of their numbers, and the other way round.
 *
 * Rows are NETWORK_HIDDEN numbers and begin on a cache line. The sums of a block of columns stay in registers while the
 * list is gone through. */
#ifndef ROW_SUMS_H
#define ROW_SUMS_H

#include "network/inputs.h"

#include <stddef.h>
#include <stdint.h>

enum { ROW_STEP = 16 /* columns that threads share out */ };

/* Numbers of rows; one may be there more than once. */
typedef struct RowNumbers {
    const uint32_t *at;
    int count;
} RowNumbers;

/* Writes `first`, a row, plus the rows of a list to `sum`. */
void rows_add(float *sum, const float *first, const float *matrix, RowNumbers list);

/* Adds `row` to the rows of a list, but only columns begin to end - 1, multiples of ROW_STEP. */
void rows_spread(float *matrix, const float *row, RowNumbers list, size_t begin, size_t end);

#endif
