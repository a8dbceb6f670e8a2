#include "core/embedded_file.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of panoptes.net: first the bytes at even offsets, then the bytes at odd offsets, since
 * gzip packs this order best. */
EMBEDDED_FILE(embedded_network, "build/wasm/network.halves", 64);
extern unsigned char embedded_network[], embedded_network_end[];

/* Before main runs, puts the even and the odd bytes of panoptes.net back into their order. */
__attribute__((constructor)) static void merge_halves(void) {
    const size_t half = (size_t)(embedded_network_end - embedded_network) / 2;
    unsigned char *even = malloc(half);
    if (!even)
        abort();
    memcpy(even, embedded_network, half);
    for (size_t i = 0; i < half; i++) {
        embedded_network[2 * i] = even[i];
        embedded_network[2 * i + 1] = embedded_network[half + i];
    }
    free(even);
}
