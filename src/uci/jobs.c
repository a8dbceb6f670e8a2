/* The short jobs: perft, genfens and selftest. */
#include "uci/uci_internal.h"

#include "board/make.h"
#include "os/thread.h"
#include "selfcheck/selfcheck.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- node counts ----------------------------------------------------------------------------- */

/* Counts and prints the leaves below each root move. Returns the sum of the leaves, which is undefined if *stop is
 * true. */
static uint64_t divide(Position *pos, int depth, PerftMode mode, const atomic_bool *stop) {
    if (depth == 0)
        return 1;
    MoveList list = {.count = 0};
    perft_moves(pos, mode, &list);
    uint64_t sum = 0;
    for (int i = 0; i < list.count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(pos, list.moves[i], name);
        make_move(pos, list.moves[i]);
        const uint64_t leaves = perft(pos, depth - 1, mode, stop);
        unmake_move(pos);
        if (*stop)
            break;
        output_line("%s: %" PRIu64, name, leaves);
        sum += leaves;
    }
    return sum;
}

static void perft_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    const PerftJob *job = &session->perft;
    position_copy(pos, &job->root);
    const int64_t start = clock_nanoseconds();
    const uint64_t nodes = divide(pos, job->depth, job->mode, stop);
    const double seconds = (double)(clock_nanoseconds() - start) / 1e9;
    session->job_failed = *stop;
    if (session->job_failed) {
        output_line("info string perft stopped: the count is not complete");
        return;
    }
    output_line("\nNodes searched: %" PRIu64 "\nTime: %.3f s, %.1f Mnps", nodes, seconds,
                (double)nodes / (seconds > 0 ? seconds : 1e-9) / 1e6);
}

/* Reads the root position of perft: the FEN or, without a FEN, the position of the game. */
static bool read_root(Session *session, Tokens tokens, Position *root) {
    position_copy(root, engine_position(session->player.engine));
    if (token_peek(tokens).length)
        return game_read_fen(&session->player, tokens, "perft", root, NULL);
    return !session->player.refused ||
           output_error("perft: the last position was refused; send a valid one");
}

bool count_perft(Session *session, Tokens tokens) {
    PerftJob *job = &session->perft;
    worker_stop_and_settle(session);
    job->mode = token_take(&tokens, "full")       ? PERFT_FULL
                : token_take(&tokens, "captures") ? PERFT_CAPTURES
                                                  : PERFT_BULK;
    const Token token = token_next(&tokens);
    int64_t depth;
    if (!token_number(token, &depth) || depth < 0 || depth > MAX_PLY)
        return output_error("perft: '%s' is not a depth from 0 to %d; write perft [full|captures] "
                            "DEPTH [fen FEN]",
                            token_show(token).text, MAX_PLY);
    job->depth = (int)depth;
    if (!read_root(session, tokens, &job->root))
        return false;
    worker_run(session, perft_job);
    return true;
}

/* --- genfens --------------------------------------------------------------------------------- */

enum { TRIES = 10000 }; /* the most tries for one opening */

static const int64_t COUNT_MAX = 1000000000;

/* --- the job --------------------------------------------------------------------------------- */

/* Finds the next opening. Returns false if `stop` is set or all tries fail. */
static bool find_opening(const OpeningsJob *job, Openings *openings, const atomic_bool *stop,
                         char fen[FEN_SIZE]) {
    const Lines *book = &job->book;
    char start[FEN_SIZE];
    strcpy(start, FEN_START);
    for (int i = 0; i < TRIES && !*stop; i++) {
        if (book->count &&
            !epd_fen(lines_at(book, (size_t)openings_draw(openings, book->count)), start))
            continue;
        if (openings_try(openings, start, fen))
            return true;
    }
    return false;
}

static void report_failure(bool had_memory, bool stopped) {
    if (stopped)
        output_error("genfens: stopped before the end");
    else if (!had_memory)
        output_error("genfens: not enough memory");
    else
        output_error("genfens: in %d tries the book has no position that leads to an opening; give "
                     "a file with a FEN or EPD in each line, none longer than %d bytes",
                     TRIES, EPD_LINE_MAX);
}

static void genfens_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    const OpeningsJob *job = &session->openings;
    Openings *openings = openings_create(job->seed);
    char fen[FEN_SIZE];
    bool good = openings != NULL;
    for (int64_t i = 0; good && i < job->count; i++) {
        good = find_opening(job, openings, stop, fen);
        if (good)
            output_line("info string genfens %s", fen);
    }
    if (!good)
        report_failure(openings != NULL, *stop);
    session->job_failed = !good;
    openings_free(openings);
}

/* --- the command ----------------------------------------------------------------------------- */

void genfens_free(Session *session) {
    lines_free(&session->openings.book);
    session->openings = (OpeningsJob){0};
}

bool genfens_start(Session *session, Tokens tokens) {
    int64_t count = 0, seed = 0;
    worker_stop_and_settle(session);
    genfens_free(session);
    OpeningsJob *job = &session->openings;
    bool good = token_number(token_next(&tokens), &count) && count >= 0 && count <= COUNT_MAX &&
                token_take(&tokens, "seed") && token_number(token_next(&tokens), &seed) &&
                token_take(&tokens, "book");
    const bool none = token_is_any_case(token_peek(tokens), "None");
    char *path = token_take_quoted(&tokens);
    good = good && path && *path;
    const char *fault = good && !none ? lines_read(&job->book, path) : NULL;
    if (!good)
        output_error(
            "genfens: write genfens N seed S book None, or a file's path in place of None; "
            "N is at most %" PRId64,
            COUNT_MAX);
    else if (fault)
        output_error("genfens: book '%s': %s; give None or a file with an EPD or FEN in each line",
                     path, fault);
    free(path);
    if (!good || fault)
        return false;
    if (token_peek(tokens).length)
        good = output_error("genfens: unknown token '%s'; it is skipped",
                            token_show(token_peek(tokens)).text);
    job->count = count;
    job->seed = (uint64_t)seed;
    worker_run(session, genfens_job);
    return good;
}

/* --- run selftest ---------------------------------------------------------------------------- */

enum { STEP_MS = 1200 };

/* --- the search with the kernels of every level ---------------------------------------------- */

enum { BENCH_SHORT = 4, BENCH_LIMIT = 64 };

/* The result of a short bench. The bench runs in a process of its own, since it may crash or never end. */
typedef struct LevelBench {
    uint64_t nodes[BENCH_LIMIT]; /* the nodes of each position */
    int done;                    /* the number of positions searched */
    char fault[256];             /* the reason why the bench did not get to its end, or "" */
} LevelBench;

/* Runs a short bench with the kernels of a level. `evaluation` is a value of the option Evaluation. */
static void bench_by_level(CpuLevel level, const char *evaluation, LevelBench *b) {
    char option[80], bench[16], line[512];
    b->done = 0;
    snprintf(b->fault, sizeof b->fault, "cannot be started");
    snprintf(option, sizeof option, "setoption name Evaluation value %s", evaluation);
    snprintf(bench, sizeof bench, "bench %d", BENCH_SHORT);
    FILE *output = rerun_open("PANOPTES_CPU", cpu_level_name(level),
                              (const char *const[]){option, bench, NULL});
    if (!output)
        return;
    *b->fault = '\0';
    while (fgets(line, sizeof line, output)) {
        static const char ERROR[] = "info string error: ";
        uint64_t nodes;
        if (b->done < BENCH_LIMIT &&
            sscanf(line, "info string bench %*d/%*d nodes %" SCNu64, &nodes) == 1)
            b->nodes[b->done++] = nodes;
        else if (strncmp(line, ERROR, strlen(ERROR)) == 0)
            snprintf(b->fault, sizeof b->fault, "%.*s", (int)strcspn(line + strlen(ERROR), "\n"),
                     line + strlen(ERROR));
    }
    const int status = rerun_close(output);
    if (status && !*b->fault)
        snprintf(b->fault, sizeof b->fault, "ended with status %#x", (unsigned)status);
}

/* True if a bench got to its end with the same node counts as the kernels of level "c". Else writes the first
 * difference to the report. */
static bool same_bench(Selftest *t, const char *evaluation, CpuLevel level, const LevelBench *b,
                       const LevelBench *of_c) {
    int place = 0;
    while (place < b->done && b->nodes[place] == of_c->nodes[place])
        place++;
    if (place == bench_count() && !*b->fault)
        return true;
    const int used =
        snprintf(t->report, sizeof t->report,
                 "bench %d by %s, kernels of level %s, position %d of %d: ", BENCH_SHORT,
                 evaluation, cpu_level_name(level), place + 1, bench_count());
    char *rest = t->report + used;
    const size_t size = sizeof t->report - (size_t)used;
    const char *fen = place < bench_count() ? bench_fen(place) : "none";
    if (place == b->done)
        snprintf(rest, size, "%s\n  root: %s\n", b->fault, fen);
    else
        snprintf(rest, size, "%" PRIu64 " nodes, %" PRIu64 " by level c\n  root: %s\n",
                 b->nodes[place], of_c->nodes[place], fen);
    return false;
}

/* Returns the sum of the nodes, which must be the same at every level. If the nodes of two levels differ, reports the
 * difference and returns 0. */
static uint64_t nodes_of_all(Selftest *t, const char *evaluation) {
    LevelBench of_c, of_other;
    uint64_t nodes = 0;
    assert(bench_count() <= BENCH_LIMIT);
    for (CpuLevel level = CPU_C; level <= t->level && !*t->stop; level++) {
        LevelBench *b = level == CPU_C ? &of_c : &of_other;
        bench_by_level(level, evaluation, b);
        if (!same_bench(t, evaluation, level, b, &of_c))
            return 0;
    }
    for (int i = 0; i < of_c.done; i++)
        nodes += of_c.nodes[i];
    return nodes;
}

static bool compare_searches(Selftest *t) {
    if (!HAS_THREADS) {
        snprintf(t->done, sizeof t->done, "left out, since it needs other processes");
        return true;
    }
    const uint64_t classical = nodes_of_all(t, "classical");
    const uint64_t network = classical ? nodes_of_all(t, "network") : 0;
    snprintf(t->done, sizeof t->done,
             "bench %d: %" PRIu64 " nodes at every level up to %s, %" PRIu64 " with the network",
             BENCH_SHORT, classical, cpu_level_name(t->level), network);
    return network || *t->stop;
}

/* --- the steps ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    SelftestStep *run;
} STEPS[] = {{"kernels", selftest_kernels},       {"rules", selftest_rules},
             {"comparator", selftest_comparator}, {"captures", selftest_captures},
             {"perft", selftest_perft},           {"evaluation", selftest_evaluation},
             {"network", selftest_network},       {"searches", selftest_searches},
             {"levels", compare_searches}};
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

/* Runs a step of the selftest and prints the result. Returns false if the step failed. */
static bool run_step(Selftest *t, int step) {
    const int64_t begin = clock_now();
    t->until = begin + STEP_MS;
    *t->report = *t->done = '\0';
    const bool well = STEPS[step].run(t);
    if (*t->stop)
        return true;
    output_line("info string selftest: %-10s %s: %s (%.1f s)", STEPS[step].name,
                well ? "ok    " : "FAILED", well ? t->done : "see below",
                (double)(clock_now() - begin) / 1000);
    if (!well)
        output_report("selftest", t->report);
    return well;
}

static void selftest_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    Selftest t = {.stop = stop,
                  .level = cpu_highest_level(),
                  .pos = pos,
                  .room = aligned_new(sizeof(Position)),
                  .accumulators = aligned_new(sizeof(Accumulators))};
    bool failed = false;
    session->job_failed = true;
    if (!t.room || !t.accumulators) {
        output_error("selftest: not enough memory");
        aligned_free(t.room);
        aligned_free(t.accumulators);
        return;
    }
    memset(t.room, 0, sizeof *t.room);
    /* The first failure ends the selftest, since later steps depend on earlier steps and may crash. */
    int step = 0;
    while (step < STEP_COUNT && !failed && !*stop)
        failed = !run_step(&t, step++);
    aligned_free(t.room);
    aligned_free(t.accumulators);
    const bool stopped = *stop;
    session->job_failed = failed || stopped;
    if (stopped)
        output_line("info string selftest stopped: there is no verdict");
    else if (failed)
        output_line("selftest FAILED in step %d of %d: %s; please report what is above", step,
                    STEP_COUNT, STEPS[step - 1].name);
    else
        output_line("selftest passed: this program works on this machine");
}

bool selftest_start(Session *session, Tokens tokens) {
    worker_stop_and_settle(session);
    output_line("info string selftest: %d steps, about ten seconds", STEP_COUNT);
    worker_run(session, selftest_job);
    return true;
}
