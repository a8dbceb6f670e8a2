/* A middlegame and an endgame value in one integer, so that one addition adds both.
 *
 * t = eg * 65536 + mg. Sums and small multiples are exact as long as both halves stay within
 * +-32767; the lower half borrows from the upper one when it is negative, which eg_of puts right.
 */
#ifndef EVAL_TAPERED_H
#define EVAL_TAPERED_H

#include "core/types.h"

typedef int32_t Tapered;

#define TAPERED(mg, eg) ((Tapered)((eg)*65536 + (mg)))

static ALWAYS_INLINE int mg_of(Tapered t) {
    return (int16_t)(uint16_t)(uint32_t)t;
}

static ALWAYS_INLINE int eg_of(Tapered t) {
    return (int16_t)(uint16_t)(((uint32_t)t + 0x8000u) >> 16);
}

#endif
