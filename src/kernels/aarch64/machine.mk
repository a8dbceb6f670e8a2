# The Makefile's variables if CC builds for ARM64. The compiler makes the NEON kernels from C.
ARCH    := armv8-a+crc
NASM    :=
FAST    := NEON
# Runs a cross-compiled program, with Debian's own C library for ARM64 if that is installed.
EMULATOR := $(if $(filter-out aarch64,$(shell uname -m)),qemu-aarch64 $(if \
    $(wildcard /lib/ld-linux-aarch64.so.1),,-L /usr/aarch64-linux-gnu))
