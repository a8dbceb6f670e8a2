/* Forward and backward passes over many positions at once, by all threads.
 *
 * The forward pass is divided by positions. The backward pass is divided by neurons and, with many
 * threads, by the kind of inputs: no two threads write to the same number. The gradients of the
 * output are added up afterwards, from groups of positions. The groups, and so the result, do not
 * depend on the number of threads. */
#ifndef TRAIN_BATCH_H
#define TRAIN_BATCH_H

#include "lib/workers.h"
#include "train/float_net.h"
#include "train/position_store.h"

/* The target of a position: share * sigmoid(score / scale) + (1 - share) * result, or the score's
 * chance alone if the result is unknown. The network's score becomes a chance by the same sigmoid.
 * A smaller scale makes the sigmoid steeper. */
typedef struct TrainTarget {
    float scale; /* centipawns, independent of OUTPUT_UNIT */
    float score_share;
    float exponent;  /* the error's exponent, 1 or more: 2 is the squared error */
    float asymmetry; /* an error has the weight 1 + asymmetry if the network's chance is too high */
} TrainTarget;

typedef struct TrainBatch TrainBatch;

/* Creates a batch. The network and the workers remain the caller's. NULL if memory is short. */
TrainBatch *batch_create(FloatNet *net, Workers *workers, TrainTarget target);
void batch_free(TrainBatch *b);

void batch_set_share(TrainBatch *b, double score_share);

/* Returns the sum of the losses, weight * |error| ^ exponent, of valid positions. With `learns`,
 * adds the gradient to net->gradient, whose first NET_INPUTS rows are the gradient of net->row. */
double batch_loss(TrainBatch *b, const PackedPosition *positions, size_t count, bool learns);

/* The network's score of one position for the side to move, in centipawns. */
double batch_score(TrainBatch *b, const PackedPosition *position);

#endif
