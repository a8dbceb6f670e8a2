/* Every NASM version of a kernel that this machine can run, against its C reference: the same
 * results on seeded random input, nothing written beside the output, the caller's registers and
 * stack kept. */
#include "board/fen.h"
#include "board/make_normal.h"
#include "kernels/kernels.h"
#include "moves/emit.h"
#include "moves/generate.h"
#include "support/checked_call.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/random.h"
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
__asm__(".text\n"
        "breaks_rbx: xor %ebx, %ebx; ret\n"
        "breaks_r15: inc %r15; ret\n"
        "breaks_caller: movq $0, 8(%rsp); ret\n"
        "breaks_stack: pop %rax; push %rax; push %rax; jmp *%rax\n"
        "breaks_direction: std; ret\n");

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

/* --- scan_cells ---------------------------------------------------------------------------- */

typedef struct ScanVersion {
    const char *name;
    ScanCells *scan;
    CpuLevel level;
} ScanVersion;

static const ScanVersion SCANS[] = {
    {"C", kernel_scan_cells_c, CPU_BASELINE},
#ifndef NO_NASM
    {"baseline", kernel_scan_cells_baseline, CPU_BASELINE},
    {"avx2", kernel_scan_cells_avx2, CPU_AVX2},
#endif
};

enum { GUARD = 32, GUARD_BYTE = 0xA5 };

/* One call on guarded memory; `want` is the reference's answer, in order. */
static void check_scan(const ScanVersion *v, uint32_t set, uint32_t order, const uint8_t *cell_of,
                       const uint8_t *want, int count) {
    uint8_t out[GUARD + SCAN_LIMIT + GUARD];
    memset(out, GUARD_BYTE, sizeof out);
    const uint64_t junk = 0xFEDCBA9800000000u;
    const uint64_t args[4] = {junk | set, junk | order, pointer(cell_of), pointer(out + GUARD)};
    uint64_t broke;
    const int got = (int)checked_call((const void *)(uintptr_t)v->scan, args, &broke);
    if (got != count || memcmp(out + GUARD, want, (size_t)count) != 0)
        fail_msg("%s: set %08x, out of order %08x: %d cells, want %d", v->name, set, order, got,
                 count);
    if (broke)
        fail_msg("%s: set %08x: broke %#x", v->name, set, (unsigned)broke);
    for (int i = 0; i < GUARD; i++)
        if (out[i] != GUARD_BYTE || out[GUARD + SCAN_LIMIT + i] != GUARD_BYTE)
            fail_msg("%s: set %08x: wrote beside its output", v->name, set);
}

/* The contract, bit by bit. */
static int plain_scan(uint32_t set, uint32_t order, const uint8_t *cell_of, uint8_t *cells) {
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int bit = 0; bit < 32; bit++)
            if ((set >> bit & 1) && (int)(order >> bit & 1) == pass)
                cells[n++] = cell_of[bit];
    return n;
}

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

static void scan_cells_versions_agree(void **unused) {
    (void)unused;
    Random r = {32};
    uint8_t cell_of[32], want[SCAN_LIMIT];
    const CpuLevel highest = cpu_highest_level();
    for (int round = 0; round < scaled(300000); round++) {
        for (int i = 0; i < 32; i++)
            cell_of[i] = (uint8_t)random_next(&r);
        const uint32_t set = random_set(&r), order = random_set(&r);
        const int count = plain_scan(set, order, cell_of, want);
        for (size_t i = 0; i < sizeof SCANS / sizeof *SCANS; i++)
            if (SCANS[i].level <= highest)
                check_scan(&SCANS[i], set, order, cell_of, want, count);
    }
    printf("  up to level %s\n", cpu_level_name(highest));
}

/* --- make_normal --------------------------------------------------------------------------- */

typedef struct MakeVersion {
    const char *name;
    MakeNormal *make[COLOR_COUNT];
    CpuLevel level;
} MakeVersion;

static const MakeVersion MAKES[] = {
    {"C", {make_white_c, make_black_c}, CPU_BASELINE},
#ifndef NO_NASM
    {"avx2", {make_white_avx2, make_black_avx2}, CPU_AVX2},
    {"avx512", {make_white_avx512, make_black_avx512}, CPU_AVX512},
#endif
};

/* All that a call makes, with guards around the state, which is aligned as the routine wants it. */
typedef struct Made {
    uint8_t before[CACHE_LINE];
    State state;
    uint8_t after[CACHE_LINE];
    Lists lists;
    bool extra;
} __attribute__((aligned(CACHE_LINE))) Made;

static int moves_compared;

/* Calls a version and puts the lists back, which it changes in place. */
static uint64_t call_make(const MakeVersion *v, Position *at, Move m, Made *out) {
    const Lists lists = at->lists;
    const uint64_t junk = 0xFEDCBA9800000000u;
    const uint64_t args[4] = {pointer(at->state), pointer(&out->state), junk | m, pointer(at)};
    uint64_t broke;
    memset(out, GUARD_BYTE, sizeof *out);
    const void *make = (const void *)(uintptr_t)v->make[at->state->side];
    const uint64_t result = checked_call(make, args, &broke) & 0xFF; /* a bool is its lowest byte */
    assert_in_range(result, 0, 1);
    out->extra = result;
    out->lists = at->lists;
    at->lists = lists;
    return broke;
}

static void check_make(const MakeVersion *v, Position *at, Move m, const Made *want) {
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
    MoveList list;
    list.count = 0;
    legal_moves(at, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        call_make(&MAKES[0], at, m, &want);
        for (size_t j = 0; j < sizeof MAKES / sizeof *MAKES; j++)
            if (MAKES[j].level <= cpu_highest_level())
                check_make(&MAKES[j], at, m, &want);
    }
}

static void make_normal_versions_agree(void **unused) {
    (void)unused;
    Position *pos = position_new();
    moves_compared = 0;
    visit_positions(pos, scaled(10000), compare_makes);
    printf("  %d calls\n", moves_compared);
    free(pos);
}

/* --- first_difference ---------------------------------------------------------------------- */

typedef struct CompareVersion {
    const char *name;
    FirstDifference *compare;
    CpuLevel level;
} CompareVersion;

static const CompareVersion COMPARES[] = {
    {"C", kernel_first_difference_c, CPU_BASELINE},
#ifndef NO_NASM
    {"avx2", kernel_first_difference_avx2, CPU_AVX2},
    {"avx512", kernel_first_difference_avx512, CPU_AVX512},
#endif
};

static void check_compare(const uint32_t *a, const uint32_t *b, int want) {
    for (size_t i = 0; i < sizeof COMPARES / sizeof *COMPARES; i++) {
        if (COMPARES[i].level > cpu_highest_level())
            continue;
        uint64_t broke;
        const uint64_t args[4] = {pointer(a), pointer(b)};
        const void *compare = (const void *)(uintptr_t)COMPARES[i].compare;
        const int got = (int)checked_call(compare, args, &broke);
        if (got != want || broke)
            fail_msg("first_difference %s: got %d, want %d, broke %#x", COMPARES[i].name, got, want,
                     (unsigned)broke);
    }
}

/* Each single bit of each word, at each alignment that a word can have. */
static void first_difference_versions_agree(void **unused) {
    (void)unused;
    Random r = {64};
    uint32_t a[64 + 16], b[64 + 16];
    for (int offset = 0; offset < 16; offset++) {
        for (int word = 0; word < 64; word++) {
            for (int i = 0; i < 64 + 16; i++)
                a[i] = b[i] = (uint32_t)(random_next(&r) >> 32);
            check_compare(a + offset, b + offset, 64);
            b[offset + word] ^= 1u << random_below(&r, 32);
            check_compare(a + offset, b + offset, word);
            b[offset + 64 - 1] ^= 1; /* a later one too; the last word may be equal again */
            check_compare(a + offset, b + offset,
                          kernel_first_difference_c(a + offset, b + offset));
            /* What lies around does not matter. */
            memcpy(b + offset, a + offset, 64 * sizeof *a);
            if (offset)
                b[offset - 1] ^= 1;
            check_compare(a + offset, b + offset, 64);
        }
    }
}

/* --- emit_pieces, emit_steps, emit_captures --------------------------------------------------- */

enum { EMIT_ROOM = MOVE_LIMIT + EMIT_SLACK };

/* A version on guarded memory: the moves must be those of the reference, and what lies more than
 * the slack behind them untouched. */
static void check_emit(const char *name, const void *version, const uint64_t first[3],
                       const Move *want, int count) {
    static Move out[GUARD + EMIT_ROOM + GUARD];
    memset(out, GUARD_BYTE, sizeof out);
    uint64_t broke, args[4] = {first[0], first[1], first[2], pointer(out + GUARD)};
    if (first[2] == 0) /* three arguments, the last of which is where to write */
        args[2] = args[3];
    const uint64_t end = checked_call(version, args, &broke);
    if (end != pointer(out + GUARD + count) ||
        memcmp(out + GUARD, want, (size_t)count * sizeof *want) != 0 || broke)
        fail_msg("%s: %d moves, want %d, or others; broke %#x", name,
                 (int)((end - pointer(out + GUARD)) / sizeof(Move)), count, (unsigned)broke);
    const Move untouched = (Move)(GUARD_BYTE << 8 | GUARD_BYTE);
    for (int i = 0; i < GUARD; i++)
        if (out[i] != untouched)
            fail_msg("%s: wrote before its output", name);
    for (int i = GUARD + count + EMIT_SLACK; i < GUARD + EMIT_ROOM + GUARD; i++)
        if (out[i] != untouched)
            fail_msg("%s: wrote beyond the slack", name);
}

/* Versions beside the reference, NULL where this machine has none. */
static const void *emit_pieces_version(void) {
#ifndef NO_NASM
    if (cpu_highest_level() >= CPU_AVX512 && cpu_has_vbmi2())
        return (const void *)(uintptr_t)emit_pieces_vbmi2;
#endif
    return NULL;
}

static const void *emit_steps_version(void) {
#ifndef NO_NASM
    if (cpu_highest_level() >= CPU_AVX512 && cpu_has_vbmi2())
        return (const void *)(uintptr_t)emit_steps_vbmi2;
#endif
    return NULL;
}

static const void *emit_captures_version(void) {
#ifndef NO_NASM
    if (cpu_highest_level() >= CPU_AVX512 && cpu_has_vbmi2())
        return (const void *)(uintptr_t)emit_captures_vbmi2;
#endif
    return NULL;
}

static int emits_compared;

static void compare_emits(Position *at, Random *r) {
    Move want[EMIT_ROOM];
    const State *s = at->state;
    const uint64_t junk = 0xFEDCBA9800000000u;
    for (int round = 0; round < 4; round++) {
        const uint32_t men = s->alive & half_of(random_below(r, 2)) & random_set(r);
        const Bitboard targets = random_below(r, 4) ? random_next(r) : ~(Bitboard)0;
        if (!targets)
            continue;
        const int count = (int)(emit_pieces_c(s, men, targets, want) - want);
        const uint64_t args[3] = {pointer(s), junk | men, targets};
        check_emit("emit_pieces", emit_pieces_version(), args, want, count);
        emits_compared++;
    }
    const Bitboard enemies = s->by_color[opponent(s->side)] & ~s->by_type[KING];
    const Bitboard hit =
        enemies & (random_below(r, 4) ? attacked_squares(s, s->side) : random_next(r));
    const int count = (int)(emit_captures_c(s, hit, want) - want);
    const uint64_t args[3] = {pointer(s), hit, 0};
    check_emit("emit_captures", emit_captures_version(), args, want, count);
}

static void emit_versions_agree(void **unused) {
    (void)unused;
    static const int STEPS[] = {8, -8, 16, -16, 7, 9, -7, -9};
    Random r = {512};
    Move want[EMIT_ROOM];
    if (!emit_pieces_version()) {
        printf("  no version beside the C one here\n");
        skip();
    }
    for (int round = 0; round < scaled(100000); round++) {
        const int step = STEPS[random_below(&r, 8)];
        Bitboard targets = random_next(&r) & (round % 2 ? random_next(&r) : ~(Bitboard)0);
        while (popcount(targets) > 32)
            targets &= targets - 1;
        /* Steps come from the board. */
        targets &= step > 0 ? ~(Bitboard)0 << step : ~(Bitboard)0 >> -step;
        const int count = (int)(emit_steps_c(targets, step, want) - want);
        const uint64_t args[3] = {targets, (uint32_t)step | 0xFEDCBA9800000000u, 0};
        check_emit("emit_steps", emit_steps_version(), args, want, count);
    }
    Position *pos = position_new();
    emits_compared = 0;
    visit_positions(pos, scaled(20000), compare_emits);
    printf("  %d calls of emit_pieces\n", emits_compared);
    free(pos);
}

/* --- dispatch ------------------------------------------------------------------------------ */

static void levels_have_names(void **unused) {
    (void)unused;
    bool known;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checked_call_notices),
        cmocka_unit_test(scan_cells_versions_agree),
        cmocka_unit_test(make_normal_versions_agree),
        cmocka_unit_test(first_difference_versions_agree),
        cmocka_unit_test(emit_versions_agree),
        cmocka_unit_test(levels_have_names),
    };
    setup_tables();
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
