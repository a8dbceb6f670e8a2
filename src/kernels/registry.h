/* The registry of kernels. A kernel is a routine that exists in C, and in NASM, NEON or
 * WebAssembly's SIMD. The program picks a version for the CPU at start.
 *
 * Each kernel declares its versions in one table beside its C reference, and adds the table at
 * start. Dispatch, `cpu`, `selftest`, the tests and the benchmark all walk the registry, so that a
 * new version is a row of that table and its code.
 */
#ifndef KERNELS_REGISTRY_H
#define KERNELS_REGISTRY_H

#include "core/text.h"

/* --- the features of this CPU that the operating system supports -------------------------------
 *
 * The folders x86_64, aarch64 and wasm hold the code for each machine. */

/* Levels in ascending order; each includes those before it. ARM64 and WebAssembly have the first two. */
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

/* --- kernels --------------------------------------------------------------------------------- */

/* The calling convention of kernels: the System V ABI on every system, so that each kernel exists
 * once in NASM. Compilers for Windows need this word in the types, definitions and declarations of
 * kernels. */
#ifdef _WIN32
#define KERNEL_ABI __attribute__((sysv_abi))
#else
#define KERNEL_ABI
#endif

/* Any routine. Cast it to its true type before a call. */
typedef void KernelFunction(void);

typedef struct KernelVersion {
    const char *name;  /* "C", or what the version is made for: "avx2" */
    CpuLevel level;    /* the lowest level that can run it */
    CpuFeatures extra; /* features that it needs beyond the level */
    KernelFunction *function;
} KernelVersion;

enum { KERNEL_VERSION_LIMIT = 6 };

/* A kernel and its versions. The first is the C reference, which runs everywhere; each later
 * version is preferred to those before it. Rows without a function are skipped. */
typedef struct Kernel {
    const char *name;
    KernelVersion versions[KERNEL_VERSION_LIMIT];
    const KernelVersion *picked; /* filled by kernel_add */
} Kernel;

/* Rows of the table of versions. A row is empty if the build cannot have its version: KERNEL_NASM without
 * NASM, KERNEL_NEON except for ARM64, KERNEL_SIMD except for WebAssembly. */
#define KERNEL_C(routine)                                                                          \
    { "C", CPU_C, 0, (KernelFunction *)(routine) }
#ifdef NO_NASM
#define KERNEL_NASM(name, level, extra, routine)                                                   \
    { 0 }
#else
#define KERNEL_NASM(name, level, extra, routine)                                                   \
    { name, level, extra, (KernelFunction *)(routine) }
#endif
#ifdef __aarch64__
#define KERNEL_NEON(routine)                                                                       \
    { "neon", CPU_BASELINE, 0, (KernelFunction *)(routine) }
#else
#define KERNEL_NEON(routine)                                                                       \
    { 0 }
#endif
#ifdef __wasm__
#define KERNEL_SIMD(routine)                                                                       \
    { "simd", CPU_BASELINE, 0, (KernelFunction *)(routine) }
#else
#define KERNEL_SIMD(routine)                                                                       \
    { 0 }
#endif

/* Empties the registry and sets the level that kernel_add picks for. The machine must support the
 * level: cpu_level returns one that it does. */
void kernels_begin(CpuLevel wanted);

/* The level that kernels are picked for. */
CpuLevel kernels_level(void);

/* Picks the last version of a kernel that the level allows and the machine can run. Adds the kernel
 * to the registry, which keeps the pointer. Returns the routine picked. */
KernelFunction *kernel_add(Kernel *kernel);

/* Returns an added kernel by its index from 0; NULL after the last. */
const Kernel *kernel_at(int index);

/* The kernel with this name, or NULL. */
const Kernel *kernel_find(const char *name);

/* Lists the versions of a kernel that this machine can run, whatever the level of the registry.
 * Returns the version after `version`, the first one (C) if `version` is NULL, NULL after the
 * last. */
const KernelVersion *kernel_next(const Kernel *kernel, const KernelVersion *version);

#endif
