#include "network/network.h"

#include "core/random.h"

#include <string.h>

/* --- files ----------------------------------------------------------------------------------- */

_Static_assert(sizeof(NetworkHeader) == CACHE_LINE, "rows begin on a cache line");

/* Where the arrays begin, and the size of all. */
typedef struct Places {
    size_t bias, pieces, pairs, output, output_bias, end;
} Places;

static Places places_of(NetShape shape) {
    const size_t hidden_size = (size_t)shape.hidden_size;
    Places at = {.bias = sizeof(NetworkHeader)};
    at.pieces = at.bias + hidden_size * sizeof(int16_t);
    at.pairs = at.pieces + (size_t)piece_input_count(shape.kings) * hidden_size * sizeof(int16_t);
    at.output = at.pairs + (size_t)pair_input_count(shape.pairs) * hidden_size;
    at.output_bias = at.output + OUTPUT_BUCKETS * 2 * hidden_size * sizeof(int16_t);
    at.end = at.output_bias + OUTPUT_BUCKETS * sizeof(int32_t);
    return at;
}

size_t network_size(NetShape shape) {
    return places_of(shape).end;
}

uint64_t network_checksum(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    const size_t own = offsetof(NetworkHeader, checksum), behind = own + sizeof(uint64_t);
    return hash_words(hash_words(HASH_WORDS_BASIS, at, own), at + behind, size - behind);
}

static const char MAGIC[24] = NETWORK_MAGIC;

static NetShape shape_of(const NetworkHeader *h) {
    return (NetShape){(uint16_t)h->pairs, (uint16_t)h->kings, (int)h->hidden};
}

static const char *fault_of(const NetworkHeader *h, const uint8_t *bytes, size_t size) {
    if (h->pairs >= PAIR_GRAINS || h->kings >= KING_GRAINS || h->hidden < HIDDEN_STEP ||
        h->hidden > HIDDEN_MAX || h->hidden % HIDDEN_STEP != 0)
        return "its inputs or neurons are of a kind that this program does not know";
    if (h->scale < 1 || h->scale > 10000 || h->unused)
        return "its header is damaged";
    if (h->size != network_size(shape_of(h)) || size != h->size)
        return "it is cut off, or longer than it says";
    if (network_checksum(bytes, size) != h->checksum)
        return "it is damaged: its checksum is wrong";
    return NULL;
}

const char *network_find(Network *net, const void *bytes, size_t size) {
    NetworkHeader h;
    const uint8_t *at = bytes;
    if (size < sizeof h)
        return "it is no network";
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) != 0)
        return "it is no network";
    const char *fault = fault_of(&h, bytes, size);
    if (fault)
        return fault;
    const NetShape shape = shape_of(&h);
    const Places places = places_of(shape);
    *net = (Network){.shape = shape,
                     .scale = (int)h.scale,
                     .bias = (const int16_t *)(const void *)(at + places.bias),
                     .pieces = (const int16_t *)(const void *)(at + places.pieces),
                     .pairs = (const int8_t *)(at + places.pairs),
                     .output = (const int16_t *)(const void *)(at + places.output),
                     .output_bias = (const int32_t *)(const void *)(at + places.output_bias),
                     .checksum = h.checksum};
    return NULL;
}

/* --- scores ---------------------------------------------------------------------------------- */

/* Unsigned, since sums are modulo 2^16. */
void network_accumulator(const Network *net, const State *s, Color c, uint16_t sums[HIDDEN_MAX]) {
    StateDifference all;
    const int hidden_size = net->shape.hidden_size;
    const Perspective view = perspective_of(net->shape.kings, s, c);
    state_difference_c(&empty_state, s, &all);
    for (int h = 0; h < hidden_size; h++)
        sums[h] = (uint16_t)net->bias[h];
    for (int i = 0; i < all.added.placed_count; i++) {
        const int16_t *row = net->pieces + piece_input(all.added.placed[i], view) * hidden_size;
        for (int h = 0; h < hidden_size; h++)
            sums[h] = (uint16_t)(sums[h] + (uint16_t)row[h]);
    }
    for (int i = 0; i < all.added.pair_count && net->shape.pairs != PAIRS_NONE; i++) {
        const int input = pair_input(net->shape.pairs, all.added.pairs[i], view);
        if (input == INPUT_NONE)
            continue;
        const int8_t *row = net->pairs + input * hidden_size;
        for (int h = 0; h < hidden_size; h++)
            sums[h] = (uint16_t)(sums[h] + (uint16_t)row[h]);
    }
}

uint32_t output_layer(const uint16_t *sums, const int16_t *weights, int hidden_size) {
    uint32_t total = 0;
    for (int h = 0; h < hidden_size; h++) {
        const int sum = (int16_t)sums[h];
        const int clipped = sum < 0 ? 0 : sum > ACCUMULATOR_ONE ? ACCUMULATOR_ONE : sum;
        total += (uint32_t)((clipped * clipped >> SQUARE_SHIFT) * weights[h]);
    }
    return total;
}

int network_score(const Network *net, int bucket, uint32_t total) {
    const int64_t output = (int64_t)(int32_t)total + net->output_bias[bucket];
    return (int)(output * net->scale / (SQUARE_ONE * WEIGHT_ONE));
}

int network_evaluate(const Network *net, const State *s) {
    uint16_t sums[COLOR_COUNT][HIDDEN_MAX];
    const int hidden_size = net->shape.hidden_size, bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * hidden_size;
    network_accumulator(net, s, s->side, sums[0]);
    network_accumulator(net, s, opponent(s->side), sums[1]);
    return network_score(net, bucket,
                         output_layer(sums[0], weights, hidden_size) +
                             output_layer(sums[1], weights + hidden_size, hidden_size));
}
