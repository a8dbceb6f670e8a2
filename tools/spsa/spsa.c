/* lab spsa: tunes the rows of search/params.h by games (spsa.usage). spsa.h describes the method.
 * The command needs a build with TUNE=1; in other builds the rows are constants. */
#include "spsa/spsa.h"
#include "engine/engine.h"
#include "lib/options.h"
#include "match/referee.h"
#include "network/network.h"
#include "os/files.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };
#define NUMBER_MOST 1e12
#define CLOCK_TAKES "seconds for the game and for each move, such as 2+0.02"

enum { TUNE_ROWS = 1, SHOW_ROWS = 2 };

/* The options of the command line. */
typedef struct Orders {
    const char *state, *openings, *only, *clock;
    int evaluation; /* 0: the network, 1: the classical evaluation */
    uint64_t games, nodes, seed, threads;
    double rate;
} Orders;

#define refuse(what, why) complain("spsa: %s%s", what, why)

/* --- the command line ------------------------------------------------------------------------- */

static bool read_orders(Orders *o, int command, char **words) {
    static const char *const EVALUATION_NAMES[] = {"network", "classical", NULL};
    const Option table[] = {
        {"--openings", TUNE_ROWS, .text = &o->openings, .what = "the path of a file of openings"},
        {"--clock", TUNE_ROWS, .text = &o->clock, .what = CLOCK_TAKES},
        {"--rate", TUNE_ROWS, .real = &o->rate, .most = 1},
        {"--games", TUNE_ROWS, .number = &o->games, .least = 2, .most = NUMBER_MOST},
        {"--seed", TUNE_ROWS, .number = &o->seed, .most = NUMBER_MOST},
        {"--nodes", TUNE_ROWS, .number = &o->nodes, .least = 1, .most = NUMBER_MOST},
        {"--only", TUNE_ROWS, .text = &o->only, .what = "rows, separated by commas"},
        {"--evaluation", TUNE_ROWS, .choice = &o->evaluation, .choices = EVALUATION_NAMES},
        {"--threads", TUNE_ROWS, .number = &o->threads, .least = 1, .most = TOOL_THREADS_MAX},
        {0}};
    return options_read("spsa", table, command, words, 1, 1) == 1 && (o->state = words[0]);
}

/* Marks the row that a word of --only names, or the rows that begin with a word such as "LMR_". */
static bool mark_rows(bool tuned[SPSA_ROWS], const char *word, size_t length) {
    const bool many = length > 0 && word[length - 1] == '_';
    bool found = false;
    for (int i = 0; i < SPSA_ROWS; i++)
        if (strncmp(spsa_rows[i].name, word, length) == 0 && (many || !spsa_rows[i].name[length]))
            tuned[i] = found = true;
    if (!found || length == 0)
        fprintf(stderr, "spsa: --only: unknown row '%.*s'\n", (int)length, word);
    return found && length > 0;
}

static bool read_rows(const Orders *o, bool tuned[SPSA_ROWS]) {
    for (int i = 0; i < SPSA_ROWS; i++)
        tuned[i] = !o->only;
    for (const char *at = o->only; at;) {
        const size_t length = strcspn(at, ",");
        if (!mark_rows(tuned, at, length))
            return false;
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

/* Reads the clock, if there is one, and the nodes: per move or, with a clock, per millisecond. */
static bool read_limits(const Orders *o, SpsaSettings *settings) {
    enum { OF_A_MOVE = 8000, OF_A_MILLISECOND = 50 };
    PlayerLimit limit;
    settings->nodes = o->nodes ? o->nodes : o->clock ? OF_A_MILLISECOND : OF_A_MOVE;
    if (!o->clock)
        return true;
    if (!limit_read(o->clock, &limit) || !limit.base)
        return refuse("--clock", " takes " CLOCK_TAKES);
    settings->base = (uint64_t)limit.base;
    settings->increment = (uint64_t)limit.increment;
    return settings->nodes <= NODESTIME_MAX ||
           refuse("--nodes", ": with --clock at most 10000, which count as a millisecond");
}

/* --- the results of a run --------------------------------------------------------------------- */

#define refuse_file(path, why) complain("spsa: '%s': %s", path, why)

static void print_values(const SpsaRun *run) {
    printf("%-24s %8s %8s %10s %7s\n", "row", "old", "new", "exactly", "steps");
    for (int i = 0; i < SPSA_ROWS; i++)
        if (run->settings.tuned[i])
            printf("%-24s %8d %8d %10.2f %+7.2f\n", spsa_rows[i].name, spsa_rows[i].value,
                   spsa_rounded(run, i), run->value[i],
                   (run->value[i] - spsa_rows[i].value) / spsa_rows[i].step);
}

/* --- tuning ----------------------------------------------------------------------------------- */

/* Prints a line with games, rate, remaining time, and results. */
static void print_progress(const SpsaRun *run, double seconds, uint64_t games) {
    const double rate = seconds > 0 ? (double)games / seconds : 0;
    const uint64_t left = 2 * (run->settings.pairs - run->done);
    printf("%" PRIu64 " of %" PRIu64 " games", 2 * run->done, 2 * run->settings.pairs);
    if (rate > 0)
        printf(", %.2f a second, %.0f min left", rate, (double)left / rate / 60);
    printf("; +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "\n", run->wins, run->draws, run->losses);
    fflush(stdout);
}

/* Writes the state, and the table beside the state. */
static bool save(const char *state, const SpsaRun *run) {
    char table[PATH_SIZE];
    const char *reason;
    if (!spsa_state_write(state, run, &reason))
        return refuse_file(state, reason);
    if (snprintf(table, sizeof table, "%s.tsv", state) >= PATH_SIZE)
        return refuse_file(state, strerror(ENAMETOOLONG));
    return spsa_table_write(table, run, &reason) || refuse_file(table, reason);
}

static bool report(void *context, const SpsaRun *run, double seconds, uint64_t games) {
    print_progress(run, seconds, games);
    return save(context, run);
}

static bool is_same(const SpsaSettings *a, const SpsaSettings *b) {
    return a->pairs == b->pairs && a->nodes == b->nodes && a->base == b->base &&
           a->increment == b->increment && a->seed == b->seed && a->openings == b->openings &&
           a->classical == b->classical && a->rate == b->rate &&
           memcmp(a->tuned, b->tuned, sizeof a->tuned) == 0;
}

/* Reads a state. Returns false, after a message, if this program cannot continue it. */
static bool read_state(const char *path, SpsaRun *run, bool *absent) {
    const char *reason;
    const bool read = spsa_state_read(path, run, &reason);
    *absent = !read && !reason;
    if (!read && reason)
        complain("spsa: the state '%s' is refused: %s; take it away to begin anew", path, reason);
    return read;
}

/* Reports that the command line differs from the state's settings, and prints these settings. */
static bool refuse_settings(const char *path, const SpsaSettings *s) {
    return complain(
        "spsa: the state '%s' was made with --games %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64
        " --rate %g --evaluation %s, %s, %s and perhaps other --only; take these, or another state",
        path, 2 * s->pairs, s->nodes, s->seed, s->rate, s->classical ? "classical" : "network",
        s->openings ? "--openings" : "random openings", s->base ? "--clock" : "no clock");
}

/* Begins a run, or continues the run of the state. */
static bool begin_run(const Orders *o, const PositionList *book, SpsaRun *run) {
    SpsaSettings settings = {.pairs = o->games / 2,
                             .seed = o->seed,
                             .openings = o->openings ? book->checksum : 0,
                             .classical = o->evaluation == 1,
                             .rate = o->rate};
    if (!read_limits(o, &settings) || !read_rows(o, settings.tuned))
        return false;
    if (!settings.classical && !network_embedded())
        return refuse("the network inside the program", " is damaged");
    bool absent;
    if (!read_state(o->state, run, &absent)) {
        if (absent)
            spsa_begin(run, &settings);
        return absent;
    }
    printf("going on from %s\n", o->state);
    fflush(stdout);
    return is_same(&run->settings, &settings) || refuse_settings(o->state, &run->settings);
}

static bool tune(const Orders *o) {
    static SpsaRun run;
    PositionList book = {0};
    const bool good =
        (!o->openings || position_list_read(&book, "spsa", o->openings, o->seed + 1)) &&
        begin_run(o, &book, &run) && save(o->state, &run) &&
        spsa_play(&run, o->openings ? &book : NULL, (int)o->threads, report, (void *)o->state);
    position_list_free(&book);
    if (good)
        print_values(&run);
    return good;
}

static bool show(const Orders *o) {
    static SpsaRun run;
    bool absent;
    if (!read_state(o->state, &run, &absent))
        return absent && refuse_file(o->state, strerror(ENOENT));
    print_progress(&run, 0, 0);
    print_values(&run);
    return true;
}

int lab_spsa(int argc, char **argv) {
    Orders o = {.games = 40000, .seed = 1, .rate = 0.002, .threads = (uint64_t)tool_cores()};
    if (strcmp(argv[1], "tune") == 0)
        return read_orders(&o, TUNE_ROWS, argv + 2) ? !tune(&o) : 2;
    if (strcmp(argv[1], "show") == 0)
        return read_orders(&o, SHOW_ROWS, argv + 2) ? !show(&o) : 2;
    fprintf(stderr, "spsa: unknown command '%s'; --help shows the use\n", argv[1]);
    return 2;
}
