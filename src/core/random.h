/* Pseudo-random numbers from a seed, and hashes. Results are the same on every machine. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 2^64 divided by the golden ratio, whose multiples spread evenly. */
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Multiplicative hashing (Knuth, TAOCP 6.4): the upper bits of the result depend on all of x. */
static inline uint64_t hash_multiply(uint64_t x) {
    return x * GOLDEN;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo 1991), over words of 32 bits instead of bytes: a checksum
 * against damage. `hash` is the hash of the data before, at first HASH_WORDS_BASIS. `size` is a
 * multiple of 4; `data` may have any alignment. */
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

/* The next number of SplitMix64 (Steele, Lea, Flood 2014). Every seed gives a well-mixed sequence
 * of full period, even if seeds are neighbours. *state is the seed before the first call. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += GOLDEN;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#endif
