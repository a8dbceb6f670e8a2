#include "tune/tune.h"

#include "eval/material.h"
#include "eval/weights.h"

#include <math.h>

void model_from_engine(Model *m) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        m->w[i][MG] = mg_of(weights[i]);
        m->w[i][EG] = eg_of(weights[i]);
    }
}

bool model_fits(const Model *m) {
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++)
            if (!(fabs(m->w[w][h]) <= INT16_MAX)) /* also true for NaN */
                return false;
    return true;
}

/* The place of a king's danger on the curve of king danger, between two of its knots. */
typedef struct Penalty {
    int knot;
    double share; /* 0 at `knot`, up to 1 at the next knot */
    bool flat;    /* beyond an end of the curve, where the derivative is 0 */
} Penalty;

/* A sample's score, and the data for its gradient. */
typedef struct Forward {
    double phase, scale, score;
    double eg;         /* the endgame half of the score, without complexity */
    double complexity; /* the factor by which `eg` is multiplied */
    bool limited;      /* complexity is at one of its limits */
    Penalty penalty[COLOR_COUNT];
} Forward;

static Penalty penalty_at(double danger) {
    const double last = (CURVE_KNOTS - 1) * CURVE_STEP - 1;
    const bool flat = danger <= 0 || danger >= last;
    danger = danger < 0 ? 0 : danger > last ? last : danger;
    const int knot = (int)(danger / CURVE_STEP);
    return (Penalty){knot, danger / CURVE_STEP - knot, flat};
}

static Forward forward(const Model *m, const Samples *set, const Sample *s) {
    const Count *c = set->counts + s->first;
    double half[HALVES] = {0, 0};
    for (int i = 0; i < s->linear; i++, c++) {
        half[MG] += c->n * m->w[c->weight][MG];
        half[EG] += c->n * m->w[c->weight][EG];
    }
    Forward f = {.phase = (double)s->phase / PHASE_FULL, .scale = (double)s->scale / SCALE_NORMAL};
    for (Color color = WHITE; color <= BLACK; color++) {
        double danger = 0;
        for (int i = 0; i < s->danger[color]; i++, c++)
            danger += c->n * m->w[c->weight][MG];
        const Penalty p = f.penalty[color] = penalty_at(danger);
        const double(*knot)[HALVES] = m->w + WEIGHT_KING_CURVE + p.knot;
        for (int h = MG; h <= EG; h++)
            half[h] +=
                (color == WHITE ? 1 : -1) * (knot[0][h] * (1 - p.share) + knot[1][h] * p.share);
    }
    double complexity = 0;
    for (int i = 0; i < s->complexity; i++, c++)
        complexity += c->n * m->w[c->weight][MG];
    const double least = (double)COMPLEXITY_LEAST / COMPLEXITY_NORMAL;
    const double most = (double)COMPLEXITY_MOST / COMPLEXITY_NORMAL;
    f.eg = half[EG];
    f.complexity = 1 + complexity / COMPLEXITY_NORMAL;
    f.limited = f.complexity < least || f.complexity > most;
    f.complexity = fmin(fmax(f.complexity, least), most);
    f.score = half[MG] * f.phase + f.eg * f.complexity * f.scale * (1 - f.phase);
    return f;
}

double model_score(const Model *m, const Samples *set, const Sample *s) {
    return forward(m, set, s).score;
}

/* Adds the gradient of a sample's loss to *g. `by_score` is the derivative of the loss by the
 * sample's score. */
static void backward(const Model *m, const Samples *set, const Sample *s, const Forward *f,
                     double by_score, Model *g) {
    const Count *c = set->counts + s->first;
    const double by_eg = by_score * (1 - f->phase) * f->scale;
    const double by[HALVES] = {by_score * f->phase, by_eg * f->complexity};
    for (int i = 0; i < s->linear; i++, c++) {
        g->w[c->weight][MG] += c->n * by[MG];
        g->w[c->weight][EG] += c->n * by[EG];
    }
    for (Color color = WHITE; color <= BLACK; color++) {
        const Penalty p = f->penalty[color];
        const int sign = color == WHITE ? 1 : -1, knot = WEIGHT_KING_CURVE + p.knot;
        double by_danger = 0;
        for (int h = MG; h <= EG; h++) {
            g->w[knot][h] += sign * by[h] * (1 - p.share);
            g->w[knot + 1][h] += sign * by[h] * p.share;
            by_danger += sign * by[h] * (m->w[knot + 1][h] - m->w[knot][h]) / CURVE_STEP;
        }
        for (int i = 0; i < s->danger[color]; i++, c++)
            g->w[c->weight][MG] += p.flat ? 0 : c->n * by_danger;
    }
    for (int i = 0; i < s->complexity; i++, c++)
        g->w[c->weight][MG] += f->limited ? 0 : c->n * by_eg * f->eg / COMPLEXITY_NORMAL;
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

double model_loss(const Model *m, const Samples *set, const Sample *s, const Target *target,
                  Model *gradient) {
    const Forward f = forward(m, set, s);
    const double lambda = s->result == RESULT_UNKNOWN ? 0 : target->lambda;
    const double wanted =
        lambda * s->result / 2.0 + (1 - lambda) * sigmoid(target->score_slope * s->score);
    const double expected = sigmoid(target->slope * f.score), error = expected - wanted;
    if (gradient)
        backward(m, set, s, &f, 2 * error * expected * (1 - expected) * target->slope, gradient);
    return error * error;
}
