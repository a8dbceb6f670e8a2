# Panoptes. `make help` lists the targets and the variables.

EXE     := panoptes
Q       := $(if $(V),,@)
say     := @echo " "
ARCH    := native
ifeq ($(origin CC),default)
CC      := gcc
endif
NASM    := $(shell command -v nasm 2>/dev/null)
comma   := ,

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wpointer-arith -Wcast-align -Wwrite-strings -Wundef
COMMON  := -std=gnu11 -march=$(ARCH) -fpie -pthread $(WARNINGS) -Iinclude -Isrc
RELEASE := -O3 -DNDEBUG
DEBUG   := -O1 -g -fno-omit-frame-pointer -DPANOPTES_VERIFY -DSTATS
# The program runs wherever it is loaded. What is resolved when it starts is read-only from then on; no stack holds code.
LINK    := -pie -pthread -Wl,-z,relro,-z,now,-z,noexecstack
LIBS    := -lm -ldl

# Asked of the compiler, which may build for another CPU than this machine's.
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

SYSTEM  := $(if $(findstring mingw,$(CC)),windows,posix)
FORMAT  := elf64
OBJCOPY := objcopy

# A sanitizer counts if a program linked with it runs.
sanitizer = $(shell t=$$(mktemp) && echo 'int main(void){return 0;}' | \
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
lto = $(shell t=$$(mktemp) && for f in -flto=auto -flto '-flto -fuse-ld=lld'; do \
    echo 'int main(void){return 0;}' | $(CC) -O1 $$f -x c - -o $$t 2>/dev/null && $$t && echo $$f && break; done; rm -f $$t)
ifneq ($(SYSTEM),windows)
LTO = $(eval LTO := $(lto))$(LTO)
endif

ifdef C_BITS
COMMON  += -DC_BITS
endif
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
# What C kernels cost: see asm/README.md.
SLOWER  := 2 %
KERNELS_IN := $(if $(NASM),NASM kernels,C kernels: $(if $(filter file,$(origin NASM)),nasm is missing,NASM is \
    empty)$(comma) about $(SLOWER) slower)

# Objects of one configuration lie together, so that changing CC or ARCH never mixes them.
FLAVOUR := $(notdir $(CC))-$(ARCH)$(if $(NASM),,-c)$(if $(C_BITS),-c-bits)$(if $(STATIC),-static)
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
.PRECIOUS: build/%/asm/offsets.inc
.PHONY: all debug run deps help clean FORCE

all: $(EXE)
debug: panoptes-debug

# The same name may have been built with another CC or ARCH before: then it is linked anew.
$(EXE): $(optimised) $(MAIN:%.c=$(LDIR)/%.o) build/linked-$(notdir $(EXE))
	$(say) linking $@, which optimises the whole
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $(filter %.o,$^) $(LIBS) -o $@
	@echo "built $@ ($(CC), $(ARCH), $(KERNELS_IN))"

panoptes-debug: $(call objects,$(DDIR)) $(MAIN:%.c=$(DDIR)/%.o) build/linked-panoptes-debug
	$(say) linking $@
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $(filter %.o,$^) $(LIBS) -o $@
	@echo "built $@ ($(CC), $(ARCH), $(KERNELS_IN), $(CHECKED_BY))"
	$(if $(UNCHECKED),$(unchecked-warning))

# How a program was linked last. The file is as old as the last change of that.
build/linked-%: FORCE
	@mkdir -p $(@D)
	@echo '$(EXE) $(CC) $(RELEASE) $(DEBUG) $(COMMON) $(SANITIZE) $(LINK) $(LIBS) $(LDIR) $(DDIR)' | cmp -s - $@ || \
	    echo '$(EXE) $(CC) $(RELEASE) $(DEBUG) $(COMMON) $(SANITIZE) $(LINK) $(LIBS) $(LDIR) $(DDIR)' > $@

# Where texts and files of strangers are read, functions with arrays on the stack end the program if one overflows.
# The search is not among them: asm/README.md has what it would cost. Windows would need a library for it.
ifneq ($(SYSTEM),windows)
GUARDED := $(filter src/core/% src/os/% src/engine/% src/inspect/% src/postmortem/% src/report/% src/tablebase/% src/uci/% \
    src/board/fen.c src/moves/pgn.c src/network/network_file.c,$(SOURCES))
$(foreach dir,$(RDIR) $(LDIR),$(GUARDED:%.c=$(dir)/%.o)): COMMON += -fstack-protector-strong
else
# For x86-64-v2 gcc 12 fails in link-time optimisation of this file ("internal compiler error: in choose_baseaddr"),
# where code of Windows' calling convention calls a kernel of the other.
$(LDIR)/src/network/accumulator.o: COMMON += -fno-lto
endif

$(RDIR)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(say) cc $<
	$(Q)$(CC) $(RELEASE) $(COMMON) -MMD -MP -c $< -o $@

$(LDIR)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(say) cc $<
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) -MMD -MP -c $< -o $@

$(DDIR)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(say) cc $< "(debug)"
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) -MMD -MP -c $< -o $@

# The compiler does not see that these files contain others (see there).
OWN_BOOK := src/engine/own_book
EMBEDDED := src/network/embedded
OPENINGS := src/report/embedded_openings
PAGE     := src/report/embedded_page
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(OWN_BOOK).o): $(OWN_BOOK).bin
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(EMBEDDED).o): src/network/panoptes.net
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(OPENINGS).o): src/report/openings.bin
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(PAGE).o): build/report/page.html

# The page of a report is one file, made of several.
build/report/page.html: $(wildcard src/report/page/*)
	@mkdir -p $(@D)
	$(Q)bash src/report/page/join.sh >$@.$$$$ && mv $@.$$$$ $@
$(OWN_BOOK:%=$(LDIR)/%.o) $(EMBEDDED:%=$(LDIR)/%.o) $(OPENINGS:%=$(LDIR)/%.o) $(PAGE:%=$(LDIR)/%.o): LTO :=

# Line numbers of the kernels. With them NASM writes the folder's path, which no option changes, so that the release
# has them only where the compiler writes them, too: else it is the same program in any folder.
LINES = $(if $(filter $(DDIR)/%,$@)$(filter -g%,$(RELEASE)),-g -F dwarf)
# Local labels leave the symbol table, so that perf shows whole functions.
define assemble
	@mkdir -p $(@D)
	$(say) nasm $<
	$(Q)$(NASM) $(FRAMES) -f $(FORMAT) $(LINES) -w+all -Iasm/ -I$(@D)/ -MD $(@:.o=.d) -MP $< -o $@
	$(Q)$(OBJCOPY) --wildcard --strip-symbol='?*.*' $@
endef
# C struct offsets, as the compiler sees them. What is left of a compilation that failed must not pass for them.
define emit-offsets
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) -MMD -MP -MT $@ -MF $(@:.inc=.d) -S $< -o - | \
	    sed -n 's/.*"->\([A-Z0-9_]*\) \([0-9]*\)".*/%define \1 \2/p' > $@ && test -s $@ || { rm -f $@; exit 1; }
endef
build/%/asm/offsets.inc: asm/offsets.c Makefile
	$(emit-offsets)
# What NASM says of includes is incomplete.
INCLUDED := $(wildcard asm/*.inc)
$(RDIR)/%.o: %.asm $(INCLUDED) $(RDIR)/asm/offsets.inc Makefile
	$(assemble)
$(DDIR)/%.o: %.asm $(INCLUDED) $(DDIR)/asm/offsets.inc Makefile
	$(assemble)

-include $(shell find build -name '*.d' 2>/dev/null)

# -j$(JOBS), unless make was called with -j; tests/run.sh: two steps at a time.
JOBS := $(shell nproc)
PARALLEL = --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Programs, files and headers that must or may be there, each with the Debian package that has it.
packages = @CC='$(CC)' tools/dev/packages

# The library that probes Syzygy tablebases, loaded at run time.
FATHOM := $(or $(wildcard /usr/lib/*/libfathom.so.1 /usr/lib*/libfathom.so.1 /usr/local/lib/libfathom.so.1), \
    /usr/lib/x86_64-linux-gnu/libfathom.so.1)

deps:
	$(packages) need $(firstword $(CC))=$(notdir $(firstword $(CC))) stdio.h=libc6-dev want nasm=nasm $(FATHOM)=libfathom1

# The recursion lets the second make find what the first has installed.
SECONDS := 5
run: deps
	@$(MAKE) $(PARALLEL) $(EXE)
	@./$(EXE) show $(SECONDS) $(FEN)

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
	@echo '  C_BITS=1            bit primitives in C, without inline assembly'
	@echo '  TUNE=1 STATS=1 PROFILE=1  what the targets tune, stats and profile set'
