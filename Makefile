# Panoptes. `make help` lists the targets and the variables.

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

include tools/dev/compiler.mk

# Without shared libraries, so that it runs on any Linux; it cannot load one either. The wrapper musl-gcc does not know
# -static-pie: it would leave a program that loads libraries.
ifdef STATIC
COMMON  += -DSTATIC_PROGRAM
LINK    := $(LINK:-pie=$(if $(findstring musl-gcc,$(CC)),-static -no-pie,-static-pie))
endif
ifdef TUNE
COMMON  += -DTUNE
endif
ifdef STATS
COMMON  += -DSTATS
endif
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
-include src/os/windows/windows.mk
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
# TUNE shows in these folders only. A build with it that is named after the one without (UNTUNED) takes the objects of
# the others from there, where they must have been made.
TUNED    := engine postmortem search uci
untuned  := $(filter-out $(foreach d,$(TUNED),$(wildcard src/$(d)/*.c)),$(SOURCES))
own      := $(if $(UNTUNED),$(filter-out $(untuned),$(SOURCES)),$(SOURCES))
as_built  = $(own:%.c=$(1)/%.o) $(if $(UNTUNED),$(untuned:%.c=$(1:build/$(FLAVOUR)%=build/$(UNTUNED)%)/%.o))
objects  = $(call as_built,$(1)) $(KERNELS:%.asm=$(1)/%.o)
optimised = $(call as_built,$(LDIR)) $(KERNELS:%.asm=$(RDIR)/%.o)

.DEFAULT_GOAL := all
.PRECIOUS: build/%/asm/offsets.inc build/%/flags
.PHONY: all debug run deps help clean FORCE

all: $(EXE)
debug: panoptes-debug

LINKED_HOW = $(if $(LTO),which optimises the whole,without link-time optimisation: some 4 % slower)
# The same name may have been built with another CC or ARCH before: then it is linked anew.
$(EXE): $(optimised) $(MAIN:%.c=$(LDIR)/%.o) build/linked-$(notdir $(EXE))
	$(call say,linking $@$(comma) $(LINKED_HOW))
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $(filter %.o,$^) $(LIBS) -o $@
	@echo "built $@ ($(CC), $(ARCH), $(KERNELS_IN))"

panoptes-debug: $(call objects,$(DDIR)) $(MAIN:%.c=$(DDIR)/%.o) build/linked-panoptes-debug
	$(call say,linking $@)
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $(filter %.o,$^) $(LIBS) -o $@
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

$(RDIR)/%.o: %.c $(RDIR)/flags Makefile
	$(call say,cc $<)
	$(Q)$(CC) $(RELEASE) $(COMMON) $(STRICT) -MMD -MP -c $< -o $@

$(LDIR)/%.o: %.c $(LDIR)/flags Makefile
	$(call say,cc $<)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(STRICT) -MMD -MP -c $< -o $@

$(DDIR)/%.o: %.c $(DDIR)/flags Makefile
	$(call say,cc $< (debug))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(STRICT) -MMD -MP -c $< -o $@

# The compiler does not see that these files contain others (see there).
OWN_BOOK := src/engine/own_book
EMBEDDED := src/network/embedded
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(OWN_BOOK).o): $(OWN_BOOK).bin
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(EMBEDDED).o): src/network/panoptes.net
$(LDIR)/$(OWN_BOOK).o $(LDIR)/$(EMBEDDED).o: private LTO :=

-include src/report/report.mk
include asm/asm.mk

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

deps:
	$(packages) need $(foreach word,$(filter-out -%,$(CC)),$(word)=$(notdir $(word))) stdio.h=libc6-dev want nasm=nasm $(FATHOM)=libfathom1

# The recursion lets the second make find what the first has installed.
SECONDS := 5
run: deps
	@$(MAKE) $(PARALLEL) $(EXE)
	@./$(EXE) show $(SECONDS) $(FEN)
	@echo "A game of your own, explained move by move: ./$(EXE) report GAME.pgn"

clean:
	rm -rf build $(EXE) panoptes.exe panoptes-debug panoptes-tune panoptes-stats panoptes-profile profile.svg

help::
	@echo 'Building'
	@echo '  make                builds ./$(EXE) for this machine'
	@echo '  make windows        cross-builds panoptes.exe for Windows (ARCH=x86-64-v3 unless said)'
	@echo '  make debug          builds ./panoptes-debug: asserts, comparator, sanitizers'
	@echo '  make clean          removes what was built'
	@echo 'Running'
	@echo '  make run            analyses the start position (FEN="..." another one, SECONDS=N for how long)'
	@echo '  make deps           installs what the build needs; test-deps, clients-deps, profile-deps: what those targets need'

# Where the whole tree is.
-include tools/tools.mk tests/tests.mk tests/fuzz/fuzz.mk tools/package/package.mk

help::
	@echo 'Variables'
	@echo '  CC=gcc|clang        the compiler'
	@echo '  ARCH=LEVEL          native (default), x86-64-v2, x86-64-v3 or x86-64-v4'
	@echo '  EXE=NAME            the name of the binary'
	@echo '  STATIC=1            without shared libraries, so without Syzygy tablebases'
	@echo '  V=1                 shows the commands'
	@echo '  SANITIZE=LIST       sanitizers of the debug build (address,undefined where the compiler has them)'
	@echo '  TUNE=1 STATS=1 PROFILE=1  what the targets tune, stats and profile set'
