/* From games to positions to train on. */
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include "train/position_store.h"

/* Centipawns of one unit where --lambda turns scores into winning chances and back. This steepness is
 * its own: the --scale of a run does not change it. */
#define LAMBDA_SCALE 400.0

typedef struct DataOptions {
    int validation; /* per mille of the games that are held out */
    int first_ply;  /* of a game that counts */
    int score_most; /* centipawns; positions with greater scores are left out */
    double lambda;  /* 0 to 1: share of what came later in the score that is trained */
    uint64_t seed;
} DataOptions;

typedef struct DataCounts {
    uint64_t games, positions, held_out;
} DataCounts;

/* Adds the quiet positions (games.h) of a file of games to a store. `game` numbers the games over all files. Reports
 * damage and progress on stderr. False, with the reason in *reason, if the file cannot be read or the store cannot be
 * written. */
bool add_games(StoreWriter *w, const char *path, const DataOptions *o, DataCounts *counts,
               const char **reason);

#endif
