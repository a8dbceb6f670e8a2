/* The lesser and the greater of two numbers. */
#ifndef CORE_MINMAX_H
#define CORE_MINMAX_H

#include <stdint.h>

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

static inline int64_t min_int64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_int64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* x, but at least `low` and at most `high`. */
static inline int clamp_int(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

#endif
