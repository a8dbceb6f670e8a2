/* Bit primitives: one or two instructions each, always inline.
 *
 * Where compilers do worse, a primitive is inline assembly and has a C twin, which
 * `make C_BITS=1` takes instead; the results are the same. The others are compiler builtins, which
 * give the single instruction and fold constants. asm/README.md says what was measured.
 */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include "core/types.h"

#include <assert.h>

/* INLINE_ASM: for every compiler that has flag outputs. GCC_INLINE_ASM: where only gcc gains. */
#if defined(__GCC_ASM_FLAG_OUTPUTS__) && defined(__x86_64__) && !defined(C_BITS)
#define INLINE_ASM 1
#else
#define INLINE_ASM 0
#endif
#if INLINE_ASM && !defined(__clang__)
#define GCC_INLINE_ASM 1
#else
#define GCC_INLINE_ASM 0
#endif

/* Index of the lowest set bit; x must not be 0. */
static ALWAYS_INLINE int lowest_bit(uint64_t x) {
    assert(x != 0);
    return __builtin_ctzll(x);
}

/* Index of the highest set bit; x must not be 0. */
static ALWAYS_INLINE int highest_bit(uint64_t x) {
    assert(x != 0);
    return 63 ^ __builtin_clzll(x);
}

/* x without its lowest set bit; 0 stays 0. */
static ALWAYS_INLINE uint64_t reset_lowest(uint64_t x) {
    return x & (x - 1);
}

static ALWAYS_INLINE int popcount(uint64_t x) {
    return __builtin_popcountll(x);
}

/* Starts loading the cache line at p, which may be any address. */
static ALWAYS_INLINE void prefetch(const void *p) {
    __builtin_prefetch(p);
}

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

/* True if bit i of x is set; i is 0 to 63. The carry of bt, where gcc makes and tests a mask. */
static ALWAYS_INLINE bool has_bit(uint64_t x, int i) {
    assert(i >= 0 && i < 64);
#if GCC_INLINE_ASM
    if (!__builtin_constant_p(i)) {
        bool set;
        __asm__ __inline__("bt %q2, %1" : "=@ccc"(set) : "r"(x), "r"(i));
        return set;
    }
#endif
    return x >> i & 1;
}

/* n plus bit i of x; i is 0 to 63. Adds the carry of bt, where compilers shift, mask and add. */
static ALWAYS_INLINE int add_bit(int n, uint64_t x, int i) {
    assert(i >= 0 && i < 64);
#if INLINE_ASM
    __asm__ __inline__("bt %q2, %1\n\tadc $0, %0" : "+r"(n) : "r"(x), "r"(i) : "cc");
    return n;
#else
    return n + (int)(x >> i & 1);
#endif
}

#endif
