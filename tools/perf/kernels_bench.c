/* kernels_bench [ROUNDS] [PART-OF-NAME] [NEURONS]
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
 * The samples are fixed: positions of seeded random games from well-known middlegames, not in
 * check, half of them with White to move. The network has NEURONS (128).
 *
 * Below the kernels come loops over the bit primitives that are inline assembly (bit_loops.h), as
 * version "inline" and with their C twins; a call is one run of the loop's body. A build with
 * C_BITS=1 has only the latter.
 *
 * The kernels and their versions come from the registry. A new kernel needs a row of CALLS, and a
 * function that calls it for the positions of a group.
 */
#define _GNU_SOURCE
#include "board/fen.h"
#include "board/make.h"
#include "board/state_difference.h"
#include "kernels/registry.h"
#include "moves/captures.h"
#include "moves/emit.h"
#include "moves/generate.h"
#include "moves/pins.h"
#include "network/accumulator.h"
#include "os/timing.h"
#include "perf/bit_loops.h"
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

/* What a case is set up from: the position but for the keys it remembers, and one state. */
typedef struct Sample {
    State state;
    uint8_t head[offsetof(Position, past_count)];
    MoveList normal; /* its legal MOVE_NORMALs */
} Sample;

static Sample samples[COLOR_COUNT][SAMPLES];
static int sample_count[COLOR_COUNT];

/* Keeps a position if it is not in check and there is still room. */
static void keep(const Position *pos) {
    const Color us = pos->state->side;
    if (in_check(pos->state) || sample_count[us] == SAMPLES)
        return;
    Sample *s = &samples[us][sample_count[us]];
    MoveList all;
    all.count = s->normal.count = 0;
    legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++)
        if (move_kind(all.moves[i]) == MOVE_NORMAL)
            list_add(&s->normal, all.moves[i]);
    if (s->normal.count == 0)
        return;
    s->state = *pos->state;
    memcpy(s->head, pos, sizeof s->head);
    sample_count[us]++;
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

/* The group under test. */
static Position cases[GROUP];
static const MoveList *normal_moves[GROUP];

/* The walks over all victims, in those of the group without pins, and how many calls they take. */
static struct {
    CaptureWalk begin;
    int calls;
} walks[GROUP];
static int walk_count;

static void load_walks(const Position *pos) {
    if (pinned_men(pos->state, pos->state->side))
        return;
    CaptureWalk walk;
    captures_start(&walk, pos, 0, THRESHOLD_ALL);
    walks[walk_count].begin = walk;
    walks[walk_count].calls = 1;
    while (captures_advance(&walk))
        walks[walk_count].calls++;
    walk_count++;
}

/* What the sums are of: pairs by types and the target's square. */
static Network network;

/* A child of each of the group, by a move from the middle of its list. */
static struct {
    const State *parent;
    State state;
    AccumulatorRows rows[COLOR_COUNT];
    uint16_t sums[COLOR_COUNT][HIDDEN_MAX] __attribute__((aligned(CACHE_LINE)));
} children[GROUP];
static int child_count;

static void load_rows(int child) {
    const State *s = &children[child].state;
    const Perspective view[COLOR_COUNT] = {perspective_of(KINGS_ONE, s, WHITE),
                                           perspective_of(KINGS_ONE, s, BLACK)};
    StateDifference difference;
    state_difference(children[child].parent, s, &difference);
    accumulator_rows(&network, &difference, view, children[child].rows);
    for (Color c = WHITE; c <= BLACK; c++)
        network_accumulator(&network, s, c, children[child].sums[c]);
}

static void load_child(Position *pos, const MoveList *moves) {
    make_move(pos, moves->moves[moves->count / 2]);
    children[child_count].parent = pos->state - 1;
    children[child_count].state = *pos->state;
    load_rows(child_count++);
    unmake_move(pos);
}

static void load_group(const Sample *group) {
    walk_count = child_count = 0;
    for (int i = 0; i < GROUP; i++) {
        memcpy(&cases[i], group[i].head, sizeof group[i].head);
        cases[i].state = cases[i].states;
        cases[i].states[0] = group[i].state;
        normal_moves[i] = &group[i].normal;
        load_walks(&cases[i]);
        load_child(&cases[i], normal_moves[i]);
        cases[i].states[1] = group[i].state;
        cases[i].states[1].captured = 0;
    }
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Calls a version for every case of the group and returns how many calls that were. */
typedef int Caller(KernelFunction *routine);

/* The whole walk over the victims; a call is one victim that has capturers, or the end. */
static int call_captures_advance(KernelFunction *routine) {
    CapturesAdvance *advance = (CapturesAdvance *)routine;
    int calls = 0;
    for (int i = 0; i < walk_count; i++) {
        CaptureWalk walk = walks[i].begin;
        for (int j = 0; j < walks[i].calls; j++)
            advance(&walk);
        calls += walks[i].calls;
    }
    return calls;
}

/* Every move that it makes; the lists are put back without a branch: relinking the king, whose cell
 * is in `captured` when nothing was captured, changes nothing. */
static int call_make_normal(KernelFunction *routine) {
    MakeNormal *make = (MakeNormal *)routine;
    int calls = 0;
    for (int i = 0; i < GROUP; i++) {
        Position *pos = &cases[i];
        for (int j = 0; j < normal_moves[i]->count; j++) {
            make(pos->states, pos->states + 1, normal_moves[i]->moves[j], pos);
            lists_relink(&pos->lists, pos->states[1].captured);
        }
        calls += normal_moves[i]->count;
    }
    return calls;
}

/* The pieces of the side to move but king and pawns, to all empty squares. */
static int call_emit_pieces(KernelFunction *routine) {
    EmitPieces *emit = (EmitPieces *)routine;
    Move moves[MOVE_LIMIT + EMIT_SLACK];
    for (int i = 0; i < GROUP; i++) {
        const State *s = cases[i].state;
        const uint32_t king = bit_mask(bit_make(s->side, BIT_KING));
        emit(s, s->alive & half_of(s->side) & ~s->pawns & ~king, ~occupied(s), moves);
    }
    return GROUP;
}

/* The single steps of the pawns of the side to move. */
static int call_emit_steps(KernelFunction *routine) {
    EmitSteps *emit = (EmitSteps *)routine;
    Move moves[MOVE_LIMIT + EMIT_SLACK];
    for (int i = 0; i < GROUP; i++) {
        const State *s = cases[i].state;
        const Bitboard pawns = men_of(s, s->side, PAWN);
        emit(push_bb(s->side, pawns) & ~occupied(s), pawn_push(s->side), moves);
    }
    return GROUP;
}

/* From each position to its child by one move. */
static int call_state_difference(KernelFunction *routine) {
    StateDifferenceKernel *differ = (StateDifferenceKernel *)routine;
    static StateDifference out;
    for (int i = 0; i < child_count; i++)
        differ(children[i].parent, &children[i].state, &out);
    return child_count;
}

/* From each position's sums to its child's. */
static int call_sums_update(KernelFunction *routine) {
    AccumulatorUpdate *update = (AccumulatorUpdate *)routine;
    static uint16_t out[HIDDEN_MAX] __attribute__((aligned(CACHE_LINE)));
    for (int i = 0; i < child_count; i++)
        for (Color c = WHITE; c <= BLACK; c++)
            update(&network, &children[i].rows[c], children[i].sums[c], out);
    return COLOR_COUNT * child_count;
}

static int call_output_sum(KernelFunction *routine) {
    OutputBoth *output = (OutputBoth *)routine;
    for (int i = 0; i < child_count; i++)
        output(children[i].sums[WHITE], children[i].sums[BLACK], network.output,
               network.shape.hidden_size);
    return child_count;
}

/* How a kernel of the registry is called. */
typedef struct Call {
    const char *kernel;
    Color side; /* of the samples, or BOTH_COLORS */
    Caller *caller;
} Call;

enum { BOTH_COLORS = COLOR_COUNT };

static const Call CALLS[] = {
    {"make_white", WHITE, call_make_normal},
    {"make_black", BLACK, call_make_normal},
    {"captures_advance", BOTH_COLORS, call_captures_advance},
    {"emit_pieces", BOTH_COLORS, call_emit_pieces},
    {"emit_steps", BOTH_COLORS, call_emit_steps},
    {"state_difference", BOTH_COLORS, call_state_difference},
    {"accumulator_update", BOTH_COLORS, call_sums_update},
    {"output_both", BOTH_COLORS, call_output_sum},
};

/* NULL if there is no row for a kernel. */
static const Call *call_for(const Kernel *k) {
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        if (strcmp(CALLS[i].kernel, k->name) == 0)
            return &CALLS[i];
    return NULL;
}

static void none(void) {
}

enum { ROW_LIMIT = KERNEL_VERSION_LIMIT + 1 };

/* The versions of a kernel that this machine can run, "none" first. Returns how many. */
static int versions_here(const Kernel *k, KernelVersion out[ROW_LIMIT]) {
    int count = 0;
    out[count++] = (KernelVersion){.name = "none", .function = none};
    for (const KernelVersion *v = NULL; (v = kernel_next(k, v)) != NULL;)
        out[count++] = *v;
    return count;
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

/* Ticks a call, over all samples of a kernel. */
static double one_pass(const Call *call, KernelFunction *routine, uint64_t reading) {
    uint64_t taken = 0;
    int64_t calls = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        if (call->side != c && call->side != BOTH_COLORS)
            continue;
        for (int i = 0; i < SAMPLES; i += GROUP) {
            load_group(&samples[c][i]);
            const uint64_t begin = ticks();
            calls += call->caller(routine);
            taken += ticks() - begin - reading;
        }
    }
    return (double)taken / (double)calls;
}

static void measure(const Kernel *k, const Call *call, int rounds, double per_ns) {
    KernelVersion versions[ROW_LIMIT];
    double least[ROW_LIMIT];
    const int count = versions_here(k, versions);
    const uint64_t reading = ticks_of_reading();
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            const double cycles = one_pass(call, versions[i].function, reading);
            if (round == 0 || cycles < least[i])
                least[i] = cycles;
        }
    }
    for (int i = 0; i < count; i++)
        printf("%s\t%s\t%.2f\t%.2f\n", k->name, versions[i].name, least[i], least[i] / per_ns);
}

/* --- loops over bit primitives ---------------------------------------------------------------- */

/* What the loops have found goes here, lest they be left out. */
static volatile uint64_t sink;

/* Ticks for each run of the body, over all samples. */
static double one_loop_pass(const BitLoop *loop, uint64_t reading) {
    uint64_t taken = 0, sum = 0;
    int64_t runs = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        for (int i = 0; i < SAMPLES; i += GROUP) {
            load_group(&samples[c][i]);
            const uint64_t begin = ticks();
            for (int j = 0; j < GROUP; j++)
                runs += loop->body(&cases[j], &sum);
            taken += ticks() - begin - reading;
        }
    }
    sink = sum;
    return (double)taken / (double)runs;
}

static void measure_loop(int i, int rounds, double per_ns) {
    const BitLoop versions[] = {bit_loops_c[i], bit_loops[i]};
    static const char *const NAMES[] = {"C", "inline"};
    const int count = INLINE_ASM ? 2 : 1;
    const uint64_t reading = ticks_of_reading();
    double least[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        for (int v = 0; v < count; v++) {
            const double cycles = one_loop_pass(&versions[v], reading);
            if (round == 0 || cycles < least[v])
                least[v] = cycles;
        }
    }
    for (int v = 0; v < count; v++)
        printf("%s\t%s\t%.2f\t%.2f\n", versions[v].name, NAMES[v], least[v], least[v] / per_ns);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 15;
    const char *part = argc > 2 ? argv[2] : "";
    const int neurons = argc > 3 ? atoi(argv[3]) : 128;
    const bool shaped = neurons > 0 && neurons <= HIDDEN_MAX && neurons % HIDDEN_STEP == 0;
    const bool asked = argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    if (asked || rounds < 1 || !shaped || argc > 4) {
        fprintf(asked ? stdout : stderr,
                "usage: kernels_bench [ROUNDS] [PART-OF-NAME] [NEURONS]\n");
        return asked ? 0 : 2;
    }
    if (!cpu_runs_this_build()) {
        fprintf(stderr, "kernels_bench: this CPU cannot run this build\n");
        return 1;
    }
    setup_tables();
    pin();
    void *bytes = random_network((NetShape){PAIRS_TARGETS, KINGS_ONE, neurons}, 1, &network);
    collect();
    const double per_ns = ticks_per_ns();
    const Kernel *k;
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        const Call *call = call_for(k);
        if (!call) {
            fprintf(stderr, "kernels_bench: kernel %s has no row in CALLS\n", k->name);
            return 1;
        }
        if (strstr(k->name, part))
            measure(k, call, rounds, per_ns);
    }
    for (int i = 0; i < BIT_LOOP_COUNT; i++)
        if (strstr(bit_loops[i].name, part))
            measure_loop(i, rounds, per_ns);
    free(bytes);
    return 0;
}
