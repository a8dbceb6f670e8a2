/* Every version of every kernel that this machine can run gives the results of the C reference. The calls are those
 * of the kernel's spec. A version writes nothing outside its output, preserves the caller's registers and stack, and
 * leaves the upper vector halves zero. */
#include "board/fen.h"
#include "engine/engine.h"
#include "moves/generate.h"
#include "selfcheck/kernel_specs.h"
#include "support/checked_call.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
/* Routines that violate the ABI. checked_call must notice each violation. */
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

TEST(checked_call_notices) {
    assert_int_equal(broken_by(breaks_rbx), BROKE_RBX);
    assert_int_equal(broken_by(breaks_r15), BROKE_R15);
    assert_int_equal(broken_by(breaks_caller), BROKE_STACK);
    assert_int_equal(broken_by(breaks_stack), BROKE_STACK);
    assert_int_equal(broken_by(breaks_direction), BROKE_DIRECTION);
}

/* If a NASM version uses ymm or zmm registers, it must end with vzeroupper or use zmm16 to zmm31 only. */
TEST(checked_call_notices_dirty_upper_halves) {
    if (cpu_highest_level() < CPU_AVX2)
        skip();
    assert_int_equal(broken_by(breaks_upper_128), BROKE_UPPER);
    assert_int_equal(broken_by(keeps_upper), 0);
    if (cpu_highest_level() >= CPU_AVX512)
        assert_int_equal(broken_by(breaks_upper_256), BROKE_UPPER);
}
#endif

/* Calls a version. Compiled C may leave upper vector halves in use in a debug build, so call() does not report it. */
static uint64_t call(const KernelVersion *v, const uint64_t args[KERNEL_ARGS], uint64_t *broke) {
    const uint64_t result = checked_call((const void *)(uintptr_t)v->function, args, broke);
    if (strcmp(v->name, "C") == 0)
        *broke &= ~(uint64_t)BROKE_UPPER;
    return result;
}

static KernelCalls *calls;
static uint64_t compared;

BEFORE {
    calls = kernel_calls_new(512);
    assert_non_null(calls);
}

AFTER {
    aligned_free(calls);
}

static const Kernel *kernel;

static void check_position(Position *at, Random *r) {
    require(kernel_check(kernel, kernel_spec_of(kernel), call, calls, at, &compared, report));
}

TEST(every_version_does_as_the_reference) {
    for (int i = 0; (kernel = kernel_at(i)) != NULL; i++) {
        compared = 0;
        visit_positions(pos, scaled(20000), check_position);
        print_message("  %s: %d calls\n", kernel->name, (int)compared);
        assert_true(compared > 0 || !kernel_next(kernel, kernel->versions));
    }
}

static Move *KERNEL_ABI steps(Bitboard targets, int step, Move *out) {
    return ((EmitSteps *)kernel_find("emit_steps")->versions[0].function)(targets, step, out);
}

static Move *KERNEL_ABI steps_wrong(Bitboard targets, int step, Move *out) {
    Move *const behind = steps(targets, step, out);
    if (behind > out)
        behind[-1] ^= 1;
    return behind;
}

static Move *KERNEL_ABI steps_before(Bitboard targets, int step, Move *out) {
    out[-1] = 0;
    return steps(targets, step, out);
}

static Move *KERNEL_ABI steps_beyond(Bitboard targets, int step, Move *out) {
    Move *const behind = steps(targets, step, out);
    behind[EMIT_SLACK] = 0;
    return behind;
}

static Move *KERNEL_ABI steps_slack(Bitboard targets, int step, Move *out) {
    Move *const behind = steps(targets, step, out);
    behind[EMIT_SLACK - 1] = 0;
    return behind;
}

/* Checks two versions of emit_steps; `c` is the reference. Returns the report, or "" if the
 * versions agree. */
static const char *report_on(KernelSpec spec, EmitSteps *c, EmitSteps *a) {
    Kernel planted = {"planted",
                      {{"C", CPU_C, 0, (KernelFunction *)c}, {"a", CPU_C, 0, (KernelFunction *)a}},
                      NULL};
    *report = '\0';
    position_set(pos, FEN_START);
    const bool well = kernel_check(&planted, &spec, call, calls, pos, &compared, report);
    assert_int_equal(well, *report == '\0');
    return report;
}

#define assert_says(text, words) assert_non_null(strstr(text, words))

TEST(check_names_who_is_wrong) {
    const KernelSpec spec = *kernel_spec_of(kernel_find("emit_steps"));
    assert_string_equal(report_on(spec, steps, steps), "");
    assert_says(report_on(spec, steps_wrong, steps), "version C is wrong: the same from scratch");
    assert_says(report_on(spec, steps, steps_wrong), "version a is wrong: the same from scratch");
}

/* The spec that call_and_spoil uses. call_and_spoil flips a bit of the results of every version except the reference. */
static const KernelSpec *spoiled;
static Random spoiler = {7};

static uint64_t call_and_spoil(const KernelVersion *v, const uint64_t args[KERNEL_ARGS],
                               uint64_t *broke) {
    const uint64_t value = kernel_call(v->function, args),
                   flip = (uint64_t)1 << random_below(&spoiler, 8);
    const KernelMemory *m = &spoiled->memory[random_below(&spoiler, KERNEL_MEMORIES)];
    if (strcmp(v->name, "C") == 0)
        return value;
    if (!m->size)
        return value ^ flip;
    ((uint8_t *)(uintptr_t)args[m->arg])[m->offset + random_below(&spoiler, (int)m->size)] ^=
        (uint8_t)flip;
    return value;
}

static int noticed;

static void spoil_at(Position *at, Random *r) {
    Kernel planted = {"planted", {{"C", CPU_C, 0, kernel->versions[0].function}}, NULL};
    planted.versions[1] = (KernelVersion){"spoiled", CPU_C, 0, planted.versions[0].function};
    if (kernel_check(&planted, spoiled, call_and_spoil, calls, at, &compared, report))
        return;
    noticed++;
    assert_says(report, "version spoiled is wrong");
    assert_null(strstr(report, "version C is wrong"));
}

/* If call_and_spoil flips any bit of a version's result, the spec, which computes from scratch, names this version. */
TEST(each_spec_judges_all_that_its_kernel_writes) {
    for (int i = 0; (kernel = kernel_at(i)) != NULL; i++) {
        spoiled = kernel_spec_of(kernel);
        noticed = 0;
        visit_positions(pos, scaled(30000), spoil_at);
        assert_true(noticed > scaled(3000));
    }
}

TEST(check_notices_what_is_broken) {
    const KernelSpec spec = *kernel_spec_of(kernel_find("emit_steps"));
    assert_says(report_on(spec, steps, steps_before), "version a writes beside");
    assert_says(report_on(spec, steps_before, steps), "version C writes beside");
    assert_says(report_on(spec, steps, steps_beyond), "versions C and a differ in byte");
    assert_string_equal(report_on(spec, steps, steps_slack), "");
#ifdef __x86_64__
    assert_says(report_on(spec, steps, (EmitSteps *)breaks_r15), "what it must keep: 0x20");
#endif
}

TEST(check_wants_a_spec) {
    assert_false(kernel_check(kernel_at(0), NULL, call, calls, pos, &compared, report));
    assert_says(report, "it has no spec");
}

/* For each level tables_init picks the last version that the level allows. */
TEST(dispatch_follows_the_level) {
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

static void want_level(const char *asked, CpuLevel level, bool known) {
    bool is_known;
    setenv("PANOPTES_CPU", asked, 1);
    assert_int_equal(cpu_level(&is_known), level);
    assert_int_equal(is_known, known);
}

TEST(levels_have_names) {
    bool known;
    for (CpuLevel level = CPU_C; level <= cpu_highest_level(); level++)
        want_level(cpu_level_name(level), level, true);
    want_level("pentium", cpu_highest_level(), false);
    unsetenv("PANOPTES_CPU");
    assert_int_equal(cpu_level(&known), cpu_highest_level());
    assert_true(known);
}
