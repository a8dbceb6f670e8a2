#!/usr/bin/env bash
# aarch64.sh BUILD
#
# The program for ARM64, emulated by qemu-user elsewhere: the nodes of bench in the release of folder BUILD, by its C
# kernels too, and in the debug build of BUILD-debug; perft; unit tests; by RUNNER, which make names, a dialogue, and
# crashes. Prints a line for each step; exits with 1 if any failed. `make test-aarch64` builds first and then calls this.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
build=$1 emulator=
unset PANOPTES_CPU
if [ "$(uname -m)" != aarch64 ]; then
    command -v qemu-aarch64 >/dev/null || { echo "ARM64 is not tested: qemu is not installed: apt-get install qemu-user"; exit 0; }
    emulator=qemu-aarch64
    [ -e /lib/ld-linux-aarch64.so.1 ] || emulator+=" -L /usr/aarch64-linux-gnu"
fi

# What RUNNER starts.
for program in "$build" "$build-debug"; do
    printf '#!/bin/sh\nexec %s "%s/panoptes" "$@"\n' "$emulator" "$PWD/$program" >"$work/${program##*/}"
    chmod +x "$work/${program##*/}"
done
engine=$work/${build##*/}

bench_nodes() {
    "$1" bench 4 | awk '/ nodes .* nps$/ { nodes = $1 } END { print nodes + 0 }'
}

same_bench() {
    local neon c debug
    neon=$(bench_nodes "$engine") c=$(PANOPTES_CPU=c bench_nodes "$engine") debug=$(bench_nodes "$engine-debug")
    echo "depth 4: $neon nodes, by C kernels $c, debug $debug"
    [ "$neon" -gt 1000 ] && [ "$neon" = "$c" ] && [ "$neon" = "$debug" ]
}

# What it says of itself: the CPU, and that kernels are picked.
described() {
    "$engine" cpu | tee "$work/cpu"
    grep -q '^features:.* asimd' "$work/cpu" && [ "$(grep -c '^kernel .* neon .* the best version$' "$work/cpu")" = 3 ]
}

step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$engine"
step "bench: the same nodes by C kernels and in the debug build" same_bench
step "cpu: what was picked" described
# shellcheck disable=SC2046 # names without blanks
step "perft" $emulator "$build/tests/perft/perft_suite" --nodes 30000 $(find tests/data/perft -name '*.epd' ! -name captures.epd)
[ -e "$build/tests/units" ] || echo "the unit tests are left out: apt-get install libcmocka-dev:arm64"
for name in test_kernels test_bits test_accumulators test_draws test_symbols; do
    [ ! -e "$build/tests/units" ] || step "$name" $emulator "$build/tests/units" "$name"
done
step "uci_commands" "$RUNNER" tests/uci/uci_commands.txt --slow "$engine"
step "uci_faults: a signal" "$RUNNER" tests/uci/uci_faults.txt --slow "$engine" "a signal"
exit $bad
