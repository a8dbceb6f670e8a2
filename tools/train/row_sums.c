#include "train/row_sums.h"

#include "core/types.h"

/* What the processor adds at once; a block of columns is up to eight of them. */
typedef float Lanes __attribute__((vector_size(32), may_alias));

enum { LANES = 8, BLOCK = 64 };

/* With a constant number of vectors, `sum` is in registers. */
static ALWAYS_INLINE void add_block(float *to, const float *first, const float *matrix,
                                    size_t width, RowNumbers list, int vectors) {
    Lanes sum[BLOCK / LANES];
    for (int v = 0; v < vectors; v++)
        sum[v] = ((const Lanes *)(const void *)first)[v];
    for (int i = 0; i < list.count; i++) {
        const Lanes *row = (const void *)(matrix + list.at[i] * width);
        for (int v = 0; v < vectors; v++)
            sum[v] += row[v];
    }
    for (int v = 0; v < vectors; v++)
        ((Lanes *)(void *)to)[v] = sum[v];
}

void rows_add(float *sum, const float *first, const float *matrix, size_t width, RowNumbers list) {
    size_t at = 0;
    for (; at + BLOCK <= width; at += BLOCK)
        add_block(sum + at, first + at, matrix + at, width, list, BLOCK / LANES);
    for (; at + BLOCK / 2 <= width; at += BLOCK / 2)
        add_block(sum + at, first + at, matrix + at, width, list, BLOCK / LANES / 2);
    for (; at < width; at += ROW_STEP)
        add_block(sum + at, first + at, matrix + at, width, list, ROW_STEP / LANES);
}

static ALWAYS_INLINE void spread_block(float *matrix, const float *from, size_t width,
                                       RowNumbers list, int vectors) {
    Lanes row[BLOCK / LANES];
    for (int v = 0; v < vectors; v++)
        row[v] = ((const Lanes *)(const void *)from)[v];
    for (int i = 0; i < list.count; i++) {
        Lanes *to = (void *)(matrix + list.at[i] * width);
        for (int v = 0; v < vectors; v++)
            to[v] += row[v];
    }
}

void rows_spread(float *matrix, const float *row, size_t width, RowNumbers list, size_t begin,
                 size_t end) {
    size_t at = begin;
    for (; at + BLOCK <= end; at += BLOCK)
        spread_block(matrix + at, row + at, width, list, BLOCK / LANES);
    for (; at + BLOCK / 2 <= end; at += BLOCK / 2)
        spread_block(matrix + at, row + at, width, list, BLOCK / LANES / 2);
    for (; at < end; at += ROW_STEP)
        spread_block(matrix + at, row + at, width, list, ROW_STEP / LANES);
}
