# What the compiler builds for, and which sanitizers and link-time optimisation work with it here.

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
ifneq ($(SYSTEM),windows)
LTO = $(eval LTO := $(lto))$(LTO)
endif
