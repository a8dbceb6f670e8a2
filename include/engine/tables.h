/* The tables and the kernels that everything else reads. */
#ifndef ENGINE_TABLES_H
#define ENGINE_TABLES_H

#include "kernels/cpu.h"

/* Fills all tables and picks the kernels of a level that this machine supports. Call once, before
 * any other function but those of kernels/cpu.h, and before there are threads. */
void tables_init(CpuLevel level);

#endif
