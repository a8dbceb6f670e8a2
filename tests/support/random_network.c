#include "support/random_network.h"

#include "support/dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void network_seal(void *bytes, NetShape shape) {
    const size_t size = network_size(shape);
    NetworkHeader header = {.magic = NETWORK_MAGIC,
                            .pairs = shape.pairs,
                            .kings = shape.kings,
                            .hidden = (uint32_t)shape.hidden_size,
                            .scale = 400,
                            .size = size};
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
}

/* Numbers of `size` bytes within +-width. Returns what is behind them. */
static uint8_t *fill(uint8_t *at, size_t count, size_t size, int width, Random *r) {
    for (size_t i = 0; i < count; i++, at += size) {
        const int32_t n = random_below(r, 2 * width + 1) - width;
        memcpy(at, &n, size); /* little-endian: the lowest bytes */
    }
    return at;
}

void *random_network(NetShape shape, uint64_t seed, Network *net) {
    Random r = {seed};
    const size_t hidden = (size_t)shape.hidden_size, size = network_size(shape);
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!bytes) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    uint8_t *at = bytes + sizeof(NetworkHeader);
    at = fill(at, hidden, sizeof(int16_t), 200, &r);
    at = fill(at, (size_t)piece_input_count(shape.kings) * hidden, sizeof(int16_t), 100, &r);
    at = fill(at, (size_t)pair_input_count(shape.pairs) * hidden, sizeof(int8_t), 127, &r);
    at = fill(at, OUTPUT_BUCKETS * 2 * hidden, sizeof(int16_t), 127, &r);
    fill(at, OUTPUT_BUCKETS, sizeof(int32_t), 10000, &r);
    network_seal(bytes, shape);
    const char *fault = network_find(net, bytes, size);
    if (fault) {
        fprintf(stderr, "a random network is refused: %s\n", fault);
        exit(1);
    }
    return bytes;
}
