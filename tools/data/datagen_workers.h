/* Many games at once, into one file in the order of their numbers: what is in the file is a
 * function of the settings alone, however many threads play and however often they are stopped. */
#ifndef DATAGEN_WORKERS_H
#define DATAGEN_WORKERS_H

#include "data/selfplay.h"

typedef struct DatagenSettings {
    PlaySettings play;
    uint64_t positions; /* quiet ones in the file, at which it is done */
    uint64_t threads;   /* games at once */
} DatagenSettings;

/* Plays games into a file until it is done, or until SIGINT, SIGTERM or SIGHUP end it: at once,
 * with the games under way left out, to be played again when it goes on. A game that cannot be begun
 * (player_play) ends it behind the games before. True if nothing went wrong; else it has said why on
 * stderr. Prints progress once a minute on stdout. */
bool produce(const char *path, const DatagenSettings *settings);

#endif
