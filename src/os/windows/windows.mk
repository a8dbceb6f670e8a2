# Building for Windows: `make windows`, or CC=x86_64-w64-mingw32-gcc.
WINDOWS_CC := x86_64-w64-mingw32-gcc
WINDOWS_ARCH = $(if $(filter file,$(origin ARCH)),ARCH=x86-64-v3)

ifeq ($(SYSTEM),windows)
FORMAT  := win64
OBJCOPY := x86_64-w64-mingw32-objcopy
# Windows keeps the stack at multiples of 16, and gcc spills wider registers there by instructions that want more (its
# bug 54412): the assembler takes their unaligned twins, which are as fast. printf is that of C, not of Windows, whose
# formats -Wformat would ask for; what the types of the system's own headers convert is not looked at either.
ALIGNED := -Wa,-muse-unaligned-vector-move
COMMON  += $(ALIGNED) -D_WIN32_WINNT=0x0601 -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 \
           -D_POSIX_THREAD_SAFE_FUNCTIONS -Wno-format -Wno-conversion
LINK    := -static -pthread -s -Wl,--no-insert-timestamp -Wl,--stack,8388608 -Wl,--nxcompat
LIBS    := -lm -lshell32
# Link-time optimisation is no use where functions of one calling convention call those of the other, as the kernels are:
# gcc 12 stops with an internal error ("in choose_baseaddr"), or makes C kernels that are wrong.
LTO     :=
SANITIZERS :=
# src/os has a folder for each system. What else is different on Windows has a file of the same name there. Others of
# these folders are not needed without the library that reads tables, and without symbols in the program's format.
TWINS   := $(filter-out src/os/%,$(sort $(wildcard src/*/windows/*.c)))
SOURCES := $(filter-out $(subst windows/,,$(TWINS)) src/tablebase/%.c src/postmortem/symbols.c,$(SOURCES)) $(TWINS)
endif

.PHONY: windows windows-deps
# The same program for Windows; not for this machine, unless ARCH says so.
windows: windows-deps
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) $(WINDOWS_ARCH) EXE=panoptes.exe panoptes.exe

# windows.h and a linker are in packages that the compiler brings.
windows-deps:
	$(packages) need $(WINDOWS_CC)=gcc-mingw-w64-x86-64 \
	    x86_64-w64-mingw32-objdump=binutils-mingw-w64-x86-64 want nasm=nasm
