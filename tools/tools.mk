# What measures, tunes and makes data: README.md.
.PHONY: tune stats profile profile-deps instructions kernels-bench perft-bench match gauntlet judge generation tools-built fit-wdl

# The search's parameters as variables: options for SPSA.
AS_TUNED = FLAVOUR=$(FLAVOUR)-tune TUNE=1
tune:
	@$(MAKE) --no-print-directory EXE=panoptes-tune $(AS_TUNED) panoptes-tune
	@./panoptes-tune params

# The search counts what it does: `bench stats` prints it.
stats:
	@$(MAKE) --no-print-directory EXE=panoptes-stats FLAVOUR=$(FLAVOUR)-stats STATS=1 panoptes-stats
	@./panoptes-stats bench stats | grep -v 'info string'

# Where the time goes: see tools/perf/profile.
profile: $(call unless-help,profile-deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) EXE=panoptes-profile \
	    FLAVOUR=$(FLAVOUR)-profile PROFILE=1 panoptes-profile >&2)
	@tools/perf/profile $(ARGS)

# The names of libc's functions are only wanted.
profile-deps: deps
	$(packages) need perf=linux-perf addr2line=binutils want /usr/lib/debug/.build-id=libc6-dbg

instructions: $(call unless-help,deps)
	$(if $(help-asked),,$(packages) need valgrind=valgrind addr2line=binutils git=git)
	@CC='$(CC)' tools/perf/instructions $(ARGS)

# --- tools in C --------------------------------------------------------------------------------

$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(dir)/tools/%.o): private COMMON += -I. -Itools -Ibuild/usage

# What a tool prints of its use is in NAME.usage beside it, so that make can show it, too.
USAGES := $(wildcard tools/*/*.usage tests/*/*.usage)
usage_of = build/usage/$(basename $(notdir $(1)))_usage.h
USAGE_HEADERS := $(foreach usage,$(USAGES),$(call usage_of,$(usage)))
define usage
$(call usage_of,$(1)): $(1) tools/tools.mk
	@mkdir -p build/usage
	$$(Q)sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$< > $$@
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(dir)/$(1:.usage=.o)): $(call usage_of,$(1))
endef
$(foreach file,$(USAGES),$(eval $(call usage,$(file))))

# $(call tool,NAME,PARTS): a program of these objects, the reader of options and the engine, optimised as the engine is.
define tool
$(RDIR)/bin/$(1): $(2:%=$(LDIR)/%.o) $(LDIR)/tools/lib/options.o $(optimised)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(RELEASE) $$(LTO) $$(COMMON) $$(LINK) $$^ $$(LIBS) -o $$@
$(DDIR)/bin/$(1): $(2:%=$(DDIR)/%.o) $(DDIR)/tools/lib/options.o $(call objects,$(DDIR))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(DEBUG) $$(COMMON) $$(SANITIZERS) $$(LINK) $$^ $$(LIBS) -o $$@
endef

# $(call target,TARGET,NAME,USAGE): builds a tool and runs it with ARGS. Without these it shows how it is used.
define target
.PHONY: $(1)
$(1): $(call unless-help,deps)
	@$(if $(help-asked),exec cat $(3);,$(if $(ARGS),,cat $(3) >&2; exit 2;)) $$(MAKE) $$(PARALLEL) $$(RDIR)/bin/$(2) >&2
	@$(if $(help-asked),,$$(RDIR)/bin/$(2) $$(ARGS))
endef

sources = $(patsubst %.c,%,$(wildcard $(1)))
GAME_PARTS  := tools/lib/records tools/lib/game_options tools/lib/game_reader
TUNE_PARTS  := $(GAME_PARTS) tools/lib/state_text tools/lib/overwrite_guard \
    $(addprefix tools/tune/tune_,samples model state write)
TRAIN_ALL   := $(call sources,tools/train/*.c)
TRAIN_PARTS := tools/lib/workers $(filter-out $(addprefix tools/train/train,_data _run) tools/train/train,$(TRAIN_ALL))
SPSA_SUMS   := tools/lib/state_text $(addprefix tools/spsa/spsa_,run state patch plot)
WDL_PARTS   := tools/wdl/fit tools/wdl/pgn tools/lib/pgn_file
REFEREE     := tools/lib/ending tools/lib/position_list tools/lib/uci_process \
    $(filter-out tools/match/referee,$(call sources,tools/match/referee*.c))
TOOLS       := datagen openings tune train spsa fit_wdl referee

$(eval $(call tool,datagen,$(GAME_PARTS) tools/lib/ending tools/lib/position_list $(call sources,tools/data/*.c)))
$(eval $(call tool,openings,tools/openings/openings))
$(eval $(call tool,tune,$(TUNE_PARTS) tools/lib/workers tools/tune/tune))
$(eval $(call tool,train,$(GAME_PARTS) $(addprefix tools/lib/,ending overwrite_guard workers) $(TRAIN_ALL)))
$(eval $(call tool,fit_wdl,$(WDL_PARTS) tools/wdl/fit_wdl))
$(eval $(call tool,referee,$(REFEREE) tools/match/referee))

# Vector code: nobody asks for errno, nor for traps of floating point, that would keep loops from it.
NUMERIC := tools/train/float_net.o tools/train/train_batch.o
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(NUMERIC:%=$(dir)/%)): private COMMON += -fno-math-errno -fno-trapping-math

# The search's parameters are variables in it, so that it needs an engine of its own, in a folder of its own.
ifdef TUNE
$(eval $(call tool,spsa,tools/lib/overwrite_guard tools/lib/ending tools/lib/position_list tools/lib/state_text \
    $(call sources,tools/spsa/*.c)))
else
$(RDIR)/bin/spsa $(DDIR)/bin/spsa: build/usage/spsa_usage.h FORCE
	@mkdir -p $(@D)
	@$(MAKE) --no-print-directory $(AS_TUNED) $(@:build/$(FLAVOUR)%=build/$(FLAVOUR)-tune%)
	@ln -sf ../../../$(@:build/$(FLAVOUR)%=build/$(FLAVOUR)-tune%) $@
endif

$(eval $(call target,datagen,datagen,tools/data/datagen.usage))
$(eval $(call target,openings,openings,tools/openings/openings.usage))
$(eval $(call target,tune-eval,tune,tools/tune/tune.usage))
$(eval $(call target,train,train,tools/train/train.usage))
$(eval $(call target,spsa,spsa,tools/spsa/spsa.usage))

generation: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) $(addprefix $(RDIR)/bin/,datagen train referee) >&2)
	@tools/train/generation --datagen $(RDIR)/bin/datagen --train $(RDIR)/bin/train $(ARGS)

# Built by `make test`, so that no tool falls behind the engine.
tools-built: $(TOOLS:%=$(RDIR)/bin/%) $(TOOLS:%=$(DDIR)/bin/%) $(RDIR)/bin/kernels_bench

# PGN: games of this very source, written by fastchess; NOTE: where they come from, for the reader; EVALUATION: what
# played them, network or classical.
PGN  := games.pgn
NOTE := Games in $(PGN).
EVALUATION := network
fit-wdl: $(call unless-help,deps)
	@$(if $(help-asked),exec cat tools/wdl/fit_wdl.usage;) \
	    test -r '$(PGN)' || { echo "there is no $(PGN): give PGN=FILE" >&2; exit 1; }; \
	    $(MAKE) $(PARALLEL) $(RDIR)/bin/fit_wdl >&2
	$(if $(help-asked),,@$(RDIR)/bin/fit_wdl --evaluation '$(EVALUATION)' --note '$(NOTE)' $(PGN) > build/wdl_model.h)
	$(if $(help-asked),,@tools/dev/put src/eval/wdl_$(EVALUATION).h <build/wdl_model.h && \
	    cat src/eval/wdl_$(EVALUATION).h && echo "written: src/eval/wdl_$(EVALUATION).h" >&2)

# --- measuring ---------------------------------------------------------------------------------

# The program is built like a test, by each of these compilers that is installed.
BENCH_COMPILERS := gcc clang
BENCH := tools/perf/kernels_bench $(filter-out %/parsing %/rows %/tables,$(call sources,tests/support/*.c))

$(RDIR)/tools/perf/%.o: private COMMON += -Itests
$(RDIR)/bin/kernels_bench: $(BENCH:%=$(RDIR)/%.o) $(call objects,$(RDIR))
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(COMMON) $(LINK) $^ $(LIBS) -o $@

kernels-bench: $(call unless-help,deps)
	@$(if $(help-asked),exec tools/perf/kernel-table --help;) programs=; for cc in $(BENCH_COMPILERS); do \
	    command -v $$cc >/dev/null || { echo "$$cc is not installed: left out" >&2; continue; }; \
	    program=build/$$cc-$(ARCH)/bin/kernels_bench; programs="$$programs $$cc=$$program"; \
	    $(MAKE) $(PARALLEL) CC=$$cc $$program >&2 || exit 1; \
	done; tools/perf/kernel-table $(ARGS) $$programs

perft-bench: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) >&2)
	@tools/perf/perft-bench --engine ./$(EXE) $(ARGS)

# Commits are built as the working tree is.
match: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) $(RDIR)/bin/referee >&2)
	@CC='$(CC)' ARCH='$(ARCH)' tools/match/match --engine ./$(EXE) --referee $(RDIR)/bin/referee $(ARGS)

gauntlet: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) $(RDIR)/bin/referee >&2)
	@CC='$(CC)' ARCH='$(ARCH)' tools/match/gauntlet --engine ./$(EXE) --referee $(RDIR)/bin/referee $(ARGS)

judge: $(call unless-help,deps)
	$(if $(help-asked),,@$(MAKE) $(PARALLEL) $(EXE) $(RDIR)/bin/datagen >&2)
	@tools/match/judge --engine ./$(EXE) --datagen $(RDIR)/bin/datagen $(ARGS)

help::
	@echo 'Measuring'
	@echo '  make kernels-bench  cycles of every kernel: C by gcc and clang, NASM by level (ARGS=--json)'
	@echo '  make perft-bench    speed of perft on six positions (ARGS="--json --level all")'
	@echo '  make match          which of two commits, builds, settings or engines is stronger (ARGS=". against HEAD"; ARGS=--help)'
	@echo '  make gauntlet       one candidate against a list of opponents, beside another one (ARGS="CANDIDATE"; ARGS=--help)'
	@echo '  make judge          how far evaluations are from the searches of another engine (ARGS="FILE"; ARGS=--help)'
	@echo '  make profile        where the time goes, by function and layer, and a flame graph (ARGS="--depth N")'
	@echo '  make instructions   instructions by function, for one position (ARGS="COMMIT [COMMIT]": of two versions)'
	@echo '  make stats          counts what the search does in bench'
	@echo 'Tuning'
	@echo '  make datagen        plays games against itself for tuning and training (ARGS="make FILE"; ARGS=--help)'
	@echo '  make openings       makes the table of opening names (ARGS="OUT NAMES.tsv..."; ARGS=--help)'
	@echo '  make tune-eval      tunes the evaluation on positions (ARGS="--epochs 50 FILE..."; ARGS=--help)'
	@echo '  make train          trains a network on games of datagen (ARGS="prepare OUT GAMES..."; ARGS=--help)'
	@echo '  make generation     games, training and a gauntlet in one call (ARGS="NAME"; ARGS=--help)'
	@echo '  make tune           builds ./panoptes-tune: search parameters as options, and their SPSA lines'
	@echo '  make spsa           tunes the search parameters by games (ARGS="tune STATE"; ARGS=--help)'
	@echo '  make fit-wdl        fits a win model to games (PGN=FILE NOTE="whose games" [EVALUATION=classical])'

# --- installing and packing: package/README.md -------------------------------------------------

.PHONY: install uninstall dist release release-deps deb deb-deps test-release

PREFIX  ?= /usr/local
DESTDIR ?=
bindir   = $(PREFIX)/bin
mandir   = $(PREFIX)/share/man
docdir   = $(PREFIX)/share/doc/panoptes
compdir  = $(PREFIX)/share/bash-completion/completions
MANUAL  := build/panoptes.6

# The commit that the program names. It is in main.o alone, so that a new commit compiles one file.
COMMIT  := build/commit.h
$(COMMIT): FORCE
	$(call remember,#define COMMIT "$(shell tools/package/version COMMIT)")
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(MAIN:%.c=$(dir)/%.o)): private COMMON += -include $(COMMIT)
$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(MAIN:%.c=$(dir)/%.o)): $(COMMIT)

$(MANUAL): tools/package/panoptes.6.in src/core/version.h $(COMMIT)
	@mkdir -p $(@D)
	$(Q)sed "$$(for word in VERSION DATE NAME; do echo "s/@$$word@/$$(tools/package/version $$word)/"; done)" $< > $@

# The shell takes the folders from the environment, so that they may have any characters.
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export bindir := $(bindir)
install uninstall: export mandir := $(mandir)
install uninstall: export docdir := $(docdir)
install uninstall: export compdir := $(compdir)
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

help::
	@echo 'Installing and packing'
	@echo '  make install        puts program, manual page, README and licence below PREFIX (/usr/local); make uninstall'
	@echo '  make dist           an archive of the source, of the newest commit, in build/release'
	@echo '  make release        archives of static programs for Linux and Windows, x86-64-v2, -v3 and -v4, in build/release'
	@echo '  make deb            a Debian package, in build/release'
	@echo '  make test-release   makes them twice, in two folders: the same bytes, on old CPUs, under lintian'
