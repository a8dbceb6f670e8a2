# Runs the tests, the linters and the formatter of the sources. tests/README.md explains the tests.
## Testing
.PHONY: test test-all test-suites test-clients check tests-built fuzz-programs test-deps clients-deps run-test run-all run-check run-clients run-suites
.PHONY: test-threads test-memory sanitized-run test-aarch64 aarch64-built test-wasm wasm-run test-windows test-windows-deps crashing test-musl
.PHONY: lint lint-deps lint-read format formatted proofs

# Each source in these folders is a program of its own, linked with the whole engine except src/main.c.
TESTS    := $(wildcard tests/perft/*.c tests/uci/*.c tests/soak/faulty_engine.c)
# These sources use cmocka. They are linked with the tools that they test into one program, units. If cmocka is missing,
# there is no such program, and tests/run.sh skips these tests.
ASSERTING := $(addprefix tests/support/,rows.c tables.c)
UNITS    := $(wildcard tests/unit/*.c tests/unit/*/*.c tests/kernels/*.c tests/tools/*.c) $(ASSERTING)
SUPPORT  := $(filter-out $(ASSERTING),$(wildcard tests/support/*.c))
ifdef COVERAGE
SANITIZERS := -fprofile-instr-generate -fcoverage-mapping
endif
CMOCKA   := $(if $(filter /%,$(shell $(CC) -print-file-name=libcmocka.so 2>/dev/null)),-lcmocka)
UNIT_PROGRAM := $(if $(CMOCKA),tests/units)
programs  = $(TESTS:%.c=$(1)/%) $(UNIT_PROGRAM:%=$(1)/%)
parts     = $(call objects,$(1)) $(SUPPORT:%.c=$(1)/%.o) $(1)/tools/lib/uci_process.o

$(foreach dir,$(RDIR) $(DDIR) $(LDIR),$(dir)/tests/%.o): private COMMON += -I. -Itests -Itools \
    -DTEST_DATA_DIR='"tests/data"'
# Tests spend most time in the engine, so -O1 suffices for the tests' own code.
$(RDIR)/tests/%.o: private COMMON += -O1

$(TESTS:%.c=$(RDIR)/%): $(RDIR)/%: $(RDIR)/%.o
$(TESTS:%.c=$(DDIR)/%): $(DDIR)/%: $(DDIR)/%.o
# units is linked with the parts of build/lab that it tests.
LAB_TESTED := $(if $(filter tests/tools/%,$(UNITS)),tools/lab.a)
$(RDIR)/tests/units: $(UNITS:%.c=$(RDIR)/%.o) $(LAB_TESTED:%=$(RDIR)/%)
$(DDIR)/tests/units: $(UNITS:%.c=$(DDIR)/%.o) $(LAB_TESTED:%=$(DDIR)/%)
$(RDIR)/tests/units $(DDIR)/tests/units: private LIBS += $(CMOCKA) -ldl

$(call programs,$(RDIR)): $(call parts,$(RDIR))
$(call programs,$(DDIR)): $(call parts,$(DDIR))
$(call programs,$(RDIR)) $(call programs,$(DDIR)):
	$(link)

# uci_refusals loads this library, which refuses memory and threads.
$(RDIR)/tests/uci/refuse.so: tests/support/preload/refuse.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(RELEASE) $(COMMON) -fpic -shared $< -ldl -o $@
$(RDIR)/tests/uci/transcript: | $(RDIR)/tests/uci/refuse.so

tests-built: $(call programs,$(RDIR)) $(call programs,$(DDIR)) fuzz-programs

# Without these packages some tests are skipped. git is missing only if the tree came as an archive. `clients-deps` has
# node, npm and chromium, which bring some 500 packages.
test-deps: deps
	$(packages) want cmocka.h=libcmocka-dev tbprobe.h=libfathom-dev libfathom.so.1=libfathom1 man=man-db mandoc=mandoc git=git

clients-deps:
	$(packages) need node=nodejs npm=npm want chromium=chromium

RUN_TESTS = CC='$(CC)' COMPILER='$(COMPILER)' CMOCKA='$(CMOCKA)' SUITES='$(SUITES)' AARCH64_CC='$(AARCH64_CC)' \
    bash tests/run.sh $(RDIR)/tests $(DDIR)/tests ./$(EXE) ./panoptes-debug

# make calls itself, so that it finds the packages that test-deps has installed. tests/run.sh explains its arguments.
test: test-deps ## runs the tests in five minutes, building included
	@$(MAKE) $(PARALLEL) run-test

run-test: all debug tests-built tools-built
run-all: all debug tests-built tools-built $(RDIR)/bin/lab-tune
run-check: all debug $(addprefix $(RDIR)/,tests/perft/perft_suite $(UNIT_PROGRAM)) $(DDIR)/tests/perft/perft_suite
run-clients: all
run-suites: all debug tests-built
run-test run-all run-check run-clients run-suites:
	@$(RUN_TESTS) $(@:run-%=%)

# All tests, as CI runs them: both builds, clients, tools, soak, and storms of commands with ThreadSanitizer. Tests with
# MemorySanitizer (clang), musl, ARM64, WebAssembly and Windows (wine) run if these are installed.
test-all: test-deps ## runs all tests: on both builds, with clients, tools, sanitizers, as far as they are installed
	@$(MAKE) $(PARALLEL) run-all

# The quick part of the tests.
check: test-deps ## runs the quick tests, as before each commit: less than a minute
	@$(MAKE) $(PARALLEL) run-check

proofs: ## prints what each test proves
	@bash tests/proofs.sh

# A test that ends with status 77 is skipped, which tests/run.sh sees by this file.
is-skipped = { [ $$? = 77 ] && touch build/skipped-$(1); }
# The program that runs transcripts.
export RUNNER := $(RDIR)/tests/uci/transcript
transcripts = $(patsubst %,tests/uci/%.txt,$(1))

# The engine and the tools are built with a sanitizer, and with SPSA; the test programs that drive them have none.
DRIVEN := TUNE=1 DRIVEN_BY=$(RDIR)/tests sanitized-run

# ThreadSanitizer looks for races in the engine under storms of commands, and in the tools that use threads.
test-threads: deps ## storms of commands, and the tools, on a build with ThreadSanitizer
	@$(MAKE) $(PARALLEL) $(RUNNER)
	@$(MAKE) $(PARALLEL) FLAVOUR=$(FLAVOUR)-tune SANITIZE=thread $(DRIVEN)

# clang's MemorySanitizer finds memory that is read before it is written, in C only.
test-memory: fuzz-deps ## the same and more with MemorySanitizer (clang, kernels in C)
	@$(MAKE) $(PARALLEL) $(RUNNER)
	@$(MAKE) $(PARALLEL) FLAVOUR=clang-c-tune CC=clang NASM= SANITIZE=memory $(DRIVEN)

$(DDIR)/panoptes: $(call objects,$(DDIR)) $(DDIR)/src/main.o
	$(link)

sanitized-run: $(DDIR)/panoptes $(DDIR)/bin/lab $(DDIR)/tests/fuzz/api
	@bash tests/platform/sanitized.sh $(SANITIZE) $(DDIR) $(DRIVEN_BY)

# Under wine.
TRANSCRIPTS_OF_WINDOWS := uci_commands uci_options uci_search_options uci_search_complaints uci_jobs uci_network \
    uci_selfplay
CRASHING = $(LDIR)/tests/platform/windows/crash.exe
test-windows-deps: windows-deps
	$(packages) need /usr/lib/wine/wine64=wine64 git=git
test-windows: test-windows-deps windows ## installs wine and runs panoptes.exe under it
	@$(MAKE) $(PARALLEL) $(RUNNER)
	@$(MAKE) $(PARALLEL) CC=$(WINDOWS_CC) crashing
	@bash tests/platform/windows.sh panoptes.exe build/crash.exe $(call transcripts,$(TRANSCRIPTS_OF_WINDOWS))
crashing: $(CRASHING)
	@cp $(CRASHING) build/crash.exe
$(CRASHING): %.exe: %.o $(optimised)
	$(link)

# A static program with another C library.
TRANSCRIPTS_OF_MUSL := uci_commands uci_faults uci_complaints
MUSL := build/musl/panoptes
test-musl: deps ## builds a static program with the C library musl, and tests it
	$(packages) need musl-gcc=musl-tools readelf=binutils
	@mkdir -p $(dir $(MUSL))
	@$(MAKE) $(PARALLEL) CC=musl-gcc STATIC=1 LTO= EXE=$(MUSL) $(MUSL)
	@$(MAKE) $(PARALLEL) $(RUNNER)
	@bash tests/platform/musl.sh $(MUSL) $(call transcripts,$(TRANSCRIPTS_OF_MUSL))

# On ARM64, or emulated.
TESTS_OF_AARCH64 := test_kernels test_bits test_accumulators test_draws test_symbols
AARCH64 := FLAVOUR=aarch64 CC=$(AARCH64_CC) LTO= LDIR=build/aarch64 EXE=build/aarch64/panoptes \
    UNITS="tests/unit/main.c $(ASSERTING) $(foreach name,$(TESTS_OF_AARCH64),$(filter %/$(name).c,$(UNITS)))"
test-aarch64: aarch64-deps ## cross-builds for ARM64, and tests by qemu-user
	$(packages) want /usr/lib/aarch64-linux-gnu/libcmocka.so=libcmocka-dev:arm64
	@$(MAKE) $(PARALLEL) $(RUNNER)
	@$(MAKE) $(PARALLEL) $(AARCH64) aarch64-built
	@bash tests/platform/aarch64.sh build/aarch64 $(TESTS_OF_AARCH64) || $(call is-skipped,test-aarch64)
aarch64-built: $(EXE) $(addprefix $(RDIR)/,tests/perft/perft_suite $(UNIT_PROGRAM))

# In Node.js and in browsers.
test-wasm: page ## builds the npm package and the page, and tests them in Node.js, chromium and firefox
	$(packages) want node=nodejs npm=npm chromium=chromium firefox-esr=firefox-esr
	@$(MAKE) $(PARALLEL) wasm-run
wasm-run: all
	@bash tests/platform/clients/wasm.sh build/wasm ./$(EXE) build/panoptes.html || $(call is-skipped,test-wasm)

# Installs node, npm and a browser, and runs only the tests that need these programs.
test-clients: deps clients-deps ## runs the tests that need node, npm and chromium, which it installs (500 packages)
	@$(MAKE) $(PARALLEL) run-clients

# SUITES=DIR names a folder of larger suites, in formats of tests/data. test-all runs them, too; test-suites only them.
test-suites: test-deps ## runs those of the larger suites alone (SUITES=DIR, which make test-all heeds as well)
	@[ -d '$(SUITES)' ] || { echo 'SUITES=DIR names the folder of the larger suites: tests/data/README.md'; exit 1; }
	@$(MAKE) $(PARALLEL) run-suites

# --- reading the source by tools ---------------------------------------------------------------

# lint reads a file again when the file, a header or the list of checks has changed.
LINTED := $(SOURCES) $(wildcard src/*.c asm/*.c tools/*.c tools/*/*.c tests/*/*.c tests/*/*/*.c) \
    $(shell grep -lE '^.!.*(bash|/sh)' $(wildcard src/*/*/*.sh tools/*/* tests/uci/* tests/*.sh tests/*/*.sh tests/*/*/*.sh .ci/run) 2>/dev/null)
# Sources for another system or CPU need the headers of its cross compiler. Without it, lint leaves these sources out.
compiler-for = $(if $(shell command -v $(1) 2>/dev/null),$(wildcard src/*/$(2)/*.c))
LINTED  := $(sort $(LINTED) $(call compiler-for,$(WINDOWS_CC),windows) $(call compiler-for,$(AARCH64_CC),aarch64) \
    $(if $(wildcard /usr/lib/wasm32-wasi/libc.a),$(wildcard src/*/wasm/*.c)))
HEADERS := $(wildcard include/*.h src/*/*.h src/*/*/*.h tests/*/*.h tools/*.h tools/*/*.h)

lint: lint-deps ## reads the source by clang-tidy, cppcheck, shellcheck and gcc -fanalyzer, and installs them
	@mkdir -p build/lint
	@rm -f build/lint/changed
	@$(MAKE) $(PARALLEL) lint-read
	@echo "lint: nothing found in $(words $(LINTED)) files"

lint-deps: deps
	$(packages) need gcc=gcc clang-tidy=clang-tidy cppcheck=cppcheck shellcheck=shellcheck \
	    clang-format=clang-format want $(WINDOWS_CC)=gcc-mingw-w64-x86-64 $(AARCH64_CC)=gcc-aarch64-linux-gnu

# lint reads 12 files at a time. One by one would take twice as long.
lint-read: formatted $(LINTED:%=build/lint/%)
	$(Q)touch build/lint/changed
	$(Q)LINT_STAMPS=build/lint xargs -r -P $(JOBS) -n 12 tools/dev/lint < build/lint/changed

$(LINTED:%=build/lint/%): build/lint/%: % $(HEADERS) build/lab_usage.h tools/dev/lint
	$(file >>build/lint/changed,$<)

FORMATTED := $(sort $(wildcard include/*.h src/*.c src/*/*.c src/*/*/*.c src/*/*.h src/*/*/*.h asm/*.c \
    tests/*/*.[ch] tests/*/*/*.[ch] tools/*.[ch] tools/*/*.[ch]))
# Later versions format some places otherwise.
FORMATTER = clang-format 14 to 16 formats the sources; this is $$(clang-format --version)
is-formatter = [[ $$(clang-format --version) =~ \ version\ 1[4-6]\. ]]
formatted format: SHELL := bash
formatted:
	$(Q)if $(is-formatter); then clang-format --dry-run -Werror $(FORMATTED); else echo "$(FORMATTER)"; fi

format: ## formats the sources with clang-format
	$(packages) need clang-format=clang-format
	@$(is-formatter) || { echo "$(FORMATTER)" >&2; exit 1; }
	clang-format -i $(FORMATTED)

# --- fuzzing: fuzz/README.md -------------------------------------------------------------------

.PHONY: fuzz fuzz-programs fuzz-deps fuzz-built fuzz-run

# Each fuzz target is a program, linked with libFuzzer if SANITIZE says so, or with tests/fuzz/main.c.
FUZZ := $(filter-out fuzz main tame,$(notdir $(basename $(wildcard tests/fuzz/*.c))))
FUZZ_PARTS := tests/fuzz/fuzz tests/fuzz/tame
FUZZ_PROGRAMS := $(FUZZ:%=$(DDIR)/tests/fuzz/%)
# The functions that tests/fuzz/tame.c replaces.
TAMED := $(if $(FUZZ),$(shell sed -nE 's|^TAMED.[^,]*, ([a-z0-9_]*),.*|-Wl,--wrap=\1|p' tests/fuzz/tame.c))

$(FUZZ_PROGRAMS): %: %.o $(FUZZ_PARTS:%=$(DDIR)/%.o) $(filter-out $(ASSERTING:%.c=$(DDIR)/%.o),$(call parts,$(DDIR)))
	$(link)

fuzz-programs: $(FUZZ_PROGRAMS)

$(FUZZ_PROGRAMS): private LINK += $(TAMED) $(if $(findstring fuzzer,$(SANITIZE)),-fsanitize=fuzzer)
ifneq ($(findstring fuzzer,$(SANITIZE)),)
DEBUG := $(DEBUG:-O1=-O2)
# The self-checks take most of the time, and their paths say nothing about the input. So they are not instrumented.
FUZZ_UNCOUNTED := selfcheck/comparator selfcheck/verify_moves selfcheck/verify_scores
$(FUZZ_UNCOUNTED:%=$(DDIR)/src/%.o): private SANITIZERS :=
else
$(FUZZ_PROGRAMS): $(DDIR)/tests/fuzz/main.o
endif

# The library of libFuzzer.
FUZZER := $(or $(wildcard /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a), \
    /var/lib/dpkg/info/libclang-rt-dev.list)
fuzz-deps: deps
	$(packages) need clang=clang $(firstword $(FUZZER))=libclang-rt-dev

# The targets of $(FUZZ) share MINUTES. TARGET=NAME runs only one of them, for MINUTES.
MINUTES := 10
TARGET := $(FUZZ)
FUZZING := CC=clang SANITIZE=fuzzer-no-link,address,undefined
fuzz: fuzz-deps ## attacks with inputs made by libFuzzer (MINUTES=10, TARGET=NAME of tests/fuzz/NAME.c)
	@$(MAKE) $(PARALLEL) $(FUZZING) fuzz-built
	@$(MAKE) --no-print-directory $(FUZZING) fuzz-run
fuzz-built: $(TARGET:%=$(DDIR)/tests/fuzz/%)
fuzz-run:
	@bash tests/fuzz/run.sh '$(DDIR)/tests/fuzz' '$(MINUTES)' $(TARGET)
