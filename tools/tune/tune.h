/* The tuner: positions as counts of weights, and the evaluation as a function of these. */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include "eval/weights.h"
#include "lib/workers.h"
#include "train/position_store.h"

#include <stdbool.h>

/* Positions to tune on, each reduced to the counts that its evaluation is made of. */

/* A weight, and how often it counts: for White less for Black where it is linear. */
typedef struct Count {
    uint16_t weight;
    int16_t n;
} Count;

/* A position's counts lie one after the other: linear, danger of the white king, of the black one, complexity. */
typedef struct Sample {
    uint64_t first; /* index of the first count in its set */
    uint16_t linear, danger[2], complexity;
    uint8_t phase, scale;
    uint8_t result; /* 0 Black won, 1 draw, 2 White won, or RESULT_UNKNOWN */
    bool held_out;  /* kept for validation */
    int16_t score;  /* from White's side */
} Sample;

typedef struct Samples {
    Sample *items;
    Count *counts;
    size_t count, room;
    uint64_t used, counts_room;
    size_t refused; /* positions whose evaluation is no sum */
} Samples;

/* Adds positions to a set. Ends the program if memory is short. */
void samples_add(Samples *set, const PackedPosition *positions, size_t count, bool held_out);

/* Reads a file of `train prepare`, or the first `limit` positions held out and as many of the others; 0: all. False,
 * with the reason in *reason, if it cannot be read. */
bool samples_read(Samples *set, const char *path, Workers *workers, size_t limit,
                  const char **reason);

void samples_free(Samples *set);

/* The evaluation once more, in floating point and with its gradient. */

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
