/* Every version of every kernel in the registry that this machine can run, against the C reference:
 * the same results on seeded random input, nothing written beside the output, the caller's
 * registers and stack kept, the upper vector halves clean. */
#include "board/fen.h"
#include "board/make.h"
#include "board/make_normal.h"
#include "board/state_difference.h"
#include "engine/tables.h"
#include "kernels/registry.h"
#include "moves/captures.h"
#include "moves/emit.h"
#include "moves/generate.h"
#include "moves/pins.h"
#include "network/accumulator.h"
#include "support/checked_call.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t pointer(const void *p) {
    return (uint64_t)(uintptr_t)p;
}

/* --- the caller itself --------------------------------------------------------------------- */

/* Routines that break the rules, to see that the checked call notices. */
void breaks_rbx(void);
void breaks_r15(void);
void breaks_caller(void);
void breaks_stack(void);
void breaks_direction(void);
void breaks_upper_128(void);
void breaks_upper_256(void);
void keeps_upper(void);
__asm__(".text\n"
        "breaks_rbx: xor %ebx, %ebx; ret\n"
        "breaks_r15: inc %r15; ret\n"
        "breaks_caller: movq $0, 8(%rsp); ret\n"
        "breaks_stack: pop %rax; push %rax; push %rax; jmp *%rax\n"
        "breaks_direction: std; ret\n"
        "breaks_upper_128: vpcmpeqd %ymm13, %ymm13, %ymm13; ret\n"
        "breaks_upper_256: vpternlogd $0xFF, %zmm6, %zmm6, %zmm6\n"
        "    vpxord %xmm18, %xmm18, %xmm18; vinserti64x4 $0, %ymm18, %zmm6, %zmm6; ret\n"
        "keeps_upper: vpcmpeqd %ymm1, %ymm1, %ymm1; vzeroupper; ret\n");

static uint64_t broken_by(void (*routine)(void)) {
    uint64_t broke = 0;
    checked_call((const void *)(uintptr_t)routine, (const uint64_t[4]){0}, &broke);
    return broke;
}

static void checked_call_notices(void **unused) {
    (void)unused;
    assert_int_equal(broken_by(breaks_rbx), BROKE_RBX);
    assert_int_equal(broken_by(breaks_r15), BROKE_R15);
    assert_int_equal(broken_by(breaks_caller), BROKE_STACK);
    assert_int_equal(broken_by(breaks_stack), BROKE_STACK);
    assert_int_equal(broken_by(breaks_direction), BROKE_DIRECTION);
}

/* A NASM version that uses whole registers must end with vzeroupper, or use zmm16 to zmm31 only. */
static void checked_call_notices_dirty_upper_halves(void **unused) {
    (void)unused;
    if (cpu_highest_level() < CPU_AVX2)
        skip();
    assert_int_equal(broken_by(breaks_upper_128), BROKE_UPPER);
    assert_int_equal(broken_by(keeps_upper), 0);
    if (cpu_highest_level() >= CPU_AVX512)
        assert_int_equal(broken_by(breaks_upper_256), BROKE_UPPER);
}

/* --- versions ------------------------------------------------------------------------------ */

/* In a debug build the compiler itself leaves the upper vector halves of C versions in use. */
static uint64_t call(const KernelVersion *v, const uint64_t args[4], uint64_t *broke) {
    const uint64_t result = checked_call((const void *)(uintptr_t)v->function, args, broke);
    if (strcmp(v->name, "C") == 0)
        *broke &= ~(uint64_t)BROKE_UPPER;
    return result;
}

enum { GUARD = 32, GUARD_BYTE = 0xA5 };

/* Sets of all densities, the empty and the full one among them. */
static uint32_t random_set(Random *r) {
    uint32_t set = (uint32_t)(random_next(r) >> 32);
    switch (random_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return ~0u;
    case 2:
        return 1u << (set & 31);
    case 3:
        return set & (uint32_t)(random_next(r) >> 32) & (uint32_t)(random_next(r) >> 32);
    case 4:
        return set | (uint32_t)(random_next(r) >> 32);
    default:
        return set;
    }
}

/* --- captures_advance ------------------------------------------------------------------------ */

static const Kernel *advance_kernel;
static int advances_compared;

/* A walk with guards around it. */
typedef struct GuardedWalk {
    uint8_t before[GUARD];
    CaptureWalk walk;
    uint8_t after[GUARD];
} GuardedWalk;

/* All calls of one walk, each from where the reference stands. What lies around the walk, and cells
 * that the reference leaves alone, must stay as they were. */
static void check_walk(const KernelVersion *v, const Position *at, Cell threshold) {
    CapturesAdvance *const reference = (CapturesAdvance *)advance_kernel->versions[0].function;
    GuardedWalk want, got;
    memset(&want, GUARD_BYTE, sizeof want);
    captures_start(&want.walk, at, 0, threshold);
    for (bool more = true; more;) {
        uint64_t broke;
        got = want;
        const uint64_t args[4] = {pointer(&got.walk)};
        more = reference(&want.walk);
        const uint64_t result = call(v, args, &broke) & 0xFF; /* a bool is its lowest byte */
        /* The bytes between members are those of `want`: NOLINTNEXTLINE(*-memory-comparison,cert-*) */
        if (result != more || broke || memcmp(&got, &want, sizeof got) != 0) {
            char fen[FEN_SIZE];
            fen_write(at, fen);
            fail_msg(
                "%s: %s, threshold %d: victim in cell %d, %d capturers, want %d, %d; broke %#x",
                v->name, fen, threshold, got.walk.victim, got.walk.count, want.walk.victim,
                want.walk.count, (unsigned)broke);
        }
        advances_compared++;
    }
}

/* The same position with other pieces out of order, too. */
static void compare_advances(Position *at, Random *r) {
    State *s = at->state;
    const uint32_t order = s->out_of_order;
    if (in_check(s) || pinned_men(s, s->side))
        return;
    for (int round = 0; round < 2; round++) {
        const Cell threshold = 2 * random_below(r, SLOT_DUMMY + 1);
        for (const KernelVersion *v = NULL; (v = kernel_next(advance_kernel, v)) != NULL;) {
            check_walk(v, at, THRESHOLD_ALL);
            check_walk(v, at, threshold);
        }
        s->out_of_order = random_set(r);
    }
    s->out_of_order = order;
}

static void check_captures_advance(void **kernel) {
    Position *pos = position_new();
    advance_kernel = *kernel;
    advances_compared = 0;
    visit_positions(pos, scaled(10000), compare_advances);
    printf("  %d calls\n", advances_compared);
    assert_true(advances_compared > 0);
    free(pos);
}

/* --- make_white, make_black ---------------------------------------------------------------- */

/* All that a call makes, with guards around the state, which is aligned as the routine wants it. */
typedef struct Made {
    uint8_t before[CACHE_LINE];
    State state;
    uint8_t after[CACHE_LINE];
    Lists lists;
    bool extra;
} __attribute__((aligned(CACHE_LINE))) Made;

static const Kernel *make_kernel;
static int moves_compared;

/* Calls a version and puts the lists back, which it changes in place. */
static uint64_t call_make(const KernelVersion *v, Position *at, Move m, Made *out) {
    const Lists lists = at->lists;
    const uint64_t junk = 0xFEDCBA9800000000u;
    const uint64_t args[4] = {pointer(at->state), pointer(&out->state), junk | m, pointer(at)};
    uint64_t broke;
    memset(out, GUARD_BYTE, sizeof *out);
    const uint64_t result = call(v, args, &broke) & 0xFF; /* a bool is its lowest byte */
    assert_in_range(result, 0, 1);
    out->extra = result;
    out->lists = at->lists;
    at->lists = lists;
    return broke;
}

static void check_make(const KernelVersion *v, Position *at, Move m, const Made *want) {
    static Made got;
    const State before = *at->state;
    const uint64_t broke = call_make(v, at, m, &got);
    if (broke || got.extra != want->extra ||
        memcmp(&got.state, &want->state, sizeof got.state) != 0 ||
        memcmp(&got.lists, &want->lists, sizeof got.lists) != 0) {
        char fen[FEN_SIZE];
        const uint8_t *a = (const uint8_t *)&got.state, *b = (const uint8_t *)&want->state;
        size_t i = 0;
        while (i < sizeof got.state && a[i] == b[i])
            i++;
        fen_write(at, fen);
        fail_msg(
            "%s: %s\n  move %#06x: first wrong byte of the state %zu of %zu, extra %d want %d, "
            "lists %s, broke %#x",
            v->name, fen, m, i, sizeof got.state, got.extra, want->extra,
            memcmp(&got.lists, &want->lists, sizeof got.lists) ? "wrong" : "right",
            (unsigned)broke);
    }
    assert_memory_equal(&before, at->state, sizeof before);
    for (int i = 0; i < CACHE_LINE; i++)
        if (got.before[i] != GUARD_BYTE || got.after[i] != GUARD_BYTE)
            fail_msg("%s: move %#06x: wrote beside its output", v->name, m);
    moves_compared++;
}

static void compare_makes(Position *at, Random *r) {
    (void)r;
    static Made want;
    MoveList list = {.count = 0};
    if (at->state->side != (strcmp(make_kernel->name, "make_black") == 0))
        return;
    legal_moves(at, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        call_make(&make_kernel->versions[0], at, m, &want);
        for (const KernelVersion *v = NULL; (v = kernel_next(make_kernel, v)) != NULL;)
            check_make(v, at, m, &want);
    }
}

static void check_make_normal(void **kernel) {
    Position *pos = position_new();
    moves_compared = 0;
    make_kernel = *kernel;
    visit_positions(pos, scaled(10000), compare_makes);
    printf("  %d calls\n", moves_compared);
    free(pos);
}

/* --- state_difference ------------------------------------------------------------------------ */

static const Kernel *difference_kernel;
static int differences_compared;

typedef struct GuardedDifference {
    uint8_t before[CACHE_LINE];
    StateDifference out;
    uint8_t after[CACHE_LINE];
} GuardedDifference;

static void check_difference(const KernelVersion *v, const State *from, const State *to) {
    static GuardedDifference got;
    static StateDifference want;
    static uint8_t guard[CACHE_LINE];
    uint64_t broke;
    memset(guard, GUARD_BYTE, sizeof guard);
    memset(&got, GUARD_BYTE, sizeof got);
    state_difference_c(from, to, &want);
    call(v, (const uint64_t[4]){pointer(from), pointer(to), pointer(&got.out)}, &broke);
    if (broke || !state_part_equals(&got.out.removed, &want.removed) ||
        !state_part_equals(&got.out.added, &want.added))
        fail_msg("state_difference %s: %d pieces and %d pairs gone, %d and %d come, want %d, %d, "
                 "%d, %d or others, broke %#x",
                 v->name, got.out.removed.placed_count, got.out.removed.pair_count,
                 got.out.added.placed_count, got.out.added.pair_count, want.removed.placed_count,
                 want.removed.pair_count, want.added.placed_count, want.added.pair_count,
                 (unsigned)broke);
    assert_memory_equal(got.before, guard, sizeof guard);
    assert_memory_equal(got.after, guard, sizeof guard);
    differences_compared++;
}

/* Parents, ancestors, strangers (what a cache holds) and the empty state. */
static void visit_differences(Position *pos, Random *r) {
    static State stranger;
    const State *s = pos->state;
    const State *ancestor = s - random_below(r, (int)(s - pos->states) + 1);
    for (const KernelVersion *v = NULL; (v = kernel_next(difference_kernel, v)) != NULL;) {
        check_difference(v, s, s);
        check_difference(v, ancestor, s);
        check_difference(v, s, ancestor);
        check_difference(v, &empty_state, s);
        check_difference(v, s, &empty_state);
        if (stranger.alive)
            check_difference(v, &stranger, s);
    }
    MoveList moves = legal_list(pos);
    for (int i = 0; i < moves.count; i++) {
        make_move(pos, moves.moves[i]);
        for (const KernelVersion *v = NULL; (v = kernel_next(difference_kernel, v)) != NULL;)
            check_difference(v, pos->state - 1, pos->state);
        unmake_move(pos);
    }
    stranger = *s;
}

static void check_state_difference(void **kernel) {
    difference_kernel = *kernel;
    differences_compared = 0;
    Position *pos = position_new();
    visit_positions(pos, scaled(2000), visit_differences);
    free(pos);
    assert_true(differences_compared > scaled(2000));
}

/* --- emit_pieces, emit_steps ------------------------------------------------------------------ */

enum { EMIT_ROOM = MOVE_LIMIT + EMIT_SLACK };

static const Kernel *emit_kernel;
static int emits_compared;

/* A version on guarded memory: the moves must be those of the reference, and what lies more than
 * the slack behind them untouched. `in` has the arguments before `out`. */
static void check_emit(const KernelVersion *v, const uint64_t *in, int in_count, const Move *want,
                       int count) {
    static Move out[GUARD + EMIT_ROOM + GUARD];
    memset(out, GUARD_BYTE, sizeof out);
    uint64_t broke, args[4] = {0};
    memcpy(args, in, (size_t)in_count * sizeof *in);
    args[in_count] = pointer(out + GUARD);
    const uint64_t end = call(v, args, &broke);
    if (end != pointer(out + GUARD + count) ||
        memcmp(out + GUARD, want, (size_t)count * sizeof *want) != 0 || broke)
        fail_msg("%s %s: %d moves, want %d, or others; broke %#x", emit_kernel->name, v->name,
                 (int)((end - pointer(out + GUARD)) / sizeof(Move)), count, (unsigned)broke);
    const Move untouched = (Move)(GUARD_BYTE << 8 | GUARD_BYTE);
    for (int i = 0; i < GUARD; i++)
        if (out[i] != untouched)
            fail_msg("%s %s: wrote before its output", emit_kernel->name, v->name);
    for (int i = GUARD + count + EMIT_SLACK; i < GUARD + EMIT_ROOM + GUARD; i++)
        if (out[i] != untouched)
            fail_msg("%s %s: wrote beyond the slack", emit_kernel->name, v->name);
    emits_compared++;
}

static void compare_emit_pieces(Position *at, Random *r) {
    EmitPieces *const reference = (EmitPieces *)emit_kernel->versions[0].function;
    Move want[EMIT_ROOM];
    const State *s = at->state;
    const uint64_t junk = 0xFEDCBA9800000000u;
    for (int round = 0; round < 4; round++) {
        const uint32_t pieces = s->alive & half_of(random_below(r, 2)) & random_set(r);
        const Bitboard targets = random_below(r, 4) ? random_next(r) : ~(Bitboard)0;
        const int count = (int)(reference(s, pieces, targets, want) - want);
        const uint64_t in[] = {pointer(s), junk | pieces, targets};
        for (const KernelVersion *v = NULL; (v = kernel_next(emit_kernel, v)) != NULL;)
            check_emit(v, in, 3, want, count);
    }
}

static void visit_with(const Kernel *k, void (*compare)(Position *at, Random *r)) {
    Position *pos = position_new();
    emit_kernel = k;
    emits_compared = 0;
    visit_positions(pos, scaled(20000), compare);
    printf("  %d calls\n", emits_compared);
    free(pos);
}

static void check_emit_pieces(void **kernel) {
    visit_with(*kernel, compare_emit_pieces);
}

static void check_emit_steps(void **kernel) {
    static const int STEPS[] = {8, -8, 16, -16, 7, 9, -7, -9};
    Random r = {512};
    Move want[EMIT_ROOM];
    emit_kernel = *kernel;
    EmitSteps *const reference = (EmitSteps *)emit_kernel->versions[0].function;
    for (int round = 0; round < scaled(100000); round++) {
        const int step = STEPS[random_below(&r, 8)];
        Bitboard targets = random_next(&r) & (round % 2 ? random_next(&r) : ~(Bitboard)0);
        while (popcount(targets) > 32)
            targets &= targets - 1;
        /* Steps come from the board. */
        targets &= step > 0 ? ~(Bitboard)0 << step : ~(Bitboard)0 >> -step;
        const int count = (int)(reference(targets, step, want) - want);
        const uint64_t in[] = {targets, (uint32_t)step | 0xFEDCBA9800000000u};
        for (const KernelVersion *v = NULL; (v = kernel_next(emit_kernel, v)) != NULL;)
            check_emit(v, in, 2, want, count);
    }
}

/* --- accumulator_update, output_both ------------------------------------------------------------------- */

enum { SUM_ROW_COUNT = 40 };

/* Rows of any weights. Those of pieces lie on 32 bytes, those of pairs on 16, as in a file. */
static uint8_t row_bytes[(SUM_ROW_COUNT * 3 + 1) * HIDDEN_MAX] __attribute__((aligned(CACHE_LINE)));

static Network network_of_rows(int hidden) {
    return (Network){.shape = {PAIRS_TYPES, KINGS_ONE, hidden},
                     .pieces = (const int16_t *)(const void *)(row_bytes + 32),
                     .pairs = (const int8_t *)row_bytes + 2 * SUM_ROW_COUNT * HIDDEN_MAX + 16};
}

static int random_places(Random *r, uint32_t *places, int limit, int hidden) {
    const int count = random_below(r, random_below(r, 4) ? 5 : limit + 1);
    for (int i = 0; i < count; i++)
        places[i] = (uint32_t)(random_below(r, SUM_ROW_COUNT) * hidden);
    return count;
}

static void random_part(Random *r, RowList *part, int hidden) {
    part->piece_count = random_places(r, part->pieces, PLACED_LIMIT, hidden);
    part->pairs.count = random_places(r, part->pairs.at, PAIR_LIMIT, hidden);
}

typedef struct GuardedSums {
    uint8_t before[CACHE_LINE];
    uint16_t sums[HIDDEN_MAX + CACHE_LINE];
} __attribute__((aligned(CACHE_LINE))) GuardedSums;

/* To another place, and to where they are. */
static void check_update(const KernelVersion *v, const Network *net, const AccumulatorRows *rows,
                         const uint16_t *from) {
    static GuardedSums want, got;
    const size_t size = (size_t)net->shape.hidden_size * sizeof *from;
    memset(&want, GUARD_BYTE, sizeof want);
    accumulator_update_c(net, rows, from, want.sums);
    for (int same = 0; same < 2; same++) {
        uint64_t broke;
        memset(&got, GUARD_BYTE, sizeof got);
        if (same)
            memcpy(got.sums, from, size);
        const uint64_t args[4] = {pointer(net), pointer(rows), pointer(same ? got.sums : from),
                                  pointer(got.sums)};
        call(v, args, &broke);
        if (broke || memcmp(&got, &want, sizeof got) != 0)
            fail_msg(
                "accumulator_update %s: %d sums, %d and %d pieces, %d and %d pairs: %s, broke %#x",
                v->name, net->shape.hidden_size, rows->removed.piece_count, rows->added.piece_count,
                rows->removed.pairs.count, rows->added.pairs.count,
                memcmp(got.sums, want.sums, size) ? "wrong" : "wrote beside its output",
                (unsigned)broke);
    }
}

static void check_sums_update(void **kernel) {
    static uint16_t from[HIDDEN_MAX] __attribute__((aligned(CACHE_LINE)));
    static AccumulatorRows rows;
    Random r = {1618};
    for (size_t i = 0; i < sizeof row_bytes; i++)
        row_bytes[i] = (uint8_t)(random_next(&r) >> 32);
    for (int round = 0; round < scaled(20000); round++) {
        const Network net =
            network_of_rows((1 + random_below(&r, HIDDEN_MAX / HIDDEN_STEP)) * HIDDEN_STEP);
        for (int h = 0; h < net.shape.hidden_size; h++)
            from[h] = (uint16_t)(random_next(&r) >> 32);
        random_part(&r, &rows.removed, net.shape.hidden_size);
        random_part(&r, &rows.added, net.shape.hidden_size);
        for (const KernelVersion *v = NULL; (v = kernel_next(*kernel, v)) != NULL;)
            check_update(v, &net, &rows, from);
    }
}

/* Sums of all sizes, most of them near those that are clipped. */
static uint16_t random_sum(Random *r) {
    return (uint16_t)(random_below(r, 8) ? random_below(r, 3 * ACCUMULATOR_ONE) - ACCUMULATOR_ONE
                                         : random_below(r, 1 << 16));
}

static void check_output_sum(void **kernel) {
    static uint16_t sums[2][HIDDEN_MAX] __attribute__((aligned(CACHE_LINE)));
    static int16_t weights[2 * HIDDEN_MAX];
    Random r = {1414};
    for (int round = 0; round < scaled(50000); round++) {
        const int hidden = (1 + random_below(&r, HIDDEN_MAX / HIDDEN_STEP)) * HIDDEN_STEP;
        const bool greatest = round % 4 == 0; /* so that the whole goes beyond 32 bits */
        for (int h = 0; h < 2 * hidden; h++) {
            sums[h / hidden][h % hidden] = greatest ? ACCUMULATOR_ONE : random_sum(&r);
            weights[h] = (int16_t)(greatest ? INT16_MIN : random_below(&r, 1 << 16));
        }
        const uint32_t want = output_both_c(sums[0], sums[1], weights, hidden);
        const uint64_t args[4] = {pointer(sums[0]), pointer(sums[1]), pointer(weights),
                                  (uint32_t)hidden | 0xFEDCBA9800000000u};
        for (const KernelVersion *v = NULL; (v = kernel_next(*kernel, v)) != NULL;) {
            uint64_t broke;
            const uint32_t got = (uint32_t)call(v, args, &broke);
            if (got != want || broke)
                fail_msg("output_both %s: %d sums: %#x, want %#x, broke %#x", v->name, hidden, got,
                         want, (unsigned)broke);
        }
    }
}

/* --- dispatch ------------------------------------------------------------------------------ */

/* What kernel_add picks for a level: the last version that the level allows. */
static void dispatch_follows_the_level(void **unused) {
    (void)unused;
    for (CpuLevel level = CPU_C; level <= cpu_highest_level(); level++) {
        tables_init(level);
        assert_int_equal(kernels_level(), level);
        for (int i = 0; kernel_at(i); i++) {
            const Kernel *k = kernel_at(i);
            assert_ptr_equal(kernel_find(k->name), k);
            assert_true(k->picked->level <= level);
            for (const KernelVersion *v = NULL; (v = kernel_next(k, v)) != NULL;)
                assert_true(v->level > level || v <= k->picked);
        }
    }
    assert_null(kernel_find("captures"));
}

static void levels_have_names(void **unused) {
    (void)unused;
    bool known;
    setenv("PANOPTES_CPU", "c", 1);
    assert_int_equal(cpu_level(&known), CPU_C);
    assert_true(known);
    setenv("PANOPTES_CPU", "baseline", 1);
    assert_int_equal(cpu_level(&known), CPU_BASELINE);
    assert_true(known);
    setenv("PANOPTES_CPU", "pentium", 1);
    assert_int_equal(cpu_level(&known), cpu_highest_level());
    assert_false(known);
    setenv("PANOPTES_CPU", cpu_level_name(cpu_highest_level()), 1);
    assert_int_equal(cpu_level(&known), cpu_highest_level());
    assert_true(known);
    unsetenv("PANOPTES_CPU");
    assert_int_equal(cpu_level(&known), cpu_highest_level());
    assert_true(known);
}

/* --- main ---------------------------------------------------------------------------------- */

static const struct {
    const char *kernel;
    CMUnitTestFunction check;
} CHECKS[] = {
    {"captures_advance", check_captures_advance},
    {"state_difference", check_state_difference},
    {"make_white", check_make_normal},
    {"make_black", check_make_normal},
    {"emit_pieces", check_emit_pieces},
    {"emit_steps", check_emit_steps},
    {"accumulator_update", check_sums_update},
    {"output_both", check_output_sum},
};

static void is_not_checked(void **kernel) {
    fail_msg("kernel %s has no row in CHECKS", ((const Kernel *)*kernel)->name);
}

static CMUnitTestFunction check_for(const Kernel *k) {
    for (size_t i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++)
        if (strcmp(CHECKS[i].kernel, k->name) == 0)
            return CHECKS[i].check;
    return is_not_checked;
}

/* One test for each kernel, then those of the caller and of dispatch. */
int main(void) {
    static const struct CMUnitTest OTHERS[] = {
        cmocka_unit_test(checked_call_notices),
        cmocka_unit_test(checked_call_notices_dirty_upper_halves),
        cmocka_unit_test(dispatch_follows_the_level),
        cmocka_unit_test(levels_have_names),
    };
    enum { OTHER_COUNT = sizeof OTHERS / sizeof *OTHERS, KERNELS_MAX = 16 };
    static struct CMUnitTest tests[KERNELS_MAX + OTHER_COUNT];
    int count = 0;
    setup_tables();
    for (const Kernel *k; count < KERNELS_MAX && (k = kernel_at(count)) != NULL; count++)
        tests[count] = (struct CMUnitTest){
            .name = k->name, .test_func = check_for(k), .initial_state = (void *)(uintptr_t)k};
    memcpy(tests + count, OTHERS, sizeof OTHERS);
    return _cmocka_run_group_tests("kernels", tests, (size_t)(count + OTHER_COUNT), NULL, NULL);
}
