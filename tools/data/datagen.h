/* The production of games: the file, many games at once, and games as text. */
#ifndef DATA_DATAGEN_H
#define DATA_DATAGEN_H

#include "data/selfplay.h"
#include "lib/games.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- a file of games: one writer at a time, whole games only --------------------------------- */

typedef struct GameFile {
    const char *path;
    int file;
    uint64_t bytes, games, quiet; /* of the file; `quiet` counts quiet positions (ply_is_quiet) */
} GameFile;

/* Opens and locks a file of games with these options, to append games; creates the file if it does
 * not exist. Counts the file's games. Cuts off only an incomplete game at the end, which will be
 * played again. Returns false, with a message on stderr, if the file cannot be opened or another
 * process has locked it. Also refuses damage, another kind of file, and other options. */
bool game_file_open(GameFile *f, const char *path, const GameOptions *options);

/* Appends the packed game with the number f->games. Returns false, with a message, if the write
 * fails; the file then still ends with a whole game. */
bool game_file_append(GameFile *f, const uint8_t *data, size_t size, uint64_t quiet);

/* Closes and unlocks the file. Returns false, with a message, if data could not be written. */
bool game_file_close(GameFile *f);

/* --- many games at once, in the order of their numbers --------------------------------------- */

/* The settings of a run. The content of the file depends on `play` and `positions` alone. The
 * number of threads and stops do not change the content. */
typedef struct DatagenSettings {
    PlaySettings play;
    uint64_t positions; /* the goal: quiet positions in the file */
    uint64_t threads;   /* games at once */
} DatagenSettings;

/* Plays games and writes them to a file until the file has settings->positions quiet positions.
 * SIGINT, SIGTERM and SIGHUP end the run at once; the next run plays the games again that are not in
 * the file. If a game cannot begin (player_play), the run ends after the previous game. Prints progress to
 * stdout once a minute. Returns false, with a message on stderr, after an error. */
bool produce(const char *path, const DatagenSettings *settings);

/* --- games to read --------------------------------------------------- */

/* Prints one game a line: FEN|result|move score|move score|...; the result as in Game. With
 * `positions`, prints the position before each move instead, one FEN a line, as the option
 * --openings reads it. Skips damaged games and reports them on stderr. Returns false if a game is
 * damaged or cut off. */
bool print_games(const char *path, bool positions);

/* Counts the games, and checks that every game is legal and undamaged. Skips damaged games, reports
 * them on stderr, and then returns false. */
bool check_games(const char *path);

#endif
