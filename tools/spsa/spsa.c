/* spsa: tunes the rows of search/params.h by games against each other. Without a command it says
 * how to use it (spsa.usage); spsa_run.h describes the method. `make spsa ARGS="tune STATE ..."`
 * builds and runs it: as a tuning build, for in any other the rows are constants. */
#include "engine/engine.h"
#include "lib/options.h"
#include "lib/overwrite_guard.h"
#include "network/network.h"
#include "os/files.h"
#include "spsa/spsa_games.h"
#include "spsa/spsa_patch.h"
#include "spsa/spsa_plot.h"
#include "spsa/spsa_state.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };
#define NUMBER_MOST 1e12
#define CLOCK_TAKES "seconds for the game and for each move, such as 2+0.02"

static const char USAGE[] =
#include "spsa_usage.h"
    ;

typedef enum Command { TUNE_ROWS = 1, SHOW_ROWS = 2 } Command;

/* What the command line says. */
typedef struct Orders {
    Command command;
    const char *state;
    const char *openings, *header, *only, *clock;
    int evaluation; /* 0: the network, 1: the classical one */
    uint64_t games, nodes, seed, threads;
    double rate;
} Orders;

/* Reports on stderr what is refused, and why; returns false. */
static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "spsa: %s%s\n", what, why);
    return false;
}

/* --- the command line ------------------------------------------------------------------------- */

static bool read_orders(Orders *o, char **words) {
    static const char *const EVALUATION_NAMES[] = {"network", "classical", NULL};
    const Option table[] = {
        {"--openings", TUNE_ROWS, .text = &o->openings, .what = "the path of a file of openings"},
        {"--clock", TUNE_ROWS, .text = &o->clock, .what = CLOCK_TAKES},
        {"--rate", TUNE_ROWS, .real = &o->rate, .most = 1},
        {"--games", TUNE_ROWS, .number = &o->games, .least = 2, .most = NUMBER_MOST},
        {"--seed", TUNE_ROWS, .number = &o->seed, .most = NUMBER_MOST},
        {"--nodes", TUNE_ROWS, .number = &o->nodes, .least = 1, .most = NUMBER_MOST},
        {"--only", TUNE_ROWS, .text = &o->only, .what = "rows, parted by commas"},
        {"--evaluation", TUNE_ROWS, .choice = &o->evaluation, .choices = EVALUATION_NAMES},
        {"--threads", TUNE_ROWS, .number = &o->threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--header", .text = &o->header, .what = "the path of a header of parameters"},
        {NULL}};
    return options_read("spsa", table, o->command, words, 1, 1) == 1 && (o->state = words[0]);
}

/* Marks the rows that a word stands for. */
static bool mark_rows(bool tuned[SPSA_ROWS], const char *word, size_t length) {
    const bool many = length > 0 && word[length - 1] == '_';
    bool found = false;
    for (int i = 0; i < SPSA_ROWS; i++) {
        if (strncmp(spsa_rows[i].name, word, length) != 0 || (!many && spsa_rows[i].name[length]))
            continue;
        tuned[i] = found = true;
    }
    if (!found || length == 0)
        fprintf(stderr, "spsa: --only: there is no row '%.*s'\n", (int)length, word);
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

/* Reads seconds into milliseconds. */
static bool read_seconds(const char **at, uint64_t *milliseconds) {
    enum { SECONDS_MAX = 86400 };
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    const double seconds = strtod(*at, &end);
    *at = end;
    *milliseconds = seconds <= SECONDS_MAX ? (uint64_t)(seconds * 1000 + 0.5) : 0;
    return seconds <= SECONDS_MAX;
}

/* Reads the clock, if there is to be one, and the nodes that go with it or without. */
static bool read_limits(const Orders *o, SpsaSettings *settings) {
    enum { OF_A_MOVE = 8000, OF_A_MILLISECOND = 50 };
    const char *at = o->clock;
    settings->nodes = o->nodes ? o->nodes : at ? OF_A_MILLISECOND : OF_A_MOVE;
    if (!at)
        return true;
    if (at[strspn(at, "0123456789.+")] || !read_seconds(&at, &settings->base) || *at++ != '+' ||
        !read_seconds(&at, &settings->increment) || *at || settings->base < 1)
        return refuse("--clock", " takes " CLOCK_TAKES);
    return settings->nodes <= NODESTIME_MAX ||
           refuse("--nodes", ": with --clock at most 10000, which count as a millisecond");
}

static bool read_evaluation(const Orders *o, bool *classical) {
    *classical = o->evaluation == 1;
    return *classical || network_embedded() ||
           refuse("the network inside the program", " is damaged");
}

/* --- what a run leaves ------------------------------------------------------------------------ */

typedef struct Outputs {
    const char *state, *header;
    char plot[PATH_SIZE], patch[PATH_SIZE];
} Outputs;

static bool refuse_output(const char *path, const char *why) {
    fprintf(stderr, "spsa: '%s' cannot be written: %s\n", path, why);
    return false;
}

/* Finds the paths, and sees before any long work that they can be written. */
static bool prepare_outputs(const Orders *o, Outputs *out) {
    char fault[STATE_FAULT_SIZE];
    out->state = o->state;
    out->header = o->header;
    if (snprintf(out->plot, PATH_SIZE, "%s.svg", out->state) >= PATH_SIZE ||
        snprintf(out->patch, PATH_SIZE, "%s.patch", out->state) >= PATH_SIZE)
        return refuse_output(out->state, strerror(ENAMETOOLONG));
    const char *reason = atomic_write_fault(out->state, "", NULL);
    if (reason)
        return refuse_output(out->state, reason);
    reason = overwrite_fault(out->plot, SVG_HEAD, OVERWRITE_NO("plot"));
    if (reason)
        return refuse_output(out->plot, reason);
    reason = overwrite_fault(out->patch, SPSA_PATCH_HEAD, OVERWRITE_NO("patch"));
    if (reason)
        return refuse_output(out->patch, reason);
    if (spsa_header_is_good(out->header, fault))
        return true;
    fprintf(stderr, "spsa: no patch can be made of '%s': %s; --header names another\n", out->header,
            fault);
    return false;
}

static bool write_pictures(const Outputs *out, const SpsaRun *run) {
    char fault[STATE_FAULT_SIZE];
    const char *reason;
    if (!spsa_write_plot(out->plot, run, &reason))
        return refuse_output(out->plot, reason);
    return spsa_write_patch(out->patch, out->header, run, fault) ||
           refuse_output(out->patch, fault);
}

static void print_values(const SpsaRun *run) {
    printf("%-24s %8s %8s %10s %7s\n", "row", "old", "new", "exactly", "steps");
    for (int i = 0; i < SPSA_ROWS; i++)
        if (run->settings.tuned[i])
            printf("%-24s %8d %8d %10.2f %+7.2f\n", spsa_rows[i].name, spsa_rows[i].value,
                   spsa_rounded(run, i), run->value[i], spsa_moved(run, i, run->value[i]));
}

/* --- tuning ----------------------------------------------------------------------------------- */

/* The row that has moved farthest, in steps, of those that are not shown yet; -1: none has. */
static int next_mover(const SpsaRun *run, bool shown[SPSA_ROWS]) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < SPSA_ROWS; i++) {
        const double moved = fabs(spsa_moved(run, i, run->value[i]));
        if (!shown[i] && moved > most) {
            best = i;
            most = moved;
        }
    }
    if (best >= 0)
        shown[best] = true;
    return best;
}

/* A line: games, rate, time left, and what has moved farthest. */
static void print_progress(const SpsaRun *run, double seconds, uint64_t games) {
    enum { MOVERS = 4 };
    bool shown[SPSA_ROWS] = {false};
    const double rate = seconds > 0 ? (double)games / seconds : 0;
    const uint64_t left = 2 * (run->settings.pairs - run->done);
    printf("%" PRIu64 " of %" PRIu64 " games", 2 * run->done, 2 * run->settings.pairs);
    if (rate > 0)
        printf(", %.2f a second, %.0f min left", rate, (double)left / rate / 60);
    printf("; +%" PRIu64 " =%" PRIu64 " -%" PRIu64, run->wins, run->draws, run->losses);
    for (int n = 0, row; n < MOVERS && (row = next_mover(run, shown)) >= 0; n++)
        printf("%s %s %d to %.1f", n ? "," : ";", spsa_rows[row].name, spsa_rows[row].value,
               run->value[row]);
    printf("\n");
    fflush(stdout);
}

static bool save(const Outputs *out, const SpsaRun *run) {
    char fault[STATE_FAULT_SIZE];
    if (!spsa_state_write(out->state, run, fault))
        return refuse_output(out->state, fault);
    return write_pictures(out, run);
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

/* Reads a state. STATE_REFUSED: it has said why. */
static StateResult read_state(const char *path, SpsaRun *run) {
    char fault[STATE_FAULT_SIZE];
    const StateResult result = spsa_state_read(path, run, fault);
    if (result == STATE_REFUSED)
        fprintf(stderr,
                "spsa: the state '%s' is refused: %s; it is left as it is: take it away to begin "
                "anew\n",
                path, fault);
    return result;
}

/* Prints what a state was made with, as options. */
static bool refuse_settings(const char *path, const SpsaSettings *s) {
    fprintf(stderr,
            "spsa: the state '%s' was made with --games %" PRIu64 " --nodes %" PRIu64
            " --seed %" PRIu64 " --rate %g --evaluation %s, ",
            path, 2 * s->pairs, s->nodes, s->seed, s->rate, s->classical ? "classical" : "network");
    if (s->base)
        fprintf(stderr, "--clock %g+%g, ", (double)s->base / 1000, (double)s->increment / 1000);
    fputs(s->openings ? "--openings" : "random openings", stderr);
    if (s->openings)
        fprintf(stderr, " (checksum %016" PRIx64 ")", s->openings);
    fprintf(stderr, " and --only ");
    for (int i = 0, shown = 0; i < SPSA_ROWS; i++)
        if (s->tuned[i])
            fprintf(stderr, "%s%s", shown++ ? "," : "", spsa_rows[i].name);
    fprintf(stderr, "; take these, or another state\n");
    return false;
}

/* Begins the run, or goes on with that of the state. */
static bool begin_run(const Orders *o, const PositionList *book, SpsaRun *run) {
    SpsaSettings settings = {.pairs = o->games / 2,
                             .seed = o->seed,
                             .openings = o->openings ? book->checksum : 0,
                             .rate = o->rate};
    if (!read_limits(o, &settings) || !read_rows(o, settings.tuned) ||
        !read_evaluation(o, &settings.classical))
        return false;
    switch (read_state(o->state, run)) {
    case STATE_ABSENT:
        spsa_begin(run, &settings);
        return true;
    case STATE_READ:
        printf("going on from %s\n", o->state);
        fflush(stdout);
        return is_same(&run->settings, &settings) || refuse_settings(o->state, &run->settings);
    case STATE_REFUSED:
        break;
    }
    return false;
}

static bool tune(const Orders *o) {
    static SpsaRun run;
    static Outputs out;
    PositionList book = {0};
    bool good = prepare_outputs(o, &out) &&
                (!o->openings || position_list_read(&book, "spsa", o->openings, o->seed + 1)) &&
                begin_run(o, &book, &run) && save(&out, &run) &&
                spsa_play(&run, o->openings ? &book : NULL, (int)o->threads, report, &out);
    position_list_free(&book);
    if (good)
        print_values(&run);
    return good;
}

static bool show(const Orders *o) {
    static SpsaRun run;
    static Outputs out;
    if (!prepare_outputs(o, &out))
        return false;
    const StateResult result = read_state(out.state, &run);
    if (result == STATE_ABSENT)
        return refuse(out.state, ": there is no such file");
    if (result != STATE_READ || !write_pictures(&out, &run))
        return false;
    print_progress(&run, 0, 0);
    print_values(&run);
    return true;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        Command command;
        bool (*run)(const Orders *o);
    } COMMANDS[] = {{"tune", TUNE_ROWS, tune}, {"show", SHOW_ROWS, show}};
    tool_begin(argc, argv, USAGE);
    for (size_t i = 0; argc > 1 && i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (strcmp(argv[1], COMMANDS[i].name) != 0)
            continue;
        Orders o = {.command = COMMANDS[i].command,
                    .header = SPSA_HEADER,
                    .games = 40000,
                    .seed = 1,
                    .rate = 0.002,
                    .threads = (uint64_t)tool_cores()};
        return !(read_orders(&o, argv + 2) && COMMANDS[i].run(&o));
    }
    fputs(USAGE, stderr);
    return 2;
}
