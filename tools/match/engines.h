/* Engines and their options as given on a command line. They are checked before any game. */
#ifndef MATCH_ENGINES_H
#define MATCH_ENGINES_H

#include "match/referee.h"

enum { ENGINE_PATH = 4096, ENGINE_NAME = 64, ENGINE_OPTIONS = 64 };

typedef struct EngineChoice {
    char path[ENGINE_PATH];
    char name[ENGINE_NAME];            /* printable, fit for a tag of PGN */
    char *options[ENGINE_OPTIONS + 1]; /* NAME=VALUE each, then NULL */
    char hash[32], threads[32];        /* the texts of the options that engine_check adds */
} EngineChoice;

/* Finds the program of a word: a path, or a word for tools/match/engine. Returns false after a
 * message. */
bool engine_find(EngineChoice *e, const char *word);

/* Adds an option. Returns false, after a message, if it is not NAME=VALUE. */
bool engine_add_option(EngineChoice *e, char *word);

/* Starts the program, and checks that it has these options and accepts their values. If the user
 * did not set Hash or Threads, adds those that the engine has. Sets *threads to its threads.
 * Returns false after a message. */
bool engine_check(EngineChoice *e, int hash, int default_threads, int *threads);

/* If two engines have the same name, adds their options to their names, or else numbers. */
void engines_tell_apart(EngineChoice *a, EngineChoice *b);

/* Reads a limit: seconds+increment such as 2+0.02, nodes=N, depth=N or movetime=MS. False if the
 * text is not a limit. */
bool limit_read(const char *text, PlayerLimit *limit);

#endif
