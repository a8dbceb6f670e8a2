#include "postmortem/postmortem.h"

#include "core/version.h"
#include "kernels/registry.h"
#include "postmortem/postmortem_internal.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

/* --- the build ------------------------------------------------------------------------------- */

void machine_build(Text *text) {
    size_t size = 0;
    const uint8_t *id = build_id(&size);
    text_add(text, "version: %s\nbuild id: ", version_name());
    for (size_t i = 0; i < size; i++)
        text_add(text, "%02x", id[i]);
    text_add(text, "%s\nbuild: ", size ? "" : "none");
#ifdef PANOPTES_VERIFY
    text_add(text, "debug, ");
#else
    text_add(text, "release, ");
#endif
#ifdef __clang__
    text_add(text, "%s", __VERSION__);
#else
    text_add(text, "gcc %s", __VERSION__);
#endif
#if defined(__AVX512BW__)
    text_add(text, ", for x86-64-v4");
#elif defined(__AVX2__)
    text_add(text, ", for x86-64-v3");
#else
    text_add(text, ", for x86-64-v2");
#endif
#ifdef NO_NASM
    text_add(text, ", without NASM");
#endif
    text_add(text, "\n");
}

/* --- the CPU --------------------------------------------------------------------------------- */

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
enum { FEATURE_COUNT = sizeof FEATURES / sizeof *FEATURES };

static bool has_feature(const Feature *f) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (f->leaf == 7)
        __get_cpuid_count(7, 0, &a, &b, &c, &d);
    else
        __get_cpuid(f->leaf < 0 ? 0x80000001 : 1, &a, &b, &c, &d);
    return ((f->word == 'b' ? b : c) & f->bit) != 0;
}

/* The level, and why this one. */
static void add_level(Text *text) {
    const CpuLevel highest = cpu_highest_level();
    text_add(text, "CPU level: %s", cpu_level_name(highest));
    if (highest == CPU_BASELINE)
        text_add(text, ", since avx2, bmi1, bmi2, lzcnt, popcnt are not all there or not enabled "
                       "by the system");
    else if (highest == CPU_AVX2)
        text_add(text, ", since avx512 f, bw, dq, vl are not all there or not enabled by the "
                       "system");
    else
        text_add(text, ", the highest there is");
    text_add(text, "; kernels in use: %s", cpu_level_name(kernels_level()));
    if (kernels_level() != highest)
        text_add(text, ", since PANOPTES_CPU asks for it\n");
    else
        text_add(text, " (PANOPTES_CPU=c|baseline|avx2|avx512 picks lower ones)\n");
}

/* --- the kernels ----------------------------------------------------------------------------- */

/* Why no version behind the one picked was taken. */
static void add_reason(Text *text, const Kernel *k) {
    const KernelVersion *const end = k->versions + KERNEL_VERSION_LIMIT, *next = k->picked + 1;
    while (next < end && !next->function)
        next++;
    if (next == end)
        text_add(text, k->picked == k->versions ? "the only version of this build\n"
                                                : "the best version\n");
    else if (next->level > kernels_level())
        text_add(text, "version %s wants level %s\n", next->name, cpu_level_name(next->level));
    else
        text_add(text, "version %s wants avx512 vbmi2, bitalg and cd, which are not all there\n",
                 next->name);
}

static void add_kernels(Text *text) {
    const Kernel *k;
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        text_add(text, "kernel %-16s %-8s ", k->name, k->picked->name);
        add_reason(text, k);
    }
}

void machine_cpu(Text *text) {
    char brand[49];
    cpu_brand(brand);
    text_add(text, "CPU: %s\nfeatures:", brand);
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (has_feature(&FEATURES[i]))
            text_add(text, " %s", FEATURES[i].name);
    text_add(text, "\n");
    add_level(text);
    add_kernels(text);
}
