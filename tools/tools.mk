# Targets that measure, tune and make data: README.md.
.PHONY: tune stats profile profile-deps instructions perft-bench tools-built lab

## Measuring the engine
# A build whose search parameters are variables and UCI options, for SPSA.
AS_TUNED = FLAVOUR=$(FLAVOUR)-tune TUNE=1
tune: ## builds ./panoptes-tune: search parameters as options, and their SPSA lines
	@$(MAKE) --no-print-directory EXE=panoptes-tune $(AS_TUNED) panoptes-tune
	@./panoptes-tune params

# The search counts what it does: `bench stats` prints it.
stats: ## counts what the search does in bench
	@$(MAKE) --no-print-directory EXE=panoptes-stats FLAVOUR=$(FLAVOUR)-stats STATS=1 panoptes-stats
	@./panoptes-stats bench stats | grep -v 'info string'

# For call graphs every function keeps its frame. DWARF gives the source line of every instruction. addr2line can read
# version 4 of DWARF, even after clang's link-time optimisation.
ifdef PROFILE
RELEASE += -gdwarf-4 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls \
    $(if $(findstring clang,$(CC)),,-fno-shrink-wrap)
FRAMES  := -DFRAMES
endif

# Profiles by perf (time) and by valgrind (instructions). Valgrind lacks AVX-512. DEPTH is the depth of `bench`.
PROFILED = EXE=panoptes-profile PROFILE=1 panoptes-profile >&2
profile: DEPTH := 13
profile: profile-deps ## where the time goes, by perf (DEPTH=N ARGS="OPTIONS of perf report")
	@$(MAKE) $(PARALLEL) FLAVOUR=$(FLAVOUR)-profile $(PROFILED)
	perf record -q -g -o build/perf.data ./panoptes-profile bench $(DEPTH) >/dev/null
	perf report -i build/perf.data --stdio -g none --percent-limit 0.5 $(ARGS)

profile-deps: deps
	$(packages) need perf=linux-perf want /usr/lib/debug/.build-id=libc6-dbg

instructions: DEPTH := 7
instructions: deps ## instructions by function, by valgrind (DEPTH=N ARGS="OPTIONS of callgrind_annotate")
	$(packages) need valgrind=valgrind
	@$(MAKE) $(PARALLEL) ARCH=x86-64-v3 FLAVOUR=$(COMPILER)-x86-64-v3-profile $(PROFILED)
	valgrind -q --tool=callgrind --callgrind-out-file=build/callgrind.out ./panoptes-profile bench $(DEPTH)
	callgrind_annotate $(ARGS) build/callgrind.out | head -60

# Prints millions of moves a second, for every level of kernels.
perft-bench: deps ## speed of perft by level
	@$(MAKE) $(PARALLEL) $(EXE) >&2
	@for level in c baseline avx2 avx512; do for what in '6' \
	    '5 fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'; do \
	    echo "$$level: perft $$what: $$(PANOPTES_CPU=$$level ./$(EXE) "perft $$what" | tail -1)"; done; done

# --- build/lab ---------------------------------------------------------------------------------

# The help of a command is in NAME.usage, so that make can also show it.
USAGES := $(sort $(wildcard tools/*/*.usage))
build/lab_usage.h: $(USAGES) tools/tools.mk
	@mkdir -p build
	$(Q)for usage in $(USAGES); do name=$$(basename $$usage .usage | tr 'a-z-' 'A-Z_'); \
	    echo "static const char USAGE_$$name[] ="; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/; $$s/$$/;/' $$usage; done > $@

# Only a build with TUNE=1 has the search's parameters as variables, which SPSA needs.
LAB_PARTS   := $(patsubst %.c,%,$(filter-out $(if $(TUNE),,tools/spsa/spsa.c tools/spsa/spsa_games.c),$(sort $(wildcard tools/*/*.c))))

$(foreach dir,$(RDIR) $(LDIR) $(DDIR),$(dir)/tools/%.o): private COMMON += -Itools -Ibuild
$(call each,tools/lab.o): build/lab_usage.h
# Without errno and floating-point traps, the compiler can use vector code.
NUMERIC := tools/train/float_net.o tools/train/train_batch.o
$(call each,$(NUMERIC)): private COMMON += -fno-math-errno -fno-trapping-math

LAB_OBJECTS := tools/lab.o $(LAB_PARTS:%=%.o)
$(RDIR)/bin/lab: private MODE = $(RELEASE) $(LTO)
$(RDIR)/bin/lab: $(LAB_OBJECTS:%=$(LDIR)/%) $(optimised)
$(DDIR)/bin/lab: $(LAB_OBJECTS:%=$(DDIR)/%) $(call objects,$(DDIR))
$(RDIR)/bin/lab $(DDIR)/bin/lab:
	$(link)
# A library for tests.
$(foreach dir,$(RDIR) $(DDIR),$(dir)/tools/lab.a): %/tools/lab.a: $(foreach part,$(LAB_PARTS),%/$(part).o)
	$(Q)rm -f $@; ar rcs $@ $^

# The program with TUNE=1, which has the command spsa.
$(RDIR)/bin/lab-tune: FORCE
	@mkdir -p $(@D)
	@$(MAKE) --no-print-directory $(AS_TUNED) $(RDIR)-tune/bin/lab
	@ln -sf ../../$(FLAVOUR)-tune/bin/lab $@

lab: deps
	@$(MAKE) $(PARALLEL) $(EXE) $(RDIR)/bin/lab >&2
	@ln -sf ../$(RDIR)/bin/lab build/lab

# `make test` builds the tools, so that they compile after each change of the engine.
tools-built: $(RDIR)/bin/lab $(DDIR)/bin/lab

# Options of the tools. With --help a target prints the help of its tool, and builds nothing.
ARGS :=
help-asked = $(filter -h --help,$(ARGS))
unless-help = $(if $(help-asked),,$(1))
# $(call target,TARGET,COMMAND): builds build/lab and runs a command with ARGS; --help builds nothing.
usage = $(wildcard tools/*/$(1).usage)
define target
.PHONY: $(1)
$(1): $(call unless-help,lab)
	$(if $(help-asked),@cat $(call usage,$(2)),@CC='$$(CC)' ARCH='$$(ARCH)' ENGINE='$$(EXE:%=./%)' build/lab $(2) $$(ARGS))
endef
## Measuring and tuning, with build/lab (ARGS=--help)
$(eval $(call target,match,play)) ## which of two engines or commits is stronger (ARGS=". against HEAD")
$(eval $(call target,gauntlet,gauntlet)) ## one candidate against a list of opponents (ARGS="CANDIDATE")
$(eval $(call target,datagen,datagen)) ## plays games against itself for training (ARGS="make FILE")
$(eval $(call target,openings,openings)) ## makes the table of opening names (ARGS="OUT NAMES.tsv...")
$(eval $(call target,tune-eval,tune)) ## tunes the classical evaluation (ARGS="--epochs 50 POSITIONS...")
$(eval $(call target,train,train)) ## trains a network on games of datagen (ARGS="prepare OUT GAMES...")
$(eval $(call target,fit-wdl,wdl)) ## fits a win model to games (ARGS="--out src/eval/wdl_network.h GAMES.pgn")
$(eval $(call target,kernels-bench,bench-kernels)) ## cycles of every kernel, in C and NASM by level (ARGS="--only PART")

.PHONY: soak spsa relay
relay: lab ## networks by games, training and gauntlets, without end (POSITIONS=N and others: tools/train/relay)
	@ENGINE=./$(EXE) tools/train/relay

soak: $(call unless-help,lab) ## games in which the engine is disturbed, and nothing may be lost (ARGS="--games 5000")
	$(if $(help-asked),@cat tools/match/play.usage,@ENGINE=./$(EXE) build/lab play --disturb $(ARGS) . against .)

spsa: $(call unless-help,deps) ## tunes the search parameters by games (ARGS="tune STATE")
	$(if $(help-asked),@cat tools/spsa/spsa.usage,@$(MAKE) $(PARALLEL) $(RDIR)/bin/lab-tune >&2)
	$(if $(help-asked),,@$(RDIR)/bin/lab-tune spsa $(ARGS))

# --- installing and packing: package/README.md -------------------------------------------------

## Installing and packing
# The released programs for other systems.
WINDOWS_CC := x86_64-w64-mingw32-gcc
AARCH64_CC := aarch64-linux-gnu-gcc
WASM_CC    := clang --target=wasm32-wasi
windows: windows-deps ## cross-builds panoptes.exe for Windows
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) EXE=panoptes.exe panoptes.exe
aarch64: aarch64-deps ## cross-builds build/panoptes-aarch64, a static program for Linux on ARM64
	@$(MAKE) $(PARALLEL) CC=$(AARCH64_CC) STATIC=1 EXE=build/panoptes-aarch64 build/panoptes-aarch64

wasm: wasm-deps ## builds an npm package in build/wasm: the engine as WebAssembly for Node.js and browsers
	@$(MAKE) $(PARALLEL) CC='$(WASM_CC)' FLAVOUR=wasm LDIR=build/wasm/objects EXE=build/wasm/panoptes.wasm build/wasm/panoptes.wasm
	@chmod -x build/wasm/panoptes.wasm
	@tools/package/wasm build/wasm
page: wasm ## builds build/panoptes.html: one file to analyse with, in any browser, offline
	@bash src/report/page/join.sh analysis.html >build/panoptes.html.new && mv build/panoptes.html.new build/panoptes.html
	@echo "built build/panoptes.html, a page to open in a browser"

# windows.h and a linker are in packages that the compiler depends on.
windows-deps:
	$(packages) need $(WINDOWS_CC)=gcc-mingw-w64-x86-64 \
	    x86_64-w64-mingw32-objdump=binutils-mingw-w64-x86-64 want nasm=nasm
aarch64-deps:
	$(packages) need $(AARCH64_CC)=gcc-aarch64-linux-gnu want qemu-aarch64=qemu-user
	@CC=$(AARCH64_CC) tools/dev/packages need stdio.h=libc6-dev-arm64-cross
# The runtime library of Debian's clang, of any version. Until make installs it, dpkg's list of its files stands for it.
WASM_RUNTIME := $(or $(wildcard /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a), \
    /var/lib/dpkg/info/libclang-rt-dev-wasm32.list)
wasm-deps:
	$(packages) need clang=clang wasm-ld=lld /usr/lib/wasm32-wasi/libc.a=wasi-libc \
	    $(firstword $(WASM_RUNTIME))=libclang-rt-dev-wasm32 want wasm-opt=binaryen

.PHONY: lib wasm wasm-deps page windows windows-deps aarch64 aarch64-deps install uninstall dist release release-deps deb deb-deps recipes test-release

# The library: position-independent code that exports only include/panoptes.h. One object makes hidden symbols local.
PDIR    := build/$(FLAVOUR)-lib
LIBRARY := build/lib/libpanoptes
LIBRARY_SOURCES := $(filter-out $(addprefix src/,uci/% report/% postmortem/% selfcheck/%),$(SOURCES))
$(PDIR)/%: MODE = $(RELEASE) $(if $(findstring gcc,$(CC)),$(LTO))
$(PDIR)/%: COMMON += -fPIC -fvisibility=hidden
$(GUARDED:%.c=$(PDIR)/%.o): private COMMON += $(GUARD)
$(EMBEDDING:%=$(PDIR)/%): private LTO :=
lib: $(LIBRARY).a $(LIBRARY).so ## builds the library with the header include/panoptes.h, in build/lib
$(PDIR)/panoptes.o: $(LIBRARY_SOURCES:%.c=$(PDIR)/%.o) $(KERNELS:%.asm=$(PDIR)/%.o)
	$(info $()  linking $@)
	$(Q)$(CC) $(MODE) $(COMMON) -no-pie -r -nostdlib $(if $(filter -flto%,$(MODE)),-flinker-output=nolto-rel) $^ -o $@ && \
	    objcopy --localize-hidden $@
$(LIBRARY).a: $(PDIR)/panoptes.o build/linked-lib
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $<
$(LIBRARY).so: $(PDIR)/panoptes.o build/linked-lib
	@mkdir -p $(@D)
	$(Q)$(CC) -shared $(filter-out -%pie -static,$(LINK)) -Wl,-z,defs -Wl,-soname,libpanoptes.so.1 $< $(LIBS) -o $@ && \
	    ln -sf $(@F) $@.1 && echo "built $(LIBRARY).a, $@"

PREFIX  ?= /usr/local
DESTDIR ?=
bindir   = $(PREFIX)/bin
libdir   = $(PREFIX)/lib
incdir   = $(PREFIX)/include
mandir   = $(PREFIX)/share/man
docdir   = $(PREFIX)/share/doc/panoptes
compdir  = $(PREFIX)/share/bash-completion/completions
pagedir  = $(PREFIX)/share/panoptes
PAGE    := build/panoptes.html
MANUAL  := build/panoptes.6

# The commit that the program names. Only main.o contains the commit, so that a new commit compiles one file.
COMMIT  := build/commit.h
$(COMMIT): FORCE
	$(call remember,#define COMMIT "$(shell tools/package/version COMMIT)")
$(call each,src/main.o): private COMMON += -include $(COMMIT)
$(call each,src/main.o): $(COMMIT)

$(MANUAL): tools/package/panoptes.6.in src/core/version.h $(COMMIT)
	@mkdir -p $(@D)
	$(Q)sed "$$(for word in VERSION DATE NAME; do echo "s/@$$word@/$$(tools/package/version $$word)/"; done)" $< > $@

# The shell takes the folders from the environment, so that they may have any characters.
$(foreach name,DESTDIR bindir libdir incdir mandir docdir compdir pagedir PAGE,\
    $(eval install uninstall: export $(name) := $$($(name))))
install: $(EXE) $(MANUAL) lib ## puts program, manual page, library and the page of make page below PREFIX (/usr/local); make uninstall
	@PROGRAM='$(EXE)' MANUAL='$(MANUAL)' LIBRARY='$(LIBRARY)' tools/package/install install
uninstall:
	@tools/package/install uninstall

dist: ## an archive of the source, of the newest commit, in build/release
	$(packages) need git=git
	@tools/package/dist

# The releases, as SYSTEM-CPU, and the build of each program. A program picks its kernels at start.
RELEASED := linux-x86_64 linux-aarch64 windows-x86_64
PROGRAMS := build/release/programs
BUILD-linux-x86_64   := STATIC=1 ARCH=x86-64-v2
BUILD-linux-aarch64  := STATIC=1 CC=$(AARCH64_CC)
BUILD-windows-x86_64 := CC=$(WINDOWS_CC)
.PHONY: $(RELEASED)
$(RELEASED):
	@mkdir -p $(PROGRAMS)/$@
	@$(MAKE) $(PARALLEL) $(BUILD-$@) EXE=$(PROGRAMS)/$@/panoptes$(if $(filter windows-%,$@),.exe) \
	    $(PROGRAMS)/$@/panoptes$(if $(filter windows-%,$@),.exe)

release-deps: deps windows-deps aarch64-deps wasm-deps
	$(packages) need nasm=nasm /usr/lib/x86_64-linux-gnu/libc.a=libc6-dev zip=zip npm=npm

release: release-deps ## archives of static programs for Linux (x86-64, ARM64) and Windows, npm package and page, in build/release
	@$(MAKE) --no-print-directory $(MANUAL) $(RELEASED) page
	@tools/package/release $(RELEASED)

deb-deps: deps
	$(packages) need nasm=nasm dpkg-shlibdeps=dpkg-dev

# The maintainer of the package. The domain .invalid receives no mail.
MAINTAINER := Panoptes developers <panoptes@panoptes.invalid>
deb: deb-deps page ## a Debian package, in build/release
	@$(MAKE) $(PARALLEL) ARCH=x86-64-v2 EXE=build/panoptes-deb build/panoptes-deb $(MANUAL)
	@tools/package/deb build/panoptes-deb

# The addresses of the project's page and archives, until a release sets them.
URL   := https://HOST/OWNER/panoptes
FILES := $(URL)/releases/download/v$(shell tools/package/version VERSION)
APP   := io.github.OWNER.Panoptes
$(foreach name,MAINTAINER URL FILES APP,$(eval deb recipes: export $(name) := $$($(name))))
recipes: ## recipes for Arch Linux, Homebrew, winget and Flatpak, of the archives (URL=PAGE FILES=FOLDER APP=ID)
	$(packages) need perl=perl
	@tools/package/fill

# Builds all releases twice, in two folders, and compares them.
test-release: ## makes them twice, in two folders: the same bytes, on old CPUs, under lintian
	$(packages) need git=git nasm=nasm lintian=lintian qemu-x86_64=qemu-user unzip=unzip \
	    makepkg=makepkg pacman=pacman-package-manager bsdtar=libarchive-tools yamllint=yamllint ruby=ruby \
	    flatpak-builder=flatpak-builder debootstrap=debootstrap /usr/lib/wine/wine64=wine64
	@bash tests/build/release.sh
