#include "kernels/registry.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- the CPU --------------------------------------------------------------------------------- */

#ifndef __x86_64__
/* Apart from the level CPU_C, ARM64 and WebAssembly have only CPU_BASELINE, which all their machines support. */
CpuLevel cpu_highest_level(void) {
    return CPU_BASELINE;
}

const char *cpu_highest_reason(void) {
    return "no higher level exists";
}

CpuFeatures cpu_features(void) {
    return 0;
}
#endif

const char *cpu_level_name(CpuLevel level) {
    return CPU_LEVEL_NAMES[level];
}

CpuLevel cpu_level(bool *known) {
    const CpuLevel highest = cpu_highest_level();
    const char *wanted = getenv("PANOPTES_CPU");
    *known = true;
    if (!wanted || !*wanted)
        return highest;
    for (CpuLevel level = CPU_C; level <= highest; level++)
        if (strcmp(wanted, cpu_level_name(level)) == 0)
            return level;
    *known = false;
    return highest;
}

/* --- kernels --------------------------------------------------------------------------------- */

enum { KERNEL_LIMIT = 16 };

static const Kernel *registry[KERNEL_LIMIT];
static int count;
static CpuLevel level = CPU_C;
/* The highest level and the features of the machine, read once: cpuid is slow in a virtual
 * machine. */
static CpuLevel highest = CPU_C;
static CpuFeatures features;

void kernels_begin(CpuLevel wanted) {
    count = 0;
    level = wanted;
    highest = cpu_highest_level();
    features = cpu_features();
    assert(level <= highest);
}

CpuLevel kernels_level(void) {
    return level;
}

static bool runs_here(const KernelVersion *version) {
    return version->function && version->level <= highest && (version->extra & ~features) == 0;
}

const KernelVersion *kernel_next(const Kernel *kernel, const KernelVersion *version) {
    const KernelVersion *const end = kernel->versions + KERNEL_VERSION_LIMIT;
    const KernelVersion *next = version ? version + 1 : kernel->versions;
    while (next < end && !runs_here(next))
        next++;
    return next < end ? next : NULL;
}

KernelFunction *kernel_add(Kernel *kernel) {
    assert(count < KERNEL_LIMIT && kernel->versions[0].function);
    for (const KernelVersion *v = NULL; (v = kernel_next(kernel, v)) != NULL;)
        if (v->level <= level)
            kernel->picked = v;
    registry[count++] = kernel;
    return kernel->picked->function;
}

const Kernel *kernel_at(int index) {
    assert(index >= 0);
    return index < count ? registry[index] : NULL;
}

const Kernel *kernel_find(const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}
