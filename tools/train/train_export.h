/* From the network in floating point to the one that plays, and back. */
#ifndef TRAIN_EXPORT_H
#define TRAIN_EXPORT_H

#include "train/float_net.h"
#include "train/train_batch.h"

/* The bytes of the network's file, network_size(NETWORK_HIDDEN) of them, which the caller frees. NULL if
 * memory is short. */
void *quantise(const FloatNet *net);

/* The other way round: a network that can be trained further and gives the same scores, in whatever
 * unit the file's output is, and with `hidden` neurons or more (net_widened). What pairs have in common is spread over their own rows; of
 * piece-squares, the mean of all sets is what they share. NULL, with the reason in *reason, if memory
 * is short or the weights of the output are beyond CLIP_WEIGHT in the trainer's unit. */
FloatNet *restore(const Network *from, int hidden, uint64_t seed, const char **reason);

/* How far the network in integers is from that in floating point. */
typedef struct QuantisationError {
    double mean, most; /* centipawns */
} QuantisationError;

/* Over positions that are sound. `net` must be that of the batch, quantised. */
QuantisationError quantisation_error(TrainBatch *batch, const Network *net,
                                     const PackedPosition *positions, size_t count);

#endif
