/* What this CPU and operating system can run. */
#ifndef KERNELS_CPU_H
#define KERNELS_CPU_H

#include <stdbool.h>

/* Levels in ascending order; each includes those before it. */
typedef enum CpuLevel {
    CPU_C,        /* the references in C alone: for tests and comparisons */
    CPU_BASELINE, /* x86-64-v2 */
    CPU_AVX2,     /* x86-64-v3: AVX2, BMI1, BMI2, LZCNT, POPCNT */
    CPU_AVX512,   /* x86-64-v4: AVX-512 F, BW, DQ, VL */
    CPU_LEVEL_COUNT
} CpuLevel;

/* Features that only some machines of a level have, a bit each. */
typedef unsigned CpuFeatures;
enum { CPU_VBMI2 = 1 /* AVX-512 VBMI, VBMI2, BITALG and CD: no CPU has one of the first alone */ };

/* "c", "baseline", "avx2" or "avx512". */
const char *cpu_level_name(CpuLevel level);

/* The highest level that cpuid and xgetbv allow. */
CpuLevel cpu_highest_level(void);

/* The features of this CPU. Those of AVX-512 say nothing about the level: ask for both. */
CpuFeatures cpu_features(void);

/* The level to use: the highest, or a lower one that the environment variable PANOPTES_CPU names.
 * *known is false if the variable names no level that this machine has; it is then ignored. */
CpuLevel cpu_level(bool *known);

/* True if this machine can run what the compiler built this binary for. Ask before anything else: a
 * binary built for a higher level crashes with an illegal instruction. */
bool cpu_runs_this_build(void);

#endif
