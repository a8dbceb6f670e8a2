/* What an evaluation was made of: how often each weight was counted, for either colour.
 *
 * The terms are written once. Called with a trace that is NULL at compile time they only add up;
 * with a real one they also write down what they added: for the tuner, and for `eval`.
 */
#ifndef EVAL_TRACE_H
#define EVAL_TRACE_H

#include "eval/weights.h"

typedef struct Trace {
    /* Counts; of CURVE weights, shares of CURVE_STEP. COMPLEXITY is counted for White only. */
    int16_t count[WEIGHT_COUNT][COLOR_COUNT];
    int phase;          /* PHASE_FULL (all pieces) to 0 */
    int scale;          /* SCALE_NORMAL, or less where the endgame is drawish */
    int danger[2];      /* of either King, as the curve takes it */
    const char *ending; /* the name of an ending whose knowledge replaced the sum, or NULL */
    int score;          /* for the side to move: what evaluate returns */
} Trace;

/* Counts a weight n times for a colour, and returns what that is worth. */
static ALWAYS_INLINE Tapered term(Trace *t, Color c, int weight, int n) {
    if (t)
        t->count[weight][c] = (int16_t)(t->count[weight][c] + n);
    return weights[weight] * n;
}

#endif
