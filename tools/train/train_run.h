/* A training run: it learns from a file of positions, writes its state and losses, and goes on from
 * wherever it was ended. */
#ifndef TRAIN_RUN_H
#define TRAIN_RUN_H

#include "train/train_state.h"

/* What changes within a run. Its progress goes from 0, before its first step, to 1, after its last. */

/* Shares of the run are of all its epochs together, from 0 to 1. */
typedef struct TrainSchedule {
    double rate;     /* of AdamW, at its highest */
    double rate_end; /* share of it that is left at the end */
    double warm_up;  /* share of the run in which the rate rises from 0 by a straight line */
    double flat;     /* share behind that in which it stays; then it falls by a cosine */
    double share, share_end; /* of the search's score: at the beginning and at the end */
    double mean; /* share of the run at its end over which the mean of the weights is taken */
} TrainSchedule;

/* The rate of the step at `progress`. */
double schedule_rate(const TrainSchedule *s, double progress);

/* The share of the score there: a straight line. */
double schedule_share(const TrainSchedule *s, double progress);

/* True if the weights behind a step that ends at `progress` are part of the mean: those of the last step always are. */
bool schedule_averages(const TrainSchedule *s, double progress);

enum { POSITIONS_BLOCK = 1 << 20 /* in memory at a time, shuffled anew for each epoch */ };

typedef struct RunOptions {
    const char *from; /* a network, or a state that has one, to begin with; or NULL */
    int epochs, patience, batch, threads;
    double decay, scale, exponent;
    double skip; /* share of the positions that an epoch passes over, each epoch others */
    TrainSchedule schedule;
    uint64_t seed;
} RunOptions;

/* Trains until all epochs are done or nothing is gained any more; or until SIGINT, SIGTERM or SIGHUP, when it saves
 * first. The same call goes on then. Writes NAME.state, NAME.best, NAME.tsv and, at the end, NAME.mean if the schedule
 * wants it (train.usage). The network depends on the options and the positions, but neither on the threads nor on how
 * often it was ended. False after saying on stderr what is wrong. */
bool train_run(const char *name, const char *data, const RunOptions *o);

#endif
