#include "kernels/cpu.h"

const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT] = {"c", "simd"};
const char CPU_LEVELS[] = "c, simd";
const char CPU_OLDEST[] = "make wasm, runs wherever WebAssembly has SIMD";
const char CPU_BUILT_FOR[] = "WebAssembly with SIMD";

CpuLevel cpu_highest_level(void) {
    return CPU_BASELINE;
}

const char *cpu_highest_reason(void) {
    return "no higher level exists";
}

CpuFeatures cpu_features(void) {
    return 0;
}

/* A host without SIMD refuses the module. */
bool cpu_runs_this_build(void) {
    return true;
}

void cpu_describe(Text *text) {
    text_add(text, "WebAssembly\nfeatures: simd128\n");
}
