#include "kernels/first_difference.h"

#include "kernels/registry.h"

int KERNEL_ABI first_difference_c(const uint32_t *a, const uint32_t *b) {
    int i = 0;
    while (i < 64 && a[i] == b[i])
        i++;
    return i;
}

FirstDifference first_difference_avx2, first_difference_avx512;

static Kernel kernel = {.name = "first_difference",
                        .versions = {
                            KERNEL_C(first_difference_c),
                            KERNEL_NASM("avx2", CPU_AVX2, 0, first_difference_avx2),
                            KERNEL_NASM("avx512", CPU_AVX512, 0, first_difference_avx512),
                        }};

FirstDifference *first_difference = first_difference_c;

void first_difference_init(void) {
    first_difference = (FirstDifference *)kernel_add(&kernel);
}
