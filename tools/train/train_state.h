/* The state of a training run on disk, so that it can be stopped and gone on with.
 *
 * A file (lib/state.h) is a header of TrainRun's numbers, then the network's parameters, Adam's two moments and, if it
 * was begun, the mean of the weights, as floats of this machine. */
#ifndef TRAIN_STATE_H
#define TRAIN_STATE_H

#include "train/float_net.h"
#include "train/train_batch.h"

enum { EPOCHS_MAX = 1000, EXPONENT_MAX = 8 };

typedef struct EpochLoss {
    float trained, held_out; /* mean squared errors */
} EpochLoss;

/* A run that can be gone on with, from within an epoch, too. */
typedef struct TrainRun {
    uint16_t pairs, kings; /* FILE_PAIRS and FILE_KINGS; these three are train_state_write's */
    int32_t hidden;        /* neurons */
    TrainTarget target;    /* with the share of the run's end */
    float share_begin;
    uint64_t seed;
    int epoch;        /* done so far */
    int best;         /* the one with the least loss held out, from 1; 0: none yet */
    int64_t step;     /* of Adam */
    int64_t averaged; /* steps whose weights are in their mean */
    /* Of the epoch that was begun: blocks of positions gone through, positions of the next, all
     * positions learnt from, and the sum of their losses. */
    uint64_t block, offset, learnt;
    double loss;
    EpochLoss history[EPOCHS_MAX];
} TrainRun;

/* Writes a file, by os/files.h. False, with the reason in *reason and the old file as it was, if that fails. */
bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason);

/* Reads a file that has `least` to NETWORK_HIDDEN neurons. Returns its network, or NULL with the reason in
 * *reason: NULL, too, if there is no file. *run is then as it was. If the file has fewer neurons than
 * NETWORK_HIDDEN, others are added (net_widened), and all steps are forgotten. */
FloatNet *train_state_read(const char *path, TrainRun *run, int least, const char **reason);

/* The network of a file as the engine reads it, or of a training run's state. If it has fewer neurons,
 * others are added, with the same scores at first: to a file's by the seed, to a state's by that of its
 * run. All steps are forgotten. NULL, with the reason in *reason, if that cannot be. */
FloatNet *train_start(const char *path, uint64_t seed, const char **reason);

#endif
