#!/usr/bin/env bash
# musl.sh PROGRAM TRANSCRIPT...
#
# Tests a static program with another C library, musl. The program loads no library, and searches the same tree as other
# builds. A crash reports its place, although musl has no backtrace(). RUNNER, set by make, runs each TRANSCRIPT without
# its scenes about loops. Prints a line for each step; exits with 1 if a step failed. `make test-musl` calls the script.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
PROGRAM=$PWD/$1
shift
unset PANOPTES_CPU

# The program needs neither an interpreter nor glibc.
loads_nothing() {
    readelf -lW "$PROGRAM" >"$work/segments" && ! grep -E 'INTERP|DYNAMIC' "$work/segments" &&
        ! grep -aq 'GNU C Library' "$PROGRAM"
}

# The post-mortem has the words on the stack in place of a backtrace.
crash() {
    local pid line
    coproc ENGINE { PANOPTES_POST_MORTEM=$work exec "$PROGRAM" 2>&1; }
    pid=$ENGINE_PID
    printf 'position startpos moves e2e4\ngo infinite\n' >&"${ENGINE[1]}"
    while read -r -t 60 line <&"${ENGINE[0]}" && [[ $line != 'info depth 5 '* ]]; do :; done
    kill -SEGV "$pid"
    wait "$pid"
    cat "$work"/panoptes-*.txt
    grep -qx 'backtrace: not with this C library' "$work"/panoptes-*.txt &&
        sed -n '/^on the stack/,$p' "$work"/panoptes-*.txt | grep -q ' main + ' && grep -qx end "$work"/panoptes-*.txt
}

step "no library beside it" loads_nothing
step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$PROGRAM"
step "a crash" crash
for transcript in "$@"; do
    step "${transcript##*/}" "$RUNNER" "$transcript" "$PROGRAM" -loop
done
exit $bad
