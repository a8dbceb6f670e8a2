/* Kernel: where two maps differ. */
#ifndef KERNELS_FIRST_DIFFERENCE_H
#define KERNELS_FIRST_DIFFERENCE_H

#include "kernels/abi.h"

#include <stdint.h>

/* The index of the first of 64 words in which a and b differ, 64 if they are equal. Any alignment.
 */
typedef int KERNEL_ABI FirstDifference(const uint32_t *a, const uint32_t *b);

/* The version picked by first_difference_init; read-only afterwards. */
extern FirstDifference *first_difference;

/* The C reference, for checks that must not rely on the version picked. */
FirstDifference first_difference_c;

/* Adds the kernel to the registry. */
void first_difference_init(void);

#endif
