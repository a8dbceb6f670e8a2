#!/usr/bin/env bash
# old_cpus.sh BINARY NODES
#
# Runs a binary built for x86-64-v2 on old CPUs that qemu emulates. `bench 4` searches NODES nodes with the kernels that
# the CPU can run. If the CPU lacks an instruction set that the binary needs, the binary prints that and ends with
# status 1. If anything is wrong, the script says what, and exits with 1.
set -u
. tests/support/script.sh
binary=$1 nodes=$2

# runs CPU LEVEL
runs() {
    local said
    said=$(qemu-x86_64 -cpu "$1" "$binary" bench 4 2>&1 </dev/null) || wrong "$1: status $?"
    [[ $said == *$'\n'"$nodes nodes "* ]] || wrong "$1: not $nodes nodes, but: $(tail -1 <<<"$said")"
    said=$(qemu-x86_64 -cpu "$1" "$binary" cpu 2>&1 </dev/null)
    [[ $said == *"CPU level: $2"[,\;]* ]] || wrong "$1: not the level $2, but: $(grep 'CPU level' <<<"$said")"
}

refuses() {
    local said status
    said=$(qemu-x86_64 -cpu "$1" "$binary" bench 1 2>&1 </dev/null)
    status=$?
    [ $status = 1 ] && [[ $said == "panoptes: this CPU cannot run this binary"* ]] || wrong "$1: status $status, '$said'"
}

runs Nehalem baseline     # the first CPU with all of x86-64-v2
runs SandyBridge baseline # AVX, but not AVX2
runs Haswell avx2
refuses core2duo # this CPU has SSSE3, but neither SSE4 nor POPCNT
refuses qemu64
exit $bad
