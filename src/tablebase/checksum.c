#include "tablebase/tablebase_internal.h"

#include "core/bits.h"

#include <string.h>

/* CityHash's multipliers: primes between 2^63 and 2^64. */
#define K0    0xc3a5c85c97cb3127
#define K1    0xb492b66fbe98f273
#define K3    0xc949d7c7509e6557
#define K_MIX 0x9ddfea08eb382d69 /* the multiplier of `mix`, from MurmurHash */

enum {
    LANES = 5,
    ROUND = 8 * LANES, /* bytes that one round of a digest reads */
    STRIDE = 6 * ROUND /* bytes of six rounds, the least size of a digest's input */
};

static uint64_t word(const uint8_t *bytes) {
    uint64_t w;
    memcpy(&w, bytes, sizeof w);
    return w;
}

static uint64_t rotate(uint64_t x, int by) {
    return x >> by | x << (64 - by);
}

static uint64_t smear(uint64_t x) {
    return x ^ x >> 47;
}

/* Hashes 128 bits to 64. */
static uint64_t mix(uint64_t low, uint64_t high) {
    const uint64_t x = smear((low ^ high) * K_MIX);
    return smear((high ^ x) * K_MIX) * K_MIX;
}

/* --- the digest of a chunk -------------------------------------------------------------------- */

/* The state of a digest: five lanes that take in the words, and the first lane of the previous
 * round. Each lane has a CRC of all its values so far. */
typedef struct Digest {
    uint64_t lane[LANES + 1];
    uint64_t crc[LANES];
} Digest;

/* Adds the bytes of a round to a digest. Each lane becomes the next lane, rotated and multiplied,
 * plus the next 8 bytes; the lane's CRC then takes in the new lane. */
static void take_round(Digest *d, const uint8_t *bytes, uint64_t multiplier, int turn) {
    static const int ROTATIONS[LANES] = {41, 27, 41, 33, 25};
    const uint64_t first = d->lane[0];
    for (int i = 0; i < LANES; i++) {
        d->lane[i] = rotate(d->lane[i + 1], ROTATIONS[i] ^ turn) * multiplier + word(bytes + 8 * i);
        d->crc[i] = crc32c(d->crc[i], d->lane[i]);
    }
    d->lane[LANES] = first;
}

/* Reads all bytes, at least STRIDE. If the size is not a multiple of ROUND, the last round overlaps
 * the previous round. */
static void take_all(Digest *d, const uint8_t *bytes, size_t size) {
    for (; size >= STRIDE; size -= STRIDE)
        for (int i = 0; i < 6; i++, bytes += ROUND)
            take_round(d, bytes, i % 2 ? K0 : 1, i % 2 ? 0 : 1);
    for (; size >= ROUND; size -= ROUND, bytes += ROUND)
        take_round(d, bytes, K0, 0);
    if (size)
        take_round(d, bytes + size - ROUND, K0, 0);
}

/* Computes the digest of at least STRIDE bytes. */
static void digest_long(const uint8_t *bytes, size_t size, uint32_t seed, uint64_t result[4]) {
    const uint64_t b0 = word(bytes + 96) + K0, c0 = mix(b0, size);
    const uint64_t d0 = word(bytes + 120) * K0 + size;
    Digest digest = {.lane = {word(bytes + 56) + K0, b0, c0, d0, word(bytes + 184) + seed, c0 + d0},
                     .crc = {seed}};
    take_all(&digest, bytes, size);

    const uint64_t *lane = digest.lane, *crc = digest.crc;
    uint64_t j = crc[4] + (crc[3] << 32), i = crc[3];
    uint64_t a = mix(lane[0], j);
    const uint64_t h = crc[2] + (crc[1] << 32);
    const uint64_t b = lane[1] + h;
    const uint64_t c = mix(lane[2], crc[0]) + i;
    const uint64_t d = mix(lane[3], lane[4] + c0);
    j += lane[4];
    i += mix(h, lane[5]);
    const uint64_t e = mix(a, d) + j;
    const uint64_t f = mix(b, c) + a;
    const uint64_t g = mix(j, i) + c;
    result[0] = e + f + g + h;
    a = smear((a + g) * K0) * K0 + b;
    result[1] = d0 + a + result[0];
    a = smear(a * K0) * K0 + c;
    result[2] = a + result[1];
    result[3] = smear((a + e) * K0) * K0 + result[2];
}

/* Computes the digest of a chunk. A chunk shorter than STRIDE is padded with zeroes, and its size
 * goes into the seed. */
static void digest_chunk(const uint8_t *bytes, size_t size, uint64_t result[4]) {
    uint8_t filled[STRIDE] = {0};
    if (size >= STRIDE) {
        digest_long(bytes, size, 0, result);
        return;
    }
    memcpy(filled, bytes, size);
    digest_long(filled, STRIDE, ~(uint32_t)size, result);
}

/* --- the checksum ----------------------------------------------------------------------------- */

/* Computes CityHash128 of one digest: the first half of the digest is the seed of CityMurmur, which
 * hashes the other half. */
static void hash_digest(const uint64_t w[4], uint64_t hash[2]) {
    const uint64_t a = smear((w[0] ^ K3) * K1) * K1, size = 16;
    const uint64_t c = w[1] * K1 + (mix(w[2], rotate(w[3] + size, (int)size)) ^ w[3]);
    const uint64_t first = mix(a, c), second = mix(smear(a + w[2]), w[1]);
    hash[0] = first ^ second;
    hash[1] = mix(second, first);
}

void checksum_make(const uint8_t *bytes, size_t size, uint64_t sum[2]) {
    uint64_t digest[4];
    digest_chunk(bytes, size, digest);
    hash_digest(digest, sum);
}
