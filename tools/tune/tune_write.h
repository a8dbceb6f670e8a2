/* Weights as the C table that the engine compiles. */
#ifndef TUNE_WRITE_H
#define TUNE_WRITE_H

#include "tune/tune_model.h"

/* Why weights may not be written to a path, NULL if they may: it is no regular file, cannot be
 * written to, or holds something else than such weights. To be asked before long work. */
const char *weights_fault(const char *path);

/* Writes the weights, rounded, as C, by os/files.h. Returns NULL, or why they cannot be
 * written (weights_fault, or they do not fit); an old file is then left as it was. */
const char *write_weights(const char *path, const Model *m);

/* Rounds the weights to what write_weights writes. */
void model_round(Model *m);

typedef enum Delivery { DELIVERED, DELIVERED_ASIDE, DELIVERY_FAILED } Delivery;

#define DELIVERY_ASIDE ".worse" /* the end of the other path */

/* Writes weights to `path` if their loss on positions held out, `after`, is not greater than that
 * `before`. If it is, what `path` holds is left as it was, and the weights go to `path` with
 * DELIVERY_ASIDE behind it. If that fails, *reason says why. */
Delivery deliver_weights(const char *path, const Model *m, double before, double after,
                         const char **reason);

/* weights_fault of both files that deliver_weights may write to. */
const char *delivery_fault(const char *path);

#endif
