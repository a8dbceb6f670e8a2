#include "kernels/cpu.h"

#include <cpuid.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* For what runs before it is known what the CPU can do: only instructions that all of them have,
 * whatever the rest is compiled for. */
#define ANY_CPU __attribute__((noinline, target("no-sse3,no-popcnt,no-bmi,no-bmi2,no-lzcnt")))

static const char *const NAMES[CPU_LEVEL_COUNT] = {"c", "baseline", "avx2", "avx512"};

const char *cpu_level_name(CpuLevel level) {
    return NAMES[level];
}

/* The register states that the operating system saves: XCR0. Only after cpuid says OSXSAVE. */
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

CpuLevel cpu_level(bool *known) {
    const CpuLevel highest = cpu_highest_level();
    const char *wanted = getenv("PANOPTES_CPU");
    *known = true;
    if (!wanted || !*wanted)
        return highest;
    for (CpuLevel level = CPU_C; level <= highest; level++)
        if (strcmp(wanted, NAMES[level]) == 0)
            return level;
    *known = false;
    return highest;
}

/* What the compiler may use wherever it likes: the level, and bits of cpuid 1 ecx beside it. */
#if defined(__AVX512F__)
static const CpuLevel BUILT_FOR = CPU_AVX512;
#elif defined(__AVX2__) || defined(__BMI2__)
static const CpuLevel BUILT_FOR = CPU_AVX2;
#else
static const CpuLevel BUILT_FOR = CPU_BASELINE;
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

ANY_CPU bool cpu_runs_this_build(void) {
    uint32_t a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & BUILT_WITH) == BUILT_WITH &&
           cpu_highest_level() >= BUILT_FOR;
}
