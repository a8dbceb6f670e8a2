# What the Makefile changes if CC builds for WebAssembly: kernels in SIMD, which the compiler makes of C.
ARCH    := wasm
NASM    :=
FAST    := SIMD
