/* The conversion of the network in floating point to the engine's, and back. */
#ifndef TRAIN_EXPORT_H
#define TRAIN_EXPORT_H

#include "train/float_net.h"
#include "train/train_batch.h"

/* Returns the network_size(NETWORK_HIDDEN) bytes of the network's file, which the caller frees.
 * NULL if memory is short. */
void *quantise(const FloatNet *net);

/* Converts a network of the engine with `hidden` neurons to one that can be trained further and
 * gives the same scores. Adds neurons if `hidden` is less than NETWORK_HIDDEN (net_widened). The
 * shared parts of pairs are 0 at first; those of piece-squares are the means of all sets. Returns
 * NULL, with the reason in *reason, if memory is short, or if a weight of the output exceeds
 * CLIP_WEIGHT in the trainer's unit. */
FloatNet *restore(const Network *from, int hidden, uint64_t seed, const char **reason);

/* The error of the network in integers against the network in floating point. */
typedef struct QuantisationError {
    double mean, most; /* centipawns */
} QuantisationError;

/* Measures the error over valid positions. `net` must be the quantised network of the batch. */
QuantisationError quantisation_error(TrainBatch *batch, const Network *net,
                                     const PackedPosition *positions, size_t count);

#endif
