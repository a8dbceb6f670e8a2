/* lab bench-kernels: cycles and nanoseconds per call, for every version of every kernel that this
 * machine can run (bench-kernels.usage).
 *
 * Cycles are ticks of the time-stamp counter, whose rate is fixed: they differ from core cycles if
 * the core runs faster or slower. On ARM64 the counter is some hundred times slower than a core:
 * read the nanoseconds there. Each pass yields the mean over all calls; the figure is the least of
 * all passes. The versions take turns. A figure includes the call through a pointer and the loads
 * of arguments; the figure of making a move also includes relinking the captured piece. Version
 * "none" is an empty routine. Calls follow without a pause: a figure is throughput, not latency.
 *
 * The samples are fixed: positions of random games, not in check, half of them with White to move.
 * The calls are the usual ones (selfcheck/kernel_specs.h), with the program's network. */
#define _GNU_SOURCE
#include "core/bits.h"
#include "data/starts.h"
#include "lib/options.h"
#include "os/thread.h"
#include "selfcheck/kernel_specs.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

/* --- samples ---------------------------------------------------------------------------------- */

enum {
    SAMPLES = 1000, /* positions for each colour to move; a multiple of GROUP */
    GROUP = 8       /* positions timed together, which fit in the first-level cache */
};

/* A position with a single state, without the keys of its past. */
typedef struct Sample {
    State state;
    uint8_t head[offsetof(Position, past_count)];
} Sample;

static Sample samples[COLOR_COUNT][SAMPLES];
static int sample_count[COLOR_COUNT];

/* The group under test. */
static Position cases[GROUP];

/* Fills the samples from the first plies of random games, before most pieces are captured. */
static void collect(void) {
    enum { PLIES_MIN = 6, PLIES_MAX = 40 };
    Position *pos = &cases[0];
    uint64_t random = 64;
    while (sample_count[WHITE] + sample_count[BLACK] < 2 * SAMPLES) {
        const int plies = PLIES_MIN + (int)(random_next(&random) % (PLIES_MAX - PLIES_MIN));
        if (!start_draw(pos, NULL, (StartKind){0}, plies, &random))
            continue;
        const Color us = pos->state->side;
        if (in_check(pos->state) || sample_count[us] == SAMPLES)
            continue;
        Sample *s = &samples[us][sample_count[us]++];
        s->state = *pos->state;
        memcpy(s->head, pos, sizeof s->head);
    }
}

/* The calls of the group under test. */
static KernelCalls *calls;

static void load_group(const Sample *group) {
    for (int i = 0; i < GROUP; i++) {
        memcpy(&cases[i], group[i].head, sizeof group[i].head);
        cases[i].state = cases[i].states;
        cases[i].states[0] = group[i].state;
    }
}

static void load_calls(const KernelSpec *spec) {
    kernel_calls_clear(calls);
    for (int i = 0; i < GROUP; i++)
        spec->add(calls, &cases[i]);
    /* `undo` then finds that nothing was captured. */
    memset(&calls->output, 0, sizeof calls->output);
}

/* --- measuring -------------------------------------------------------------------------------- */

/* Reads the counter. The fences keep the timed code between two readings. */
static uint64_t ticks(void) {
#ifdef __x86_64__
    _mm_lfence();
    const uint64_t now = __rdtsc();
    _mm_lfence();
#else
    uint64_t now;
    __asm__ volatile("isb\n mrs %0, cntvct_el0\n isb" : "=r"(now));
#endif
    return now;
}

/* The ticks between two consecutive readings. */
static uint64_t ticks_of_reading(void) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        const uint64_t begin = ticks(), taken = ticks() - begin;
        least = taken < least ? taken : least;
    }
    return least;
}

/* Ticks of the counter in a nanosecond. */
static double ticks_per_ns(void) {
    const int64_t from = clock_nanoseconds();
    const uint64_t begin = ticks();
    int64_t ns;
    do
        ns = clock_nanoseconds() - from;
    while (ns < 20000000);
    return (double)(ticks() - begin) / (double)ns;
}

/* Binds the thread to its core, since the counters of cores may differ. */
static void pin(void) {
    cpu_set_t set;
    const int core = sched_getcpu();
    CPU_ZERO(&set);
    CPU_SET(core < 0 ? 0 : core, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fprintf(stderr, "bench-kernels: cannot stay on one core; figures may be noisier\n");
}

/* A version of a kernel. */
typedef struct Row {
    const char *version;
    const KernelSpec *spec;
    KernelFunction *function;
    double least; /* the ticks of a call in the fastest pass */
} Row;

/* Runs all calls of the group with the row's version. Returns the number of calls. */
static int run_calls(const Row *row) {
    if (row->spec->undo) {
        for (const KernelCall *call = calls->calls; call < calls->calls + calls->count; call++) {
            kernel_call(row->function, call->args);
            row->spec->undo(call);
        }
    } else {
        for (const KernelCall *call = calls->calls; call < calls->calls + calls->count; call++)
            kernel_call(row->function, call->args);
    }
    return calls->count;
}

/* Measures the mean ticks of a call over all samples. */
static double one_pass(const Row *row, uint64_t reading) {
    uint64_t taken = 0;
    int64_t count = 0;
    for (int i = 0; i < COLOR_COUNT * SAMPLES; i += GROUP) {
        load_group(&samples[i / SAMPLES][i % SAMPLES]);
        load_calls(row->spec);
        if (calls->count == 0)
            continue; /* a kernel of the other colour */
        const uint64_t begin = ticks();
        count += run_calls(row);
        taken += ticks() - begin - reading;
    }
    return (double)taken / (double)count;
}

enum { ROW_LIMIT = KERNEL_VERSION_LIMIT + 1 };

static void measure(Row *rows, int count, int rounds) {
    const uint64_t reading = ticks_of_reading();
    for (int i = 0; i < rounds * count; i++) {
        Row *row = &rows[i % count];
        const double cycles = one_pass(row, reading);
        if (i < count || cycles < row->least)
            row->least = cycles;
    }
}

static void none(void) {
}

/* Measures the versions that this machine can run, C first, "none" last. */
static void measure_kernel(const Kernel *k, int rounds, double per_ns) {
    const KernelSpec *spec = kernel_spec_of(k);
    Row rows[ROW_LIMIT];
    double c = 0;
    int count = 0;
    for (const KernelVersion *v = NULL; (v = kernel_next(k, v)) != NULL;)
        rows[count++] = (Row){v->name, spec, v->function, 0};
    rows[count++] = (Row){"none", spec, none, 0};
    measure(rows, count, rounds);
    for (const Row *row = rows; row < rows + count; row++) {
        c = strcmp(row->version, "C") == 0 ? row->least : c;
        printf("%-20s %-10s %9.1f %9.2f", row == rows ? k->name : "", row->version, row->least,
               row->least / per_ns);
        printf(row->function == none ? "\n" : "%10.2f\n", c / row->least);
    }
}

/* Measures the kernels whose name contains `part`. Returns false, after a message, if no name
 * does. */
static bool measure_all(const char *part, int rounds) {
    const double per_ns = ticks_per_ns();
    const Kernel *k;
    bool found = false;
    printf("%-20s %-10s %9s %9s %9s\n", "kernel", "version", "cycles", "ns", "speedup");
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        if (!strstr(k->name, part) || !kernel_spec_of(k))
            continue;
        found = true;
        measure_kernel(k, rounds, per_ns);
    }
    return found || complain("bench-kernels: no kernel's name contains '%s'", part);
}

int lab_bench_kernels(int argc, char **argv) {
    int rounds = 45;
    const char *part = "";
    const Option table[] = {{"--rounds", .integer = &rounds, .least = 1, .most = 100000},
                            {"--only", .text = &part, .what = "a part of a kernel's name"},
                            {0}};
    if (options_read("bench-kernels", table, 0, argv + 1, 0, 0) < 0)
        return 2;
    pin();
    calls = kernel_calls_new(1);
    if (!calls)
        return !complain("bench-kernels: out of memory");
    calls->usual = true;
    calls->network = *network_embedded();
    collect();
    const bool good = measure_all(part, rounds);
    aligned_free(calls);
    return !good;
}
