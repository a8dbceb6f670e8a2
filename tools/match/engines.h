/* Engines as people name them on a command line, with their options, which are looked at before anything is played. */
#ifndef MATCH_ENGINES_H
#define MATCH_ENGINES_H

#include "match/referee.h"

enum { ENGINE_PATH = 4096, ENGINE_NAME = 64, ENGINE_OPTIONS = 64 };

typedef struct EngineChoice {
    char path[ENGINE_PATH];
    char name[ENGINE_NAME];            /* printable, fit for a tag of PGN */
    char *options[ENGINE_OPTIONS + 1]; /* NAME=VALUE each, NULL behind them */
    char hash[32], threads[32];        /* room for two of them */
} EngineChoice;

/* Finds the program of a word: its path, or what tools/match/engine says of it. False, after saying why. */
bool engine_find(EngineChoice *e, const char *word);

/* Adds an option; false, after saying why, if it is not NAME=VALUE. */
bool engine_add_option(EngineChoice *e, char *word);

/* Starts the program, and sees whether it has these options and takes their values. Adds Hash and Threads where they
 * are not given and it has them. *threads: how many it then has. False, after saying why. */
bool engine_check(EngineChoice *e, int hash, int default_threads, int *threads);

/* Makes the names of two engines differ, by their options or numbers. */
void engines_tell_apart(EngineChoice *a, EngineChoice *b);

/* Reads a limit: seconds+increment such as 2+0.02, nodes=N, depth=N or movetime=MS. False if it is none. */
bool limit_read(const char *text, PlayerLimit *limit);

#endif
