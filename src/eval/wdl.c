#include "eval/wdl.h"

#include "eval/wdl_classical.h"
#include "eval/wdl_network.h"

#include <math.h>

static const WinModel *const MODELS[EVALUATIONS] = {
    [EVALUATION_CLASSICAL] = &WDL_CLASSICAL, [EVALUATION_NETWORK] = &WDL_NETWORK};

double wdl_value(const double terms[WDL_TERMS], int material) {
    const double t = material / 58.0;
    double sum = 0;
    for (int i = WDL_TERMS - 1; i >= 0; i--)
        sum = sum * t + terms[i];
    return sum;
}

int wdl_material(const State *s) {
    static const int POINTS[TYPE_COUNT] = {1, 3, 3, 5, 9, 0};
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += POINTS[type] * popcount(s->by_type[type]);
    return sum < WDL_MATERIAL_MIN   ? WDL_MATERIAL_MIN
           : sum > WDL_MATERIAL_MAX ? WDL_MATERIAL_MAX
                                    : sum;
}

/* The chance to win per mille, by a logistic curve with centre a and width b. */
static int win_chance(double score, double a, double b) {
    return (int)lround(1000 / (1 + exp((a - score) / b)));
}

WinChances wdl_of(Evaluation evaluation, int score, int material) {
    if (score_is_decisive(score))
        return score > 0 ? (WinChances){1000, 0, 0} : (WinChances){0, 0, 1000};
    const WinModel *model = MODELS[evaluation];
    const double a = wdl_value(model->a, material), b = wdl_value(model->b, material);
    const int win = win_chance(score, a, b), loss = win_chance(-score, a, b);
    return (WinChances){win, 1000 - win - loss, loss};
}

int wdl_centipawns(Evaluation evaluation, int score, int material) {
    if (score_is_decisive(score))
        return score;
    return (int)lround(100 * score / wdl_value(MODELS[evaluation]->a, material));
}

double wdl_score(Evaluation evaluation, double centipawns, int material) {
    return centipawns * wdl_value(MODELS[evaluation]->a, material) / 100;
}
