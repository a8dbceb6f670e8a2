/* A training run: it trains on a file of positions, writes its state and its losses, and can be
 * stopped and continued. */
#ifndef TRAIN_RUN_H
#define TRAIN_RUN_H

#include "train/train_batch.h"

/* The schedule of a run. Progress goes from 0, before the first step, to 1, after the last. Shares
 * of the run refer to all its epochs together, from 0 to 1. */
typedef struct TrainSchedule {
    double rate;     /* the highest rate of AdamW */
    double rate_end; /* the share of `rate` that is left at the end */
    double warm_up;  /* the share of the run in which the rate rises linearly from 0 */
    double flat;     /* share of the run at `rate`, after warm_up; a cosine then lowers the rate */
    double share, share_end; /* TrainTarget.score_share, at first and at the end */
    double mean;             /* the share at the end of the run whose weights are averaged */
} TrainSchedule;

/* The rate of the step at `progress`. */
double schedule_rate(const TrainSchedule *s, double progress);

/* TrainTarget.score_share at `progress`, interpolated linearly. */
double schedule_share(const TrainSchedule *s, double progress);

/* True if the mean of the weights includes the weights after a step that ends at `progress`. A mean
 * always includes the weights after the last step. */
bool schedule_averages(const TrainSchedule *s, double progress);

enum { POSITIONS_BLOCK = 1 << 20 /* positions in memory at a time, shuffled in each epoch */ };

typedef struct RunOptions {
    const char *from; /* the path of the network or state to begin with; or NULL */
    int epochs, patience, batch, threads;
    double decay, scale, exponent, asymmetry;
    double skip; /* the share of positions that an epoch skips; each epoch skips other positions */
    TrainSchedule schedule;
    uint64_t seed;
} RunOptions;

/* --- the state on disk ----------------------------------------------------------------------- */

/* A state file (lib/state.h) has a header with TrainRun's numbers, the network's parameters, Adam's
 * two moments and, once there is one, the mean of the weights. Numbers have native byte order. */

enum { EPOCHS_MAX = 1000, EXPONENT_MAX = 8 };

typedef struct EpochLoss {
    float trained, held_out; /* mean losses of a position */
} EpochLoss;

/* The state of a run, from which it can continue even within an epoch. */
typedef struct TrainRun {
    /* FILE_PAIRS, FILE_KINGS and NETWORK_HIDDEN; train_state_write sets these three fields */
    uint16_t pairs, kings;
    int32_t hidden;     /* neurons */
    TrainTarget target; /* the target, with the score_share of the run's end */
    double share_begin;
    uint64_t seed;    /* RunOptions.seed ^ the checksum of the positions */
    int epoch;        /* completed epochs */
    int best;         /* the epoch with the least held-out loss, from 1; 0 before the first epoch */
    int64_t step;     /* steps of Adam */
    int64_t averaged; /* number of steps whose weights are averaged */
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

/* Reads the network of an engine's file or of a run's state. If the network has fewer neurons than
 * NETWORK_HIDDEN, adds random neurons that keep the scores: by `seed` for a file, by the run's seed
 * for a state. Resets all steps. Returns NULL, with the reason in *reason, if that fails. */
FloatNet *train_start(const char *path, uint64_t seed, const char **reason);

/* --- to the engine's network, and back ------------------------------------------------------- */

/* Returns the network_size(NETWORK_HIDDEN) bytes of the network's file, which the caller frees.
 * NULL if memory is short. */
void *quantise(const FloatNet *net);

/* Converts a network of the engine with `hidden` neurons for further training; the scores stay the
 * same. Adds neurons if `hidden` is less than NETWORK_HIDDEN (net_widened). The rows that pairs
 * share are 0 at first; the rows that sets of piece-squares share are the mean of the sets. Returns
 * NULL, with the reason in *reason, if memory is short or an output weight exceeds CLIP_WEIGHT in
 * the trainer's unit. */
FloatNet *restore(const Network *from, int hidden, uint64_t seed, const char **reason);

/* How much scores change if the weights are rounded to integers. */
typedef struct QuantisationError {
    double mean, most; /* centipawns */
} QuantisationError;

/* Measures the error over valid positions. `net` must be the quantised network of the batch. */
QuantisationError quantisation_error(TrainBatch *batch, const Network *net,
                                     const PackedPosition *positions, size_t count);

/* --- the run --------------------------------------------------------------------------------- */

/* Trains until all epochs are done or the loss stops falling. SIGINT, SIGTERM and SIGHUP save the
 * state and end the run; the same call continues it. Writes NAME.state, NAME.best, NAME.tsv and, if
 * the schedule has a mean, NAME.mean (train.usage). The network depends on the options and the
 * positions, not on the number of threads or on stops. Returns false after a message on stderr. */
bool train_run(const char *name, const char *data, const RunOptions *o);

#endif
