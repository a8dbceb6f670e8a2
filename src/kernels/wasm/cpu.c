#include "kernels/registry.h"

const char *const CPU_LEVEL_NAMES[CPU_LEVEL_COUNT] = {"c", "simd"};
const char CPU_LEVELS[] = "c, simd";
const char CPU_OLDEST[] = "make wasm, runs wherever WebAssembly has SIMD";
const char CPU_BUILT_FOR[] = "WebAssembly with SIMD";

/* A host without SIMD refuses the module. */
bool cpu_runs_this_build(void) {
    return true;
}

void cpu_describe(Text *text) {
    text_add(text, "WebAssembly\nfeatures: simd128\n");
}
