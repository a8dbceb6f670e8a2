#include "wdl/wdl.h"

#include <math.h>
#include <string.h>

enum { TERMS = 2 * WDL_TERMS, POSITIONS_MIN = 1000 };

void fit_count(FitCounts *counts, int material, double score, Outcome outcome) {
    if (!(fabs(score) <= FIT_SCORE_MAX)) /* also true for NaN */
        return;
    const int bin = (int)lround(score / FIT_BIN) + FIT_SCORE_MAX / FIT_BIN;
    counts->counts[material - WDL_MATERIAL_MIN][bin][outcome]++;
    counts->positions++;
}

/* The chances of a bin, and their derivatives by a and b. */
typedef struct Chances {
    double p[OUTCOME_COUNT], by_a[OUTCOME_COUNT], by_b[OUTCOME_COUNT];
} Chances;

static Chances chances_at(double score, double a, double b) {
    Chances c;
    const double win = 1 / (1 + exp((a - score) / b)), loss = 1 / (1 + exp((a + score) / b));
    c.p[OUTCOME_WIN] = win;
    c.p[OUTCOME_LOSS] = loss;
    c.p[OUTCOME_DRAW] = fmax(1 - win - loss, 1e-9);
    c.by_a[OUTCOME_WIN] = -win * (1 - win) / b;
    c.by_b[OUTCOME_WIN] = win * (1 - win) * (a - score) / (b * b);
    c.by_a[OUTCOME_LOSS] = -loss * (1 - loss) / b;
    c.by_b[OUTCOME_LOSS] = loss * (1 - loss) * (a + score) / (b * b);
    c.by_a[OUTCOME_DRAW] = -c.by_a[OUTCOME_WIN] - c.by_a[OUTCOME_LOSS];
    c.by_b[OUTCOME_DRAW] = -c.by_b[OUTCOME_WIN] - c.by_b[OUTCOME_LOSS];
    return c;
}

/* The log likelihood, its gradient and the Fisher information. Indices: a's terms, then b's. */
typedef struct Slope {
    double likelihood, gradient[TERMS], information[TERMS][TERMS];
} Slope;

static void add_bin(Slope *slope, const int *counts, int material, double score,
                    const WinModel *model) {
    const int total = counts[OUTCOME_LOSS] + counts[OUTCOME_DRAW] + counts[OUTCOME_WIN];
    if (!total)
        return;
    const Chances c =
        chances_at(score, wdl_value(model->a, material), wdl_value(model->b, material));
    for (Outcome k = OUTCOME_LOSS; k <= OUTCOME_WIN; k++) {
        double by[TERMS], power = 1;
        for (int i = 0; i < WDL_TERMS; i++) {
            by[i] = c.by_a[k] * power;
            by[WDL_TERMS + i] = c.by_b[k] * power;
            power *= material / 58.0;
        }
        slope->likelihood += counts[k] * log(c.p[k] + 1e-300);
        for (int i = 0; i < TERMS; i++) {
            slope->gradient[i] += counts[k] * by[i] / c.p[k];
            for (int j = 0; j < TERMS; j++)
                slope->information[i][j] += total * by[i] * by[j] / c.p[k];
        }
    }
}

static Slope slope_at(const FitCounts *counts, const WinModel *model) {
    Slope slope = {0};
    for (int m = 0; m < FIT_MATERIALS; m++)
        for (int bin = 0; bin < FIT_BINS; bin++)
            add_bin(&slope, counts->counts[m][bin], m + WDL_MATERIAL_MIN,
                    (double)bin * FIT_BIN - FIT_SCORE_MAX, model);
    return slope;
}

static bool is_sound(const WinModel *model) {
    for (int m = WDL_MATERIAL_MIN; m <= WDL_MATERIAL_MAX; m++)
        if (!(wdl_value(model->b, m) > 0 && 10 * wdl_value(model->a, m) >= wdl_value(model->b, m)))
            return false;
    return true;
}

/* Solves (information + damping of its diagonal) * step = gradient by elimination. */
static void solve(const Slope *slope, double damping, double step[TERMS]) {
    double h[TERMS][TERMS];
    memcpy(h, slope->information, sizeof h);
    memcpy(step, slope->gradient, TERMS * sizeof *step);
    for (int i = 0; i < TERMS; i++)
        h[i][i] += damping * h[i][i] + 1e-9;
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j < TERMS; j++) {
            const double factor = h[j][i] / h[i][i];
            if (j == i)
                continue;
            for (int k = i; k < TERMS; k++)
                h[j][k] -= factor * h[i][k];
            step[j] -= factor * step[i];
        }
    }
    for (int i = 0; i < TERMS; i++)
        step[i] /= h[i][i];
}

/* Fits by Fisher scoring, with the damping of Levenberg and Marquardt. If a step lowers the
 * likelihood or leads to an invalid model, tries a shorter one instead. */
bool fit_model(const FitCounts *counts, WinModel *model) {
    double damping = 1e-3;
    *model = (WinModel){.a = {150}, .b = {75}};
    if (counts->positions < POSITIONS_MIN)
        return false;
    Slope here = slope_at(counts, model);
    for (int round = 0; round < 500 && damping < 1e9; round++) {
        double step[TERMS];
        WinModel next = *model;
        solve(&here, damping, step);
        for (int i = 0; i < WDL_TERMS; i++) {
            next.a[i] += step[i];
            next.b[i] += step[WDL_TERMS + i];
        }
        const Slope there = slope_at(counts, &next);
        if (is_sound(&next) && there.likelihood > here.likelihood) {
            const bool arrived =
                there.likelihood - here.likelihood < 1e-7 * (double)counts->positions;
            *model = next;
            here = there;
            damping /= 10;
            if (arrived && damping < 1)
                break;
        } else {
            damping *= 10;
        }
    }
    return is_sound(model);
}
