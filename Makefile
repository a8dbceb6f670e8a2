# Panoptes. `make help` prints the comments that begin with ##. tools/tools.mk and tests/tests.mk have more targets.

## Variables
##   CC=gcc|clang        the compiler
##   ARCH=LEVEL          native (default); x86-64-v2 (Windows), -v3, -v4; armv8-a+crc or later (ARM64)
##   EXE=NAME            the name of the binary (panoptes)
##   STATIC=1            without shared libraries
##   V=1                 shows the commands
##   SANITIZE=LIST       sanitizers of the debug build (address,undefined where the compiler has them)
##   TUNE=1 STATS=1 PROFILE=1  as the targets tune, stats and profile build
EXE     := panoptes
Q       := $(if $(V),,@)
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
TARGET_CPU := $(shell $(CC) -dumpmachine 2>/dev/null)
MACHINE := $(or $(if $(filter aarch64% arm64%,$(TARGET_CPU)),aarch64),$(filter wasm,$(TARGET_CPU:wasm%=wasm)),x86_64)
SYSTEM  := $(if $(findstring mingw,$(CC)),windows,$(if $(filter wasm,$(MACHINE)),wasm,posix))
ARCH    := $(if $(filter windows,$(SYSTEM)),x86-64-v2,native)
NASM    := $(shell command -v nasm 2>/dev/null)
FAST    := $(if $(NASM),NASM)
-include src/kernels/$(MACHINE)/machine.mk # what another machine changes

SOURCES := $(sort $(wildcard src/*/*.c src/*/$(MACHINE)/*.c src/os/$(SYSTEM)/*.c))
KERNELS := $(if $(NASM),$(sort $(wildcard asm/*.asm)))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wno-enum-float-conversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wpointer-arith -Wcast-align -Wwrite-strings -Wundef -Wno-unused-parameter
COMMON  := -std=gnu11 -march=$(ARCH) -fpie -pthread $(WARNINGS) -Isrc -Iinclude $(if $(NASM),,-DNO_NASM) \
    $(if $(TUNE),-DTUNE) $(if $(STATS),-DSTATS)
RELEASE := -O3 -DNDEBUG
DEBUG   := -O1 -g -fno-omit-frame-pointer -DPANOPTES_VERIFY -DSTATS
# Relocations are read-only after loading, stacks are not executable. musl-gcc takes -static-pie and makes no static program.
LINK    := $(if $(STATIC),$(if $(findstring musl-gcc,$(CC)),-static -no-pie,-static-pie),-pie) -pthread \
    -Wl,-z,relro,-z,now,-z,noexecstack
LIBS    := -lm
FORMAT  := elf64
# Code that reads strangers' texts and files has stack protectors. asm/LAB.md has their cost in the whole program.
GUARDED := $(filter $(addprefix src/,api/% core/% os/% engine/% inspect/% postmortem/% report/% tablebase/% uci/% \
    board/fen.c moves/pgn% network/network.c),$(SOURCES))
GUARD   := -fstack-protector-strong
ifneq ($(filter-out x86_64% amd64% aarch64% arm64% wasm32%,$(TARGET_CPU)),)
$(error Panoptes is for x86-64 and ARM64 CPUs and WebAssembly only; $(CC) builds for $(TARGET_CPU))
else ifeq ($(TARGET_CPU)$(filter-out all debug $(EXE) panoptes-debug,$(or $(MAKECMDGOALS),all)),)
$(error $(CC) is missing. `make run` installs what is missing, builds and shows the program; `make deps` installs only)
endif

# $(call try,VARIABLE,LIST): sets VARIABLE to the first options of LIST with which a program links and runs, or to
# nothing. The test program is made in build: TMPDIR may be mounted noexec.
try = $(eval $(1) := $(shell mkdir -p build; t=$$(mktemp build/try.XXXXXX); for options in $(2); do \
    echo 'int main(void) { return 0; }' | $(CC) $$options -x c - -o $$t && $(EMULATOR) $$t >&2 && echo $$options && break; \
    done 2>/dev/null; rm -f $$t))$($(1))
LTO = $(call try,LTO,-flto=auto -flto '-flto -fuse-ld=lld')
SANITIZERS = $(if $(SANITIZE),-fsanitize=$(SANITIZE),$(call try,SANITIZERS,'-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all' \
    '-fsanitize=undefined -fno-sanitize-recover=all -static-libubsan'))

# Objects of one configuration lie together, so that changing CC or ARCH never mixes them.
COMPILER := $(subst =,-,$(subst $() ,-,$(notdir $(CC))))
FLAVOUR := $(COMPILER)-$(ARCH)$(if $(FAST),,-c)$(if $(STATIC),-static)
RDIR    := build/$(FLAVOUR)
# Link-time optimisation makes the engine some 4 % faster; the test programs do without.
LDIR    := build/$(FLAVOUR)-lto
DDIR    := build/$(FLAVOUR)-debug$(if $(SANITIZE),-$(SANITIZE))$(if $(COVERAGE),-coverage)
DIRS    := $(sort $(RDIR) $(LDIR) $(DDIR) build/$(FLAVOUR)-lib)
# The compiler's options for objects and programs of these folders, besides COMMON.
$(RDIR)/%: MODE = $(RELEASE)
$(LDIR)/%: MODE = $(RELEASE) $(LTO)
$(DDIR)/%: MODE = $(DEBUG) $(SANITIZERS)

-include src/os/$(SYSTEM)/system.mk # what another system changes

# objects: the engine's objects in a folder, without main.o; optimised: objects of the release; each: in all folders
objects  = $(SOURCES:%.c=$(1)/%.o) $(KERNELS:%.asm=$(1)/%.o)
optimised = $(SOURCES:%.c=$(LDIR)/%.o) $(KERNELS:%.asm=$(RDIR)/%.o)
each     = $(foreach dir,$(DIRS),$(1:%=$(dir)/%))
# Makes a program of the objects that it depends on.
link     = $(info $()  linking $@)$(Q)mkdir -p $(@D) && \
    $(CC) $(MODE) $(COMMON) $(LINK) $(filter %.o %.a,$^) $(LIBS) -o $@
# $(call remember,TEXT): writes TEXT to the target if the target has another text. So a new time shows a change of TEXT.
remember = @mkdir -p $(@D) && { echo '$(strip $(1))' | cmp -s - $@ || echo '$(strip $(1))' > $@; }
.PHONY: all debug run deps help clean FORCE
.PRECIOUS: build/%/asm/offsets.inc build/%/flags

## Building and running
all: $(EXE) ## builds ./panoptes for this machine, as make alone does
debug: panoptes-debug ## builds ./panoptes-debug: asserts, comparator, sanitizers

$(EXE): private MODE = $(RELEASE) $(LTO)
$(EXE): private WITH = $(or $(LTO),no link-time optimisation: some 4 % slower)
$(EXE): $(optimised) $(LDIR)/src/main.o build/linked-$(subst /,-,$(EXE))
panoptes-debug: private MODE = $(DEBUG) $(SANITIZERS)
panoptes-debug: private WITH = $(or $(SANITIZERS),no sanitizers (clang's: libclang-rt-VERSION-dev))
panoptes-debug: $(call objects,$(DDIR)) $(DDIR)/src/main.o build/linked-panoptes-debug
$(EXE) panoptes-debug:
	$(link)
	@echo "built $@ ($(CC), $(ARCH), $(or $(FAST:%=% kernels),C kernels: nasm is missing: about 30 % slower), $(WITH))"

# This file changes with CC and ARCH. So a program of the same name that another CC or ARCH built is linked again.
build/linked-%: FORCE
	$(call remember,$(CC) $(RELEASE) $(DEBUG) $(COMMON) $(SANITIZE) $(LINK) $(LIBS) $(LDIR) $(DDIR))
# The file lacks the private options of single objects. So objects also depend on the makefiles that set these options.
build/%/flags: FORCE
	@mkdir -p $(addprefix $(@D)/,$(sort $(dir $(SOURCES) $(wildcard src/*.c asm/*.asm t*/*/*.c tests/*/*/*.c))))
	$(call remember,$(CC) $(NASM) $(FRAMES) $(COMMON) $(MODE))

# NASM's list of includes is incomplete, so the rule names asm/*.inc. NASM 2.16.03 warns of intended relocations. Debug
# data holds the folder's path, so NASM gets -g only if the compiler does. objcopy removes local labels, for perf.
define compiled
$(1)/%.o: %.c $(1)/flags $(MAKEFILE_LIST)
	$$(info $$()  cc $$@)
	$$(Q)$$(CC) $$(MODE) $$(COMMON) $$(if $$(WERROR),-Werror) -MMD -MP -c $$< -o $$@
$(1)/%.o: %.asm $(wildcard asm/*.inc) $(1)/asm/offsets.inc $(MAKEFILE_LIST)
	$$(info $$()  nasm $$@)
	$$(Q)$$(NASM) -f $$(FORMAT) $$(FRAMES) $$(if $$(filter -g%,$$(MODE)),-g -F dwarf) -Iasm/ -I$$(@D)/ \
	    -w+all -w-unknown-warning -w-reloc-rel-dword -MD $$(@:.o=.d) -MP $$< -o $$@ && objcopy --wildcard --strip-symbol='?*.*' $$@
endef
$(foreach dir,$(DIRS),$(eval $(call compiled,$(dir))))
# C struct offsets, as the compiler sees them, for NASM.
build/%/asm/offsets.inc: asm/offsets.c build/%/flags Makefile
	$(Q)$(CC) $(COMMON) -MMD -MP -MT $@ -MF $(@:.inc=.d) -S $< -o - | \
	    sed -n 's/.*"->\([A-Z0-9_]*\) \([0-9]*\)".*/%define \1 \2/p' > $@ && test -s $@ || { rm -f $@; exit 1; }
$(GUARDED:%.c=$(RDIR)/%.o) $(GUARDED:%.c=$(LDIR)/%.o): private COMMON += $(GUARD)

# These objects embed files (core/embedded_file.h). The compiler's lists of dependencies do not name such files.
EMBEDDING := src/engine/book.o src/network/embedded.o src/report/openings.o
$(EMBEDDING:%=$(LDIR)/%): private LTO :=
$(call each,$(EMBEDDING)): $(wildcard src/*/*.bin src/*/*.net) build/report/page.html
build/report/page.html: $(wildcard src/report/page/*)
	$(Q)mkdir -p $(@D) && bash src/report/page/join.sh page.html >$@.$$$$ && mv $@.$$$$ $@

-include $(shell find $(DIRS) -name '*.d' 2>/dev/null)

# Options for the make that `run` starts after `deps`: only a new make finds the packages that `deps` installs.
JOBS    := $(shell nproc)
PARALLEL = --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Installs Debian packages of missing files: after `need` files that the target requires, after `want` optional files.
packages = @CC='$(CC)' tools/dev/packages
deps: ## installs what the build needs; test-deps, clients-deps, profile-deps: what those targets need
	$(packages) need $(foreach word,$(filter-out -%,$(CC)),$(word)=$(patsubst musl-gcc,musl-tools,$(notdir $(word)))) \
	    stdio.h=libc6-dev want $(if $(filter x86_64,$(shell uname -m)),nasm=nasm)

run: deps ## analyses the start position (FEN="..." another one, SECONDS=N for how long)
	@$(MAKE) $(PARALLEL) $(EXE)
	@./$(EXE) show $(or $(SECONDS),5) $(FEN)
	@echo "A game of your own, explained move by move: ./$(EXE) report GAME.pgn"

clean: ## removes what was built
	rm -rf build $(EXE) panoptes.exe panoptes-debug panoptes-tune panoptes-stats panoptes-profile

-include tools/tools.mk tests/tests.mk
help: ## prints this
	@awk -F ' ## ' '/^##/ { print substr($$0, 4) } /^[a-z$$].* ## / { sub(/^.*call target,/, ""); \
	    sub(/[ :,].*/, "", $$1); printf "  make %-14s %s\n", $$1, $$2 }' $(filter %akefile %.mk,$(MAKEFILE_LIST))
