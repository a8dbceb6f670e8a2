# The Makefile's variables if CC builds for WebAssembly. The compiler makes the SIMD kernels from C.
ARCH    := wasm
NASM    :=
FAST    := SIMD
