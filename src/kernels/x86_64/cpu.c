#include "kernels/registry.h"

#include <cpuid.h>
#include <string.h>

/* Compiles a function for the oldest x86-64 CPUs, also in a build for newer CPUs, since the function runs before the
 * program knows the features of its CPU. */
#define ANY_CPU __attribute__((noinline, target("no-sse3,no-popcnt,no-bmi,no-bmi2,no-lzcnt")))

const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT] = {"c", "baseline", "avx2", "avx512"};
const char CPU_LEVELS[] = "c, baseline, avx2, avx512";
const char CPU_OLDEST[] = "ARCH=x86-64-v2, runs on any CPU with SSE4.2 and POPCNT";

/* Returns the register XCR0, whose bits say which vector registers the operating system saves for each thread. If cpuid
 * does not report OSXSAVE, the instruction xgetbv faults. */
ANY_CPU static uint64_t saved_states(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

ANY_CPU CpuLevel cpu_highest_level(void) {
    enum { XMM_YMM = 6, OPMASK_ZMM = 0xE0 };
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX) ||
        !(c & bit_POPCNT))
        return CPU_BASELINE;
    const uint64_t saved = saved_states();
    if ((saved & XMM_YMM) != XMM_YMM || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return CPU_BASELINE;
    const uint32_t avx2 = bit_AVX2 | bit_BMI | bit_BMI2;
    const uint32_t avx512 = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
    if ((b & avx2) != avx2)
        return CPU_BASELINE;
    const uint32_t features = b;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_LZCNT))
        return CPU_BASELINE;
    if ((features & avx512) != avx512 || (saved & OPMASK_ZMM) != OPMASK_ZMM)
        return CPU_AVX2;
    return CPU_AVX512;
}

CpuFeatures cpu_features(void) {
    uint32_t a, b, c, d;
    const uint32_t vbmi2 = bit_AVX512VBMI | bit_AVX512VBMI2 | bit_AVX512BITALG;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & vbmi2) == vbmi2 && (b & bit_AVX512CD)
               ? CPU_VBMI2
               : 0;
}

const char *cpu_highest_reason(void) {
    switch (cpu_highest_level()) {
    case CPU_BASELINE:
        return "since avx2, bmi1, bmi2, lzcnt, popcnt are not all there or not enabled by the "
               "system";
    case CPU_AVX2:
        return "since avx512 f, bw, dq, vl are not all there or not enabled by the system";
    default:
        return "no higher level exists";
    }
}

/* --- what the binary needs ------------------------------------------------------------------- */

/* The compiler may use the instructions of the level BUILT_FOR anywhere in this build. It may also use those whose bits
 * in register ecx are in BUILT_WITH (cpuid leaf 1) and in BUILT_WITH_7 (leaf 7). */
#if defined(__AVX512F__)
static const CpuLevel BUILT_FOR = CPU_AVX512;
const char CPU_BUILT_FOR[] = "x86-64-v4";
#elif defined(__AVX2__) || defined(__BMI2__)
static const CpuLevel BUILT_FOR = CPU_AVX2;
const char CPU_BUILT_FOR[] = "x86-64-v3";
#else
static const CpuLevel BUILT_FOR = CPU_BASELINE;
const char CPU_BUILT_FOR[] = "x86-64-v2";
#endif
static const uint32_t BUILT_WITH = bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 |
                                   bit_POPCNT
#ifdef __FMA__
                                   | bit_FMA
#endif
#ifdef __F16C__
                                   | bit_F16C
#endif
#ifdef __MOVBE__
                                   | bit_MOVBE
#endif
    ;
static const uint32_t BUILT_WITH_7 = 0
#ifdef __GFNI__
                                     | bit_GFNI
#endif
#ifdef __AVX512VBMI__
                                     | bit_AVX512VBMI
#endif
#ifdef __AVX512VBMI2__
                                     | bit_AVX512VBMI2
#endif
#ifdef __AVX512VNNI__
                                     | bit_AVX512VNNI
#endif
#ifdef __AVX512BITALG__
                                     | bit_AVX512BITALG
#endif
#ifdef __AVX512VPOPCNTDQ__
                                     | bit_AVX512VPOPCNTDQ
#endif
    ;

ANY_CPU bool cpu_runs_this_build(void) {
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & BUILT_WITH) != BUILT_WITH ||
        cpu_highest_level() < BUILT_FOR)
        return false;
    return !BUILT_WITH_7 ||
           (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & BUILT_WITH_7) == BUILT_WITH_7);
}

/* --- for people ------------------------------------------------------------------------------- */

/* The CPU's name for itself, or "unknown". */
static void cpu_brand(char brand[49]) {
    unsigned words[12];
    bool known = (unsigned)__get_cpuid_max(0x80000000, NULL) >= 0x80000004;
    for (unsigned i = 0; known && i < 3; i++)
        known = __get_cpuid(0x80000002 + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                            &words[4 * i + 3]);
    memset(brand, 0, 49);
    if (known)
        memcpy(brand, words, 48);
    else
        strcpy(brand, "unknown");
}

typedef struct Feature {
    const char *name;
    int leaf;  /* of cpuid: 1, 7, or 0x80000001 as -1 */
    char word; /* register */
    unsigned bit;
} Feature;

static const Feature FEATURES[] = {
    {"popcnt", 1, 'c', bit_POPCNT},     {"avx", 1, 'c', bit_AVX},
    {"osxsave", 1, 'c', bit_OSXSAVE},   {"avx2", 7, 'b', bit_AVX2},
    {"bmi1", 7, 'b', bit_BMI},          {"bmi2", 7, 'b', bit_BMI2},
    {"lzcnt", -1, 'c', bit_LZCNT},      {"avx512f", 7, 'b', bit_AVX512F},
    {"avx512bw", 7, 'b', bit_AVX512BW}, {"avx512cd", 7, 'b', bit_AVX512CD},
    {"avx512dq", 7, 'b', bit_AVX512DQ}, {"avx512vl", 7, 'b', bit_AVX512VL},
    {"vbmi2", 7, 'c', bit_AVX512VBMI2}, {"bitalg", 7, 'c', bit_AVX512BITALG}};

static bool has_feature(const Feature *f) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (f->leaf == 7)
        __get_cpuid_count(7, 0, &a, &b, &c, &d);
    else
        __get_cpuid(f->leaf < 0 ? 0x80000001 : 1, &a, &b, &c, &d);
    return ((f->word == 'b' ? b : c) & f->bit) != 0;
}

void cpu_describe(Text *text) {
    char brand[49];
    cpu_brand(brand);
    text_add(text, "%s\nfeatures:", brand);
    for (const Feature *f = FEATURES; f < FEATURES + sizeof FEATURES / sizeof *FEATURES; f++)
        if (has_feature(f))
            text_add(text, " %s", f->name);
    text_add(text, "\n");
}
