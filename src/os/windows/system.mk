# What the Makefile changes if CC builds for Windows.
FORMAT  := win64
# Windows keeps the stack at multiples of 16, and gcc spills wider registers there by instructions that want more (its
# bug 54412): the assembler takes their unaligned twins, which are as fast. printf is that of C, not of Windows, whose
# formats -Wformat would ask for; what the types of the system's own headers convert is not looked at either.
COMMON  += -Wa,-muse-unaligned-vector-move -D_WIN32_WINNT=0x0601 -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 \
    -D_POSIX_THREAD_SAFE_FUNCTIONS -Wno-format -Wno-conversion
LINK    := -static -pthread -s -Wl,--no-insert-timestamp -Wl,--stack,8388608 -Wl,--nxcompat
LIBS    := -lm -lshell32
# Link-time optimisation is of no use where functions of one calling convention call those of the other, as the kernels
# are: gcc 12 stops with an internal error ("in choose_baseaddr"), or makes C kernels that are wrong.
LTO     :=
SANITIZERS :=
# Guards would need a library.
GUARDED :=
# A file of a layer's folder windows takes the place of its namesake. windows/crash.c refuses replays.
TWINS   := $(filter-out src/os/%,$(sort $(wildcard src/*/windows/*.c)))
SOURCES := $(filter-out $(subst windows/,,$(TWINS)) src/postmortem/replay.c,$(SOURCES)) $(TWINS)
