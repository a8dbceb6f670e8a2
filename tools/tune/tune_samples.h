/* Positions to tune on, each reduced to the counts that its evaluation is made of. */
#ifndef TUNE_SAMPLES_H
#define TUNE_SAMPLES_H

#include "lib/workers.h"
#include "train/position_store.h"

/* A weight, and how often it counts: for White less for Black where it is linear. */
typedef struct Count {
    uint16_t weight;
    int16_t n;
} Count;

/* A position's counts lie one after the other: linear, danger of the white king, of the black one,
 * complexity. */
typedef struct Sample {
    uint64_t first; /* index of the first count in its set */
    uint16_t linear, danger[2], complexity;
    uint8_t phase, scale;
    uint8_t result; /* 0 Black won, 1 draw, 2 White won, or RESULT_UNKNOWN */
    bool held_out;  /* kept for validation */
    int16_t score;  /* from White's side */
} Sample;

typedef struct Samples {
    Sample *items;
    Count *counts;
    size_t count, room;
    uint64_t used, counts_room;
    size_t refused; /* positions whose evaluation is no sum */
} Samples;

/* Adds positions to a set. Ends the program if memory is short. */
void samples_add(Samples *set, const PackedPosition *positions, size_t count, bool held_out);

/* Reads a file of `train prepare`, or the first `limit` positions held out and as many of the others; 0: all. False,
 * with the reason in *reason, if it cannot be read. */
bool samples_read(Samples *set, const char *path, Workers *workers, size_t limit,
                  const char **reason);

void samples_free(Samples *set);

#endif
