#include "kernels/cpu.h"

#include <stdlib.h>
#include <string.h>

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
