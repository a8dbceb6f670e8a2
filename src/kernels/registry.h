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

/* The levels of instruction sets, in ascending order. A CPU of a level can run the kernels of all lower levels. ARM64
 * and WebAssembly have only the levels CPU_C and CPU_BASELINE. */
typedef enum CpuLevel {
    CPU_C,        /* only the C references run, for tests and comparisons */
    CPU_BASELINE, /* every supported CPU: x86-64-v2, ARMv8-A with NEON, WebAssembly with SIMD */
    CPU_AVX2,     /* x86-64-v3: AVX2, BMI1, BMI2, LZCNT, POPCNT */
    CPU_AVX512,   /* x86-64-v4: AVX-512 F, BW, DQ, VL */
    CPU_LEVEL_COUNT
} CpuLevel;

/* A set of CPU features that a level does not guarantee. Each feature is a bit, such as CPU_VBMI2. */
typedef unsigned CpuFeatures;
enum { CPU_VBMI2 = 1 /* AVX-512 VBMI, VBMI2, BITALG and CD, which CPUs have together */ };

/* The names of the levels, such as "avx2", which PANOPTES_CPU accepts. */
extern const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT];

/* The names of all levels of this kind of machine, for messages: "c, baseline, avx2, avx512", or "c, neon". */
extern const char CPU_LEVELS[];

/* The instruction set that this binary is compiled for, such as "x86-64-v2". */
extern const char CPU_BUILT_FOR[];

/* The make variable that builds a program for the oldest supported CPUs, and what such a CPU must have. Completes the
 * message "a release, or a build with ...": "ARCH=x86-64-v2, runs on any CPU with SSE4.2 and POPCNT". */
extern const char CPU_OLDEST[];

/* Returns the name of a level, such as "avx2". */
const char *cpu_level_name(CpuLevel level);

/* Returns the highest level that both the CPU and the operating system support. */
CpuLevel cpu_highest_level(void);

/* Returns the reason why cpu_highest_level is not higher: "since ... are not all there", with the features of the next
 * level, or "no higher level exists". */
const char *cpu_highest_reason(void);

/* Returns the features of this CPU. CPU_VBMI2 does not imply the level CPU_AVX512, so a caller must check both. */
CpuFeatures cpu_features(void);

/* Returns the level to use: the level that the environment variable PANOPTES_CPU names, or else cpu_highest_level. If
 * this machine does not have the named level, sets *known to false and returns cpu_highest_level. */
CpuLevel cpu_level(bool *known);

/* True if this machine can run this program. Call cpu_runs_this_build first in main, since a program that was compiled
 * for a newer CPU crashes soon with an illegal instruction. */
bool cpu_runs_this_build(void);

/* Appends the name of the CPU, and on the next line its features that matter to the engine. */
void cpu_describe(Text *text);

/* --- kernels --------------------------------------------------------------------------------- */

/* The calling convention of kernels is the System V ABI on every system, so one NASM source serves all systems. Since
 * Windows has another convention, each type, definition and declaration of a kernel has the word KERNEL_ABI. */
#ifdef _WIN32
#define KERNEL_ABI __attribute__((sysv_abi))
#else
#define KERNEL_ABI
#endif

/* The type of a pointer to any kernel. Cast the pointer to the kernel's own type before a call. */
typedef void KernelFunction(void);

typedef struct KernelVersion {
    const char *name;  /* "C", or the instruction set that the version uses: "avx2" */
    CpuLevel level;    /* the lowest level whose CPUs can run the version */
    CpuFeatures extra; /* the features that the version needs in addition to the level */
    KernelFunction *function;
} KernelVersion;

enum { KERNEL_VERSION_LIMIT = 6 };

/* A kernel and its versions, from slow to fast. The first version is the C reference, which runs everywhere. kernel_add
 * picks the last version that the machine can run, and skips rows whose function is NULL. */
typedef struct Kernel {
    const char *name;
    KernelVersion versions[KERNEL_VERSION_LIMIT];
    const KernelVersion *picked; /* filled by kernel_add */
} Kernel;

/* Initializers of a kernel's versions. If a build cannot contain a version, the macro makes an empty row. KERNEL_NASM
 * needs NASM, KERNEL_NEON needs ARM64, and KERNEL_SIMD needs WebAssembly. */
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

/* Empties the registry, and sets the level up to which kernel_add picks versions. The machine must support this level,
 * as it supports the level that cpu_level returns. */
void kernels_begin(CpuLevel wanted);

/* Returns the level of the latest kernels_begin. */
CpuLevel kernels_level(void);

/* Picks a version of a kernel: the last version in the table that the registry's level allows and whose features the
 * machine has. Adds the kernel to the registry, which keeps the pointer. Returns the picked version's function. */
KernelFunction *kernel_add(Kernel *kernel);

/* Returns the kernel that was added as number `index`, from 0. Returns NULL if fewer kernels were added. */
const Kernel *kernel_at(int index);

/* Returns the added kernel of this name, or NULL. */
const Kernel *kernel_find(const char *name);

/* Lists, one at a time, all versions of a kernel that this machine can run, also those above the registry's level. With
 * NULL returns the first version, the C reference; with a version returns the next version, or NULL after the last. */
const KernelVersion *kernel_next(const Kernel *kernel, const KernelVersion *version);

#endif
