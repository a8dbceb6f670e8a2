/* A training run: it learns from a file of positions, writes its state and losses, and goes on from
 * wherever it was ended. */
#ifndef TRAIN_RUN_H
#define TRAIN_RUN_H

#include "train/train_schedule.h"
#include "train/train_state.h"

enum { POSITIONS_BLOCK = 1 << 20 /* in memory at a time, shuffled anew for each epoch */ };

typedef struct RunOptions {
    const char *from; /* a network, or a state that has one, to begin with; or NULL */
    int epochs, patience, batch, threads;
    double decay, scale, exponent;
    double skip; /* share of the positions that an epoch passes over, each epoch others */
    TrainSchedule schedule;
    uint64_t seed;
} RunOptions;

/* Trains until all epochs are done or nothing is gained any more; or until SIGINT, SIGTERM or SIGHUP,
 * when it saves first. The same call goes on then. Writes NAME.state, NAME.best, NAME.tsv
 * and, at the end, NAME.mean if the schedule wants it (train.usage). The network depends on the
 * options and the positions, but neither on the threads nor on how often it was ended. False after
 * saying on stderr what is wrong. */
bool train_run(const char *name, const char *data, const RunOptions *o);

#endif
