/* Bit operations, hashes and pseudo-random numbers.
 *
 * The compiler inlines each bit operation into one or two instructions. asm/LAB.md compares the
 * builtins with inline assembly. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include "core/types.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __ARM_FEATURE_CRC32
#include <arm_acle.h>
#endif

/* Returns the index of the lowest set bit; x must not be 0. */
static ALWAYS_INLINE int lowest_bit(uint64_t x) {
    assert(x != 0);
    return __builtin_ctzll(x);
}

/* Returns the index of the highest set bit; x must not be 0. */
static ALWAYS_INLINE int highest_bit(uint64_t x) {
    assert(x != 0);
    return 63 ^ __builtin_clzll(x);
}

/* Returns x without its lowest set bit; 0 stays 0. */
static ALWAYS_INLINE uint64_t reset_lowest(uint64_t x) {
    return x & (x - 1);
}

static ALWAYS_INLINE int popcount(uint64_t x) {
    return __builtin_popcountll(x);
}

/* Copies `size` bytes, a multiple of 32, to a place that does not overlap; `to` and `from` are
 * aligned to 32 bytes. A memcpy of constant size would be slower: gcc compiles it to `rep movs`. */
static ALWAYS_INLINE void copy_aligned(void *to, const void *from, size_t size) {
    typedef uint64_t Vector __attribute__((vector_size(32), may_alias));
    for (size_t i = 0; i < size / sizeof(Vector); i++) {
        ((Vector *)to)[i] = ((const Vector *)from)[i];
        __asm__("" ::: "memory"); /* without this line gcc turns the loop into memcpy */
    }
}

/* Starts loading the cache line at p, which may be any address. */
static ALWAYS_INLINE void prefetch(const void *p) {
    __builtin_prefetch(p);
}

/* True if more than one bit is set. */
static ALWAYS_INLINE bool several(uint64_t x) {
    return reset_lowest(x) != 0;
}

/* Removes the lowest set bit from *x and returns its index; *x must not be 0. */
static ALWAYS_INLINE int pop_bit(uint64_t *x) {
    const int i = lowest_bit(*x);
    *x = reset_lowest(*x);
    return i;
}

static ALWAYS_INLINE int pop_bit32(uint32_t *x) {
    const int i = lowest_bit(*x);
    *x &= *x - 1;
    return i;
}

/* True if bit i of x is set; i is 0 to 63. */
static ALWAYS_INLINE bool has_bit(uint64_t x, int i) {
    assert(i >= 0 && i < 64);
    return x >> i & 1;
}

/* Returns n plus bit i of x; i is 0 to 63. */
static ALWAYS_INLINE int add_bit(int n, uint64_t x, int i) {
    return n + has_bit(x, i);
}

/* Adds a 64-bit word to `crc`, the CRC-32C of the previous words, and returns the new CRC-32C. The
 * standard also inverts the bits before the first word and after the last word; this function does
 * not. */
static inline uint64_t crc32c_c(uint64_t crc, uint64_t word) {
    enum { BITS = 64 };
    const uint64_t polynomial = 0x82F63B78; /* the lowest bit first */
    word ^= crc;
    for (int i = 0; i < BITS; i++)
        word = word >> 1 ^ (word & 1 ? polynomial : 0);
    return word;
}

/* Does the same as crc32c_c, with the CPU's CRC instruction if the build may use it. */
static ALWAYS_INLINE uint64_t crc32c(uint64_t crc, uint64_t word) {
#if defined(__SSE4_2__)
    return __builtin_ia32_crc32di(crc, word);
#elif defined(__ARM_FEATURE_CRC32)
    return __crc32cd((uint32_t)crc, word);
#else
    return crc32c_c(crc, word);
#endif
}

/* --- hashes and pseudo-random numbers --------------------------------------------------------- */

/* The functions below give the same results on every machine. */

/* 2^64 divided by the golden ratio. The multiples of this number, modulo 2^64, spread evenly. */
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Multiplicative hashing (Knuth, TAOCP 6.4): the upper bits of the result depend on all of x. */
static inline uint64_t hash_multiply(uint64_t x) {
    return x * GOLDEN;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo 1991), over words of 32 bits instead of bytes: a checksum that
 * reveals damage. For the first block of data pass HASH_WORDS_BASIS as `hash`, for each further
 * block pass the result of the previous block. `size` is a multiple of 4; `data` may have any
 * alignment. */
#define HASH_WORDS_BASIS UINT64_C(14695981039346656037)
static inline uint64_t hash_words(uint64_t hash, const void *data, size_t size) {
    const uint8_t *at = data;
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * 1099511628211u;
    }
    return hash;
}

/* Returns the next number of SplitMix64 (Steele, Lea, Flood 2014). Two neighbouring seeds, too,
 * give sequences that look independent. Each sequence has the full period of 2^64. Set *state to
 * the seed before the first call. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += GOLDEN;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Puts `count` items of `size` bytes each in random order (Fisher and Yates, 1938). */
static inline void shuffle(void *items, size_t count, size_t size, uint64_t *random) {
    for (size_t i = count; i > 1; i--) {
        uint8_t *one = (uint8_t *)items + (i - 1) * size;
        uint8_t *other = (uint8_t *)items + random_next(random) % i * size;
        for (size_t k = 0; k < size; k++) {
            const uint8_t swap = one[k];
            one[k] = other[k];
            other[k] = swap;
        }
    }
}

#endif
