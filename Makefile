# Panoptes. `make help` prints the comments that begin with ##.

## Variables
##   CC=gcc|clang        the compiler
##   ARCH=LEVEL          native (default), x86-64-v2, x86-64-v3 or x86-64-v4
##   EXE=NAME            the name of the binary (panoptes)
##   STATIC=1            without shared libraries, so without Syzygy tablebases
##   V=1                 shows the commands
##   SANITIZE=LIST       sanitizers of the debug build (address,undefined where the compiler has them)
##   TUNE=1 STATS=1 PROFILE=1  what the targets tune, stats and profile set
EXE     := panoptes
Q       := $(if $(V),,@)
# Not by echo: a process for each of a thousand files takes its time.
say      = $(info $()  $(1))
ARCH    := native
ifeq ($(origin CC),default)
CC      := gcc
endif
NASM    := $(shell command -v nasm 2>/dev/null)
comma   := ,

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wpointer-arith -Wcast-align -Wwrite-strings -Wundef -Wno-unused-parameter
COMMON  := -std=gnu11 -march=$(ARCH) -fpie -pthread $(WARNINGS) -Isrc
# WERROR=1, as CI has it: warnings are errors. The objects are the same without.
STRICT  := $(if $(WERROR),-Werror)
RELEASE := -O3 -DNDEBUG
DEBUG   := -O1 -g -fno-omit-frame-pointer -DPANOPTES_VERIFY -DSTATS
# The program runs wherever it is loaded. What is resolved when it starts is read-only from then on; no stack holds code.
LINK    := -pie -pthread -Wl,-z,relro,-z,now,-z,noexecstack
LIBS    := -lm -ldl

SYSTEM  := $(if $(findstring mingw,$(CC)),windows,posix)
FORMAT  := elf64
OBJCOPY := objcopy

# --- the compiler: what it builds for, which sanitizers and link-time optimisation work here -----

# The compiler may build for another CPU than this machine's.
TARGET_CPU := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(filter-out x86_64% amd64%,$(TARGET_CPU)),)
ifneq ($(filter-out help clean format,$(or $(MAKECMDGOALS),all)),)
$(error Panoptes is for x86-64 CPUs only; $(CC) builds for $(TARGET_CPU))
endif
endif

# Without a compiler the first object's error would be the shell's.
ifeq ($(shell command -v $(firstword $(CC))),)
ifneq ($(filter all debug $(EXE) panoptes-debug,$(or $(MAKECMDGOALS),all)),)
$(error $(CC) is missing. `make run` installs what is missing, builds and shows the program; `make deps` installs only)
endif
endif

# Programs are tried in build, where those that are made must run, too: not in TMPDIR, which may not let them.
try = mkdir -p build && t=$$(mktemp build/try.XXXXXX) &&

# A sanitizer counts if a program linked with it runs.
sanitizer = $(shell $(try) echo 'int main(void){return 0;}' | \
    $(CC) -fsanitize=$(1) -x c - -o $$t 2>/dev/null && $$t >/dev/null 2>&1 && echo -fsanitize=$(1); rm -f $$t)
ifdef COVERAGE
SANITIZERS := -fprofile-instr-generate -fcoverage-mapping
else ifdef SANITIZE
SANITIZERS = -fsanitize=$(SANITIZE)
else
# Tried once, when first needed.
SANITIZERS = $(eval SANITIZERS := $(call sanitizer,address) $(call sanitizer,undefined))$(SANITIZERS)
endif

# What the debug build says of them. clang's are in a package of their own, gcc's come with it.
CHECKED_BY = $(or $(subst $() ,$(comma) ,$(patsubst -fsanitize=%,%,$(strip $(SANITIZERS)))),no) sanitizers
UNCHECKED = $(if $(SANITIZE),,$(filter-out $(patsubst -fsanitize=%,%,$(SANITIZERS)),address undefined))
RUNTIME = $(if $(findstring clang,$(CC)),libclang-rt-$(firstword $(subst ., ,$(shell $(CC) -dumpversion)))-dev)
unchecked-warning = @echo "warning: $(CC) cannot link these sanitizers here, so memory errors and undefined behaviour" \
    "are not seen: $(UNCHECKED)$(if $(RUNTIME),. To have them: apt-get install $(RUNTIME)$(comma) then make clean debug)" >&2

# Link-time optimisation, in the form with which a program links and runs; none if none does. Tried once.
lto = $(shell $(try) for f in -flto=auto -flto '-flto -fuse-ld=lld'; do \
    echo 'int main(void){return 0;}' | $(CC) -O1 $$f -x c - -o $$t 2>/dev/null && $$t && echo $$f && break; done; rm -f $$t)
LTO = $(eval LTO := $(lto))$(LTO)

# --- variants ------------------------------------------------------------------------------------

# Without shared libraries, so that it runs on any Linux; it cannot load one either. The wrapper musl-gcc does not know
# -static-pie: it would leave a program that loads libraries.
ifdef STATIC
COMMON  += -DSTATIC_PROGRAM
LINK    := $(LINK:-pie=$(if $(findstring musl-gcc,$(CC)),-static -no-pie,-static-pie))
endif
COMMON  += $(if $(TUNE),-DTUNE) $(if $(STATS),-DSTATS)
# Every function has a frame and says who called it, and every instruction its line (in the version of DWARF
# that addr2line reads from clang's link-time optimisation, too).
ifdef PROFILE
RELEASE += -gdwarf-4 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls \
           $(if $(findstring clang,$(CC)),,-fno-shrink-wrap)
FRAMES  := -DFRAMES
endif

# Options of the tools, such as --json. With --help a target shows how its tool is used, before anything is
# installed or built.
ARGS :=
help-asked = $(filter -h --help,$(ARGS))
unless-help = $(if $(help-asked),,$(1))

SOURCES := $(sort $(wildcard src/*/*.c src/os/$(SYSTEM)/*.c))
WINDOWS_CC := x86_64-w64-mingw32-gcc
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
MAIN    := src/main.c
ifneq ($(NASM),)
KERNELS := $(sort $(wildcard asm/*.asm))
else
COMMON  += -DNO_NASM
endif

# Objects of one configuration lie together, so that changing CC or ARCH never mixes them.
COMPILER := $(subst $() ,-,$(notdir $(CC)))
FLAVOUR := $(COMPILER)-$(ARCH)$(if $(NASM),,-c)$(if $(STATIC),-static)
RDIR    := build/$(FLAVOUR)
# For link-time optimisation, which makes the engine some 4 % faster; the many test programs do without.
LDIR    := build/$(FLAVOUR)-lto
# Sanitizers that are asked for have a folder of their own: their objects do not mix.
DDIR    := build/$(FLAVOUR)-debug$(if $(SANITIZE),-$(SANITIZE))$(if $(COVERAGE),-coverage)
objects  = $(SOURCES:%.c=$(1)/%.o) $(KERNELS:%.asm=$(1)/%.o)
optimised = $(SOURCES:%.c=$(LDIR)/%.o) $(KERNELS:%.asm=$(RDIR)/%.o)
# $(call each,OBJECTS): those of all these folders.
each     = $(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(1:%=$(dir)/%))
# $(call link,OPTIONS): makes a program of the objects that it depends on.
link     = $(Q)mkdir -p $(@D) && $(CC) $(1) $(COMMON) $(LINK) $(filter %.o %.a,$^) $(LIBS) -o $@
link-release = $(call link,$(RELEASE) $(LTO))
link-debug = $(call link,$(DEBUG) $(SANITIZERS))

.DEFAULT_GOAL := all
.PRECIOUS: build/%/asm/offsets.inc build/%/flags
.PHONY: all debug run deps windows windows-deps help clean FORCE

## Building and running
all: $(EXE) ## builds ./panoptes for this machine, as make alone does
debug: panoptes-debug ## builds ./panoptes-debug: asserts, comparator, sanitizers

LINKED_HOW = $(if $(LTO),which optimises the whole,without link-time optimisation: some 4 % slower)
# The same name may have been built with another CC or ARCH before: then it is linked anew.
$(EXE): $(optimised) $(MAIN:%.c=$(LDIR)/%.o) build/linked-$(notdir $(EXE))
	$(call say,linking $@$(comma) $(LINKED_HOW))
	$(link-release)
	@echo "built $@ ($(CC), $(ARCH), $(KERNELS_IN))"

panoptes-debug: $(call objects,$(DDIR)) $(MAIN:%.c=$(DDIR)/%.o) build/linked-panoptes-debug
	$(call say,linking $@)
	$(link-debug)
	@echo "built $@ ($(CC), $(ARCH), $(KERNELS_IN), $(CHECKED_BY))"
	$(if $(UNCHECKED),$(unchecked-warning))

# $(call remember,TEXT): the file that is made holds TEXT, and is as old as the last change of that.
define remember
	@mkdir -p $(@D)
	@echo '$(strip $(1))' | cmp -s - $@ || echo '$(strip $(1))' > $@
endef
# How a program was linked last.
build/linked-%: FORCE
	$(call remember,$(EXE) $(CC) $(RELEASE) $(DEBUG) $(COMMON) $(SANITIZE) $(LINK) $(LIBS) $(LDIR) $(DDIR))
# How a folder's objects were compiled, and the folders for them. What an object has in addition is private, so that it
# does not show here.
FOLDERS := $(sort $(dir $(SOURCES) $(wildcard src/*.c asm/*.asm tools/*/*.c tests/*/*.c tests/*/*/*.c)))
build/%/flags: FORCE
	@mkdir -p $(FOLDERS:%=$(@D)/%)
	$(call remember,$(CC) $(NASM) $(FRAMES) $(COMMON) $(if $(filter $(DDIR),$(@D)),$(DEBUG) $(SANITIZERS), \
	    $(RELEASE) $(if $(filter $(LDIR),$(@D)),$(LTO))))

# Where texts and files of strangers are read, functions with arrays on the stack end the program if one overflows.
# The search is not among them: asm/README.md has what it would cost. Windows would need a library for it.
ifneq ($(SYSTEM),windows)
GUARDED := $(filter src/core/% src/os/% src/engine/% src/inspect/% src/postmortem/% src/report/% src/tablebase/% src/uci/% \
    src/board/fen.c src/moves/pgn% src/network/network.c,$(SOURCES))
$(foreach dir,$(RDIR) $(LDIR),$(GUARDED:%.c=$(dir)/%.o)): private COMMON += -fstack-protector-strong
endif

# $(call compiled,FOLDER,OPTIONS[,REMARK])
define compiled
$(1)/%.o: %.c $(1)/flags Makefile
	$$(call say,cc $$<$(3))
	$$(Q)$$(CC) $(2) $$(COMMON) $$(STRICT) -MMD -MP -c $$< -o $$@
endef
$(eval $(call compiled,$(RDIR),$$(RELEASE)))
$(eval $(call compiled,$(LDIR),$$(RELEASE) $$(LTO)))
$(eval $(call compiled,$(DDIR),$$(DEBUG) $$(SANITIZERS), (debug)))

# The compiler does not see that these files contain others (see there). The page of reports is one file, made of several.
build/report/page.html: $(wildcard src/report/page/*)
	@mkdir -p $(@D)
	$(Q)bash src/report/page/join.sh >$@.$$$$ && mv $@.$$$$ $@
EMBEDDING := src/engine/own_book src/network/embedded src/report/embedded
$(call each,src/engine/own_book.o): src/engine/own_book.bin
$(call each,src/network/embedded.o): src/network/panoptes.net
$(call each,src/report/embedded.o): src/report/openings.bin build/report/page.html
$(EMBEDDING:%=$(LDIR)/%.o): private LTO :=

# --- kernels in NASM: asm/README.md --------------------------------------------------------------

# What C kernels cost: see asm/README.md.
SLOWER  := 30 %
KERNELS_IN := $(if $(NASM),NASM kernels,C kernels: $(if $(filter file,$(origin NASM)),nasm is missing,NASM is \
    empty)$(comma) about $(SLOWER) slower)

# Line numbers of the kernels. With them NASM writes the folder's path, which no option changes, so that the release
# has them only where the compiler writes them, too: else it is the same program in any folder.
LINES = $(if $(filter $(DDIR)/%,$@)$(filter -g%,$(RELEASE)),-g -F dwarf)
# Local labels leave the symbol table, so that perf shows whole functions.
define assembled
$(1)/%.o: %.asm $$(wildcard asm/*.inc) $(1)/asm/offsets.inc Makefile
	$$(call say,nasm $$<)
	$$(Q)$$(NASM) $$(FRAMES) -f $$(FORMAT) $$(LINES) -w+all -Iasm/ -I$$(@D)/ -MD $$(@:.o=.d) -MP $$< -o $$@
	$$(Q)$$(OBJCOPY) --wildcard --strip-symbol='?*.*' $$@
endef
# NASM's own list of includes is incomplete.
$(foreach dir,$(RDIR) $(DDIR),$(eval $(call assembled,$(dir))))
# C struct offsets, as the compiler sees them. What is left of a compilation that failed must not pass for them.
build/%/asm/offsets.inc: asm/offsets.c build/%/flags Makefile
	$(Q)$(CC) $(COMMON) -MMD -MP -MT $@ -MF $(@:.inc=.d) -S $< -o - | \
	    sed -n 's/.*"->\([A-Z0-9_]*\) \([0-9]*\)".*/%define \1 \2/p' > $@ && test -s $@ || { rm -f $@; exit 1; }

# Of this configuration alone: the others have thousands.
-include $(shell find $(RDIR) $(LDIR) $(DDIR) -name '*.d' 2>/dev/null)

# -j$(JOBS), unless make was called with -j; tests/run.sh: two steps at a time.
JOBS := $(shell nproc)
PARALLEL = --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Programs, files and headers that must or may be there, each with the Debian package that has it.
packages = @CC='$(CC)' tools/dev/packages

# The library that probes Syzygy tablebases, loaded at run time.
FATHOM := $(or $(wildcard /usr/lib/*/libfathom.so.1 /usr/lib*/libfathom.so.1 /usr/local/lib/libfathom.so.1), \
    /usr/lib/x86_64-linux-gnu/libfathom.so.1)

deps: ## installs what the build needs; test-deps, clients-deps, profile-deps: what those targets need
	$(packages) need $(foreach word,$(filter-out -%,$(CC)),$(word)=$(notdir $(word))) stdio.h=libc6-dev want nasm=nasm $(FATHOM)=libfathom1

# The recursion lets the second make find what the first has installed.
SECONDS := 5
run: deps ## analyses the start position (FEN="..." another one, SECONDS=N for how long)
	@$(MAKE) $(PARALLEL) $(EXE)
	@./$(EXE) show $(SECONDS) $(FEN)
	@echo "A game of your own, explained move by move: ./$(EXE) report GAME.pgn"

WINDOWS_ARCH = $(if $(filter file,$(origin ARCH)),ARCH=x86-64-v3)
# The same program for Windows; not for this machine, unless ARCH says so.
windows: windows-deps ## cross-builds panoptes.exe for Windows (ARCH=x86-64-v3 unless said)
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) $(WINDOWS_ARCH) EXE=panoptes.exe panoptes.exe

# windows.h and a linker are in packages that the compiler brings.
windows-deps:
	$(packages) need $(WINDOWS_CC)=gcc-mingw-w64-x86-64 \
	    x86_64-w64-mingw32-objdump=binutils-mingw-w64-x86-64 want nasm=nasm

clean: ## removes what was built
	rm -rf build $(EXE) panoptes.exe panoptes-debug panoptes-tune panoptes-stats panoptes-profile profile.svg

# Where the whole tree is.
-include tools/tools.mk tests/tests.mk

help: ## prints this
	@awk -F ' ## ' '/^##/ { print substr($$0, 4) } /^[a-z$$].* ## / { sub(/^.*call target,/, ""); \
	    sub(/[ :,].*/, "", $$1); printf "  make %-14s %s\n", $$1, $$2 }' $(filter %akefile %.mk,$(MAKEFILE_LIST))
