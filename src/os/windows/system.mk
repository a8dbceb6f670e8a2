# The settings of the Makefile that change if CC builds for Windows.
FORMAT  := win64
# Windows aligns the stack to 16 bytes, but gcc spills wider registers with instructions that need more (gcc bug 54412).
# The assembler replaces the aligned instructions by unaligned instructions, which are as fast. printf has the formats
# of C, but -Wformat would ask for the formats of Windows. -Wconversion would report the types of the system's headers.
COMMON  += -Wa,-muse-unaligned-vector-move -D_WIN32_WINNT=0x0601 -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 \
    -D_POSIX_THREAD_SAFE_FUNCTIONS -Wno-format -Wno-conversion
LINK    := -static -pthread -s -Wl,--no-insert-timestamp -Wl,--stack,8388608 -Wl,--nxcompat
LIBS    := -lm -lshell32
# Link-time optimisation fails if functions of two calling conventions call each other, and the kernels have a convention
# of their own: gcc 12 stops with an internal error ("in choose_baseaddr"), or miscompiles C kernels.
LTO     :=
SANITIZERS :=
# Stack protectors would need a library.
GUARDED :=
# A file in a layer's folder windows/ replaces the file of the same name in the layer. windows/crash.c refuses replays.
TWINS   := $(filter-out src/os/%,$(sort $(wildcard src/*/windows/*.c)))
SOURCES := $(filter-out $(subst windows/,,$(TWINS)) src/postmortem/replay.c,$(SOURCES)) $(TWINS)
