/* Making games: a file that is written to, many games at once, and games as text. */
#ifndef DATA_DATAGEN_H
#define DATA_DATAGEN_H

#include "data/selfplay.h"
#include "lib/games.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- a file of games, one maker at a time, whole games only ---------------------------------- */

typedef struct GameFile {
    const char *path;
    int file;
    uint64_t bytes, games, quiet; /* in the file; quiet positions (ply_is_quiet) */
    uint64_t next;                /* number of the next game to append */
} GameFile;

/* Opens a file to append games to that are made with these options, makes it if it is not there, and
 * locks it. What is in it is counted. The beginning of a game at its end, without the rest of it, is cut
 * off and will be played again; nothing else is taken away. False, and says why on stderr, if the file is
 * no such file or damaged, cannot be had, belongs to another maker, or was made with other options. */
bool game_file_open(GameFile *f, const char *path, const GameOptions *options);

/* Appends the packed game that has the number f->next. False, and says why, if that fails; what is
 * in the file is then whole all the same. */
bool game_file_append(GameFile *f, const uint8_t *data, size_t size, uint64_t quiet);

/* Closes and unlocks it; false, and says why, if the system lost something. */
bool game_file_close(GameFile *f);

/* --- many games at once, in the order of their numbers --------------------------------------- */

/* What is in the file is a function of the settings alone, however many threads play and however often they are
 * stopped. */
typedef struct DatagenSettings {
    PlaySettings play;
    uint64_t positions; /* quiet ones in the file, at which it is done */
    uint64_t threads;   /* games at once */
} DatagenSettings;

/* Plays games into a file until it is done, or until SIGINT, SIGTERM or SIGHUP end it: at once, with the games under
 * way left out, to be played again when it goes on. A game that cannot be begun (player_play) ends it behind the games
 * before. True if nothing went wrong; else it has said why on stderr. Prints progress once a minute on stdout. */
bool produce(const char *path, const DatagenSettings *settings);

/* --- games to read --------------------------------------------------- */

/* Both go past damage, which they report on stderr, and return false if there was any or if the file ends within a game. */

/* Prints a game a line: FEN|result|move score|move score|...; the result as Game has it. */
bool print_games(const char *path);

/* Counts, and proves that every game is legal and sound. */
bool check_games(const char *path);

#endif
