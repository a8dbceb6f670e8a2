/* The network that a training run begins with. */
#ifndef TRAIN_START_H
#define TRAIN_START_H

#include "train/float_net.h"

/* The network of a file as the engine reads it, or of a training run's state. If it has fewer neurons,
 * others are added, with the same scores at first: to a file's by the seed, to a state's by that of its
 * run. All steps are forgotten. NULL, with the reason in *reason, if that cannot be. */
FloatNet *train_start(const char *path, uint64_t seed, const char **reason);

#endif
