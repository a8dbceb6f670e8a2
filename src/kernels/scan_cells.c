#include "core/bits.h"
#include "kernels/kernels.h"

int kernel_scan_cells_c(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of,
                        uint8_t *cells) {
    uint32_t ordered = set & ~out_of_order, rest = set & out_of_order;
    int n = 0;
    while (ordered)
        cells[n++] = cell_of[pop_bit32(&ordered)];
    while (rest)
        cells[n++] = cell_of[pop_bit32(&rest)];
    return n;
}
