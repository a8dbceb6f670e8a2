/* The state of a training run on disk, so that it can be stopped and gone on with.
 *
 * A file is a header of TrainRun's numbers with a checksum, then the network's parameters and Adam's
 * two moments, as floats of this machine. Files are hostile input: any bytes may be given. */
#ifndef TRAIN_STATE_H
#define TRAIN_STATE_H

#include "train/float_net.h"
#include "train/train_batch.h"

/* What a file begins with; the digit of its version follows. */
#define TRAIN_STATE_MAGIC "Panoptes training "

enum { EPOCHS_MAX = 1000 };

typedef struct EpochLoss {
    float trained, held_out; /* mean squared errors */
} EpochLoss;

/* A run that can be gone on with. */
typedef struct TrainRun {
    NetShape shape;
    TrainTarget target;
    uint64_t seed;
    int epoch;    /* done so far */
    int best;     /* the one with the least loss held out, from 1; 0: none yet */
    int64_t step; /* of Adam */
    EpochLoss history[EPOCHS_MAX];
} TrainRun;

/* Writes a file, by os/atomic_write.h. False, with the reason in *reason and the old file as it was, if
 * that fails. */
bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason);

/* Reads a file. Returns its network, or NULL with the reason in *reason: NULL, too, if there is no
 * file. *run is then as it was. */
FloatNet *train_state_read(const char *path, TrainRun *run, const char **reason);

#endif
