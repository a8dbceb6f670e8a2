#include "tablebase/tablebase_internal.h"

#include "core/bits.h"

#include <stdlib.h>
#include <string.h>

/* CityHash's multipliers: primes between 2^63 and 2^64. */
#define K0    0xc3a5c85c97cb3127
#define K1    0xb492b66fbe98f273
#define K3    0xc949d7c7509e6557
#define K_MIX 0x9ddfea08eb382d69 /* of 128 bits into 64, after MurmurHash */

enum {
    LANES = 5,
    ROUND = 8 * LANES,  /* bytes that a round of a digest takes in */
    STRIDE = 6 * ROUND, /* the bytes between two looks at the rest; the least a digest is made of */
    LIST_OF_CITY = 28   /* longer lists of digests are hashed as a chunk is */
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

/* 128 bits into 64. */
static uint64_t mix(uint64_t low, uint64_t high) {
    const uint64_t x = smear((low ^ high) * K_MIX);
    return smear((high ^ x) * K_MIX) * K_MIX;
}

/* --- the digest of a chunk --------------------------------------------------------------------- */

/* Five lanes that the words go into, and the first lane of the round before; for each lane a CRC of
 * what it held. */
typedef struct Digest {
    uint64_t lane[LANES + 1];
    uint64_t crc[LANES];
} Digest;

/* Takes in a round's bytes: each lane becomes its neighbour, rotated, multiplied, plus a word. */
static void take_round(Digest *d, const uint8_t *bytes, uint64_t multiplier, int turn) {
    static const int ROTATIONS[LANES] = {41, 27, 41, 33, 25};
    const uint64_t first = d->lane[0];
    for (int i = 0; i < LANES; i++) {
        d->lane[i] = rotate(d->lane[i + 1], ROTATIONS[i] ^ turn) * multiplier + word(bytes + 8 * i);
        d->crc[i] = crc32c(d->crc[i], d->lane[i]);
    }
    d->lane[LANES] = first;
}

/* Takes in all bytes, of which there are at least STRIDE; the last round overlaps the one before it
 * if the size is no multiple of a round's. */
static void take_all(Digest *d, const uint8_t *bytes, size_t size) {
    for (; size >= STRIDE; size -= STRIDE)
        for (int i = 0; i < 6; i++, bytes += ROUND)
            take_round(d, bytes, i % 2 ? K0 : 1, i % 2 ? 0 : 1);
    for (; size >= ROUND; size -= ROUND, bytes += ROUND)
        take_round(d, bytes, K0, 0);
    if (size)
        take_round(d, bytes + size - ROUND, K0, 0);
}

/* The digest of at least STRIDE bytes. */
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

/* A short chunk is filled up with zeroes, and gives its size by the seed. */
static void digest_chunk(const uint8_t *bytes, size_t size, uint64_t result[4]) {
    uint8_t filled[STRIDE] = {0};
    if (size >= STRIDE) {
        digest_long(bytes, size, 0, result);
        return;
    }
    memcpy(filled, bytes, size);
    digest_long(filled, STRIDE, ~(uint32_t)size, result);
}

/* --- the hash of the digests ------------------------------------------------------------------- */

/* Two words that make one value of CityHash's. */
typedef struct Pair {
    uint64_t first, second;
} Pair;

static Pair weak(const uint64_t w[4], uint64_t a, uint64_t b) {
    const uint64_t start = a + w[0];
    const uint64_t sum = start + w[1] + w[2];
    return (Pair){sum + w[3], rotate(b + start + w[3], 21) + rotate(sum, 44) + start};
}

/* CityMurmur: of fewer than 16 words, an even number. */
static Checksum hash_few(const uint64_t *w, int count, uint64_t a, uint64_t b) {
    const uint64_t size = 8 * (uint64_t)count;
    uint64_t c, d;
    if (count == 2) {
        a = smear(a * K1) * K1;
        c = b * K1 + (mix(w[0], rotate(w[1] + size, (int)size)) ^ w[1]);
        d = smear(a + w[0]);
    } else {
        c = mix(w[count - 1] + K1, a);
        d = mix(b + size, c + w[count - 2]);
        a += d;
        for (; count > 2; count -= 2, w += 2) {
            a = (a ^ smear(w[0] * K1) * K1) * K1;
            b ^= a;
            c = (c ^ smear(w[1] * K1) * K1) * K1;
            d ^= c;
        }
    }
    a = mix(a, c);
    b = mix(d, b);
    return (Checksum){a ^ b, mix(b, a)};
}

/* What CityHash keeps between two strides of eight words. */
typedef struct City {
    uint64_t x, y, z;
    Pair v, w;
} City;

static void take_eight(City *s, const uint64_t *words) {
    s->x = rotate(s->x + s->y + s->v.first + words[1], 37) * K1 ^ s->w.second;
    s->y = rotate(s->y + s->v.second + words[6], 42) * K1 + s->v.first + words[5];
    s->z = rotate(s->z + s->w.first, 33) * K1;
    s->v = weak(words, s->v.second * K1, s->x + s->w.first);
    s->w = weak(words + 4, s->z + s->w.second, s->y + words[2]);
    const uint64_t x = s->x;
    s->x = s->z;
    s->z = x;
}

/* CityHash128WithSeed: of an even number of words, 16 at least. */
static Checksum hash_many(const uint64_t *words, int count, uint64_t low, uint64_t high) {
    City s = {.x = low, .y = high, .z = 8 * (uint64_t)count * K1};
    s.v.first = rotate(high ^ K1, 49) * K1 + words[0];
    s.v.second = rotate(s.v.first, 42) * K1 + words[1];
    s.w.first = rotate(high + s.z, 35) * K1 + low;
    s.w.second = rotate(low + words[11], 53) * K1;
    for (; count >= 16; count -= 16, words += 16) {
        take_eight(&s, words);
        take_eight(&s, words + 8);
    }
    s.x += rotate(s.v.first + s.z, 49) * K0;
    s.z += rotate(s.w.first, 37) * K0;
    /* The rest by fours from its end; the last four may reach back into what has been taken. */
    for (int done = 0; done < count;) {
        const uint64_t *four = words + count - (done += 4);
        s.y = rotate(s.x + s.y, 42) * K0 + s.v.second;
        s.w.first += four[2];
        s.x = s.x * K0 + s.w.first;
        s.z += s.w.second + four[0];
        s.w.second += s.v.first;
        s.v = weak(four, s.v.first + s.z, s.v.second);
    }
    s.x = mix(s.x, s.v.first);
    s.y = mix(s.y + s.z, s.w.first);
    return (Checksum){mix(s.x + s.v.second, s.w.second) + s.y,
                      mix(s.x + s.w.second, s.y + s.v.second)};
}

static Checksum hash_digests(const uint64_t (*digests)[4], size_t count) {
    const uint64_t *words = digests[0];
    uint64_t long_digest[4];
    if (count > LIST_OF_CITY) {
        digest_long((const uint8_t *)words, 32 * count, 0, long_digest);
        return (Checksum){long_digest[2], long_digest[3]};
    }
    const int left = 4 * (int)count - 2;
    return left < 16 ? hash_few(words + 2, left, words[0] ^ K3, words[1])
                     : hash_many(words + 2, left, words[0] ^ K3, words[1]);
}

/* --- chunk by chunk ---------------------------------------------------------------------------- */

bool checksum_begin(Checksummer *c, size_t chunks) {
    c->count = 0;
    c->room = chunks;
    c->digests = calloc(chunks, sizeof *c->digests);
    return c->digests != NULL;
}

void checksum_add(Checksummer *c, const uint8_t *bytes, size_t size) {
    assert(c->count < c->room && size > 0 && size <= CHECKSUM_CHUNK);
    digest_chunk(bytes, size, c->digests[c->count++]);
}

Checksum checksum_value(const Checksummer *c) {
    assert(c->count == c->room);
    return hash_digests((const uint64_t(*)[4])c->digests, c->count);
}

void checksum_free(Checksummer *c) {
    free(c->digests);
    c->digests = NULL;
}
