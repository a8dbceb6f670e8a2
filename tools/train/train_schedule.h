/* What changes within a training run: the rate, and the share of the score in what is wanted.
 *
 * The progress of a run goes from 0, before its first step, to 1, behind its last. */
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include <stdbool.h>

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

/* True if the weights behind a step that ends at `progress` are part of the mean: those of the last
 * step always are. */
bool schedule_averages(const TrainSchedule *s, double progress);

#endif
