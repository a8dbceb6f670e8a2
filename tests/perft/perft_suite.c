/* perft_suite [--nodes N] [--mode bulk|full|captures|slow] [--refused N] FILE...
 *
 * Counts the leaves for every position of the suites, and compares with the counts in the suites: ";D3 8902" for all
 * moves, ";C3 487" for perft of captures. If a stated count is above the N of --nodes, it is not checked. Prints a line
 * for each file and each failure. Exits with 1 on any failure. A file without a single check is a failure. A file also
 * fails if the number of refused FENs differs from the N of --refused (default 0).
 *
 * Mode slow counts by the slow rules (selfcheck/verify.h), not the engine's generator, and thus checks the suites.
 */
#include "board/fen.h"
#include "moves/generate.h"
#include "os/thread.h"
#include "selfcheck/verify.h"
#include "support/setup.h"
#include "support/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum SuiteMode { SUITE_BULK, SUITE_FULL, SUITE_CAPTURES, SUITE_SLOW } SuiteMode;

typedef struct Job {
    SuiteMode mode;
    uint64_t budget; /* greatest count to check */
    uint64_t leaves; /* counted so far */
    int checks, failures, refused;
    int may_refuse; /* the number of FENs in each file that the engine must refuse */
    Position *pos;
} Job;

static double seconds(void) {
    return (double)clock_microseconds() / 1e6;
}

/* True if the mode checks counts of a kind: `captures` checks ";C" fields, `bulk` and `full` check ";D" fields, `slow`
 * checks all. */
static bool wants(const Job *job, char kind) {
    return job->mode == SUITE_SLOW || (kind == 'C') == (job->mode == SUITE_CAPTURES);
}

static bool is_capture(const SlowBoard *b, Move m) {
    return move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && b->man[move_to(m)] != '.');
}

/* The number of leaves at a depth by the slow rules. With `captures`, counts only captures and promotions, but in check
 * all moves. */
static uint64_t slow_perft(const SlowBoard *b, int depth, bool captures) {
    if (depth == 0)
        return 1;
    const bool all = !captures || slow_in_check(b);
    MoveList list = {.count = 0};
    slow_moves(b, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (!all && !is_capture(b, m) && move_kind(m) != MOVE_PROMOTION)
            continue;
        SlowBoard after = *b;
        slow_make(&after, m);
        leaves += slow_perft(&after, depth - 1, captures);
    }
    return leaves;
}

static uint64_t count_leaves(const Job *job, const char *fen, const SuiteCount *want) {
    static const PerftMode MODES[] = {PERFT_BULK, PERFT_FULL, PERFT_CAPTURES};
    if (job->mode != SUITE_SLOW)
        return perft(job->pos, want->depth, MODES[job->mode], NULL);
    SlowBoard b;
    slow_read(&b, fen);
    return slow_perft(&b, want->depth, want->kind == 'C');
}

static void check_line(Job *job, const char *path, const Suite *suite) {
    char error[FEN_ERROR_SIZE] = "";
    if (!fen_parse(job->pos, suite->line, error, sizeof error)) {
        if (job->refused++ >= job->may_refuse)
            printf("%s:%d: %s\n  %s\n", path, suite->number, suite->line, error);
        return;
    }
    SuiteCount want;
    for (const char *fields = suite->fields; suite_count(&fields, &want);) {
        if (!wants(job, want.kind) || want.leaves > job->budget)
            continue;
        const uint64_t got = count_leaves(job, suite->line, &want);
        job->checks++;
        job->leaves += got;
        if (got == want.leaves)
            continue;
        job->failures++;
        printf("%s:%d: %s\n  depth %d: got %" PRIu64 ", want %" PRIu64 "\n", path, suite->number,
               suite->line, want.depth, got, want.leaves);
    }
}

/* Checks a file. Returns true if the file has no failure. */
static bool check_file(Job *job, const char *path) {
    Suite suite;
    const double start = seconds();
    job->checks = job->failures = job->refused = 0;
    job->leaves = 0;
    if (!suite_open(&suite, path)) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    while (suite_next(&suite))
        check_line(job, path, &suite);
    const double taken = seconds() - start;
    printf("%-40s %6d checks, %d failed, %" PRIu64 " leaves, %.1f s, %.1f Mnps%s\n", path,
           job->checks, job->failures, job->leaves, taken, (double)job->leaves / taken / 1e6,
           job->checks ? "" : ": NOTHING CHECKED");
    if (job->refused != job->may_refuse)
        printf("%s: %d FENs refused, %d expected\n", path, job->refused, job->may_refuse);
    return job->checks && !job->failures && job->refused == job->may_refuse;
}

static int usage(void) {
    fprintf(
        stderr,
        "usage: perft_suite [--nodes N] [--mode bulk|full|captures|slow] [--refused N] FILE...\n");
    return 2;
}

static bool read_mode(const char *text, SuiteMode *mode) {
    static const char *const NAMES[] = {"bulk", "full", "captures", "slow"};
    for (SuiteMode m = SUITE_BULK; m <= SUITE_SLOW; m++) {
        if (strcmp(text, NAMES[m]) == 0) {
            *mode = m;
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv) {
    Job job = {.mode = SUITE_BULK, .budget = 2000000};
    int arg = 1;
    for (; arg + 1 < argc && strncmp(argv[arg], "--", 2) == 0; arg += 2) {
        if (strcmp(argv[arg], "--nodes") == 0)
            job.budget = strtoull(argv[arg + 1], NULL, 10);
        else if (strcmp(argv[arg], "--refused") == 0)
            job.may_refuse = (int)strtol(argv[arg + 1], NULL, 10);
        else if (strcmp(argv[arg], "--mode") != 0 || !read_mode(argv[arg + 1], &job.mode))
            return usage();
    }
    if (arg >= argc)
        return usage();
    setup_tables();
    job.pos = position_new();
    bool well = true;
    for (; arg < argc; arg++)
        well &= check_file(&job, argv[arg]);
    free(job.pos);
    if (verify_count())
        printf("the comparator ran %" PRIu64 " times\n", verify_count());
    return well ? 0 : 1;
}
