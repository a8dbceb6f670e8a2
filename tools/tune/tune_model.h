/* The evaluation once more, in floating point and with its gradient. */
#ifndef TUNE_MODEL_H
#define TUNE_MODEL_H

#include "eval/weights.h"
#include "tune/tune_samples.h"

#include <stdbool.h>

enum { MG, EG, HALVES };

/* Weights, or their gradient: middlegame and endgame. */
typedef struct Model {
    double w[WEIGHT_COUNT][HALVES];
} Model;

/* How a score becomes an expected result, and what it is compared with. */
typedef struct Target {
    double slope;       /* expected result = 1 / (1 + exp(-slope * score)) */
    double score_slope; /* the same for the scores of the samples */
    double lambda;      /* share of the game's result; the rest is its search score's */
} Target;

/* The weights that the engine was built with. */
void model_from_engine(Model *m);

/* True if all weights are numbers and fit into a half of those of the engine (eval/weights.h). */
bool model_fits(const Model *m);

/* The score of a sample, from White's side. */
double model_score(const Model *m, const Samples *set, const Sample *s);

/* The squared error of a sample; adds its gradient to *gradient if that is not NULL. */
double model_loss(const Model *m, const Samples *set, const Sample *s, const Target *target,
                  Model *gradient);

#endif
