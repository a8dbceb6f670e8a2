#include "postmortem/postmortem.h"

#include "core/version.h"
#include "kernels/registry.h"
#include "postmortem/postmortem_internal.h"

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
    text_add(text, ", for %s", CPU_BUILT_FOR);
#if defined(NO_NASM) && defined(__x86_64__)
    text_add(text, ", without NASM");
#endif
    text_add(text, "\n");
}

/* --- the CPU --------------------------------------------------------------------------------- */

/* Adds the level, and the reason for it. */
static void add_level(Text *text) {
    text_add(text, "CPU level: %s, %s", cpu_level_name(cpu_highest_level()), cpu_highest_reason());
    text_add(text, "; kernels in use: %s", cpu_level_name(kernels_level()));
    if (kernels_level() != cpu_highest_level())
        text_add(text, ", since PANOPTES_CPU asks for it\n");
    else
        text_add(text, " (PANOPTES_CPU picks lower ones: %s)\n", CPU_LEVELS);
}

/* --- the kernels ----------------------------------------------------------------------------- */

/* Adds the reason why no later version of a kernel was picked. */
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
    text_add(text, "CPU: ");
    cpu_describe(text);
    add_level(text);
    add_kernels(text);
}
