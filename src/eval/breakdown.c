#include "eval/breakdown.h"

#include "eval/evaluate.h"

const char *family_name(Family family) {
    static const char *const NAMES[FAMILY_COUNT] = {"Material", "Squares", "Mobility", "Pieces",
                                                    "Pawns",    "Passed",  "Threats",  "King",
                                                    "Space",    "Tempo",   "Scaling"};
    return NAMES[family];
}

/* What a group of linear weights, or the knots of the curve, are worth to a colour. */
static Half group_value(const Trace *t, const WeightGroup *g, Color c) {
    Half sum = {0, 0};
    for (int w = g->first; w < g->first + g->count; w++) {
        sum.mg += t->count[w][c] * mg_of(weights[w]);
        sum.eg += t->count[w][c] * eg_of(weights[w]);
    }
    if (g->kind == KIND_CURVE) {
        sum.mg /= CURVE_STEP;
        sum.eg /= CURVE_STEP;
    }
    return sum;
}

static int complexity_of(const Trace *t) {
    int sum = 0;
    for (int w = WEIGHT_COMPLEXITY; w <= WEIGHT_LAST_COMPLEXITY; w++)
        sum += t->count[w][WHITE] * mg_of(weights[w]);
    return complexity_limited(sum);
}

Breakdown breakdown_of(const Trace *t, Color side) {
    Breakdown b = {.scale = t->scale, .phase = t->phase, .ending = t->ending};
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        for (Color c = WHITE; c <= BLACK; c++) {
            if (g->kind != KIND_LINEAR && g->kind != KIND_CURVE)
                continue;
            const Half value = group_value(t, g, c);
            const int sign = c == WHITE ? 1 : -1;
            b.family[g->family][c].mg += value.mg;
            b.family[g->family][c].eg += value.eg;
            b.total.mg += sign * value.mg;
            b.total.eg += sign * value.eg;
        }
    }
    b.complexity = complexity_of(t);
    b.eg = b.total.eg * b.complexity / COMPLEXITY_NORMAL * b.scale / SCALE_NORMAL;
    const int score = (b.total.mg * b.phase + b.eg * (PHASE_FULL - b.phase)) / PHASE_FULL;
    b.score = clamp_int(score, -EVAL_MAX, EVAL_MAX);
    if (b.ending)
        b.score = side == WHITE ? t->score : -t->score;
    return b;
}
