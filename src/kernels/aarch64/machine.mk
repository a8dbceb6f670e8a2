# What the Makefile changes if CC builds for ARM64: kernels in NEON, which the compiler makes of C.
ARCH    := armv8-a+crc
NASM    :=
FAST    := NEON
# Runs what a cross compiler makes; where Debian's own C library for ARM64 is installed, with that one.
EMULATOR := $(if $(filter-out aarch64,$(shell uname -m)),qemu-aarch64 $(if \
    $(wildcard /lib/ld-linux-aarch64.so.1),,-L /usr/aarch64-linux-gnu))
