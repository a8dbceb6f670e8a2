/* Games in files, as a command reads them. */
#ifndef UCI_GAME_FILE_INTERNAL_H
#define UCI_GAME_FILE_INTERNAL_H

#include "board/fen.h"
#include "board/position.h"
#include "core/text.h"
#include "moves/notation.h"
#include "moves/pgn.h"
#include "os/process.h"

#include <stdio.h>
#include <sys/types.h>

/* Where the games of a command come from: a file, a pipe, standard input, or a file packed by gzip,
 * zstd, bzip2 or xz, which is unpacked by the program of that name; or the .pgn files of a zip, which
 * unzip unpacks. */

typedef struct GameSource {
    const char *path; /* or "standard input" */
    FILE *file;       /* NULL: not open */
    bool regular;     /* a file, which can be read from its beginning again */
    off_t start;      /* of the games in it */
    bool is_packed;
    Filter unpacked;
    bool damaged; /* the program that unpacks has failed */
    char head[8]; /* first bytes of a pipe, read to see its packing */
    size_t held;  /* bytes of `head` that are not given out yet */
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

/* The length of a path without the endings .gz, .zst, .bz2, .xz and .zip. */
size_t game_source_unpacked_length(const char *path);

void game_source_close(GameSource *source);

/* --- a game of a PGN, as far as it is asked for ---------------------------------------------- */

typedef struct GameFile {
    char start[FEN_SIZE];
    int count;
    Move moves[PGN_PLIES];
} GameFile;

/* Reads FILE [game N] [MOVE]: the first game of the file, or the N-th one, to its end, or up to the
 * position where MOVE is to be made: `23` or `23w` is White's 23rd move, `23...` or `23b` Black's.
 * Returns false, after reporting what is wrong, with the line of the file, if there is no such game
 * or move, or if the game has a fault before it. */
bool game_file_read(GameFile *game, Tokens tokens);

#endif
