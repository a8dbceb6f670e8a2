/* Pseudo-random numbers for tests, from a seed: the same in every run. */
#ifndef SUPPORT_DICE_H
#define SUPPORT_DICE_H

#include <stdint.h>

typedef struct Random {
    uint64_t state; /* begins as the seed; is never 0 */
} Random;

/* The next number of xorshift64* (Marsaglia 2003, Vigna 2016). */
static inline uint64_t random_word(Random *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545F4914F6CDD1Du;
}

/* A pseudo-random number, always the same for x. */
static inline uint64_t random_hash(uint64_t x) {
    return random_word(&(Random){x * 2 + 1});
}

/* A random number from 0 to n - 1; n > 0. */
static inline int random_below(Random *r, int n) {
    return (int)((random_word(r) >> 33) % (uint64_t)n);
}

#endif
