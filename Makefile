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

# Cross-building for Windows: `make windows`, or CC=x86_64-w64-mingw32-gcc.
SYSTEM  := $(if $(findstring mingw,$(CC)),windows,posix)
FORMAT  := elf64
OBJCOPY := objcopy
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
# No program of it runs here that could be tried.
LTO     := -flto=auto
SANITIZERS :=
endif

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
# src/os has a folder for each system. What else is different on Windows has a file of the same name there. Others of
# these folders are not needed without the library that reads tables, and without symbols in the program's format.
ifeq ($(SYSTEM),windows)
TWINS   := $(filter-out src/os/%,$(sort $(wildcard src/*/windows/*.c)))
SOURCES := $(filter-out $(subst windows/,,$(TWINS)) src/tablebase/%.c src/postmortem/symbols.c,$(SOURCES)) $(TWINS)
endif
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
.PHONY: windows windows-deps test-windows test-windows-deps crashing test-musl test-guis
.PHONY: all debug tune stats profile run test tests-built help clean format deps test-deps profile-deps FORCE
.PHONY: fuzz fuzz-programs fuzz-deps fuzz-built fuzz-run fuzz-coverage
.PHONY: test-threads test-memory sanitized-run test-clients clients-deps tests-run clients-run soak
.PHONY: lint lint-deps lint-read
.PHONY: install uninstall dist release release-deps deb deb-deps test-release
.PHONY: kernels-bench perft-bench match judge instructions tools-built tune-eval datagen book train fit-wdl spsa

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

# The same program for Windows; not for this machine, unless ARCH says so.
WINDOWS_CC := x86_64-w64-mingw32-gcc
WINDOWS_ARCH = $(if $(filter file,$(origin ARCH)),ARCH=x86-64-v3)
windows: windows-deps
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) $(WINDOWS_ARCH) EXE=panoptes.exe panoptes.exe

# The search's parameters as variables: options for SPSA.
AS_TUNED = FLAVOUR=$(FLAVOUR)-tune UNTUNED=$(FLAVOUR) TUNE=1
tune: $(untuned:%.c=$(LDIR)/%.o)
	@$(MAKE) --no-print-directory EXE=panoptes-tune $(AS_TUNED) panoptes-tune
	@./panoptes-tune params

# The search counts what it does: `bench stats` tells.
stats:
	@$(MAKE) --no-print-directory EXE=panoptes-stats FLAVOUR=$(FLAVOUR)-stats STATS=1 panoptes-stats
	@./panoptes-stats bench stats | grep -v 'info string'

# Where the time goes: see tools/profile.
profile: $(call unless-help,profile-deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) EXE=panoptes-profile \
	    FLAVOUR=$(FLAVOUR)-profile PROFILE=1 panoptes-profile >&2)
	@tools/profile $(ARGS)

# Where texts and files of strangers are read, functions with arrays on the stack end the program if one overflows.
# The search is not among them: asm/README.md has what it would cost. Windows would need a library for it.
ifneq ($(SYSTEM),windows)
GUARDED := $(filter src/core/% src/os/% src/engine/% src/inspect/% src/postmortem/% src/tablebase/% src/uci/% src/board/fen.c \
    src/network/network_file.c,$(SOURCES))
$(foreach dir,$(RDIR) $(LDIR),$(GUARDED:%.c=$(dir)/%.o)): COMMON += -fstack-protector-strong
else
# For x86-64-v2 gcc 12 fails in link-time optimisation of this file ("internal compiler error: in choose_baseaddr"),
# where code of Windows' calling convention calls a kernel of the other.
$(LDIR)/src/network/sums.o: COMMON += -fno-lto
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
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(OWN_BOOK).o): $(OWN_BOOK).bin
$(foreach d,$(RDIR) $(LDIR) $(DDIR),$(d)/$(EMBEDDED).o): src/network/panoptes.net
$(LDIR)/$(OWN_BOOK).o $(LDIR)/$(EMBEDDED).o: LTO :=

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
# C struct offsets, as the compiler sees them.
define emit-offsets
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) -MMD -MP -MT $@ -MF $(@:.inc=.d) -S $< -o - | \
	    sed -n 's/.*"->\([A-Z0-9_]*\) \([0-9]*\)".*/%define \1 \2/p' > $@ && test -s $@
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

# --- test programs -----------------------------------------------------------------------------

# Each source in these folders is a program of its own, linked with all of the engine but its main.
TESTS    := $(wildcard tests/unit/*/*.c tests/kernels/*.c tests/perft/*.c tests/tools/*.c tests/uci/*.c)
SUPPORT  := $(wildcard tests/support/*.c tools/wdl/*.c) tools/pgn_reader.c
# These assert by cmocka, which the tools do without.
ASSERTING := tests/support/parsing.c tests/support/tables.c
# Where it is missing, the programs that assert by it are left out: tests/run.sh skips them.
CMOCKA   := $(shell echo '\#include <cmocka.h>' | $(CC) -E -x c - >/dev/null 2>&1 && echo -lcmocka)
ifeq ($(CMOCKA),)
TESTS    := $(foreach source,$(TESTS),$(if $(filter test_%,$(notdir $(source))),,$(source)))
SUPPORT  := $(filter-out $(ASSERTING),$(SUPPORT))
endif
programs  = $(TESTS:%.c=$(1)/%)
parts     = $(call objects,$(1)) $(SUPPORT:%.c=$(1)/%.o)

$(RDIR)/tests/%.o $(DDIR)/tests/%.o $(RDIR)/tools/%.o $(DDIR)/tools/%.o $(LDIR)/tools/%.o: COMMON += -I.
$(RDIR)/tests/%.o $(DDIR)/tests/%.o: COMMON += -Itests -Itools -DTEST_DATA_DIR='"tests/data"'

$(call programs,$(RDIR)): $(RDIR)/%: $(RDIR)/%.o $(call parts,$(RDIR))
	$(Q)$(CC) $(RELEASE) $(COMMON) $(LINK) $^ $(CMOCKA) $(LIBS) -o $@

$(call programs,$(DDIR)): $(DDIR)/%: $(DDIR)/%.o $(call parts,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(CMOCKA) $(LIBS) -o $@

# A library for one of them, which refuses memory and threads.
$(RDIR)/tests/uci/refuse.so: tests/support/preload/refuse.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(COMMON) -fpic -shared $< -ldl -o $@
$(RDIR)/tests/uci/uci_refusals: | $(RDIR)/tests/uci/refuse.so

# Three of them test tools.
GAME_PARTS := tools/records tools/game_options tools/game_reader
TOOL_PARTS := tools/tune_samples tools/tune_model tools/state_text tools/tune_state tools/replaceable tools/tune_write \
    $(GAME_PARTS)
$(RDIR)/tests/tools/test_tune $(RDIR)/tests/tools/test_tune_files: $(TOOL_PARTS:%=$(RDIR)/%.o)
$(DDIR)/tests/tools/test_tune $(DDIR)/tests/tools/test_tune_files: $(TOOL_PARTS:%=$(DDIR)/%.o)
SPSA_SUMS := tools/state_text tools/spsa_run tools/spsa_state tools/spsa_patch tools/spsa_plot tools/spsa_design
$(RDIR)/tests/tools/test_spsa: $(SPSA_SUMS:%=$(RDIR)/%.o)
$(DDIR)/tests/tools/test_spsa: $(SPSA_SUMS:%=$(DDIR)/%.o)
$(DDIR)/tools/%.o $(LDIR)/tools/%.o: COMMON += -Itests -Itools

# What tests/tools/tools_work.sh runs.
TOOLS_CHECKED := $(addprefix $(DDIR)/tools/,tune datagen book train fit_wdl spsa)
TRAIN_PARTS := tools/packed_position tools/float_net tools/row_sums tools/train_batch tools/workers \
    tools/position_store tools/train_state tools/train_plot tools/train_export
$(RDIR)/tests/tools/test_train $(RDIR)/tests/tools/test_train_files: $(TRAIN_PARTS:%=$(RDIR)/%.o)
$(DDIR)/tests/tools/test_train $(DDIR)/tests/tools/test_train_files: $(TRAIN_PARTS:%=$(DDIR)/%.o)
# Vector code: nobody asks for errno, nor for traps of floating point, that would keep loops from it.
NUMERIC := tools/float_net.o tools/train_batch.o
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(NUMERIC:%=$(dir)/%)): COMMON += -fno-math-errno -fno-trapping-math

tests-built: $(call programs,$(RDIR)) $(call programs,$(DDIR)) fuzz-programs

# --- running and testing ----------------------------------------------------------------------

# -j$(JOBS), unless make was called with -j; tests/run.sh: two steps at a time.
JOBS := $(shell nproc)
PARALLEL = --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Programs, files and headers that must or may be there, each with the Debian package that has it.
packages = @CC='$(CC)' tools/packages

# The library that probes Syzygy tablebases, loaded at run time.
FATHOM := $(or $(wildcard /usr/lib/*/libfathom.so.1 /usr/lib*/libfathom.so.1 /usr/local/lib/libfathom.so.1), \
    /usr/lib/x86_64-linux-gnu/libfathom.so.1)

deps:
	$(packages) need $(firstword $(CC))=$(notdir $(firstword $(CC))) stdio.h=libc6-dev want nasm=nasm $(FATHOM)=libfathom1

# windows.h and a linker are in packages that the compiler brings.
windows-deps:
	$(packages) need $(WINDOWS_CC)=gcc-mingw-w64-x86-64 \
	    x86_64-w64-mingw32-objdump=binutils-mingw-w64-x86-64 want nasm=nasm

# Without these some tests are skipped. git is missing only where the tree came as an archive. Node and npm are not among
# them: npm brings some 380 packages.
test-deps: deps
	$(packages) want cmocka.h=libcmocka-dev tbprobe.h=libfathom-dev man=man-db mandoc=mandoc git=git

clients-deps:
	$(packages) need node=nodejs npm=npm

instructions: $(call unless-help,deps)
	$(if $(help-asked),,$(packages) need valgrind=valgrind addr2line=binutils git=git)
	@CC='$(CC)' tools/instructions $(ARGS)

# The names of libc's functions are only wanted.
profile-deps: deps
	$(packages) need perf=linux-perf addr2line=binutils want /usr/lib/debug/.build-id=libc6-dbg

# The recursion lets the second make find what the first has installed.
SECONDS := 5
run: deps
	@$(MAKE) $(PARALLEL) $(EXE)
	@./$(EXE) show $(SECONDS) $(FEN)

# Processor seconds of a build from nothing, and of the tests, on a core of 2.5 GHz. Two steps run at a time. A run
# leaves the seconds that it took.
TEST_BUILD := 420
TEST_STEPS := 500

# The recursion, as above, and run.sh is told where things are now.
test: test-deps
	@echo "make test: builds everything (from nothing in about $$((($(TEST_BUILD) / $(JOBS) + 59) / 60)) min on" \
	    "$(JOBS) cores), then runs all tests (about $$((($$(cat build/test-seconds 2>/dev/null || \
	    echo $$(($(TEST_STEPS) / ($(JOBS) > 1 ? 2 : 1)))) + 59) / 60)) min)"
	@$(MAKE) $(PARALLEL) tests-run

tests-run: all debug tests-built tools-built $(TOOLS_CHECKED)
	@CC='$(CC)' CMOCKA='$(CMOCKA)' bash tests/run.sh $(RDIR)/tests $(DDIR)/tests ./$(EXE) ./panoptes-debug

# The engine and the tools with a sanitizer, driven by tests without.
DRIVERS := $(addprefix $(RDIR)/tests/uci/,uci_storm uci_fuzz uci_commands uci_inspect)
DRIVEN := DRIVEN_BY=$(RDIR)/tests sanitized-run

# Races: storms of commands, and the tools with threads.
test-threads: deps
	@$(MAKE) $(PARALLEL) $(DRIVERS)
	@$(MAKE) $(PARALLEL) SANITIZE=thread $(DRIVEN)

# Memory that is read before it is written: clang sees it, in C only.
test-memory: deps
	@$(MAKE) $(PARALLEL) $(DRIVERS)
	@$(MAKE) $(PARALLEL) CC=clang NASM= SANITIZE=memory $(DRIVEN)

$(DDIR)/panoptes: $(call objects,$(DDIR)) $(MAIN:%.c=$(DDIR)/%.o)
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

sanitized-run: $(DDIR)/panoptes $(TOOLS_CHECKED)
	@bash tests/platform/sanitized.sh $(SANITIZE) $(DDIR) $(DRIVEN_BY)

# Under wine, driven by tests that are programs of this system.
DRIVERS_OF_WINDOWS := uci_commands uci_options uci_search_options uci_search_complaints uci_inspect uci_scores \
    uci_jobs uci_network uci_selfplay session
CRASHING = $(LDIR)/tests/platform/windows/crash.exe
test-windows-deps: windows-deps
	$(packages) need /usr/lib/wine/wine64=wine64 git=git
test-windows: test-windows-deps windows
	@$(MAKE) $(PARALLEL) $(addprefix $(RDIR)/tests/uci/,$(DRIVERS_OF_WINDOWS))
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) $(WINDOWS_ARCH) crashing
	@bash tests/platform/windows.sh panoptes.exe build/crash.exe $(addprefix $(RDIR)/tests/uci/,$(DRIVERS_OF_WINDOWS))
crashing: $(CRASHING)
	@cp $(CRASHING) build/crash.exe
$(LDIR)/tests/platform/windows/crash.exe: $(LDIR)/tests/platform/windows/crash.o $(optimised)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $(filter %.o,$^) $(LIBS) -o $@

# A static program with another C library, driven by programs with this system's.
DRIVERS_OF_MUSL := $(addprefix $(RDIR)/tests/uci/,uci_commands uci_faults uci_complaints)
MUSL := build/musl/panoptes
test-musl: deps
	$(packages) need musl-gcc=musl-tools readelf=binutils
	@mkdir -p $(dir $(MUSL))
	@$(MAKE) $(PARALLEL) CC=musl-gcc STATIC=1 EXE=$(MUSL) $(MUSL)
	@$(MAKE) $(PARALLEL) $(DRIVERS_OF_MUSL)
	@bash tests/platform/musl.sh $(MUSL) $(DRIVERS_OF_MUSL)

# GUIs on a display that nobody sees: some 300 packages, and five minutes. GUIS="xboard scid": these alone.
GUIS := xboard scid pychess gnome-chess knights
test-guis: deps
	$(packages) need xvfb-run=xvfb xauth=xauth xdotool=xdotool import=imagemagick openbox=openbox \
	    dbus-run-session=dbus-daemon $(GUIS:%=/usr/games/%=%) /usr/games/polyglot=polyglot
	@$(MAKE) $(PARALLEL) $(EXE)
	@bash tests/platform/guis.sh $(EXE) $(GUIS)

# Only what needs node and npm. It installs them.
test-clients: deps clients-deps
	@$(MAKE) $(PARALLEL) clients-run

clients-run: all
	@CC='$(CC)' bash tests/run.sh $(RDIR)/tests $(DDIR)/tests ./$(EXE) ./panoptes-debug clients

# --- fuzzing -----------------------------------------------------------------------------------

# Each of these is a program, linked with libFuzzer where SANITIZE says so, else with a main of our own.
FUZZ := $(filter-out fuzz main session tame,$(notdir $(basename $(wildcard tests/fuzz/*.c))))
FUZZ_OF_TOOLS := $(TOOL_PARTS) tools/game_file tools/game_text tools/packed_position tools/position_store
FUZZ_PARTS := tests/fuzz/fuzz tests/fuzz/session tests/fuzz/tame $(FUZZ_OF_TOOLS)
FUZZ_PROGRAMS := $(FUZZ:%=$(DDIR)/tests/fuzz/%)
# The functions that tests/fuzz/tame.c takes the place of.
TAMED := $(if $(FUZZ),$(shell sed -nE 's|^TAMED.[^,]*, ([a-z0-9_]*),.*|-Wl,--wrap=\1|p' tests/fuzz/tame.c))

$(FUZZ_PROGRAMS): %: %.o $(FUZZ_PARTS:%=$(DDIR)/%.o) $(filter-out $(ASSERTING:%.c=$(DDIR)/%.o),$(call parts,$(DDIR)))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $(TAMED) $^ $(LIBS) -o $@

fuzz-programs: $(FUZZ_PROGRAMS)

ifneq ($(findstring fuzzer,$(SANITIZE)),)
$(FUZZ_PROGRAMS): LINK += -fsanitize=fuzzer
DEBUG := $(DEBUG:-O1=-O2)
# What compares takes most of the time, and which way it takes is no news of the input.
FUZZ_UNCOUNTED := board/verify board/scratch board/difference moves/verify_moves eval/verify_evaluation
$(FUZZ_UNCOUNTED:%=$(DDIR)/src/%.o): SANITIZERS :=
else
$(FUZZ_PROGRAMS): $(DDIR)/tests/fuzz/main.o
endif

# The library that libFuzzer is.
FUZZER := $(or $(wildcard /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a), \
    /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a)
fuzz-deps: deps
	$(packages) need clang=clang $(firstword $(FUZZER))=libclang-rt-14-dev

# MINUTES of all targets together, or of TARGET, one of $(FUZZ).
MINUTES := 10
TARGET := $(FUZZ)
FUZZING := CC=clang SANITIZE=fuzzer-no-link,address,undefined
fuzz: fuzz-deps
	@$(MAKE) $(PARALLEL) $(FUZZING) fuzz-built
	@$(MAKE) --no-print-directory $(FUZZING) fuzz-run
fuzz-built: $(TARGET:%=$(DDIR)/tests/fuzz/%)
fuzz-run:
	@bash tests/fuzz/run.sh '$(DDIR)/tests/fuzz' '$(MINUTES)' $(TARGET)

# The share of the lines that the corpora reach, those in build/fuzz included.
fuzz-coverage: deps
	$(packages) need clang=clang llvm-cov=llvm
	@$(MAKE) $(PARALLEL) CC=clang COVERAGE=1 fuzz-programs
	@bash tests/fuzz/coverage.sh build/clang-$(ARCH)*-debug-coverage/tests/fuzz

# --- measuring ---------------------------------------------------------------------------------

# The program is built like a test, by each of these compilers that is installed.
BENCH_COMPILERS := gcc clang
BENCH := tools/kernels_bench

$(RDIR)/tools/%.o: COMMON += -Itests -Itools

# Its loops over bit primitives, in both forms.
$(RDIR)/$(BENCH): $(RDIR)/tools/bit_loops.o $(RDIR)/tools/bit_loops_c.o

TOOLS := $(BENCH) tools/fit_wdl tools/soak

$(RDIR)/tools/soak: $(patsubst %.c,$(RDIR)/%.o,$(wildcard tools/soak_*.c))

$(TOOLS:%=$(RDIR)/%): %: %.o $(filter-out $(ASSERTING:%.c=$(RDIR)/%.o),$(call parts,$(RDIR)))
	$(Q)$(CC) $(RELEASE) $(COMMON) $(LINK) $^ $(LIBS) -o $@

kernels-bench: $(call unless-help,deps)
	@$(if $(help-asked),exec tools/kernel-table --help;) programs=; for cc in $(BENCH_COMPILERS); do \
	    command -v $$cc >/dev/null || { echo "$$cc is not installed: left out" >&2; continue; }; \
	    program=build/$$cc-$(ARCH)/$(BENCH); programs="$$programs $$cc=$$program"; \
	    $(MAKE) $(PARALLEL) CC=$$cc $$program >&2 || exit 1; \
	done; tools/kernel-table $(ARGS) $$programs

soak: $(call unless-help,deps)
	@$(if $(help-asked),exec cat tools/soak.usage;) $(MAKE) $(PARALLEL) $(EXE) $(RDIR)/tools/soak >&2
	@$(if $(help-asked),,$(RDIR)/tools/soak $(ARGS) ./$(EXE))

perft-bench: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) >&2)
	@tools/perft-bench --engine ./$(EXE) $(ARGS)

# Commits are built as the working tree is.
match: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) >&2)
	@CC='$(CC)' ARCH='$(ARCH)' tools/match --engine ./$(EXE) $(ARGS)

judge: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) >&2)
	@tools/judge --engine ./$(EXE) $(ARGS)

# What a tool in C prints of its use is in tools/NAME.usage, so that make can show it, too. Without ARGS there is
# nothing to do for it, either.
show-usage = $(if $(help-asked),exec cat tools/$(1).usage;,$(if $(ARGS),,cat tools/$(1).usage >&2; exit 2;))
build/usage/tools/%_usage.h: tools/%.usage Makefile
	@mkdir -p $(@D)
	$(Q)sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< > $@
define includes-usage
$(RDIR)/tools/$(1).o $(LDIR)/tools/$(1).o $(DDIR)/tools/$(1).o: build/usage/tools/$(1)_usage.h
$(RDIR)/tools/$(1).o $(LDIR)/tools/$(1).o $(DDIR)/tools/$(1).o: COMMON += -Ibuild/usage
endef
$(foreach tool,datagen book tune train fit_wdl soak spsa,$(eval $(call includes-usage,$(tool))))

# --- tuning the evaluation ---------------------------------------------------------------------

DATAGEN_PARTS := $(GAME_PARTS) tools/datagen tools/ending tools/game_file tools/game_text tools/production \
    tools/position_list tools/selfplay tools/starts

# What searches or evaluates is optimised as the engine is.
$(RDIR)/tools/tune: $(TOOL_PARTS:%=$(LDIR)/%.o) $(LDIR)/tools/tune.o $(optimised)
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $^ $(LIBS) -o $@

$(RDIR)/tools/datagen: $(DATAGEN_PARTS:%=$(LDIR)/%.o) $(optimised)
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $^ $(LIBS) -o $@

# With SANITIZE=thread: what its threads share is looked at.
$(DDIR)/tools/datagen: $(DATAGEN_PARTS:%=$(DDIR)/%.o) $(call objects,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

$(RDIR)/tools/train: $(TRAIN_PARTS:%=$(LDIR)/%.o) $(GAME_PARTS:%=$(LDIR)/%.o) $(LDIR)/tools/train_data.o \
    $(LDIR)/tools/train.o $(optimised)
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $^ $(LIBS) -o $@

$(DDIR)/tools/train: $(TRAIN_PARTS:%=$(DDIR)/%.o) $(GAME_PARTS:%=$(DDIR)/%.o) $(DDIR)/tools/train_data.o \
    $(DDIR)/tools/train.o $(call objects,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

BOOK_PARTS := $(GAME_PARTS) $(patsubst %.c,%,$(wildcard tools/book*.c)) tools/pgn_reader
$(RDIR)/tools/book: $(BOOK_PARTS:%=$(LDIR)/%.o) $(optimised)
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $^ $(LIBS) -o $@

$(DDIR)/tools/book: $(BOOK_PARTS:%=$(DDIR)/%.o) $(call objects,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

$(DDIR)/tools/tune: $(TOOL_PARTS:%=$(DDIR)/%.o) $(DDIR)/tools/tune.o $(call objects,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

# The search's parameters are variables in it, so that it needs an engine of its own, in a folder of its own.
SPSA_PARTS := $(SPSA_SUMS) tools/replaceable tools/ending tools/position_list tools/spsa_games tools/spsa_screen tools/spsa
ifdef TUNE
$(RDIR)/tools/spsa: $(SPSA_PARTS:%=$(LDIR)/%.o) $(optimised)
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(LTO) $(COMMON) $(LINK) $^ $(LIBS) -o $@

$(DDIR)/tools/spsa: $(SPSA_PARTS:%=$(DDIR)/%.o) $(call objects,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@
else
$(RDIR)/tools/spsa: $(untuned:%.c=$(LDIR)/%.o)
$(DDIR)/tools/spsa: $(untuned:%.c=$(DDIR)/%.o)
$(RDIR)/tools/spsa $(DDIR)/tools/spsa: build/usage/tools/spsa_usage.h FORCE
	@mkdir -p $(@D)
	@$(MAKE) --no-print-directory $(AS_TUNED) $(@:build/$(FLAVOUR)%=build/$(FLAVOUR)-tune%)
	@ln -sf ../../../$(@:build/$(FLAVOUR)%=build/$(FLAVOUR)-tune%) $@
endif

$(DDIR)/tools/fit_wdl: %: %.o $(filter-out $(ASSERTING:%.c=$(DDIR)/%.o),$(call parts,$(DDIR)))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $^ $(LIBS) -o $@

# Built by `make test`, so that no tool falls behind the engine.
tools-built: $(TOOLS:%=$(RDIR)/%) $(addprefix $(RDIR)/tools/,tune datagen book train spsa)

datagen: $(call unless-help,deps)
	@$(call show-usage,datagen) $(MAKE) $(PARALLEL) $(RDIR)/tools/datagen >&2
	@$(if $(help-asked),,$(RDIR)/tools/datagen $(ARGS))

book: $(call unless-help,deps)
	@$(call show-usage,book) $(MAKE) $(PARALLEL) $(RDIR)/tools/book >&2
	@$(if $(help-asked),,$(RDIR)/tools/book $(ARGS))

tune-eval: $(call unless-help,deps)
	@$(call show-usage,tune) $(MAKE) $(PARALLEL) $(RDIR)/tools/tune >&2
	@$(if $(help-asked),,$(RDIR)/tools/tune $(ARGS))

spsa: $(call unless-help,deps)
	@$(call show-usage,spsa) $(MAKE) $(PARALLEL) $(RDIR)/tools/spsa >&2
	@$(if $(help-asked),,$(RDIR)/tools/spsa $(ARGS))

train: $(call unless-help,deps)
	@$(call show-usage,train) $(MAKE) $(PARALLEL) $(RDIR)/tools/train >&2
	@$(if $(help-asked),,$(RDIR)/tools/train $(ARGS))

# --- fitting to games --------------------------------------------------------------------------

# PGN: games of this very source, written by fastchess; NOTE: where they come from, for the reader; EVALUATION: what
# played them, network or classical.
PGN  := games.pgn
NOTE := Games in $(PGN).
EVALUATION := network
fit-wdl: $(call unless-help,deps)
	@$(if $(help-asked),exec cat tools/fit_wdl.usage;) \
	    test -r '$(PGN)' || { echo "there is no $(PGN): give PGN=FILE" >&2; exit 1; }; \
	    $(MAKE) $(PARALLEL) $(RDIR)/tools/fit_wdl >&2
	$(if $(help-asked),,@$(RDIR)/tools/fit_wdl --evaluation '$(EVALUATION)' --note '$(NOTE)' $(PGN) > build/wdl_model.h)
	$(if $(help-asked),,@tools/put src/eval/wdl_$(EVALUATION).h <build/wdl_model.h && \
	    cat src/eval/wdl_$(EVALUATION).h && echo "written: src/eval/wdl_$(EVALUATION).h" >&2)

# --- installing and packing --------------------------------------------------------------------

PREFIX  ?= /usr/local
DESTDIR ?=
bindir   = $(PREFIX)/bin
mandir   = $(PREFIX)/share/man
docdir   = $(PREFIX)/share/doc/panoptes
MANUAL  := build/panoptes.6

$(MANUAL): tools/package/panoptes.6.in include/core/version.h
	@mkdir -p $(@D)
	$(Q)sed "s/@VERSION@/$$(tools/package/version VERSION)/; s/@DATE@/$$(tools/package/version DATE)/" $< > $@

# The shell takes the folders from the environment, so that they may have any characters.
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export bindir := $(bindir)
install uninstall: export mandir := $(mandir)
install uninstall: export docdir := $(docdir)
install: $(EXE) $(MANUAL)
	@PROGRAM='$(EXE)' MANUAL='$(MANUAL)' tools/package/install install
uninstall:
	@tools/package/install uninstall

dist:
	$(packages) need git=git
	@tools/package/dist

LEVELS   := x86-64-v2 x86-64-v3 x86-64-v4
# What is released, as SYSTEM-LEVEL, and how its program is built.
RELEASED := $(LEVELS:%=linux-%) $(LEVELS:%=windows-%)
PROGRAMS := build/release/programs
released  = $(PROGRAMS)/$(1)/panoptes$(if $(filter windows-%,$(1)),.exe)
$(PROGRAMS)/linux-%/panoptes: FORCE
	@mkdir -p $(@D)
	@$(MAKE) $(PARALLEL) STATIC=1 ARCH=$* EXE=$(PROGRAMS)/panoptes-linux-$* $(PROGRAMS)/panoptes-linux-$*
	@cp $(PROGRAMS)/panoptes-linux-$* $@
$(PROGRAMS)/windows-%/panoptes.exe: FORCE
	@mkdir -p $(@D)
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) ARCH=$* EXE=$(PROGRAMS)/panoptes-windows-$*.exe \
	    $(PROGRAMS)/panoptes-windows-$*.exe
	@cp $(PROGRAMS)/panoptes-windows-$*.exe $@

release-deps: deps windows-deps
	$(packages) need nasm=nasm /usr/lib/x86_64-linux-gnu/libc.a=libc6-dev readelf=binutils zip=zip

release: release-deps
	@$(MAKE) --no-print-directory $(MANUAL) $(foreach name,$(RELEASED),$(call released,$(name)))
	@tools/package/release $(RELEASED)

deb-deps: deps
	$(packages) need nasm=nasm dpkg-shlibdeps=dpkg-dev

# Who answers for the package. Mail to the domain .invalid goes nowhere.
MAINTAINER := Panoptes developers <panoptes@panoptes.invalid>
deb: deb-deps
	@$(MAKE) $(PARALLEL) ARCH=x86-64-v2 EXE=build/panoptes-deb build/panoptes-deb $(MANUAL)
	@MAINTAINER='$(MAINTAINER)' tools/package/deb build/panoptes-deb

# Builds all of that twice, in two folders, and compares.
test-release:
	$(packages) need git=git nasm=nasm lintian=lintian qemu-x86_64=qemu-user unzip=unzip
	@LEVELS='$(LEVELS)' bash tests/build/release.sh

# --- reading the source by tools ---------------------------------------------------------------

# A file is read again when it, a header or the list of checks has changed.
LINTED := $(SOURCES) $(MAIN) $(wildcard asm/*.c tools/*.c tools/*/*.c tests/*/*.c tests/*/*/*.c) \
    $(shell grep -lE '^.!.*(bash|/sh)' $(wildcard tools/* tools/package/* tests/*.sh tests/*/*.sh tests/*/*/*.sh .ci/run) 2>/dev/null)
# What is for Windows needs the headers of its compiler.
LINTED  += $(if $(shell command -v $(WINDOWS_CC) 2>/dev/null),$(filter-out $(LINTED),$(wildcard src/*/windows/*.c)))
HEADERS := $(wildcard include/*/*.h src/*/*.h src/*/*/*.h tests/*/*.h tools/*.h tools/*/*.h)
USAGES  := $(patsubst tools/%.usage,build/usage/tools/%_usage.h,$(wildcard tools/*.usage))

lint: lint-deps
	@$(MAKE) $(PARALLEL) -k --output-sync=target lint-read
	@echo "lint: nothing found in $(words $(LINTED)) files"

lint-deps: deps
	$(packages) need gcc=gcc clang-tidy=clang-tidy cppcheck=cppcheck shellcheck=shellcheck \
	    want $(WINDOWS_CC)=gcc-mingw-w64-x86-64

lint-read: $(LINTED:%=build/lint/%)

$(LINTED:%=build/lint/%): build/lint/%: % $(HEADERS) $(USAGES) tools/lint
	@mkdir -p $(@D)
	$(Q)tools/lint $<
	$(Q)touch $@

clean:
	rm -rf build $(EXE) panoptes.exe panoptes-debug panoptes-tune panoptes-stats panoptes-profile profile.svg

format:
	$(packages) need clang-format=clang-format
	clang-format -i $(SOURCES) $(MAIN) $(wildcard src/*/windows/*.c src/*/*.h src/*/*/*.h include/*/*.h asm/*.c \
	    tests/*/*.[ch] tests/*/*/*.[ch] tools/*.[ch] tools/*/*.[ch])

help:
	@echo 'Building'
	@echo '  make                builds ./$(EXE) for this machine'
	@echo '  make windows        cross-builds panoptes.exe for Windows (ARCH=x86-64-v3 unless said)'
	@echo '  make debug          builds ./panoptes-debug: asserts, comparator, sanitizers'
	@echo '  make clean          removes what was built'
	@echo '  make format         formats the sources with clang-format'
	@echo 'Running'
	@echo '  make run            analyses the start position (FEN="..." another one, SECONDS=N for how long)'
	@echo '  make test           runs all tests; those that need node and npm only if they are there'
	@echo '  make test-windows   installs wine and runs panoptes.exe under it'
	@echo '  make test-musl      builds a static program with the C library musl, and tests it'
	@echo '  make test-guis      installs GUIs and lets them play and analyse, on a display of their own (GUIS="xboard scid")'
	@echo '  make test-clients   installs node and npm (some 380 packages) and runs the tests that need them'
	@echo '  make lint           reads the source by clang-tidy, cppcheck, shellcheck and gcc -fanalyzer, and installs them'
	@echo '  make soak           plays and analyses for long; nothing may be lost (ARGS="--games 5000"; ARGS=--help)'
	@echo '  make fuzz           attacks with inputs made by libFuzzer (MINUTES=10, TARGET=one of $(FUZZ))'
	@echo '  make test-threads   storms of commands, and the tools, on a build with ThreadSanitizer'
	@echo '  make test-memory    the same and more with MemorySanitizer (clang, kernels in C)'
	@echo '  make deps           installs what the build needs; test-deps, clients-deps, profile-deps: what those targets need'
	@echo 'Measuring'
	@echo '  make kernels-bench  cycles of every kernel: C by gcc and clang, NASM by level (ARGS=--json)'
	@echo '  make perft-bench    speed of perft on six positions (ARGS="--json --level all")'
	@echo '  make match          which of two commits, builds, settings or engines is stronger (ARGS=". against HEAD"; ARGS=--help)'
	@echo '  make judge          how far evaluations are from the searches of another engine (ARGS="FILE"; ARGS=--help)'
	@echo '  make profile        where the time goes, by function and layer, and a flame graph (ARGS="--depth N")'
	@echo '  make instructions   instructions by function, for one position (ARGS="COMMIT [COMMIT]": of two versions)'
	@echo '  make stats          counts what the search does in bench'
	@echo 'Tuning'
	@echo '  make datagen        plays games against itself for tuning and training (ARGS="make FILE"; ARGS=--help)'
	@echo '  make book           makes opening books from games or searches (ARGS="make BOOK GAMES..."; ARGS=--help)'
	@echo '  make tune-eval      tunes the evaluation on positions (ARGS="--epochs 50 FILE..."; ARGS=--help)'
	@echo '  make train          trains a network on games of datagen (ARGS="prepare OUT GAMES..."; ARGS=--help)'
	@echo '  make tune           builds ./panoptes-tune: search parameters as options, and their SPSA lines'
	@echo '  make spsa           tunes the search parameters by games, or screens them (ARGS="tune STATE"; ARGS=--help)'
	@echo '  make fit-wdl        fits a win model to games (PGN=FILE NOTE="whose games" [EVALUATION=classical])'
	@echo 'Installing and packing'
	@echo '  make install        puts program, manual page, README and licence below PREFIX (/usr/local); make uninstall'
	@echo '  make dist           an archive of the source, of the newest commit, in build/release'
	@echo '  make release        archives of static programs for Linux and Windows, x86-64-v2, -v3 and -v4, in build/release'
	@echo '  make deb            a Debian package, in build/release'
	@echo '  make test-release   makes them twice, in two folders: the same bytes, on old CPUs, under lintian'
	@echo 'Variables'
	@echo '  CC=gcc|clang        the compiler'
	@echo '  ARCH=LEVEL          native (default), x86-64-v2, x86-64-v3 or x86-64-v4'
	@echo '  EXE=NAME            the name of the binary'
	@echo '  STATIC=1            without shared libraries, so without Syzygy tablebases'
	@echo '  V=1                 shows the commands'
	@echo '  SANITIZE=LIST       sanitizers of the debug build (address,undefined where the compiler has them)'
	@echo '  C_BITS=1            bit primitives in C, without inline assembly'
	@echo '  TUNE=1 STATS=1 PROFILE=1  what the targets tune, stats and profile set'
