#!/usr/bin/env bash
# sanitized.sh thread|memory BUILD TESTS
#
# What `make test-threads` and `make test-memory` run: the engine and the tools of a BUILD with that sanitizer, driven by
# the programs of TESTS, which are built without. STORM_ROUNDS=N and STORM_SEED=N: longer storms, and others. Any
# report ends a program with a status that its test does not expect. Exits with 1 if anything is wrong.
set -u
cd "$(dirname "$0")/../.." || exit
which=$1 build=$2 tests=$3 bad=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS-}" MSAN_OPTIONS="exit_code=66 ${MSAN_OPTIONS-}"

run() {
    local begin=$SECONDS
    if "$@" >"$log" 2>&1 </dev/null; then
        echo "passed $((SECONDS - begin)) s  $*"
    else
        echo "FAILED $((SECONDS - begin)) s  $*"
        cat "$log"
        bad=1
    fi
}

engine=$build/panoptes
# The library that reads tablebases is not built so: what it writes seems never to be written.
[ "$which" = memory ] && export STORM_TABLES=
run "$tests/uci/uci_storm" --slow "$engine"
run bash tests/tools/tools_work.sh "$build/bin" "$engine"
if [ "$which" = memory ]; then
    run "$engine" bench 3
    run "$engine" perft 3
    run "$engine" perft full 2
    run "$engine" perft captures 3
    run "$engine" selftest
    for dialogue in uci_fuzz uci_commands uci_inspect; do
        run "$tests/$dialogue" --slow "$engine"
    done
fi
exit $bad
