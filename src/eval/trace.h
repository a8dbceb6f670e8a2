/* What an evaluation was made of: how often each weight was counted, for either colour.
 *
 * The terms are written once. Called with a trace that is NULL at compile time they only add up;
 * with a real one they also write down what they added: for the tuner, and for `eval`.
 */
#ifndef EVAL_TRACE_H
#define EVAL_TRACE_H

#include "board/position.h"
#include "core/types.h"
#include "eval/weights.h"

/* The units of what is not a count. */
enum {
    PHASE_FULL = 24,         /* the phase with all pieces on the board; 0 with none */
    SCALE_NORMAL = 64,       /* the scale of an endgame that is not drawish */
    COMPLEXITY_NORMAL = 128, /* the factor of the endgame half is in such parts, */
    COMPLEXITY_LEAST = 32,   /* and within these limits */
    COMPLEXITY_MOST = 256
};

typedef struct Trace {
    /* Counts; of CURVE weights, shares of CURVE_STEP. COMPLEXITY is counted for White only. */
    int16_t count[WEIGHT_COUNT][COLOR_COUNT];
    int phase;          /* PHASE_FULL (all pieces) to 0 */
    int scale;          /* SCALE_NORMAL, less where the endgame is drawish, or more */
    int danger[2];      /* of either king, as the curve takes it */
    const char *ending; /* the name of an ending whose knowledge replaced the sum, or NULL */
    int score;          /* for the side to move: what evaluate returns */
} Trace;

/* Counts a weight n times for a colour, and returns what that is worth. */
static ALWAYS_INLINE Tapered term(Trace *t, Color c, int weight, int n) {
    if (t)
        t->count[weight][c] = (int16_t)(t->count[weight][c] + n);
    return weights[weight] * n;
}

/* The factor of the endgame half, in 1/COMPLEXITY_NORMAL, from a sum of COMPLEXITY weights. */
static ALWAYS_INLINE int complexity_limited(int sum) {
    return clamp_int(COMPLEXITY_NORMAL + sum, COMPLEXITY_LEAST, COMPLEXITY_MOST);
}

/* Evaluates and writes down how: trace->score == evaluate(pos). Slow. */
void evaluate_trace(const Position *pos, Trace *trace);

#endif
