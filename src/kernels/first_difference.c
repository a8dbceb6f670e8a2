#include "kernels/kernels.h"

int kernel_first_difference_c(const uint32_t *a, const uint32_t *b) {
    int i = 0;
    while (i < 64 && a[i] == b[i])
        i++;
    return i;
}
