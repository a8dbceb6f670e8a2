/* The conversion of games to training positions. */
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include "train/position_store.h"

/* The scale in centipawns by which --lambda converts scores to winning chances and back. The
 * --scale of a run does not change it. */
#define LAMBDA_SCALE 400.0

typedef struct DataOptions {
    int validation; /* per mille of games held out */
    int first_ply;  /* the first ply of a game that is used */
    int score_most; /* centipawns; positions with greater scores are left out */
    int loud;       /* 1: positions whose move captures or promotes are used, too */
    double lambda;  /* 0 to 1: the share of later scores */
    uint64_t seed;
} DataOptions;

typedef struct DataCounts {
    uint64_t games, positions, held_out;
} DataCounts;

/* Adds the positions of a file of games to a store. Reports damage and progress on
 * stderr. Returns false, with the reason in *reason, if the file cannot be read or the store cannot
 * be written. */
bool add_games(StoreWriter *w, const char *path, const DataOptions *o, DataCounts *counts,
               const char **reason);

#endif
