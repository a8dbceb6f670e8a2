/* The kernels: routines that exist in C and in NASM, picked once at start for this CPU.
 *
 * Each has a C reference, kernel_NAME_c, that the NASM versions are tested against.
 */
#ifndef KERNELS_KERNELS_H
#define KERNELS_KERNELS_H

#include "kernels/cpu.h"

#include <stdint.h>

/* Room that the caller of scan_cells gives: every attacker of a square. */
enum { SCAN_LIMIT = 32 };

/* Expands an attacker set into cells in LVA order: the bits from the lowest up, those out of order
 * after the others. cell_of has an entry for each of the 32 bits; cells has room for SCAN_LIMIT.
 * Returns how many cells it wrote. */
typedef int ScanCells(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of, uint8_t *cells);

/* The index of the first of 64 words in which a and b differ, 64 if they are equal. Any alignment.
 */
typedef int FirstDifference(const uint32_t *a, const uint32_t *b);

typedef struct Kernels {
    CpuLevel level; /* the level they were picked for */
    ScanCells *scan_cells;
    FirstDifference *first_difference;
} Kernels;

/* Picked by kernels_init; read-only afterwards. */
extern Kernels kernels;

/* Picks the kernels of a level; the machine must support it (cpu_level says which it does). */
void kernels_init(CpuLevel level);

ScanCells kernel_scan_cells_c, kernel_scan_cells_baseline, kernel_scan_cells_avx2;
FirstDifference kernel_first_difference_c, kernel_first_difference_avx2,
    kernel_first_difference_avx512;

#endif
