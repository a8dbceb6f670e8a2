/* soak: engines play games and analyse for hours, and nothing may be lost; --help says how to use
 * it. `make soak` builds and runs it. */
#include "lib/options.h"
#include "moves/notation.h"
#include "soak/soak_analysis.h"
#include "soak/soak_game.h"
#include "soak/soak_losses.h"
#include "support/setup.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char USAGE[] =
#include "soak_usage.h"
    ;

typedef struct Soak {
    int games, analysis; /* how many games; seconds of analysis */
    int threads_from, threads_to;
    int ponder; /* 0: never, 1: always, 2: every second pair of games */
    int slice;  /* milliseconds: no analysis of a position is longer */
    uint64_t seed;
    GameSettings settings; /* what holds for every game */
    Player players[2];
    Starts starts;
    GameSums sums;
    AnalysisSums analysed;
    int64_t begin, reported_at; /* microseconds */
    char folder[64];            /* for post-mortems */
    int reports;                /* in it */
} Soak;

enum { SECOND = 1000000 };

/* --- post-mortems ---------------------------------------------------------------------------- */

static bool make_folder(Soak *s) {
    const char *base = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%s/soak-XXXXXX",
             base && strlen(base) < 40 ? base : "/tmp");
    if (mkdtemp(s->folder) && setenv("PANOPTES_POST_MORTEM", s->folder, 1) == 0)
        return true;
    perror("soak: a folder for post-mortems cannot be made");
    return false;
}

/* A new file there is a loss. */
static void look_for_reports(Soak *s) {
    int count = 0;
    DIR *dir = opendir(s->folder);
    if (!dir)
        return;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    if (count > s->reports)
        lose(LOSS_REPORT, "%d new in %s", count - s->reports, s->folder);
    s->reports = count;
}

/* --- reporting ------------------------------------------------------------------------------- */

static void print_usage(const Player *p) {
    const Watch *w = &p->watch;
    if (w->samples)
        printf(
            "%c at rest: first %ld kB (%ld kB its own), %d files, %d threads; now %ld kB (%ld kB), "
            "%d files, %d threads\n",
            p->name, w->first.resident, w->first.own, w->first.files, w->first.threads,
            w->latest.resident, w->latest.own, w->latest.files, w->latest.threads);
}

static void print_games(const Soak *s, const char *what) {
    const GameSums *g = &s->sums;
    const double seconds = (double)(micros_now() - s->begin) / SECOND;
    printf("%s%d games in %.0f s: %d decided, %d drawn, %d broken off; %" PRId64 " plies, %" PRId64
           " ponder searches, %" PRId64 " hits",
           what, g->games, seconds, g->decided, g->drawn, g->too_long, g->plies, g->pondered,
           g->hits);
    if (g->plies)
        printf("; %" PRId64 " answers too late, the latest %.1f ms %s its clock", g->late,
               (double)llabs(g->longest_over) / 1000, g->longest_over < 0 ? "before" : "after");
    if (g->excused)
        printf("; %" PRId64 " excused, the machine being overloaded", g->excused);
    printf("\n");
}

static void print_analysis(const Soak *s, const char *what) {
    const AnalysisSums *a = &s->analysed;
    printf("%sanalysis: %" PRId64 " positions, %" PRId64 " options changed during them, %" PRId64
           " lines, longest stop %.1f ms\n",
           what, a->positions, a->changes, a->infos, (double)a->longest_stop / 1000);
}

/* Now and then. */
static void print_progress(Soak *s, void print(const Soak *, const char *)) {
    enum { EVERY = 10 };
    if (micros_now() - s->reported_at < (int64_t)EVERY * SECOND)
        return;
    s->reported_at = micros_now();
    print(s, "");
    print_usage(&s->players[0]);
    if (losses_total())
        losses_print();
}

/* --- running --------------------------------------------------------------------------------- */

/* What differs from game to game. */
static GameSettings settings_of(Soak *s, int number) {
    static const int HASHES[] = {1, 2, 4, 8, 16, 33};
    GameSettings g = s->settings;
    g.threads = s->threads_from + number % (s->threads_to - s->threads_from + 1);
    g.ponder = s->ponder == 2 ? number / 2 % 2 == 1 : s->ponder == 1;
    g.chess960 = number / 4 % 2 == 1;
    g.hash = HASHES[random_below(&s->starts.random, sizeof HASHES / sizeof *HASHES)];
    return g;
}

/* Both at rest, or begun anew. False if that is not possible. */
static bool rest(Soak *s, int count) {
    for (int i = 0; i < count && !soak_interrupted; i++) {
        Player *p = &s->players[i];
        if (!(p->runs && player_rest(p)) && !soak_interrupted && !player_restart(p))
            return false;
    }
    look_for_reports(s);
    return !soak_interrupted;
}

static void play_games(Soak *s) {
    Game game = {.random = &s->starts.random, .pos = position_new(), .after = position_new()};
    for (int number = 0; number < s->games && !soak_interrupted; number++) {
        const GameSettings settings = settings_of(s, number);
        losses_under("game %d", number + 1);
        game.settings = &settings;
        game.players[WHITE] = &s->players[number % 2];
        game.players[BLACK] = &s->players[!(number % 2)];
        if (!starts_draw(&s->starts, settings.chess960, game.fen))
            break;
        game_play(&game, &s->sums);
        if (!rest(s, 2))
            break;
        print_progress(s, print_games);
    }
    free(game.pos);
    free(game.after);
}

static void run_analysis(Soak *s) {
    const int64_t until = micros_now() + (int64_t)s->analysis * SECOND;
    Player *p = &s->players[0];
    while (micros_now() < until && !soak_interrupted) {
        losses_under("analysis %" PRId64, s->analysed.positions + 1);
        if (!analyse(p, &s->starts, s->threads_to, s->slice, &s->analysed) && !rest(s, 1))
            break;
        look_for_reports(s);
        print_progress(s, print_analysis);
    }
}

/* Returns the exit status. */
static int run(Soak *s) {
    bool good = true;
    s->begin = s->reported_at = micros_now();
    starts_init(&s->starts, s->seed);
    losses_under("start");
    for (int i = 0; i < 2; i++) {
        s->players[i].name = (char)('A' + i);
        good = good && player_start(&s->players[i]);
    }
    if (good) {
        play_games(s);
        run_analysis(s);
    }
    losses_under("end");
    for (int i = 0; i < 2; i++) {
        player_quit(&s->players[i]);
        print_usage(&s->players[i]);
    }
    look_for_reports(s);
    starts_free(&s->starts);
    print_games(s, "");
    if (s->analysis)
        print_analysis(s, "");
    losses_print();
    if (rmdir(s->folder))
        printf("the post-mortems are in %s\n", s->folder);
    if (losses_total())
        return 1;
    const bool all = s->sums.games >= s->games;
    if (!all || soak_interrupted)
        printf("stopped before the end\n");
    return all && !soak_interrupted ? 0 : 2;
}

/* --- main ------------------------------------------------------------------------------------ */

static void on_signal(int number) {
    (void)number;
    soak_interrupted = true;
}

/* "0.2+0.002" */
static bool read_control(const char *text, GameSettings *settings) {
    double base, increment;
    char rest;
    if (sscanf(text, "%lf+%lf%c", &base, &increment, &rest) != 2 || !(base > 0 && base <= 36000) ||
        !(increment >= 0 && increment <= 3600))
        return false;
    settings->base = (int64_t)(base * SECOND);
    settings->increment = (int64_t)(increment * SECOND);
    return true;
}

static bool read_threads(const char *text, Soak *s) {
    char rest;
    const int n = sscanf(text, "%d-%d%c", &s->threads_from, &s->threads_to, &rest);
    if (n == 1)
        s->threads_to = s->threads_from;
    return n >= 1 && n <= 2 && s->threads_from >= 1 && s->threads_to >= s->threads_from &&
           s->threads_to <= 64;
}

static bool refuse(const char *option, const char *value) {
    fprintf(stderr, "soak: %s: wrong value '%s'; --help shows the use\n", option, value);
    return false;
}

/* Reads the options, and the engines behind them; false, and says why, if one is wrong. */
static bool read_options(Soak *s, char **words) {
    static const char *const PONDER[] = {"off", "on", "both", NULL};
    GameSettings *g = &s->settings;
    enum { PLIES_MOST = MOVES_SIZE / MOVE_TEXT_SIZE };
    const char *control = "0.2+0.002", *threads = "1-2";
    int margin = 0, patience = 20;
    const Option table[] = {
        {"--games", .integer = &s->games, .most = 100000000},
        {"--tc", .text = &control, .what = "seconds for a game and a move"},
        {"--threads", .text = &threads, .what = "a number of threads, or two: 1-4"},
        {"--ponder", .choice = &s->ponder, .choices = PONDER},
        {"--analysis", .integer = &s->analysis, .most = 10000000},
        {"--slice", .integer = &s->slice, .least = 1, .most = 3600000},
        {"--margin", .integer = &margin, .most = 100000},
        {"--plies", .integer = &g->plies, .least = 1, .most = PLIES_MOST},
        {"--patience", .integer = &patience, .least = 1, .most = 3600},
        {"--seed", .number = &s->seed, .most = 2000000000},
        {NULL}};
    const int engines = options_read("soak", table, 0, words, 1, 2);
    if (engines < 0)
        return false;
    g->margin = (int64_t)margin * 1000;
    player_patience = patience * 1000;
    for (int i = 0; i < 2; i++) {
        const char *path = s->players[i].path = words[i ? engines - 1 : 0];
        if (access(path, X_OK)) {
            fprintf(stderr, "soak: %s cannot be run: %s\n", path, strerror(errno));
            return false;
        }
    }
    return (read_control(control, g) || refuse("--tc", control)) &&
           (read_threads(threads, s) || refuse("--threads", threads));
}

int main(int argc, char **argv) {
    tool_begin(argc, argv, USAGE);
    static Soak soak = {.games = 100,
                        .ponder = 2,
                        .slice = 10000,
                        .seed = 1,
                        .sums = {.longest_over = INT64_MIN},
                        .settings = {.plies = 400}};
    if (!read_options(&soak, argv + 1))
        return 2;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!make_folder(&soak))
        return 2;
    return run(&soak);
}
