#!/usr/bin/env bash
# aarch64.sh BUILD TEST...
#
# Tests the program for ARM64 in the folder BUILD; on another CPU qemu-user emulates it. The steps are bench, also with
# C kernels, a search that checks itself, perft, each unit TEST, a dialogue and crashes. make sets RUNNER, the program
# that runs transcripts. Prints a line for each step; exits with 1 if any failed. `make test-aarch64` builds first and
# then calls this script.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
build=$1 emulator='' only=''
shift
unset PANOPTES_CPU
if [ "$(uname -m)" != aarch64 ]; then
    command -v qemu-aarch64 >/dev/null || { echo "ARM64 is not tested: qemu is not installed: apt-get install qemu-user"; exit 77; }
    emulator=qemu-aarch64
    [ -e /lib/ld-linux-aarch64.so.1 ] || emulator+=" -L /usr/aarch64-linux-gnu"
fi

# RUNNER needs one file as the engine: a script that runs the program in the emulator.
engine=$work/panoptes
printf '#!/bin/sh\nexec %s "%s/panoptes" "$@"\n' "$emulator" "$PWD/$build" >"$engine"
chmod +x "$engine"

bench_nodes() {
    "$engine" bench 4 | awk '/ nodes .* nps$/ { nodes = $1 } END { print nodes + 0 }'
}

same_bench() {
    local neon c
    neon=$(bench_nodes) c=$(PANOPTES_CPU=c bench_nodes)
    echo "depth 4: $neon nodes, by C kernels $c"
    [ "$neon" -gt 1000 ] && [ "$neon" = "$c" ]
}

# At each node the self-checks (from scratch, by the slow rules, by C references) agree with the engine's state.
checks_itself() {
    "$engine" 'setoption name Debug Interval value 1' 'debug on' "position fen $1" 'go nodes 5000' | tee "$work/checked"
    grep -qE 'self-checks: [0-9]{4,} positions.* 0 faults' "$work/checked"
}

# The command `cpu` names the CPU's features, and shows that the engine has picked the NEON kernels.
described() {
    "$engine" cpu | tee "$work/cpu"
    grep -q '^features:.* asimd' "$work/cpu" && [ "$(grep -c '^kernel .* neon .* the best version$' "$work/cpu")" = 3 ]
}

step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$engine"
step "bench: the same nodes by C kernels" same_bench
step "a search that checks itself" checks_itself 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
step "cpu: what was picked" described
# shellcheck disable=SC2046 # names without blanks
step "perft" $emulator "$build/tests/perft/perft_suite" --nodes 30000 $(find tests/data/perft -name '*.epd' ! -name captures.epd)
[ -e "$build/tests/units" ] || echo "the unit tests are left out: apt-get install libcmocka-dev:arm64"
for name in "$@"; do
    [ "$name" != test_kernels ] || only='every_version*' # other tests of this file test the check itself
    [ ! -e "$build/tests/units" ] || step "$name" $emulator "$build/tests/units" "$name" "${only:-*}"
    only=
done
step "uci_commands" "$RUNNER" tests/uci/uci_commands.txt --slow "$engine"
step "uci_faults: a signal" "$RUNNER" tests/uci/uci_faults.txt --slow "$engine" "a signal"
exit $bad
