/* Forward and backward passes over many positions at once, by all threads.
 *
 * The forward pass is divided by positions, the backward pass by neurons and, if there are many threads, by the kind of
 * inputs: no two threads write to one number. Only the output's gradients are added up afterwards, from groups of
 * positions that do not depend on the number of threads. Nor does the result. */
#ifndef TRAIN_BATCH_H
#define TRAIN_BATCH_H

#include "lib/workers.h"
#include "train/float_net.h"
#include "train/packed_position.h"

/* What a position's score is compared with: share * sigmoid(score / scale) + (1 - share) * result;
 * with the score alone where the result is not known. A score becomes a winning chance in the same
 * way on both sides; the smaller the scale, the steeper. */
typedef struct TrainTarget {
    float scale; /* centipawns; of no effect on what an output of 1 stands for */
    float score_share;
    float exponent; /* of the error, 1 or more: 2 is the squared error */
} TrainTarget;

typedef struct TrainBatch TrainBatch;

/* The network and the workers stay the caller's. NULL if memory is short. */
TrainBatch *batch_create(FloatNet *net, Workers *workers, TrainTarget target);
void batch_free(TrainBatch *b);

/* Another share of the score from now on. */
void batch_set_share(TrainBatch *b, double score_share);

/* The summed error, to the power of the exponent, over sound positions. With `learns`, adds its gradient to the
 * network's: that of the sums of rows lies in the rows' part. */
double batch_loss(TrainBatch *b, const PackedPosition *positions, size_t count, bool learns);

/* The network's score of one position for the side to move, in centipawns. */
double batch_score(TrainBatch *b, const PackedPosition *position);

#endif
