/* Kernel: from a set of attackers to their cells. */
#ifndef KERNELS_SCAN_CELLS_H
#define KERNELS_SCAN_CELLS_H

#include <stdint.h>

/* Room that the caller gives: every attacker of a square. */
enum { SCAN_LIMIT = 32 };

/* Expands an attacker set into cells, least valuable attacker first: the bits from the lowest up,
 * those out of order after the others. cell_of has an entry for each of the 32 bits; cells has room
 * for SCAN_LIMIT. Returns how many cells it wrote. */
typedef int ScanCells(uint32_t set, uint32_t out_of_order, const uint8_t *cell_of, uint8_t *cells);

/* The version picked by scan_cells_init; read-only afterwards. */
extern ScanCells *scan_cells;

/* Adds the kernel to the registry. */
void scan_cells_init(void);

#endif
