/* Where the games of a command come from: a file, a pipe, standard input, or a file packed by gzip,
 * zstd, bzip2 or xz, which is unpacked by the program of that name. */
#ifndef UCI_GAME_SOURCE_H
#define UCI_GAME_SOURCE_H

#include "os/process.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct GameSource {
    const char *path; /* or "standard input" */
    FILE *file;       /* NULL: not open */
    bool regular;     /* a file, which can be read from its beginning again */
    off_t start;      /* of the games in it */
    bool is_packed;
    Filter unpacked;
    bool damaged; /* the program that unpacks has failed */
    char head[8]; /* what was read of a pipe to see what it holds, */
    size_t held;  /* and how much of that is not given out yet */
} GameSource;

/* True for "-" and for the other names of standard input. */
bool game_source_is_stdin(const char *path);

/* Opens a source; {0} or one that is closed. False, after reporting why under a command's name, if
 * that fails; it must be closed in either case. */
bool game_source_open(GameSource *source, const char *path, const char *command);

/* Begins to read, from the beginning if the source is regular. A pipe is begun once. False, after
 * reporting why, if that fails or the source is empty. */
bool game_source_begin(GameSource *source, const char *command);

/* Reads 1 to `size` bytes; 0 at the end. */
size_t game_source_read(GameSource *source, char *bytes, size_t size);

/* Why a source could not be read to its end; NULL if it could. */
const char *game_source_fault(const GameSource *source);

/* The length of a path without the endings .gz, .zst, .bz2 and .xz. */
size_t game_source_unpacked_length(const char *path);

void game_source_close(GameSource *source);

#endif
