# Variables for a CC that builds for WebAssembly: a module with one thread, in a memory that the host creates. Link-time
# optimisation is off, since clang's LTO cannot embed files. --strip-debug, unlike --strip-all, keeps the list of the
# module's features: if binaryen is installed, Debian's clang runs wasm-opt, which fails without this list.
COMMON  := $(filter-out -march=% -fpie -pthread,$(COMMON)) -Isrc/os/wasm -msimd128 -mbulk-memory -msign-ext \
    -mnontrapping-fptoint -D_Thread_local= -D_WASI_EMULATED_GETPID
LINK    := -mexec-model=reactor -Wl,--import-memory,--max-memory=4294967296,--initial-memory=10485760 \
    -Wl,-z,stack-size=2097152,--stack-first,--strip-debug \
    -Wl,--export=__main_argc_argv,--export=malloc,--export=free
LIBS    := -lm -lwasi-emulated-getpid
LTO     :=
SANITIZERS :=
# The files in GUARDED are compiled with GUARD, which in other builds is a stack protector. A WebAssembly stack has no
# return addresses. So here GUARD makes the code of these files small, and GUARDED has more files that no search needs.
GUARD   := -Oz
GUARDED += $(filter src/selfcheck/% src/eval/% src/moves/notation.c src/moves/pgn%.c src/board/fen.c \
    $(addprefix src/search/,handicap.c iterate.c mate.c pool.c probing.c run.c) src/network/contributions.c,$(SOURCES))
# A file in a layer's folder wasm/ replaces the file of the same name in the layer. The build leaves out files that need
# threads, files or signals.
TWINS   := $(filter-out src/os/%,$(sort $(wildcard src/*/wasm/*.c)))
SOURCES := $(filter-out $(subst wasm/,,$(filter src/uci/% src/postmortem/% %/embedded.c,$(TWINS))) src/os/os.c src/os/files.c \
    src/api/panoptes.c src/uci/input_source.c src/postmortem/backtrace.c \
    src/postmortem/replay.c,$(SOURCES))
# Writes all even bytes of the network, and then all odd bytes, since gzip packs this order some 200 KB smaller.
build/wasm/network.halves: src/network/panoptes.net
	$(Q)mkdir -p $(@D) && od -An -v -tu1 -w2 $< >$@.bytes && for i in 1 2; do \
	    LC_ALL=C awk "{ printf \"%c\", \$$$$i + 0 }" $@.bytes; done >$@ && rm $@.bytes
$(DIRS:%=%/src/network/wasm/embedded.o): build/wasm/network.halves
