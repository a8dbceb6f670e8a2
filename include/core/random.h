/* Random numbers that follow from a seed, and hashing: the same on every machine. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

/* 2^64 divided by the golden ratio, whose multiples spread evenly. */
#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Multiplicative hashing (Knuth, TAOCP 6.4): the upper bits of the result depend on all of x. */
static inline uint64_t hash_multiply(uint64_t x) {
    return x * GOLDEN;
}

/* SplitMix64 (Steele, Lea, Flood 2014): every seed, neighbouring ones too, gives a full-period,
 * well-mixed sequence. *state is the seed, then wherever the sequence is. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += GOLDEN;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#endif
