#include "uci/jobs.h"
#include "uci/worker.h"

#include "kernels/cpu.h"
#include "os/memory.h"
#include "os/process.h"
#include "os/timing.h"
#include "postmortem/postmortem.h"
#include "selfcheck/selftest.h"
#include "uci/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_MS = 1200 };

/* --- the search with the kernels of every level ---------------------------------------------- */

enum { BENCH_SHORT = 4 };

/* The nodes of a short bench in a process of its own, since it may crash; 0 if it does. `evaluation`
 * is a value of the option of that name. */
static uint64_t nodes_by_level(CpuLevel level, const char *evaluation) {
    char option[80], bench[16], line[256];
    uint64_t nodes = 0;
    snprintf(option, sizeof option, "setoption name Evaluation value %s", evaluation);
    snprintf(bench, sizeof bench, "bench %d", BENCH_SHORT);
    FILE *output = rerun_open("PANOPTES_CPU", cpu_level_name(level),
                              (const char *const[]){option, bench, NULL});
    if (!output)
        return 0;
    while (fgets(line, sizeof line, output)) {
        char *end;
        const uint64_t number = strtoull(line, &end, 10);
        if (end != line && strncmp(end, " nodes ", 7) == 0)
            nodes = number;
    }
    return rerun_close(output) == 0 ? nodes : 0;
}

/* The nodes at every level, which must be the same, or 0, with a report. */
static uint64_t nodes_of_all(Selftest *t, const char *evaluation) {
    const uint64_t want = nodes_by_level(CPU_C, evaluation);
    for (CpuLevel level = CPU_C; level <= t->level && !*t->stop; level++) {
        const uint64_t nodes = level == CPU_C ? want : nodes_by_level(level, evaluation);
        if (nodes && nodes == want)
            continue;
        snprintf(t->report, sizeof t->report,
                 "bench %d by %s: %" PRIu64 " nodes with PANOPTES_CPU=%s, %" PRIu64
                 " with c; 0 means that it did not finish\n",
                 BENCH_SHORT, evaluation, nodes, cpu_level_name(level), want);
        return 0;
    }
    return want;
}

static bool compare_searches(Selftest *t) {
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
             {"network", selftest_network},       {"search", compare_searches}};
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

/* Prints a report, each line as an info string. */
static void print_report(const char *report) {
    for (const char *at = report; *at;) {
        const int length = (int)strcspn(at, "\n");
        if (length)
            output_line("info string selftest: %.*s", length, at);
        at += length + (at[length] != '\0');
    }
}

/* Runs a step and prints how it went. */
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
        print_report(t->report);
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
    post_mortem_watch(pos);
    watch_job(&t.looks);
    /* The first failure ends it: later steps build on what has failed and may crash. */
    int step = 0;
    while (step < STEP_COUNT && !failed && !*stop)
        failed = !run_step(&t, step++);
    watch_job(NULL);
    post_mortem_watch(NULL);
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
    (void)tokens;
    worker_idle(session);
    output_line("info string selftest: %d steps, ten seconds at most", STEP_COUNT);
    worker_run(session, selftest_job);
    return true;
}
