# Fuzzing: README.md.
.PHONY: fuzz fuzz-programs fuzz-deps fuzz-built fuzz-run

# Each of these is a program, linked with libFuzzer where SANITIZE says so, else with a main of our own.
FUZZ := $(filter-out fuzz main session tame,$(notdir $(basename $(wildcard tests/fuzz/*.c))))
FUZZ_PARTS := tests/fuzz/fuzz tests/fuzz/session tests/fuzz/tame $(WDL_PARTS)
FUZZ_PROGRAMS := $(FUZZ:%=$(DDIR)/tests/fuzz/%)
# The functions that tests/fuzz/tame.c takes the place of.
TAMED := $(if $(FUZZ),$(shell sed -nE 's|^TAMED.[^,]*, ([a-z0-9_]*),.*|-Wl,--wrap=\1|p' tests/fuzz/tame.c))

$(FUZZ_PROGRAMS): %: %.o $(FUZZ_PARTS:%=$(DDIR)/%.o) $(call parts,$(DDIR))
	$(Q)$(CC) $(DEBUG) $(COMMON) $(SANITIZERS) $(LINK) $(TAMED) $^ $(LIBS) -o $@

fuzz-programs: $(FUZZ_PROGRAMS)

ifneq ($(findstring fuzzer,$(SANITIZE)),)
$(FUZZ_PROGRAMS): LINK += -fsanitize=fuzzer
DEBUG := $(DEBUG:-O1=-O2)
# What compares takes most of the time, and which way it takes is no news of the input.
FUZZ_UNCOUNTED := selfcheck/comparator selfcheck/scratch selfcheck/verify_moves selfcheck/verify_scores
$(FUZZ_UNCOUNTED:%=$(DDIR)/src/%.o): private SANITIZERS :=
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

help::
	@echo '  make fuzz           attacks with inputs made by libFuzzer (MINUTES=10, TARGET=one of $(FUZZ))'
