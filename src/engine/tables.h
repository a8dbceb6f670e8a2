/* The tables and kernels that everything else uses. */
#ifndef ENGINE_TABLES_H
#define ENGINE_TABLES_H

#include "kernels/cpu.h"

/* Fills all tables and selects the kernels of a level that this machine supports. Call once, before
 * any other function except those of kernels/cpu.h, and before there are threads. */
void tables_init(CpuLevel level);

#endif
