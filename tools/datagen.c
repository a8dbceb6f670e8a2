/* clang-format off */
/* datagen: games of the engine against itself, for tuning and training.
 *
 *   datagen make FILE [OPTION VALUE]...   plays games and appends them to FILE until there are enough
 *   datagen text FILE                     FILE as text on stdout, a game a line
 *   datagen pack TEXT FILE                such text as a new FILE
 *   datagen quiet FILE                    its quiet positions, as tools/tune reads them
 *   datagen check FILE                    counts, and proves that every game is legal and sound
 *
 * Options of make, with their defaults:
 *   --positions 2000000   stop when the file holds so many (quiet ones, what tuning can use)
 *   --nodes 5000          soft limit of a move: the search ends with the iteration that passes it
 *   --hard 8              times that: the limit within an iteration
 *   --threads (all)       games played at once
 *   --random 8            plies at random from the start position, or one more
 *   --odds 0              per mille of the games that begin with a man or two taken off the board, so that
 *                         tuning sees what they are worth while there is still much on it
 *   --seed 1              game number N of a file is the same for the same seed and options
 *
 * FILE can be stopped at any time (Ctrl-C waits for nothing) and gone on with: what is not whole at its
 * end is cut off first. Games end by the rules; by resignation where a search says |score| >= 2000 for 4
 * plies; as draws from ply 80 where it says |score| <= 8 for 10 plies, and at ply 400. Openings without
 * odds whose first search says |score| > 300 are thrown away. records.h describes the file.
 */
/* clang-format on */
#include "board/fen.h"
#include "board/make.h"
#include "board/repetition.h"
#include "core/random.h"
#include "engine/engine.h"
#include "engine/tables.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "records.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    HASH_MB = 2,
    OPENING_SCORE = 300,
    WIN_SCORE = 2000,
    WIN_PLIES = 4,
    DRAW_SCORE = 8,
    DRAW_PLIES = 10,
    DRAW_FROM = 80,
    LONGEST = 400,
    THREADS_MAX = 256,
    LINE_ROOM = 16 * GAME_PLIES + GAME_FEN
};

typedef struct Settings {
    uint64_t positions, nodes, hard, seed;
    uint64_t threads, random, odds;
} Settings;

/* --- one game ----------------------------------------------------------------------------------
 */

/* One game at a time is played by each player, in a thread of its own. */
typedef struct Player {
    Engine *engine;
    const Settings *settings;
    Position *replay;
    Move best;
    int score; /* of the latest search, for its side to move */
    int quiet; /* quiet positions of the game */
    bool odds; /* the game began with a man or two less */
    Game game;
    pthread_t thread;
} Player;

/* From the worker's thread: an iteration is done. */
static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Player *p = context;
    (void)root;
    if (info->bound == BOUND_EXACT)
        p->score = info->score;
}

static void on_done(void *context, const Position *root, Move best, Move ponder) {
    (void)root;
    (void)ponder;
    ((Player *)context)->best = best;
}

/* Writes an empty square over a man of a FEN; digits side by side become their sum. */
static void clear_square(const char *fen, char *at) {
    char *first = at, *last = at;
    int empty = 1;
    if (at > fen && isdigit((unsigned char)at[-1]))
        empty += *--first - '0';
    if (isdigit((unsigned char)at[1]))
        empty += *++last - '0';
    *first = (char)('0' + empty);
    memmove(first + 1, last + 1, strlen(last + 1) + 1);
}

/* Takes a man of a random colour and type off the board of a FEN; castling rights go with a Rook.
 */
static void take_man_off(char *fen, uint64_t *random) {
    static const char TYPES[] = "PPPNNNBBBRRRQQ";
    const char type = TYPES[random_next(random) % (sizeof TYPES - 1)];
    const char man = random_next(random) % 2 ? type : (char)(type - 'A' + 'a');
    char *at[SQUARE_COUNT];
    int count = 0;
    for (char *c = fen; *c != ' '; c++)
        if (*c == man)
            at[count++] = c;
    if (count == 0)
        return;
    clear_square(fen, at[random_next(random) % (uint64_t)count]);
    if (type == 'R') {
        char *rights = strchr(fen, ' ') + 3;
        const char *rest = strchr(rights, ' ');
        memmove(rights + 1, rest, strlen(rest) + 1);
        *rights = '-';
    }
}

/* Puts the game on its way with a man or two less; false if that is no legal position. */
static bool give_odds(Player *p, uint64_t *random) {
    char error[FEN_ERROR_SIZE];
    take_man_off(p->game.fen, random);
    if (random_next(random) % 3 == 0)
        take_man_off(p->game.fen, random);
    if (!engine_set_fen(p->engine, p->game.fen, error, sizeof error))
        return false;
    fen_write(engine_position(p->engine), p->game.fen);
    return true;
}

/* Random plies from the start; false if they ended the game. */
static bool play_opening(Player *p, uint64_t *random) {
    char error[FEN_ERROR_SIZE];
    engine_new_game(p->engine);
    engine_set_fen(p->engine, FEN_START, error, sizeof error);
    int plies = (int)(p->settings->random + random_next(random) % 2);
    for (; plies > 0; plies--) {
        MoveList list = {.count = 0};
        legal_moves(engine_position(p->engine), &list);
        if (list.count == 0)
            return false;
        engine_play(p->engine, list.moves[random_next(random) % (uint64_t)list.count]);
    }
    fen_write(engine_position(p->engine), p->game.fen);
    p->odds = random_next(random) % 1000 < p->settings->odds;
    return !p->odds || give_odds(p, random);
}

/* Searches the position on the board; the score is White's. */
static GamePly search(Player *p) {
    SearchLimits limits = limits_none();
    limits.softnodes = (int64_t)p->settings->nodes;
    limits.nodes = (int64_t)(p->settings->nodes * p->settings->hard);
    const Color side = engine_position(p->engine)->state->side;
    p->score = 0;
    engine_go(p->engine, &limits);
    engine_wait(p->engine);
    return (GamePly){p->best, (int16_t)(side == WHITE ? p->score : -p->score)};
}

/* How many of the latest plies in a row have scores of at least `low` and at most `high`. */
static int streak(const Game *g, int low, int high) {
    int n = 0;
    while (n < g->plies && g->ply[g->plies - 1 - n].score >= low &&
           g->ply[g->plies - 1 - n].score <= high)
        n++;
    return n;
}

enum { RUNNING = -1 };

/* The result, if the rules or the scores say that the game is over. */
static int result_now(const Player *p) {
    const Position *pos = engine_position(p->engine);
    const Game *g = &p->game;
    if (legal_count(pos) == 0)
        return !in_check(pos->state) ? 1 : pos->state->side == WHITE ? 0 : 2;
    if (is_rule_draw(pos->state) || repetitions(pos, 2) >= 2 || g->plies >= LONGEST)
        return 1;
    if (streak(g, WIN_SCORE, INT16_MAX) >= WIN_PLIES)
        return 2;
    if (streak(g, INT16_MIN, -WIN_SCORE) >= WIN_PLIES)
        return 0;
    if (g->plies >= DRAW_FROM && streak(g, -DRAW_SCORE, DRAW_SCORE) >= DRAW_PLIES)
        return 1;
    return RUNNING;
}

/* Plays a game from its own seed; false if the opening was no good. */
static bool play_game(Player *p, uint64_t number) {
    uint64_t random = p->settings->seed * 0xD1342543DE82EF95u + number;
    Game *g = &p->game;
    p->quiet = g->plies = 0;
    if (!play_opening(p, &random))
        return false;
    while ((g->result = result_now(p)) == RUNNING) {
        const GamePly ply = search(p);
        if (ply.move == MOVE_NONE || (g->plies == 0 && !p->odds && abs(ply.score) > OPENING_SCORE))
            return false;
        p->quiet += ply_is_quiet(engine_position(p->engine), ply);
        g->ply[g->plies++] = ply;
        engine_play(p->engine, ply.move);
    }
    return g->plies > 0;
}

/* --- many games --------------------------------------------------------------------------------
 */

static struct {
    pthread_mutex_t lock;
    FILE *file;
    uint64_t games, positions, bytes; /* in the file */
    uint64_t next;                    /* number of the next game to begin */
    uint64_t goal;
    bool failed;
} output = {.lock = PTHREAD_MUTEX_INITIALIZER};

static volatile sig_atomic_t interrupted;

static void on_signal(int signal) {
    (void)signal;
    interrupted = 1;
}

static void store(Player *p) {
    uint8_t data[GAME_BYTES];
    const size_t size = game_pack(&p->game, data);
    output.failed |= fwrite(data, 1, size, output.file) != size;
    output.games++;
    output.positions += (uint64_t)p->quiet;
    output.bytes += size;
}

static void *play(void *context) {
    Player *p = context;
    for (bool good = false;;) {
        pthread_mutex_lock(&output.lock);
        if (good)
            store(p);
        const bool enough = interrupted || output.failed || output.positions >= output.goal;
        const uint64_t number = output.next++;
        pthread_mutex_unlock(&output.lock);
        if (enough)
            return NULL;
        good = play_game(p, number);
    }
}

typedef struct Tally {
    uint64_t games, plies, quiet;
    long sound; /* bytes of the file that are whole and legal */
} Tally;

static void count_ply(void *context, const Position *pos, GamePly ply) {
    Tally *t = context;
    t->plies++;
    t->quiet += ply_is_quiet(pos, ply);
}

/* Reads a file through; false if its end is not sound. */
static bool tally(FILE *file, Position *pos, Tally *t) {
    static Game game;
    int got;
    *t = (Tally){0};
    if (!records_begin(file))
        return false;
    t->sound = ftell(file);
    while ((got = game_read(file, &game)) > 0) {
        if (!game_replay(&game, pos, count_ply, t))
            return false;
        t->games++;
        t->sound = ftell(file);
    }
    return got == 0;
}

/* Opens a file to append to, cut back to its last whole game. */
static bool open_output(const char *path, Position *pos) {
    Tally t = {0};
    FILE *file = fopen(path, "r+b");
    if (!file) {
        file = fopen(path, "w+b");
        if (!file || fputs(RECORDS_MAGIC, file) < 0)
            return false;
        t.sound = ftell(file);
    } else if (!tally(file, pos, &t) && t.sound == 0) {
        fprintf(stderr, "datagen: %s is no file of games; name another\n", path);
        fclose(file);
        return false;
    } else {
        fseek(file, 0, SEEK_END);
        if (ftell(file) > t.sound)
            fprintf(stderr, "datagen: cut %ld bytes of an unfinished game\n",
                    ftell(file) - t.sound);
        if (ftruncate(fileno(file), t.sound) || fseek(file, t.sound, SEEK_SET))
            return false;
    }
    output.file = file;
    output.games = output.next = t.games;
    output.positions = t.quiet;
    output.bytes = (uint64_t)t.sound;
    return true;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Tells how it goes now and then, until all players are done or the file has what it should. */
static void watch(void) {
    const double start = now();
    const uint64_t first = output.positions;
    for (int second = 1;; second++) {
        sleep(1);
        pthread_mutex_lock(&output.lock);
        const bool ended = interrupted || output.failed || output.positions >= output.goal;
        const uint64_t games = output.games, positions = output.positions, bytes = output.bytes;
        if (second % 10 == 0)
            fflush(output.file);
        pthread_mutex_unlock(&output.lock);
        if (second % 60 == 0 || ended)
            printf("%" PRIu64 " games, %" PRIu64 " positions, %.0f a second, %.2f bytes each\n",
                   games, positions, (double)(positions - first) / (now() - start),
                   positions ? (double)bytes / (double)positions : 0);
        fflush(stdout);
        if (ended)
            return;
    }
}

static bool make_games(const char *path, const Settings *settings, Position *pos) {
    if (!open_output(path, pos)) {
        fprintf(stderr, "datagen: cannot write %s\n", path);
        return false;
    }
    Player *players = calloc(settings->threads, sizeof *players);
    output.goal = settings->positions;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    for (uint64_t i = 0; players && i < settings->threads; i++) {
        const SearchReporter reporter = {.context = &players[i], .info = on_info, .done = on_done};
        players[i].settings = settings;
        players[i].engine = engine_create(&reporter, NULL);
        if (!players[i].engine || pthread_create(&players[i].thread, NULL, play, &players[i])) {
            fprintf(stderr, "datagen: memory or threads are short\n");
            return false;
        }
        engine_set_hash(players[i].engine, HASH_MB);
    }
    watch();
    for (uint64_t i = 0; i < settings->threads; i++) {
        pthread_join(players[i].thread, NULL);
        engine_destroy(players[i].engine);
    }
    free(players);
    return fclose(output.file) == 0 && !output.failed;
}

/* --- text --------------------------------------------------------------------------------------
 */

/* FEN|result|move score|move score|... */
static void print_ply(void *context, const Position *pos, GamePly ply) {
    char text[MOVE_TEXT_SIZE];
    move_write(pos, ply.move, text);
    fprintf(context, "|%s %d", text, ply.score);
}

static void print_game(const Game *game, Position *pos) {
    printf("%s|%d", game->fen, game->result);
    game_replay(game, pos, print_ply, stdout);
    putchar('\n');
}

typedef struct QuietLines {
    uint64_t game;
    int result;
} QuietLines;

static void print_quiet(void *context, const Position *pos, GamePly ply) {
    static const char *const RESULT[] = {"0.0", "0.5", "1.0"};
    const QuietLines *lines = context;
    char fen[FEN_SIZE];
    if (!ply_is_quiet(pos, ply))
        return;
    fen_write(pos, fen);
    printf("%s;%d;%s;%" PRIu64 "\n", fen, ply.score, RESULT[lines->result], lines->game);
}

static bool print_file(const char *path, bool quiet, Position *pos) {
    static Game game;
    FILE *file = fopen(path, "rb");
    int got = -1;
    if (file && records_begin(file)) {
        QuietLines lines = {0};
        for (; (got = game_read(file, &game)) > 0; lines.game++) {
            lines.result = game.result;
            if (quiet)
                game_replay(&game, pos, print_quiet, &lines);
            else
                print_game(&game, pos);
        }
    }
    if (file)
        fclose(file);
    if (got < 0)
        fprintf(stderr, "datagen: %s cannot be read, or is not sound to its end\n", path);
    return got == 0;
}

/* Reads what print_game writes. */
static bool read_line(char *line, Game *game, Position *pos) {
    char error[FEN_ERROR_SIZE], *save = NULL;
    const char *fen = strtok_r(line, "|\n", &save), *result = strtok_r(NULL, "|\n", &save);
    if (!fen || !result || strlen(fen) >= GAME_FEN || result[0] < '0' || result[0] > '2')
        return false;
    strcpy(game->fen, fen);
    game->result = result[0] - '0';
    game->plies = 0;
    pos->chess960 = true;
    if (!fen_parse(pos, fen, error, sizeof error))
        return false;
    for (char *field; (field = strtok_r(NULL, "|\n", &save)) && game->plies < GAME_PLIES;) {
        char *score = strchr(field, ' ');
        if (!score)
            return false;
        *score = '\0';
        const Move m = move_read(pos, field);
        if (m == MOVE_NONE)
            return false;
        game->ply[game->plies++] = (GamePly){m, (int16_t)atoi(score + 1)};
        make_move(pos, m);
        position_reroot(pos);
    }
    return true;
}

static bool pack_text(const char *text, const char *path, Position *pos) {
    static char line[LINE_ROOM];
    static Game game;
    static uint8_t data[GAME_BYTES];
    FILE *in = fopen(text, "r"), *out = fopen(path, "wb");
    bool good = in && out && fputs(RECORDS_MAGIC, out) >= 0;
    for (uint64_t number = 1; good && fgets(line, sizeof line, in); number++) {
        good = read_line(line, &game, pos);
        if (good)
            good = fwrite(data, game_pack(&game, data), 1, out) == 1;
        else
            fprintf(stderr, "datagen: line %" PRIu64 " of %s is no game\n", number, text);
    }
    if (in)
        fclose(in);
    if (out)
        good &= fclose(out) == 0;
    return good;
}

static bool check_file(const char *path, Position *pos) {
    Tally t = {0};
    FILE *file = fopen(path, "rb");
    const bool good = file && tally(file, pos, &t);
    if (file)
        fclose(file);
    printf("%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " quiet, %s\n", t.games, t.plies,
           t.quiet, good ? "sound" : "NOT SOUND behind that");
    return good;
}

/* --- main --------------------------------------------------------------------------------------
 */

/* A whole number without a sign; false if the word is none. */
static bool read_number(const char *word, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(word, &end, 10);
    return isdigit((unsigned char)*word) && *end == '\0' && errno == 0;
}

/* Reads options and their values; false, and tells why, if one is not known or out of range. */
static bool read_settings(Settings *s, int count, char **words) {
    const struct {
        const char *name;
        uint64_t *at, least, most;
    } known[] = {{"--positions", &s->positions, 1, UINT64_MAX},
                 {"--nodes", &s->nodes, 1, UINT32_MAX - 1},
                 {"--hard", &s->hard, 1, 999},
                 {"--seed", &s->seed, 0, UINT64_MAX},
                 {"--threads", &s->threads, 1, THREADS_MAX},
                 {"--random", &s->random, 0, 100},
                 {"--odds", &s->odds, 0, 1000}};
    const size_t options = sizeof known / sizeof *known;
    for (int i = 0; i < count; i += 2) {
        size_t k = 0;
        while (k < options && strcmp(words[i], known[k].name) != 0)
            k++;
        if (k == options) {
            fprintf(stderr, "datagen: there is no option %s\n", words[i]);
            return false;
        }
        if (i + 1 == count || !read_number(words[i + 1], known[k].at) ||
            *known[k].at < known[k].least || *known[k].at > known[k].most) {
            fprintf(stderr, "datagen: %s takes a number from %" PRIu64 " to %" PRIu64 "\n",
                    words[i], known[k].least, known[k].most);
            return false;
        }
    }
    return true;
}

static int run(int argc, char **argv, Position *pos) {
    Settings s = {.positions = 2000000, .nodes = 5000, .hard = 8, .seed = 1, .random = 8};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    s.threads = cores < 1 ? 1 : cores < THREADS_MAX ? (uint64_t)cores : THREADS_MAX;
    if (argc >= 3 && strcmp(argv[1], "make") == 0 && read_settings(&s, argc - 3, argv + 3))
        return !make_games(argv[2], &s, pos);
    if (argc == 3 && strcmp(argv[1], "text") == 0)
        return !print_file(argv[2], false, pos);
    if (argc == 3 && strcmp(argv[1], "quiet") == 0)
        return !print_file(argv[2], true, pos);
    if (argc == 3 && strcmp(argv[1], "check") == 0)
        return !check_file(argv[2], pos);
    if (argc == 4 && strcmp(argv[1], "pack") == 0)
        return !pack_text(argv[2], argv[3], pos);
    fprintf(stderr, "usage: datagen make FILE [OPTION VALUE]... | text FILE | pack TEXT FILE | "
                    "quiet FILE | check FILE; see tools/datagen.c\n");
    return 2;
}

int main(int argc, char **argv) {
    bool known;
    tables_init(cpu_level(&known));
    Position *pos = aligned_alloc(CACHE_LINE, sizeof *pos);
    const int status = pos ? run(argc, argv, pos) : 1;
    free(pos);
    return status;
}
