/* The features of this CPU that the operating system supports. The folders x86_64, aarch64 and wasm
 * hold the code for each machine. */
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
enum { CPU_VBMI2 = 1 /* AVX-512 VBMI, VBMI2, BITALG and CD, which CPUs have together */ };

/* The names of the machine's levels. */
extern const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT];

/* The same names in one text for messages: "c, baseline, avx2, avx512", or "c, neon". */
extern const char CPU_LEVELS[];

/* The instruction set that this binary is compiled for, such as "x86-64-v2". */
extern const char CPU_BUILT_FOR[];

/* How to build the binary that most CPUs run, and what it needs: the end of the message "a release,
 * or a build with ...". */
extern const char CPU_OLDEST[];

/* The name of one of the machine's levels. */
const char *cpu_level_name(CpuLevel level);

/* The highest level that CPU and operating system allow. */
CpuLevel cpu_highest_level(void);

/* The reason for cpu_highest_level: "since ... are not all there", or "no higher level exists". */
const char *cpu_highest_reason(void);

/* The features of this CPU. A feature of AVX-512 does not imply the level CPU_AVX512: check
 * both. */
CpuFeatures cpu_features(void);

/* The level to use: the highest, or a lower one from the environment variable PANOPTES_CPU. If the
 * variable does not name a level of this machine, it is ignored and *known is false. */
CpuLevel cpu_level(bool *known);

/* True if this machine can run this binary. Call it first: a binary built for a higher level
 * crashes with an illegal instruction. */
bool cpu_runs_this_build(void);

/* Appends the name of the CPU, and on the next line its features that matter to the engine. */
void cpu_describe(Text *text);

#endif
