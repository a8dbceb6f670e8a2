#include "kernels/kernels.h"

Kernels kernels = {.level = CPU_BASELINE,
                   .scan_cells = kernel_scan_cells_c,
                   .first_difference = kernel_first_difference_c};

void kernels_init(CpuLevel level) {
    kernels = (Kernels){.level = level,
                        .scan_cells = kernel_scan_cells_c,
                        .first_difference = kernel_first_difference_c};
#ifndef NO_NASM
    kernels.scan_cells = level >= CPU_AVX2 ? kernel_scan_cells_avx2 : kernel_scan_cells_baseline;
    if (level >= CPU_AVX2)
        kernels.first_difference = kernel_first_difference_avx2;
    if (level >= CPU_AVX512)
        kernels.first_difference = kernel_first_difference_avx512;
#endif
}
