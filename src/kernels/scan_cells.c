#include "kernels/scan_cells.h"

#include "core/bits.h"
#include "kernels/registry.h"

static int scan_cells_c(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of,
                        uint8_t *cells) {
    uint32_t ordered = set & ~out_of_order, rest = set & out_of_order;
    int n = 0;
    while (ordered)
        cells[n++] = cell_of[pop_bit32(&ordered)];
    while (rest)
        cells[n++] = cell_of[pop_bit32(&rest)];
    return n;
}

ScanCells scan_cells_baseline, scan_cells_avx2;

static Kernel kernel = {.name = "scan_cells",
                        .versions = {
                            KERNEL_C(scan_cells_c),
                            KERNEL_NASM("baseline", CPU_BASELINE, 0, scan_cells_baseline),
                            KERNEL_NASM("avx2", CPU_AVX2, 0, scan_cells_avx2),
                        }};

ScanCells *scan_cells = scan_cells_c;

void scan_cells_init(void) {
    scan_cells = (ScanCells *)kernel_add(&kernel);
}
