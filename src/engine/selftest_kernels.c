/* The kernels, each version against its C reference, on positions of random games. */
#include "board/make_normal.h"
#include "board/state_difference.h"
#include "core/names.h"
#include "core/random.h"
#include "engine/selftest.h"
#include "kernels/registry.h"
#include "moves/captures.h"
#include "moves/emit.h"
#include "moves/generate.h"
#include "moves/pins.h"
#include "network/accumulator.h"

#include <stdio.h>
#include <string.h>

/* Reports a difference; returns false. */
static bool differs(Selftest *t, const Kernel *k, const KernelVersion *v, Difference *d) {
    difference_say(d, "\n  found in kernel %s, version %s\n", k->name, v->name);
    difference_position(d, t->pos);
    return false;
}

/* A version against the reference, on t->pos. False, with the report, if they differ. */
typedef bool Compare(Selftest *t, const Kernel *k, const KernelVersion *v);

/* --- make_white, make_black ------------------------------------------------------------------ */

/* All that a call makes; the lists are changed in place and put back. */
typedef struct Made {
    State state;
    Lists lists;
    bool extra;
} Made;

static void call_make(MakeNormal *make, Position *pos, Move m, Made *made) {
    const Lists lists = pos->lists;
    memset(&made->state, 0xA5, sizeof made->state);
    made->extra = make(pos->state, &made->state, m, pos);
    made->lists = pos->lists;
    pos->lists = lists;
}

/* Where two states differ, by square if it is in what has squares. */
static void say_state(Difference *d, const State *got, const State *want) {
    for (Square at = 0; at < SQUARE_COUNT; at++)
        if (got->map[at] != want->map[at]) {
            difference_say(d, "map: square %s: attackers %08x, want %08x", square_name(at),
                           got->map[at], want->map[at]);
            return;
        }
    for (Square at = 0; at < SQUARE_COUNT; at++)
        if (got->man_on[at] != want->man_on[at]) {
            difference_say(d, "board: square %s: %#x, want %#x", square_name(at), got->man_on[at],
                           want->man_on[at]);
            return;
        }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard wrong = got->attacks[bit] ^ want->attacks[bit];
        if (wrong || got->square_of[bit] != want->square_of[bit]) {
            difference_say(d, "bit %d, on %s: stands on %s, first wrong attack on %s", bit,
                           square_name(want->square_of[bit]), square_name(got->square_of[bit]),
                           wrong ? square_name(lowest_bit(wrong)) : "--");
            return;
        }
    }
    const uint8_t *a = (const uint8_t *)got, *b = (const uint8_t *)want;
    size_t i = 0;
    while (a[i] == b[i])
        i++;
    difference_say(d, "byte %zu of the state", i);
}

/* What differs between a call and the reference's. */
static void say_call(Difference *d, const Made *got, const Made *want, Move m) {
    if (memcmp(&got->state, &want->state, sizeof got->state) != 0)
        say_state(d, &got->state, &want->state);
    else if (memcmp(&got->lists, &want->lists, sizeof got->lists) != 0)
        difference_say(d, "the lists");
    else
        difference_say(d, "the result");
    difference_say(d, ", after");
    difference_move(d, m);
}

static bool same_call(const Made *a, const Made *b) {
    return memcmp(&a->state, &b->state, sizeof a->state) == 0 &&
           memcmp(&a->lists, &b->lists, sizeof a->lists) == 0 && a->extra == b->extra;
}

/* All normal moves of the position. */
static bool compare_makes(Selftest *t, const Kernel *k, const KernelVersion *v) {
    Made want, got;
    MoveList list = {.count = 0};
    legal_moves(t->pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        call_make((MakeNormal *)k->versions[0].function, t->pos, m, &want);
        call_make((MakeNormal *)v->function, t->pos, m, &got);
        t->calls++;
        if (same_call(&got, &want))
            continue;
        Difference d = difference_begin(t->report, "calling a kernel");
        say_call(&d, &got, &want, m);
        return differs(t, k, v, &d);
    }
    return true;
}

static bool compare_white_makes(Selftest *t, const Kernel *k, const KernelVersion *v) {
    return t->pos->state->side != WHITE || compare_makes(t, k, v);
}

static bool compare_black_makes(Selftest *t, const Kernel *k, const KernelVersion *v) {
    return t->pos->state->side != BLACK || compare_makes(t, k, v);
}

/* --- state_difference, captures_advance ------------------------------------------------------ */

/* The pairs that make up a position, and those that its last moves have changed. */
static bool compare_state_differences(Selftest *t, const Kernel *k, const KernelVersion *v) {
    StateDifferenceKernel *const version = (StateDifferenceKernel *)v->function;
    const State *s = t->pos->state;
    StateDifference want, got;
    for (int back = 0; back < 4; back++) {
        const State *from = s - back >= t->pos->states ? s - back : &empty_state;
        state_difference_c(from, s, &want);
        version(from, s, &got);
        t->calls++;
        if (state_part_equals(&got.removed, &want.removed) &&
            state_part_equals(&got.added, &want.added))
            continue;
        Difference d = difference_begin(t->report, "calling a kernel");
        difference_say(&d, "%d pairs gone and %d come, want %d and %d, or others",
                       got.removed.pair_count, got.added.pair_count, want.removed.pair_count,
                       want.added.pair_count);
        return differs(t, k, v, &d);
    }
    return true;
}

/* All of a walk without regard to pins, to every threshold in turn. */
static bool compare_advances(Selftest *t, const Kernel *k, const KernelVersion *v) {
    CapturesAdvance *const reference = (CapturesAdvance *)k->versions[0].function;
    CapturesAdvance *const version = (CapturesAdvance *)v->function;
    if (in_check(t->pos->state) || pinned_men(t->pos->state, t->pos->state->side))
        return true;
    for (Cell threshold = THRESHOLD_NOTHING; threshold <= THRESHOLD_ALL; threshold += 2) {
        CaptureWalk want, got;
        memset(&want, 0, sizeof want);
        captures_start(&want, t->pos, 0, threshold);
        got = want;
        for (bool more = true; more;) {
            more = reference(&want);
            t->calls++;
            /* The bytes between members are those of `want`: NOLINTNEXTLINE(*-memory-comparison,cert-*) */
            if (version(&got) == more && memcmp(&got, &want, sizeof got) == 0)
                continue;
            Difference d = difference_begin(t->report, "calling a kernel");
            difference_say(&d, "victim in cell %d, %d capturers, want cell %d, %d, or others",
                           got.victim, got.count, want.victim, want.count);
            return differs(t, k, v, &d);
        }
    }
    return true;
}

/* --- emit ------------------------------------------------------------------------------------ */

enum { EMIT_ROOM = MOVE_LIMIT + EMIT_SLACK };

/* The moves of one version. */
typedef struct Emitted {
    Move moves[EMIT_ROOM];
    Move *end;
} Emitted;

static bool same_moves(Selftest *t, const Kernel *k, const KernelVersion *v, const Emitted *got,
                       const Emitted *want) {
    const ptrdiff_t count = got->end - got->moves, wanted = want->end - want->moves;
    ptrdiff_t i = 0;
    t->calls++;
    while (i < count && i < wanted && got->moves[i] == want->moves[i])
        i++;
    if (i == count && i == wanted)
        return true;
    Difference d = difference_begin(t->report, "calling a kernel");
    difference_say(&d, "%d moves, want %d; the first that differs is", (int)count, (int)wanted);
    if (i < count)
        difference_move(&d, got->moves[i]);
    difference_say(&d, ", want");
    if (i < wanted)
        difference_move(&d, want->moves[i]);
    return differs(t, k, v, &d);
}

static void call_emit_pieces(const KernelVersion *v, const State *s, Bitboard targets,
                             Emitted *out) {
    const uint32_t pieces = s->alive & ~s->pawns & half_of(s->side);
    out->end = ((EmitPieces *)v->function)(s, pieces, targets, out->moves);
}

static bool compare_emit_pieces(Selftest *t, const Kernel *k, const KernelVersion *v) {
    const State *s = t->pos->state;
    const Bitboard half = random_next(&t->random), more = random_next(&t->random);
    const Bitboard targets = ~s->by_color[s->side] & (half | more);
    Emitted want, got;
    call_emit_pieces(&k->versions[0], s, targets, &want);
    call_emit_pieces(v, s, targets, &got);
    return same_moves(t, k, v, &got, &want);
}

static void call_emit_steps(const KernelVersion *v, const State *s, Emitted *out) {
    const Bitboard pushed = push_bb(s->side, men_of(s, s->side, PAWN)) & ~occupied(s);
    out->end = ((EmitSteps *)v->function)(pushed, pawn_push(s->side), out->moves);
}

static bool compare_emit_steps(Selftest *t, const Kernel *k, const KernelVersion *v) {
    Emitted want, got;
    call_emit_steps(&k->versions[0], t->pos->state, &want);
    call_emit_steps(v, t->pos->state, &got);
    return same_moves(t, k, v, &got, &want);
}

/* --- sums ------------------------------------------------------------------------------------ */

enum { SUMS = 256 + 128 + 64 + 32 + 16, PAIR_ROWS = TARGET_KINDS * TARGET_KINDS };

/* A network of random rows. */
static int16_t piece_rows[PIECE_SQUARES * SUMS] __attribute__((aligned(CACHE_LINE)));
static int8_t pair_rows[PAIR_ROWS * SUMS] __attribute__((aligned(CACHE_LINE)));
static const Network random_rows = {
    .shape = {PAIRS_TYPES, KINGS_ONE, SUMS}, .pieces = piece_rows, .pairs = pair_rows};

static void fill_rows(Selftest *t) {
    for (int i = 0; i < PIECE_SQUARES * SUMS; i++)
        piece_rows[i] = (int16_t)(random_next(&t->random) >> 48);
    for (int i = 0; i < PAIR_ROWS * SUMS; i++)
        pair_rows[i] = (int8_t)(random_next(&t->random) >> 56);
}

/* All rows of a position, and those that its last move has changed, added to the first row. */
static bool compare_sums_updates(Selftest *t, const Kernel *k, const KernelVersion *v) {
    static uint16_t want[SUMS] __attribute__((aligned(CACHE_LINE)));
    static uint16_t got[SUMS] __attribute__((aligned(CACHE_LINE)));
    const State *s = t->pos->state;
    const Perspective view[COLOR_COUNT] = {perspective_of(KINGS_ONE, s, WHITE),
                                           perspective_of(KINGS_ONE, s, BLACK)};
    const uint16_t *first = (const uint16_t *)piece_rows;
    StateDifference difference;
    AccumulatorRows rows[COLOR_COUNT];
    for (int i = 0; i < 2 * COLOR_COUNT; i++) {
        const State *from = i < COLOR_COUNT || s == t->pos->states ? &empty_state : s - 1;
        state_difference_c(from, s, &difference);
        accumulator_rows(&random_rows, &difference, view, rows);
        accumulator_update_c(&random_rows, &rows[i % COLOR_COUNT], first, want);
        ((AccumulatorUpdate *)v->function)(&random_rows, &rows[i % COLOR_COUNT], first, got);
        t->calls++;
        if (memcmp(got, want, sizeof want) == 0)
            continue;
        Difference d = difference_begin(t->report, "calling a kernel");
        difference_say(&d, "sums of %d neurons", SUMS);
        return differs(t, k, v, &d);
    }
    return true;
}

/* Of any sums and weights. */
static bool compare_output_sums(Selftest *t, const Kernel *k, const KernelVersion *v) {
    static uint16_t sums[2 * SUMS] __attribute__((aligned(CACHE_LINE)));
    int16_t weights[2 * SUMS];
    for (int i = 0; i < 2 * SUMS; i++) {
        const uint64_t random = random_next(&t->random);
        sums[i] = (uint16_t)(random % 3 ? random >> 53 : random >> 48);
        weights[i] = (int16_t)(random >> 8);
    }
    const uint32_t want = output_both_c(sums, sums + SUMS, weights, SUMS);
    const uint32_t got = ((OutputBoth *)v->function)(sums, sums + SUMS, weights, SUMS);
    t->calls++;
    if (got == want)
        return true;
    Difference d = difference_begin(t->report, "calling a kernel");
    difference_say(&d, "output %u, want %u", got, want);
    return differs(t, k, v, &d);
}

/* --- all of them ----------------------------------------------------------------------------- */

static const struct {
    const char *kernel;
    Compare *compare;
} COMPARES[] = {
    {"captures_advance", compare_advances},       {"state_difference", compare_state_differences},
    {"emit_pieces", compare_emit_pieces},         {"emit_steps", compare_emit_steps},
    {"accumulator_update", compare_sums_updates}, {"output_both", compare_output_sums},
    {"make_white", compare_white_makes},          {"make_black", compare_black_makes},
};

static Compare *compare_for(const Kernel *k) {
    for (size_t i = 0; i < sizeof COMPARES / sizeof *COMPARES; i++)
        if (strcmp(COMPARES[i].kernel, k->name) == 0)
            return COMPARES[i].compare;
    return NULL;
}

/* All versions of a kernel that this machine can run. */
static bool compare_versions(Selftest *t, const Kernel *k) {
    Compare *const compare = compare_for(k);
    if (!compare) {
        snprintf(t->report, sizeof t->report, "kernel %s is not compared\n", k->name);
        return false;
    }
    for (const KernelVersion *v = k->versions; (v = kernel_next(k, v)) != NULL;)
        if (!compare(t, k, v))
            return false;
    return true;
}

/* In the order of the registry, which has the kernels that move generation calls first: no kernel
 * is relied on before it has been compared. */
static bool compare_all(Selftest *t) {
    for (int i = 0; kernel_at(i); i++)
        if (!compare_versions(t, kernel_at(i)))
            return false;
    return true;
}

bool selftest_kernels(Selftest *t) {
    enum { GAMES = 400 };
    int count = 0;
    bool well = true;
    uint64_t n = 0;
    t->calls = 0;
    t->random = 1;
    fill_rows(t);
    do
        well = selftest_play(t, n++, compare_all, &count);
    while (well && n < GAMES && !selftest_is_over(t));
    snprintf(t->done, sizeof t->done, "%llu calls against the C references, up to level %s%s",
             (unsigned long long)t->calls, cpu_level_name(t->level),
             t->level == CPU_AVX512 && (cpu_features() & CPU_VBMI2) ? " with vbmi2" : "");
    return well;
}
