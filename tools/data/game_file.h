/* A file of games that is written to: by one maker at a time, whole games only, in the order of
 * their numbers. */
#ifndef GAME_FILE_H
#define GAME_FILE_H

#include "lib/game_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct GameFile {
    const char *path;
    int file;
    uint64_t bytes, games, quiet; /* in the file; quiet positions (ply_is_quiet) */
    uint64_t next;                /* number of the next game to append */
} GameFile;

/* Opens a file to append games to that are made with these options, makes it if it is not there, and
 * locks it. What is in it is counted: as many numbers as it has games are used up; damaged ones count
 * for as many as they can have been, so that no number is used again. The beginning of a game at its
 * very end, without the rest of it, is cut off and will be played again; nothing else is ever taken
 * away. False, and says why on stderr, if the file is no such file, cannot be had, belongs to another
 * maker, or was made with other options. One that does not name its options goes on with any. */
bool game_file_open(GameFile *f, const char *path, const GameOptions *options);

/* Appends the packed game that has the number f->next. False, and says why, if that fails; what is
 * in the file is then whole all the same. */
bool game_file_append(GameFile *f, const uint8_t *data, size_t size, uint64_t quiet);

/* Closes and unlocks it; false, and says why, if the system lost something. */
bool game_file_close(GameFile *f);

#endif
