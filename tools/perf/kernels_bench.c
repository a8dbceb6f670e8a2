/* kernels_bench [ROUNDS] [PART-OF-NAME]
 *
 * Cycles and nanoseconds a call of every version of every kernel that this machine can run. Prints
 * a line for each: kernel, version, cycles, nanoseconds, parted by tabs. tools/perf/kernel-table puts
 * the lines of several builds together; `make kernels-bench` builds for both compilers and runs it.
 *
 * Cycles are those of the time-stamp counter, which ticks at a fixed rate: no core cycles, where a
 * core runs faster or slower than that. A figure is the mean over all calls of a pass over the
 * samples, and the least of ROUNDS (15) passes, in which the versions take turns. It holds what
 * the caller pays: the call through a pointer, reading the arguments, for make also relinking the
 * victim. Version "none" is an empty routine called the same way. Calls follow each other as fast
 * as they can: throughput, not latency.
 *
 * The samples are fixed: the usual calls (selfcheck/kernel_specs.h) on positions of seeded random
 * games from well-known middlegames, not in check, half of them with White to move.
 * The kernels and their versions come from the registry, their calls from their specs.
 */
#define _GNU_SOURCE
#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "os/thread.h"
#include "selfcheck/kernel_specs.h"
#include "support/games.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

/* --- samples ---------------------------------------------------------------------------------- */

enum {
    SAMPLES = 1000, /* of each colour to move; whole groups */
    GROUP = 8       /* positions timed together: they fit in the first cache */
};

/* A position but for the keys it remembers, and its one state. */
typedef struct Sample {
    State state;
    uint8_t head[offsetof(Position, past_count)];
} Sample;

static Sample samples[COLOR_COUNT][SAMPLES];
static int sample_count[COLOR_COUNT];

/* Keeps a position if it is not in check and there is still room. */
static void keep(const Position *pos) {
    const Color us = pos->state->side;
    if (in_check(pos->state) || sample_count[us] == SAMPLES)
        return;
    Sample *s = &samples[us][sample_count[us]++];
    s->state = *pos->state;
    memcpy(s->head, pos, sizeof s->head);
}

/* The first plies of a game; pieces go fast in random play, so it ends early. */
static void play(Position *pos, const char *fen, Taste taste, Random *r) {
    enum { PLIES = 30 };
    position_set(pos, fen);
    for (int ply = 0; ply < PLIES; ply++) {
        const Move m = random_move(pos, r, taste);
        if (m == MOVE_NONE)
            break;
        make_move(pos, m);
        keep(pos);
    }
}

static void collect(void) {
    static const char *const ROOTS[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 b - - 5 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    };
    enum { ROOT_COUNT = sizeof ROOTS / sizeof *ROOTS };
    Position *pos = position_new();
    Random r = {64};
    for (int game = 0; sample_count[WHITE] + sample_count[BLACK] < 2 * SAMPLES; game++)
        play(pos, ROOTS[game % ROOT_COUNT], game % 2 ? TASTE_QUIET : TASTE_ANY, &r);
    free(pos);
}

/* The group under test, and its calls. */
static Position cases[GROUP];
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
    /* Nothing was captured, to what puts it back. */
    memset(&calls->output, 0, sizeof calls->output);
}

/* --- measuring -------------------------------------------------------------------------------- */

/* The fences keep what is timed between the two readings. */
static uint64_t ticks(void) {
    _mm_lfence();
    const uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}

/* The ticks between two readings with nothing between. */
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

/* Stays on the core it is on: counters of different cores may differ. */
static void pin(void) {
    cpu_set_t set;
    const int core = sched_getcpu();
    CPU_ZERO(&set);
    CPU_SET(core < 0 ? 0 : core, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fprintf(stderr, "kernels_bench: cannot stay on one core; figures may be noisier\n");
}

/* A version of a kernel under test. */
typedef struct Row {
    const char *name, *version;
    const KernelSpec *spec;
    KernelFunction *function;
    double least; /* ticks a call, in the best pass */
} Row;

/* All calls of the group. Returns how many. */
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

/* Ticks a call, over all samples. */
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

static void measure(Row *rows, int count, int rounds, double per_ns) {
    const uint64_t reading = ticks_of_reading();
    for (int i = 0; i < rounds * count; i++) {
        Row *row = &rows[i % count];
        const double cycles = one_pass(row, reading);
        if (i < count || cycles < row->least)
            row->least = cycles;
    }
    for (const Row *row = rows; row < rows + count; row++)
        printf("%s\t%s\t%.2f\t%.2f\n", row->name, row->version, row->least, row->least / per_ns);
}

static void none(void) {
}

/* The versions that this machine can run, "none" first. */
static void measure_kernel(const Kernel *k, int rounds, double per_ns) {
    const KernelSpec *spec = kernel_spec_of(k);
    Row rows[ROW_LIMIT] = {{k->name, "none", spec, none, 0}};
    int count = 1;
    for (const KernelVersion *v = NULL; (v = kernel_next(k, v)) != NULL;)
        rows[count++] = (Row){k->name, v->name, spec, v->function, 0};
    measure(rows, count, rounds, per_ns);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 15;
    const char *part = argc > 2 ? argv[2] : "";
    const bool asked = argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    if (asked || rounds < 1 || argc > 3) {
        fprintf(asked ? stdout : stderr, "usage: kernels_bench [ROUNDS] [PART-OF-NAME]\n");
        return asked ? 0 : 2;
    }
    if (!cpu_runs_this_build()) {
        fprintf(stderr, "kernels_bench: this CPU cannot run this build\n");
        return 1;
    }
    setup_tables();
    pin();
    calls = kernel_calls_new(1);
    if (!calls) {
        fprintf(stderr, "kernels_bench: out of memory\n");
        return 1;
    }
    calls->usual = true;
    void *bytes = random_network(1, &calls->network);
    collect();
    const double per_ns = ticks_per_ns();
    const Kernel *k;
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        if (!kernel_spec_of(k)) {
            fprintf(stderr, "kernels_bench: there is no spec of kernel %s\n", k->name);
            return 1;
        }
        if (strstr(k->name, part))
            measure_kernel(k, rounds, per_ns);
    }
    free(bytes);
    aligned_free(calls);
    return 0;
}
