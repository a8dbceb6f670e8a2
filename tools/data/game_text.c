#include "data/game_text.h"

#include "board/fen.h"
#include "board/make.h"
#include "lib/game_reader.h"
#include "moves/notation.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Game game; /* the one at hand */

static bool complain(const char *path, const char *what) {
    fprintf(stderr, "datagen: %s: %s\n", path, what);
    return false;
}

/* Takes the game at hand; `pos` is for replaying it. */
typedef void GameTaker(void *context, uint64_t number, Position *pos);

/* Calls `take` for each sound game of a file, and leaves the reader's counts in *r. */
static bool read_games(const char *path, GameTaker *take, void *context, GameReader *r) {
    const char *reason;
    const int file = regular_file_open(path, O_RDONLY, &reason);
    if (file < 0)
        return complain(path, reason);
    const GameFileKind kind = reader_open(r, file, path);
    if (kind == FILE_OF_GAMES) {
        for (uint64_t number = 0; reader_next(r, &game); number++)
            take(context, number, r->pos);
        reader_close(r);
    } else if (kind == FILE_UNREADABLE) {
        complain(path, strerror(errno));
    } else if (kind == FILE_FOREIGN) {
        complain(path, "is no file of games");
    }
    close(file);
    return kind == FILE_EMPTY || (kind == FILE_OF_GAMES && !r->damages && !r->torn && !r->error);
}

/* True if all that was printed has gone out. */
static bool flush_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    fprintf(stderr, "datagen: the output could not be written\n");
    return false;
}

/* --- as text ---------------------------------------------------------------------------------- */

static void print_ply(void *context, const Position *pos, GamePly ply) {
    char text[MOVE_TEXT_SIZE];
    (void)context;
    move_write(pos, ply.move, text);
    printf("|%s %d", text, ply.score);
}

static void print_game(void *context, uint64_t number, Position *pos) {
    (void)context;
    (void)number;
    printf("%s|%d", game.fen, game.result);
    game_replay(&game, pos, print_ply, NULL);
    putchar('\n');
}

bool print_games(const char *path) {
    GameReader r;
    const bool good = read_games(path, print_game, NULL, &r);
    return flush_output() && good;
}

static void print_quiet_ply(void *context, const Position *pos, GamePly ply) {
    static const char *const RESULT[] = {"0.0", "0.5", "1.0"};
    const uint64_t *number = context;
    char fen[FEN_SIZE];
    if (!ply_is_quiet(pos, ply) || game.result == RESULT_UNKNOWN)
        return;
    fen_write(pos, fen);
    printf("%s;%d;%s;%" PRIu64 "\n", fen, ply.score, RESULT[game.result], *number);
}

static void print_quiet_game(void *context, uint64_t number, Position *pos) {
    (void)context;
    game_replay(&game, pos, print_quiet_ply, &number);
}

bool print_quiet_positions(const char *path) {
    GameReader r;
    const bool good = read_games(path, print_quiet_game, NULL, &r);
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

static void count_game(void *context, uint64_t number, Position *pos) {
    (void)number;
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
        printf("damaged: %" PRIu64 " bytes in %" PRIu64 " places, %" PRIu64 " games lost there\n",
               r.damaged, r.damages, r.lost);
    if (r.has_options) {
        printf("made with ");
        options_print(&r.options, stdout);
        putchar('\n');
    }
    return flush_output() && good;
}

/* --- from text -------------------------------------------------------------------------------- */

/* Reads a score, which must end the text. */
static bool read_score(const char *text, int16_t *score) {
    char *end;
    const long value = strtol(text, &end, 10);
    *score = (int16_t)value;
    return end > text && *end == '\0' && value >= INT16_MIN && value <= INT16_MAX;
}

/* Reads "move score" for a position, and makes the move. */
static bool read_ply(char *field, Position *pos) {
    char *score = strchr(field, ' ');
    GamePly ply;
    if (!score || game.plies == GAME_PLIES)
        return false;
    *score = '\0';
    ply.move = move_read(pos, field);
    if (ply.move == MOVE_NONE || !read_score(score + 1, &ply.score))
        return false;
    game.ply[game.plies++] = ply;
    make_move(pos, ply.move);
    position_reroot(pos);
    return true;
}

/* Reads what print_game prints, into the game at hand. */
static bool read_line(char *line, Position *pos) {
    char *save = NULL;
    const char *fen = strtok_r(line, "|\n", &save), *result = strtok_r(NULL, "|\n", &save);
    if (!fen || !result || strlen(fen) >= GAME_FEN || strlen(result) != 1 || *result < '0' ||
        *result > '0' + RESULT_UNKNOWN)
        return false;
    strcpy(game.fen, fen);
    game.result = *result - '0';
    game.plies = 0;
    pos->chess960 = true;
    if (!fen_parse(pos, fen, NULL, 0))
        return false;
    for (char *field; (field = strtok_r(NULL, "|\n", &save));)
        if (!read_ply(field, pos))
            return false;
    return true;
}

/* Packs all lines; false, and says why, if one is no game or they cannot all be read. */
static bool pack_lines(FILE *in, FILE *out, const char *text, Position *pos) {
    static char line[16 * GAME_PLIES + GAME_FEN];
    static uint8_t data[GAME_BYTES];
    static Game back;
    fputs(RECORDS_MAGIC, out);
    for (uint64_t number = 1; fgets(line, sizeof line, in); number++) {
        const size_t size = read_line(line, pos) ? game_pack(&game, data) : 0;
        if (!size || game_unpack(data, size, &back) != size) {
            fprintf(stderr, "datagen: line %" PRIu64 " of %s is no game\n", number, text);
            return false;
        }
        fwrite(data, size, 1, out);
    }
    return !ferror(in) || complain(text, strerror(errno));
}

/* Packs an open text into a file that must not be there. */
static bool pack(FILE *in, const char *text, const char *path) {
    const char *reason;
    Position *pos = aligned_alloc(CACHE_LINE, sizeof *pos);
    if (!pos)
        return complain(text, strerror(errno));
    const bool is_there = access(path, F_OK) == 0;
    AtomicWrite *out = is_there ? NULL : atomic_write_begin(path, &reason);
    bool good = out || complain(path, is_there ? strerror(EEXIST) : reason);
    if (out && !pack_lines(in, atomic_write_stream(out), text, pos)) {
        atomic_write_abandon(out);
        good = false;
    } else if (out) {
        good = atomic_write_finish(out, &reason) || complain(path, reason);
    }
    free(pos);
    return good;
}

bool pack_text(const char *text, const char *path) {
    const char *reason;
    FILE *in = regular_file_stream(text, &reason);
    if (!in)
        return complain(text, reason);
    const bool good = pack(in, text, path);
    fclose(in);
    return good;
}
