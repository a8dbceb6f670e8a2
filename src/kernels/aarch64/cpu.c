#include "kernels/registry.h"

#include <asm/hwcap.h>
#include <sys/auxv.h>

const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT] = {"c", "neon"};
const char CPU_LEVELS[] = "c, neon";
const char CPU_OLDEST[] = "ARCH=armv8-a+crc, runs on any CPU with CRC32, as all since ARMv8.1 have";

/* The newest instruction set that the compiler may use anywhere in this build. */
#ifdef __ARM_FEATURE_SVE
const char CPU_BUILT_FOR[] = "ARMv8-A with SVE";
#elif defined(__ARM_FEATURE_ATOMICS)
const char CPU_BUILT_FOR[] = "ARMv8.1-A or later";
#else
const char CPU_BUILT_FOR[] = "ARMv8-A";
#endif
static const unsigned long BUILT_WITH = HWCAP_ASIMD
#ifdef __ARM_FEATURE_CRC32
                                        | HWCAP_CRC32
#endif
#ifdef __ARM_FEATURE_ATOMICS
                                        | HWCAP_ATOMICS
#endif
#ifdef __ARM_FEATURE_DOTPROD
                                        | HWCAP_ASIMDDP
#endif
#ifdef __ARM_FEATURE_SVE
                                        | HWCAP_SVE
#endif
    ;

bool cpu_runs_this_build(void) {
    return (getauxval(AT_HWCAP) & BUILT_WITH) == BUILT_WITH;
}

/* Reads the CPU's maker and part from MIDR_EL1, which Linux emulates; /proc/cpuinfo has the same
 * numbers. */
void cpu_describe(Text *text) {
    static const struct {
        const char *name;
        unsigned long bit;
    } FEATURES[] = {{"asimd", HWCAP_ASIMD},
                    {"crc32", HWCAP_CRC32},
                    {"atomics", HWCAP_ATOMICS},
                    {"asimddp", HWCAP_ASIMDDP},
                    {"sve", HWCAP_SVE}};
    const unsigned long has = getauxval(AT_HWCAP);
    if (has & HWCAP_CPUID) {
        uint64_t midr;
        __asm__("mrs %0, midr_el1" : "=r"(midr));
        text_add(text, "implementer 0x%02x, part 0x%03x\nfeatures:", (unsigned)(midr >> 24 & 0xFF),
                 (unsigned)(midr >> 4 & 0xFFF));
    } else {
        text_add(text, "unknown\nfeatures:");
    }
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++)
        if (has & FEATURES[i].bit)
            text_add(text, " %s", FEATURES[i].name);
    text_add(text, "\n");
}
