/* The tuner: positions as counts of weights, and the evaluation as a function of the weights. */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include "eval/weights.h"
#include "lib/workers.h"
#include "train/position_store.h"

#include <stdbool.h>

/* The index of a weight, and its count. A linear weight has White's count less Black's. */
typedef struct Count {
    uint16_t weight;
    int16_t n;
} Count;

/* A position, reduced to counts of four kinds in this order: linear, danger of the white king, of
 * the black king, complexity. The fields hold the number of counts of each kind. */
typedef struct Sample {
    uint64_t first; /* index of the first count in its set */
    uint16_t linear, danger[2], complexity;
    uint8_t phase, scale;
    uint8_t result; /* 0 Black won, 1 draw, 2 White won, or RESULT_UNKNOWN */
    bool held_out;  /* held out for validation */
    int16_t score;  /* the search's score for White */
} Sample;

typedef struct Samples {
    Sample *items;
    Count *counts;
    size_t count, room;
    uint64_t used, counts_room;
    size_t refused; /* positions of known endings, whose evaluation is not a sum */
} Samples;

/* Adds a position to a set. Ends the program if memory is short. */
void samples_add(Samples *set, const PackedPosition *p, bool held_out);

/* Adds the positions of a file of `train prepare`. If `limit` is not 0, adds at most `limit`
 * held-out positions and `limit` others. If reading fails, returns false with the reason in
 * *reason. */
bool samples_read(Samples *set, const char *path, uint64_t limit, const char **reason);

void samples_free(Samples *set);

/* --- the evaluation in floating point, with its gradient ------------------------------------- */

enum { MG, EG, HALVES };

/* Weights, or their gradient: middlegame and endgame. */
typedef struct Model {
    double w[WEIGHT_COUNT][HALVES];
} Model;

/* How a score becomes an expected result, and the result that a sample should have (the target). */
typedef struct Target {
    double slope;       /* expected result = 1 / (1 + exp(-slope * score)) */
    double score_slope; /* the slope for the search scores of the samples */
    double lambda;      /* target = lambda * game's result + (1 - lambda) * search's result */
} Target;

/* The weights that the engine was built with. */
void model_from_engine(Model *m);

/* True if no weight is NaN or exceeds the 16 bits that the engine has for it (eval/weights.h). */
bool model_fits(const Model *m);

/* The score of a sample for White. */
double model_score(const Model *m, const Samples *set, const Sample *s);

/* The squared error of a sample; adds its gradient to *gradient if that is not NULL. */
double model_loss(const Model *m, const Samples *set, const Sample *s, const Target *target,
                  Model *gradient);

#endif
