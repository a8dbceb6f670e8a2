/* The network that a training run begins with. */
#ifndef TRAIN_START_H
#define TRAIN_START_H

#include "train/float_net.h"

/* The network of a file as the engine reads it, or of a training run's state, as one of the shape
 * that is wanted: one set of piece-squares may become several, and neurons may be added, with the
 * same scores at first. The seed is that of new neurons. All steps are forgotten. NULL, with the
 * reason in *reason, if that cannot be. */
FloatNet *train_start(const char *path, NetShape wanted, uint64_t seed, const char **reason);

bool same_shape(NetShape a, NetShape b);

#endif
