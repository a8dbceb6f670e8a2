#include "train/row_sums.h"

#include "core/types.h"

/* The numbers that the processor adds at once; a block of columns has eight of these vectors. */
typedef float Lanes __attribute__((vector_size(32), may_alias));

enum { LANES = 8, BLOCK = 64 };

_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "whole blocks");

/* Adds the rows of a list at a block of columns. The sums stay in registers. */
static ALWAYS_INLINE void add_block(float *to, const float *first, const float *matrix,
                                    RowNumbers list) {
    enum { VECTORS = BLOCK / LANES };
    Lanes sum[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sum[v] = ((const Lanes *)(const void *)first)[v];
    for (int i = 0; i < list.count; i++) {
        const Lanes *row = (const void *)(matrix + (size_t)list.at[i] * NETWORK_HIDDEN);
        for (int v = 0; v < VECTORS; v++)
            sum[v] += row[v];
    }
    for (int v = 0; v < VECTORS; v++)
        ((Lanes *)(void *)to)[v] = sum[v];
}

void rows_add(float *sum, const float *first, const float *matrix, RowNumbers list) {
    for (size_t at = 0; at < NETWORK_HIDDEN; at += BLOCK)
        add_block(sum + at, first + at, matrix + at, list);
}

/* Adds a block of a row to the rows of a list. If `vectors` is constant, the block stays in
 * registers. */
static ALWAYS_INLINE void spread_block(float *matrix, const float *from, RowNumbers list,
                                       int vectors) {
    Lanes row[BLOCK / LANES];
    for (int v = 0; v < vectors; v++)
        row[v] = ((const Lanes *)(const void *)from)[v];
    for (int i = 0; i < list.count; i++) {
        Lanes *to = (void *)(matrix + (size_t)list.at[i] * NETWORK_HIDDEN);
        for (int v = 0; v < vectors; v++)
            to[v] += row[v];
    }
}

void rows_spread(float *matrix, const float *row, RowNumbers list, size_t begin, size_t end) {
    size_t at = begin;
    for (; at + BLOCK <= end; at += BLOCK)
        spread_block(matrix + at, row + at, list, BLOCK / LANES);
    for (; at + BLOCK / 2 <= end; at += BLOCK / 2)
        spread_block(matrix + at, row + at, list, BLOCK / LANES / 2);
    for (; at < end; at += ROW_STEP)
        spread_block(matrix + at, row + at, list, ROW_STEP / LANES);
}
