#include "network/network.h"

#include "core/bits.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files ----------------------------------------------------------------------------------- */

_Static_assert(sizeof(NetworkHeader) == CACHE_LINE, "rows begin on a cache line");

/* The offsets of the arrays in a file; `end` is the size of the file. */
typedef struct Places {
    size_t bias, pieces, pairs, output, output_bias, end;
} Places;

static Places places_of(size_t hidden) {
    Places at = {.bias = sizeof(NetworkHeader)};
    at.pieces = at.bias + hidden * sizeof(int16_t);
    at.pairs = at.pieces + PIECE_INPUTS * hidden * sizeof(int16_t);
    at.output = at.pairs + PAIR_INPUTS * hidden;
    at.output_bias = at.output + OUTPUT_BUCKETS * 2 * hidden * sizeof(int16_t);
    at.end = at.output_bias + OUTPUT_BUCKETS * sizeof(int32_t);
    return at;
}

size_t network_size(int hidden) {
    return places_of((size_t)hidden).end;
}

uint64_t network_checksum(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    const size_t own = offsetof(NetworkHeader, checksum), behind = own + sizeof(uint64_t);
    return hash_words(hash_words(HASH_WORDS_BASIS, at, own), at + behind, size - behind);
}

static const char MAGIC[24] = NETWORK_MAGIC;

const char *network_shape_fault(uint32_t pairs, uint32_t kings, uint32_t hidden, int least) {
    static _Thread_local char fault[128];
    if (pairs != FILE_PAIRS || kings != FILE_KINGS)
        snprintf(fault, sizeof fault,
                 "its inputs are of pairs %" PRIu32 ", kings %" PRIu32
                 ", this program is built for pairs %d, kings %d",
                 pairs, kings, FILE_PAIRS, FILE_KINGS);
    else if (hidden < (uint32_t)least || hidden > NETWORK_HIDDEN || hidden % FILE_HIDDEN_STEP != 0)
        snprintf(fault, sizeof fault, "it has %" PRIu32 " neurons, this program is built for %d",
                 hidden, NETWORK_HIDDEN);
    else
        return NULL;
    return fault;
}

static const char *fault_of(const NetworkHeader *h, const uint8_t *bytes, size_t size) {
    if (h->scale < 1 || h->scale > 10000 || h->unused)
        return "its header is damaged";
    if (h->size != network_size((int)h->hidden) || size != h->size)
        return "it is cut off, or longer than it says";
    if (network_checksum(bytes, size) != h->checksum)
        return "it is damaged: its checksum is wrong";
    return NULL;
}

/* Finds a network with at least `least` neurons; *hidden becomes the number of its neurons. */
static const char *find(Network *net, int least, int *hidden, const void *bytes, size_t size) {
    NetworkHeader h;
    const uint8_t *at = bytes;
    if (size < sizeof h)
        return "it is not a network";
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) != 0)
        return "it is not a network";
    const char *fault = network_shape_fault(h.pairs, h.kings, h.hidden, least);
    if (!fault)
        fault = fault_of(&h, bytes, size);
    if (fault)
        return fault;
    const Places places = places_of(h.hidden);
    *hidden = (int)h.hidden;
    *net = (Network){.scale = (int)h.scale,
                     .bias = (const int16_t *)(const void *)(at + places.bias),
                     .pieces = (const int16_t *)(const void *)(at + places.pieces),
                     .pairs = (const int8_t *)(at + places.pairs),
                     .output = (const int16_t *)(const void *)(at + places.output),
                     .output_bias = (const int32_t *)(const void *)(at + places.output_bias),
                     .checksum = h.checksum};
    return NULL;
}

const char *network_find(Network *net, const void *bytes, size_t size) {
    int hidden;
    return find(net, NETWORK_HIDDEN, &hidden, bytes, size);
}

const char *network_find_narrow(Network *net, int *hidden, const void *bytes, size_t size) {
    return find(net, FILE_HIDDEN_STEP, hidden, bytes, size);
}

/* --- scores ---------------------------------------------------------------------------------- */

/* Vectors of LANES sums or weights, of any alignment. network_accumulator uses vectors for speed,
 * since the comparator calls it in each node. */
enum { LANES = 16 };
typedef uint16_t Sums __attribute__((vector_size(LANES * sizeof(uint16_t)), aligned(2), may_alias));
typedef int8_t Bytes __attribute__((vector_size(LANES), aligned(1), may_alias));
_Static_assert(NETWORK_HIDDEN % LANES == 0, "whole vectors");

static void add_piece(uint16_t sums[NETWORK_HIDDEN], const int16_t *row) {
    for (int h = 0; h < NETWORK_HIDDEN; h += LANES)
        *(Sums *)(sums + h) += *(const Sums *)(row + h);
}

static void add_pair(uint16_t sums[NETWORK_HIDDEN], const int8_t *row) {
    for (int h = 0; h < NETWORK_HIDDEN; h += LANES)
        *(Sums *)(sums + h) += __builtin_convertvector(*(const Bytes *)(row + h), Sums);
}

/* Adds in unsigned numbers, since the sums are modulo 2^16 and signed numbers must not overflow. */
void network_accumulator(const Network *net, const State *s, Color c,
                         uint16_t sums[NETWORK_HIDDEN]) {
    StateDifference all;
    const Perspective view = perspective_of(s, c);
    state_difference_c(&empty_state, s, &all);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)net->bias[h];
    for (int i = 0; i < all.added.placed_count; i++)
        add_piece(sums, net->pieces + piece_input(all.added.placed[i], view) * NETWORK_HIDDEN);
    for (int i = 0; i < all.added.pair_count; i++)
        add_pair(sums, net->pairs + pair_input(all.added.pairs[i], view) * NETWORK_HIDDEN);
}

uint32_t output_layer(const uint16_t *sums, const int16_t *weights) {
    uint32_t total = 0;
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
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

int network_judge(const Network *net, const State *s, const uint16_t *mover,
                  const uint16_t *other) {
    const int bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * NETWORK_HIDDEN;
    return network_score(
        net, bucket, output_layer(mover, weights) + output_layer(other, weights + NETWORK_HIDDEN));
}

int network_evaluate(const Network *net, const State *s) {
    uint16_t sums[COLOR_COUNT][NETWORK_HIDDEN];
    network_accumulator(net, s, s->side, sums[0]);
    network_accumulator(net, s, opponent(s->side), sums[1]);
    return network_judge(net, s, sums[0], sums[1]);
}

/* The bytes of panoptes.net, the network inside the program. LAB.md describes the training. */

extern const unsigned char embedded_network[], embedded_network_end[];

/* --- network file ---------------------------------------------------------------------------- */

struct NetworkFile {
    Network net;
    uint8_t *bytes;
};

/* Reads an open file into `f`; returns NULL, or the reason for a refusal. If `hidden` is NULL, the
 * file must have NETWORK_HIDDEN neurons. */
static const char *fill(NetworkFile *f, int file, int *hidden) {
    struct stat status;
    if (fstat(file, &status))
        return strerror(errno);
    const size_t size = (size_t)status.st_size;
    if (size > NETWORK_SIZE_MAX)
        return "it is larger than 16 MB";
    f->bytes = aligned_new(size + 1);
    if (!f->bytes)
        return strerror(ENOMEM);
    if (!regular_file_read(file, f->bytes, size, 0))
        return strerror(errno);
    return hidden ? network_find_narrow(&f->net, hidden, f->bytes, size)
                  : network_find(&f->net, f->bytes, size);
}

static NetworkFile *open_file(const char *path, int *hidden, const char **reason) {
    const int file = regular_file_open(path, O_RDONLY, reason);
    if (file < 0)
        return NULL;
    NetworkFile *f = calloc(1, sizeof *f);
    *reason = f ? fill(f, file, hidden) : strerror(ENOMEM);
    close(file);
    if (!*reason)
        return f;
    network_close(f);
    return NULL;
}

NetworkFile *network_open(const char *path, const char **reason) {
    return open_file(path, NULL, reason);
}

NetworkFile *network_open_narrow(const char *path, int *hidden, const char **reason) {
    return open_file(path, hidden, reason);
}

void network_close(NetworkFile *file) {
    if (file)
        aligned_free(file->bytes);
    free(file);
}

const Network *network_of(const NetworkFile *file) {
    return &file->net;
}

static struct {
    Network net;
    char fault[128]; /* empty if the network is good */
} embedded;

void network_file_init(void) {
    const size_t size = (size_t)(embedded_network_end - embedded_network);
    const char *fault = network_find(&embedded.net, embedded_network, size);
    snprintf(embedded.fault, sizeof embedded.fault, "%s", fault ? fault : "");
}

const Network *network_embedded(void) {
    return *embedded.fault ? NULL : &embedded.net;
}

const char *network_embedded_fault(void) {
    return *embedded.fault ? embedded.fault : NULL;
}

/* --- perspectives ----------------------------------------------------------------------------- */

Perspective perspectives[COLOR_COUNT][SQUARE_COUNT];

static int king_set(Square seen) {
    return KING_SET_TABLE[5 * rank_of(seen) + file_of(seen)] - '0';
}

static Perspective perspective(Color c, Square king) {
    const bool mirrored = file_of(king) >= FILE_E;
    const Square flip = (c == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0);
    const int set = king_set(king ^ flip);
    return (Perspective){(uint8_t)c, (uint8_t)flip, (uint8_t)set,
                         (uint8_t)((set * COLOR_COUNT + c) * 2 + mirrored)};
}

void inputs_init(void) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (Square king = 0; king < SQUARE_COUNT; king++)
            perspectives[c][king] = perspective(c, king);
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Returns a threat pair as one word, with the attacker in the lowest byte. An XOR with view_word
 * turns the word to a perspective; compilers vectorise the XOR. */
static ALWAYS_INLINE uint32_t pair_word(ThreatPair p) {
    return p.attacker | (uint32_t)p.from << 8 | (uint32_t)p.target << 16 | (uint32_t)p.to << 24;
}

static ALWAYS_INLINE uint32_t view_word(Perspective v) {
    return (v.color | (uint32_t)v.flip << 8) * 0x00010001u;
}

/* Returns the input number of a threat pair. `seen` is the pair_word of the pair, turned to a
 * perspective. `seen` may also be a word that is not a pair, since pair_places goes past the
 * last pair. */
static ALWAYS_INLINE uint32_t pair_number(uint32_t seen) {
    const uint32_t kinds = (seen & 0xFF) * TARGET_KINDS + (seen >> 16 & 0xFF);
    return kinds * SQUARE_COUNT + (seen >> 24);
}

int pair_input(ThreatPair p, Perspective view) {
    assert((p.attacker ^ view.color) < TARGET_KINDS && (p.target ^ view.color) < TARGET_KINDS);
    return (int)pair_number(pair_word(p) ^ view_word(view));
}

/* The inner loop computes eight pairs, so that compilers vectorise the loop. Results after the last
 * pair are ignored. */
void pair_places(const StatePart *part, const Perspective view[COLOR_COUNT],
                 PairPlaces *restrict white, PairPlaces *restrict black) {
    enum { STEP = 8 };
    _Static_assert(PAIR_ROOM % STEP == 0, "the buffer holds whole steps");
    const uint32_t whites = view_word(view[WHITE]), blacks = view_word(view[BLACK]);
    for (int i = 0; i < part->pair_count; i += STEP) {
        for (int j = i; j < i + STEP; j++) {
            const uint32_t pair = pair_word(part->pairs[j]);
            white->at[j] = pair_number(pair ^ whites) * NETWORK_HIDDEN;
            black->at[j] = pair_number(pair ^ blacks) * NETWORK_HIDDEN;
        }
    }
    white->count = black->count = part->pair_count;
}
