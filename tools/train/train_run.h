/* A training run: it trains on a file of positions, writes its state and its losses, and can be
 * stopped and continued. */
#ifndef TRAIN_RUN_H
#define TRAIN_RUN_H

#include "train/train_state.h"

/* The schedule of a run. Progress goes from 0, before the first step, to 1, after the last. Shares
 * of the run refer to all its epochs together, from 0 to 1. */
typedef struct TrainSchedule {
    double rate;     /* the highest rate of AdamW */
    double rate_end; /* the share of `rate` that is left at the end */
    double warm_up;  /* the share of the run in which the rate rises linearly from 0 */
    double flat;     /* the share after it in which the rate stays; then it falls by a cosine */
    double share, share_end; /* the score's share of the target, at the beginning and at the end */
    double mean;             /* the share of the run, at its end, for the mean of the weights */
} TrainSchedule;

/* The rate of the step at `progress`. */
double schedule_rate(const TrainSchedule *s, double progress);

/* The share of the score at `progress`, by linear interpolation. */
double schedule_share(const TrainSchedule *s, double progress);

/* True if the mean of the weights includes those after a step that ends at `progress`. If there is
 * a mean, it includes those after the last step. */
bool schedule_averages(const TrainSchedule *s, double progress);

enum { POSITIONS_BLOCK = 1 << 20 /* positions in memory at a time, shuffled in each epoch */ };

typedef struct RunOptions {
    const char *from; /* the path of the network or state to begin with; or NULL */
    int epochs, patience, batch, threads;
    double decay, scale, exponent, asymmetry;
    double skip; /* the share of positions that an epoch skips, each epoch other ones */
    TrainSchedule schedule;
    uint64_t seed;
} RunOptions;

/* Trains until all epochs are done or the loss stops falling. SIGINT, SIGTERM and SIGHUP save the
 * state and end the run; the same call continues it. Writes NAME.state, NAME.best, NAME.tsv and, if
 * the schedule has a mean, NAME.mean (train.usage). The network depends on the options and the
 * positions, not on the number of threads or on stops. Returns false after a message on stderr. */
bool train_run(const char *name, const char *data, const RunOptions *o);

#endif
