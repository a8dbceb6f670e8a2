/* The state of a training run on disk, so that the run can be stopped and continued.
 *
 * A file (lib/state.h) has a header with TrainRun's numbers, the network's parameters, and Adam's
 * two moments. The mean of the weights follows if it was begun. Numbers are of this machine. */
#ifndef TRAIN_STATE_H
#define TRAIN_STATE_H

#include "train/float_net.h"
#include "train/train_batch.h"

enum { EPOCHS_MAX = 1000, EXPONENT_MAX = 8 };

typedef struct EpochLoss {
    float trained, held_out; /* mean losses of a position */
} EpochLoss;

/* The state of a run, from which it can continue even within an epoch. */
typedef struct TrainRun {
    /* FILE_PAIRS and FILE_KINGS; train_state_write sets them and the next field */
    uint16_t pairs, kings;
    int32_t hidden;     /* neurons */
    TrainTarget target; /* with the share of the run's end */
    double share_begin;
    uint64_t seed;
    int epoch;        /* completed epochs */
    int best;         /* the epoch with the least loss held out, from 1; 0: none */
    int64_t step;     /* steps of Adam */
    int64_t averaged; /* steps whose weights are in the mean */
    /* In the current epoch: completed blocks of positions, positions used of the next block,
     * positions used in all, and the sum of their losses. */
    uint64_t block, offset, learnt;
    double loss;
    EpochLoss history[EPOCHS_MAX];
} TrainRun;

/* Writes the state of a run with its network. Returns false, with the reason in *reason and the old
 * file unchanged, if that fails. */
bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason);

/* Reads a file with `least` to NETWORK_HIDDEN neurons. Returns its network, or NULL with the reason
 * in *reason and *run unchanged; the reason is NULL if the file does not exist. If the file has
 * fewer neurons than NETWORK_HIDDEN, adds the others (net_widened) and resets all steps. */
FloatNet *train_state_read(const char *path, TrainRun *run, int least, const char **reason);

/* Reads the network of an engine's file, or of a training run's state. If it has fewer neurons,
 * adds the others, with the same scores at first: by `seed` for a file, by the run's seed for a
 * state. Resets all steps. Returns NULL, with the reason in *reason, if that fails. */
FloatNet *train_start(const char *path, uint64_t seed, const char **reason);

#endif
