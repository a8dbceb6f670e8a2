/* Weights as the C table that the engine compiles, and the state of a tuning run on disk. */
#ifndef TUNE_WRITE_H
#define TUNE_WRITE_H

#include "tune_model.h"

/* A run that can be gone on with. */
typedef struct Run {
    Model model, start; /* now, and what decay pulls towards */
    Model mean, square; /* Adam's first and second moments */
    Target target;
    long step;
    int epoch;
} Run;

/* Writes the weights, rounded, as C. False if the file cannot be written; an old one is then left
 * as it was. */
bool write_weights(const char *path, const Model *m);

/* Rounds the weights to what write_weights writes. */
void model_round(Model *m);

typedef enum Delivery { DELIVERED, DELIVERED_ASIDE, DELIVERY_FAILED } Delivery;

#define DELIVERY_ASIDE ".worse" /* the end of the other path */

/* Writes weights to `path` if their loss on positions held out, `after`, is not greater than that
 * `before`. If it is, what `path` holds is left as it was, and the weights go to `path` with
 * DELIVERY_ASIDE behind it. */
Delivery deliver_weights(const char *path, const Model *m, double before, double after);

/* Saves a run, weights by name, and reads it back. Groups that the file lacks, or has with another
 * count, keep what `run` has. False if the file cannot be written, or read. */
bool run_save(const char *path, const Run *run);
bool run_load(const char *path, Run *run);

#endif
