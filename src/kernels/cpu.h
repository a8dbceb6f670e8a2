/* The features of this CPU and operating system. The folders of machines, such as x86_64, have
 * their parts. */
#ifndef KERNELS_CPU_H
#define KERNELS_CPU_H

#include "core/text.h"

/* Levels in ascending order; each includes those before it. ARM64 has the first two. */
typedef enum CpuLevel {
    CPU_C,        /* the references in C alone: for tests and comparisons */
    CPU_BASELINE, /* every CPU of the machine: x86-64-v2; ARMv8-A with NEON */
    CPU_AVX2,     /* x86-64-v3: AVX2, BMI1, BMI2, LZCNT, POPCNT */
    CPU_AVX512,   /* x86-64-v4: AVX-512 F, BW, DQ, VL */
    CPU_LEVEL_COUNT
} CpuLevel;

/* Features that only some machines of a level have, a bit each. */
typedef unsigned CpuFeatures;
enum { CPU_VBMI2 = 1 /* AVX-512 VBMI, VBMI2, BITALG and CD: no CPU has one of the first alone */ };

/* The machine's levels: their names, and these in one text for messages, "c, baseline, avx2, avx512" or "c, neon". */
extern const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT];
extern const char CPU_LEVELS[];

/* What the compiler built this binary for, such as "x86-64-v2"; and the binary that most CPUs run: how to build it, and
 * what it needs, as the end of "a release, or a build with ...". */
extern const char CPU_BUILT_FOR[], CPU_OLDEST[];

/* The name of one of the machine's levels. */
const char *cpu_level_name(CpuLevel level);

/* The highest level that CPU and operating system allow. */
CpuLevel cpu_highest_level(void);

/* Why it is none above: "since ... are not all there", or "the highest there is". */
const char *cpu_highest_reason(void);

/* The features of this CPU. Those of AVX-512 say nothing about the level: ask for both. */
CpuFeatures cpu_features(void);

/* The level to use: the highest, or a lower one that the environment variable PANOPTES_CPU names.
 * *known is false if the variable names no level that this machine has; it is then ignored. */
CpuLevel cpu_level(bool *known);

/* True if this machine can run what the compiler built this binary for. Ask before anything else: a
 * binary built for a higher level crashes with an illegal instruction. */
bool cpu_runs_this_build(void);

/* Appends what the CPU calls itself, and on the next line the features it has of those that matter here. */
void cpu_describe(Text *text);

#endif
