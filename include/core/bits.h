/* Bit primitives: one or two instructions each, always inline.
 *
 * Each is a C twin (compiler builtins) and, in a build with INLINE_ASM=1 for a CPU that has the
 * instruction, inline assembly. Both are equally fast, as measured, so the builtins are the
 * default.
 */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include "core/types.h"

#include <assert.h>

#if defined(INLINE_ASM) && defined(__BMI__) && defined(__LZCNT__) && defined(__POPCNT__)
#define BITS_BY_ASM 1
#else
#define BITS_BY_ASM 0
#endif

/* Index of the lowest set bit; x must not be 0. */
static ALWAYS_INLINE int lowest_bit(uint64_t x) {
    assert(x != 0);
#if BITS_BY_ASM
    uint64_t i;
    __asm__("tzcnt %1, %0" : "=r"(i) : "rm"(x) : "cc");
    return (int)i;
#else
    return __builtin_ctzll(x);
#endif
}

/* Index of the highest set bit; x must not be 0. */
static ALWAYS_INLINE int highest_bit(uint64_t x) {
    assert(x != 0);
#if BITS_BY_ASM
    uint64_t i;
    __asm__("lzcnt %1, %0" : "=r"(i) : "rm"(x) : "cc");
    return 63 ^ (int)i;
#else
    return 63 ^ __builtin_clzll(x);
#endif
}

/* x without its lowest set bit; 0 stays 0. */
static ALWAYS_INLINE uint64_t reset_lowest(uint64_t x) {
#if BITS_BY_ASM
    uint64_t rest;
    __asm__("blsr %1, %0" : "=r"(rest) : "rm"(x) : "cc");
    return rest;
#else
    return x & (x - 1);
#endif
}

static ALWAYS_INLINE int popcount(uint64_t x) {
#if BITS_BY_ASM
    uint64_t n;
    __asm__("popcnt %1, %0" : "=r"(n) : "rm"(x) : "cc");
    return (int)n;
#else
    return __builtin_popcountll(x);
#endif
}

/* Starts loading the cache line at p, which may be any address. */
static ALWAYS_INLINE void prefetch(const void *p) {
#if BITS_BY_ASM
    __asm__ volatile("prefetcht0 %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p);
#endif
}

#if defined(__BMI2__)
/* The bits of x at the places of a mask, packed to the lowest places. */
static ALWAYS_INLINE uint64_t pack_bits(uint64_t x, uint64_t mask) {
#if BITS_BY_ASM
    uint64_t packed;
    __asm__("pext %2, %1, %0" : "=r"(packed) : "r"(x), "rm"(mask));
    return packed;
#else
    return __builtin_ia32_pext_di(x, mask);
#endif
}
#endif

/* True if more than one bit is set. */
static ALWAYS_INLINE bool several(uint64_t x) {
    return reset_lowest(x) != 0;
}

/* Takes the lowest set bit out of *x and returns its index; *x must not be 0. */
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

#endif
