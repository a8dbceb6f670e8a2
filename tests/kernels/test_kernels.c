/* Every version of every kernel in the registry that this machine can run, against the C reference:
 * the same results on the calls of its spec, nothing written beside the output, the caller's
 * registers and stack kept, the upper vector halves clean. */
#include "board/fen.h"
#include "engine/engine.h"
#include "moves/generate.h"
#include "selfcheck/kernel_specs.h"
#include "support/checked_call.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static uint64_t call(const KernelVersion *v, const uint64_t args[KERNEL_ARGS], uint64_t *broke) {
    const uint64_t result = checked_call((const void *)(uintptr_t)v->function, args, broke);
    if (strcmp(v->name, "C") == 0)
        *broke &= ~(uint64_t)BROKE_UPPER;
    return result;
}

static KernelCalls *calls;
static Position *pos;
static uint64_t compared;
static char report[DIFFERENCE_SIZE];

static int begin(void **unused) {
    (void)unused;
    calls = kernel_calls_new(512);
    pos = position_new();
    return calls ? 0 : -1;
}

static int end(void **unused) {
    (void)unused;
    aligned_free(calls);
    free(pos);
    return 0;
}

static const Kernel *kernel;

static void check_position(Position *at, Random *r) {
    (void)r;
    if (!kernel_check(kernel, kernel_spec_of(kernel), call, calls, at, &compared, report))
        fail_msg("%s", report);
}

static void check_kernel(void **checked) {
    kernel = *checked;
    compared = 0;
    visit_positions(pos, scaled(20000), check_position);
    printf("  %d calls\n", (int)compared);
    assert_true(compared > 0 || !kernel_next(kernel, kernel->versions));
}

/* --- the check itself ---------------------------------------------------------------------- */

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

/* The report on versions of emit_steps, "" if all is well. */
static const char *report_on(KernelSpec spec, EmitSteps *c, EmitSteps *a, EmitSteps *b) {
    Kernel planted = {"planted",
                      {{"C", CPU_C, 0, (KernelFunction *)c},
                       {"a", CPU_C, 0, (KernelFunction *)a},
                       {"b", CPU_C, 0, (KernelFunction *)b}},
                      NULL};
    *report = '\0';
    position_set(pos, FEN_START);
    const bool well = kernel_check(&planted, &spec, call, calls, pos, &compared, report);
    assert_int_equal(well, *report == '\0');
    return report;
}

#define assert_says(text, words) assert_non_null(strstr(text, words))

static void check_names_who_is_wrong(void **unused) {
    (void)unused;
    KernelSpec spec = *kernel_spec_of(kernel_find("emit_steps"));
    assert_string_equal(report_on(spec, steps, steps, NULL), "");
    assert_says(report_on(spec, steps_wrong, steps, NULL),
                "version C is wrong: the same from scratch");
    assert_says(report_on(spec, steps, steps_wrong, NULL),
                "version a is wrong: the same from scratch");
    spec.holds = NULL;
    assert_says(report_on(spec, steps_wrong, steps, NULL), "is not known");
    assert_says(report_on(spec, steps_wrong, steps, steps), "C is wrong: version b does as a");
    assert_says(report_on(spec, steps, steps_wrong, steps), "a is wrong: version b does as C");
}

static void check_notices_what_is_broken(void **unused) {
    (void)unused;
    const KernelSpec spec = *kernel_spec_of(kernel_find("emit_steps"));
    assert_says(report_on(spec, steps, steps_before, NULL), "version a writes beside");
    assert_says(report_on(spec, steps_before, steps, NULL), "version C writes beside");
    assert_says(report_on(spec, steps, steps_beyond, NULL), "versions C and a differ in byte");
    assert_string_equal(report_on(spec, steps, steps_slack, NULL), "");
    assert_says(report_on(spec, steps, (EmitSteps *)breaks_r15, NULL), "what it must keep: 0x20");
}

static void check_wants_a_spec(void **unused) {
    (void)unused;
    assert_false(kernel_check(kernel_at(0), NULL, call, calls, pos, &compared, report));
    assert_says(report, "it has no spec");
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

/* One test for each kernel, then those of the caller, of the check and of dispatch. */
int main(void) {
    static const struct CMUnitTest OTHERS[] = {
        cmocka_unit_test(checked_call_notices),
        cmocka_unit_test(checked_call_notices_dirty_upper_halves),
        cmocka_unit_test(check_names_who_is_wrong),
        cmocka_unit_test(check_notices_what_is_broken),
        cmocka_unit_test(check_wants_a_spec),
        cmocka_unit_test(dispatch_follows_the_level),
        cmocka_unit_test(levels_have_names),
    };
    enum { OTHER_COUNT = sizeof OTHERS / sizeof *OTHERS, KERNELS_MAX = 16 };
    static struct CMUnitTest tests[KERNELS_MAX + OTHER_COUNT];
    int count = 0;
    setup_tables();
    for (const Kernel *k; count < KERNELS_MAX && (k = kernel_at(count)) != NULL; count++)
        tests[count] = (struct CMUnitTest){
            .name = k->name, .test_func = check_kernel, .initial_state = (void *)(uintptr_t)k};
    memcpy(tests + count, OTHERS, sizeof OTHERS);
    return _cmocka_run_group_tests("kernels", tests, (size_t)(count + OTHER_COUNT), begin, end);
}
