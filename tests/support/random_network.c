#include "support/random_network.h"

#include <stdio.h>
#include <stdlib.h>

void *random_network(NetShape shape, uint64_t seed, Network *net) {
    const size_t size = network_size(shape);
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!bytes) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    network_fill(bytes, shape, seed);
    const char *fault = network_find(net, bytes, size);
    if (fault) {
        fprintf(stderr, "a random network is refused: %s\n", fault);
        exit(1);
    }
    return bytes;
}
