#include "support/random_network.h"

#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *random_network_file(int hidden, uint64_t seed) {
    const size_t size = network_size(hidden);
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!bytes) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    network_fill(bytes, hidden, hidden, seed);
    return bytes;
}

void *random_network(uint64_t seed, Network *net) {
    void *bytes = random_network_file(NETWORK_HIDDEN, seed);
    const char *fault = network_find(net, bytes, network_size(NETWORK_HIDDEN));
    if (fault) {
        fprintf(stderr, "a random network is refused: %s\n", fault);
        exit(1);
    }
    return bytes;
}

void network_set_scale(void *bytes, uint32_t scale) {
    NetworkHeader header;
    memcpy(&header, bytes, sizeof header);
    header.scale = scale;
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, (size_t)header.size);
    memcpy(bytes, &header, sizeof header);
}

void visit_with_networks(uint64_t seed, Network *net, Position *pos, int positions, Visit *visit) {
    for (int i = 0; i < 2; i++) {
        void *bytes = random_network(seed + (uint64_t)i, net);
        visit_positions(pos, scaled(positions), visit);
        free(bytes);
    }
}
