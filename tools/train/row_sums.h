/* Sums of rows of a matrix by a list of their numbers, and the addition of one row to all rows of a
 * list.
 *
 * A row has NETWORK_HIDDEN numbers and begins on a cache line. */
#ifndef ROW_SUMS_H
#define ROW_SUMS_H

#include "network/network.h"

#include <stddef.h>
#include <stdint.h>

enum { ROW_STEP = 16 /* a thread's share of columns is a multiple of it */ };

/* A list of row numbers; it may have a number several times. */
typedef struct RowNumbers {
    const uint32_t *at;
    int count;
} RowNumbers;

/* Writes `first`, a row, plus the rows of a list to `sum`. */
void rows_add(float *sum, const float *first, const float *matrix, RowNumbers list);

/* Adds `row` to the rows of a list in the columns `begin` to `end` - 1; both are multiples of
 * ROW_STEP. */
void rows_spread(float *matrix, const float *row, RowNumbers list, size_t begin, size_t end);

#endif
