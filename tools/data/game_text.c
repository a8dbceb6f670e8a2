#include "data/datagen.h"

#include "board/fen.h"
#include "lib/options.h"
#include "moves/notation.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Game game; /* the current game */

#define refuse(path, what) complain("datagen: %s: %s", path, what)

/* Prints or counts the game in `game`. The function may use `pos` to play the moves of the game. */
typedef void GameTaker(void *context, Position *pos);

/* Calls `take` for each undamaged game. Returns false if the file cannot be read or has damage. */
static bool read_games(const char *path, GameTaker *take, void *context, GameReader *r) {
    const char *reason;
    const int file = regular_file_open(path, O_RDONLY, &reason);
    if (file < 0)
        return refuse(path, reason);
    const GameFileKind kind = reader_open(r, file, path);
    if (kind == FILE_OF_GAMES) {
        while (reader_next(r, &game))
            take(context, r->pos);
        reader_close(r);
    } else if (kind == FILE_UNREADABLE) {
        refuse(path, strerror(errno));
    } else if (kind == FILE_FOREIGN) {
        refuse(path, "is not a file of games");
    }
    close(file);
    return kind == FILE_EMPTY || (kind == FILE_OF_GAMES && !r->damages && !r->torn && !r->error);
}

/* True if all output has been written. */
static bool flush_output(void) {
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           complain("datagen: the output could not be written");
}

/* --- as text ---------------------------------------------------------------------------------- */

static void print_ply(void *context, const Position *pos, GamePly ply) {
    char text[MOVE_TEXT_SIZE];
    move_write(pos, ply.move, text);
    printf("|%s %d", text, ply.score);
}

static void print_game(void *context, Position *pos) {
    printf("%s|%d", game.fen, game.result);
    game_replay(&game, pos, print_ply, NULL);
    putchar('\n');
}

static void print_position(void *context, const Position *pos, GamePly ply) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    puts(fen);
}

static void print_positions_of_game(void *context, Position *pos) {
    game_replay(&game, pos, print_position, NULL);
}

bool print_games(const char *path, bool positions) {
    GameReader r;
    const bool good = read_games(path, positions ? print_positions_of_game : print_game, NULL, &r);
    return flush_output() && good;
}

/* --- checking --------------------------------------------------------------------------------- */

typedef struct Tally {
    uint64_t games, plies, quiet, broken_off;
} Tally;

static void count_ply(void *context, const Position *pos, GamePly ply) {
    Tally *t = context;
    t->plies++;
    t->quiet += ply_is_quiet(pos, ply);
}

static void count_game(void *context, Position *pos) {
    Tally *t = context;
    t->games++;
    t->broken_off += game.result == RESULT_UNKNOWN;
    game_replay(&game, pos, count_ply, context);
}

bool check_games(const char *path) {
    Tally t = {0};
    GameReader r = {0};
    const bool good = read_games(path, count_game, &t, &r);
    printf("%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " quiet, %s\n", t.games, t.plies,
           t.quiet, good ? "sound" : "NOT SOUND");
    if (t.broken_off)
        printf("%" PRIu64 " of these games were broken off\n", t.broken_off);
    if (r.damages)
        printf("%" PRIu64 " places are damaged\n", r.damages);
    if (r.options.nodes) {
        printf("made with ");
        options_print(&r.options, stdout);
        putchar('\n');
    }
    return flush_output() && good;
}
