/* The games of a file one after the other, past whatever is damaged.
 *
 * Where no sound game stands (its length, its checksum, or the rules of chess say so), the reader
 * looks for the next sound one byte by byte, and reports on stderr what it passed over. Nothing is
 * ever changed. Files are hostile input: any bytes may be given.
 */
#ifndef GAME_READER_H
#define GAME_READER_H

#include "lib/game_options.h"
#include "lib/records.h"

/* What a file is. */
typedef enum GameFileKind {
    FILE_UNREADABLE, /* errno says why */
    FILE_FOREIGN,    /* something else than games */
    FILE_EMPTY, /* a part of what it begins with, perhaps nothing: its writer was killed at once */
    FILE_OF_GAMES
} GameFileKind;

typedef struct GameReader {
    uint64_t begin;        /* offset of the latest game in the file */
    uint64_t end;          /* where it ends: behind the last one, where the sound part ends */
    uint64_t damages;      /* places where something was passed over, the torn end left out */
    uint64_t damaged;      /* bytes passed over there */
    uint64_t lost;         /* games that were there, as far as is known */
    uint64_t lost_at_most; /* the most that can have been there */
    uint64_t torn;         /* bytes at the end that are the beginning of a game, no more */
    int error;             /* errno where reading ended too early, else 0 */
    const char *name;      /* of the file, for complaints; NULL: none are made */
    const uint8_t *data;   /* a window of the file, or all of it */
    uint8_t *window;       /* room of our own for it, NULL if there is none */
    size_t size, at;       /* bytes in the window, and where we are in it */
    uint64_t offset;       /* of the window in the file */
    int file;              /* descriptor, -1 if the window is all */
    Position *pos;         /* to prove games on */
    bool has_options;      /* the file says how its games were made: */
    GameOptions options;
} GameReader;

/* Begins to read from an open file's start on; it stays the caller's. If that returns
 * FILE_OF_GAMES, reader_close must follow, else the reader is not to be used. */
GameFileKind reader_open(GameReader *r, int file, const char *name);

/* Begins to read games that lie in memory, at `offset` of their file, without what is before them.
 * False if memory is short; else reader_close must follow. */
bool reader_open_memory(GameReader *r, const uint8_t *data, size_t size, uint64_t offset,
                        const char *name);

/* Where the games begin in a file that lies in memory; 0 if it is none: see FILE_OF_GAMES. */
size_t games_begin(const uint8_t *data, size_t size);

/* Reads the next sound game; false where there is none. The last one is behind the damage that
 * was passed over on the way to it. */
bool reader_next(GameReader *r, Game *game);

/* Reports how many damages were not reported one by one, and frees. */
void reader_close(GameReader *r);

#endif
