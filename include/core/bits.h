/* Bit primitives: one or two instructions each, always inline. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include "core/types.h"

/* Index of the lowest set bit; x must not be 0. */
static ALWAYS_INLINE int lowest_bit(uint64_t x) {
    return __builtin_ctzll(x);
}

/* Index of the highest set bit; x must not be 0. */
static ALWAYS_INLINE int highest_bit(uint64_t x) {
    return 63 ^ __builtin_clzll(x);
}

static ALWAYS_INLINE int popcount(uint64_t x) {
    return __builtin_popcountll(x);
}

/* True if more than one bit is set. */
static ALWAYS_INLINE bool several(uint64_t x) {
    return (x & (x - 1)) != 0;
}

/* Takes the lowest set bit out of *x and returns its index; *x must not be 0. */
static ALWAYS_INLINE int pop_bit(uint64_t *x) {
    const int i = lowest_bit(*x);
    *x &= *x - 1;
    return i;
}

static ALWAYS_INLINE int pop_bit32(uint32_t *x) {
    const int i = __builtin_ctz(*x);
    *x &= *x - 1;
    return i;
}

#endif
