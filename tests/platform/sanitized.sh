#!/usr/bin/env bash
# sanitized.sh thread|memory BUILD TESTS
#
# Runs the engine, the library and the tools of BUILD, a build with this sanitizer, for `make test-threads` and `make
# test-memory`. The test programs in TESTS have no sanitizer. STORM_ROUNDS=N sets the length of storms, STORM_SEED=N
# chooses other storms. A report of the sanitizer ends a program with a status that its test does not expect. Two
# programs run at a time (with TEST_JOBS=1 one). Exits with 1 if anything is wrong.
set -u
cd "$(dirname "$0")/../.." || exit
which=$1 build=$2 tests=$3
. tests/support/script.sh
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS-}" MSAN_OPTIONS="exit_code=66 ${MSAN_OPTIONS-}"
fixed=() # gcc 12's ThreadSanitizer refuses some random addresses
! setarch -R true 2>/dev/null || fixed=(setarch -R)

[ "$which" = memory ] || export STORM_ROUNDS="${STORM_ROUNDS:-20}" # a storm takes eight times as long here

run() {
    while [ "$(jobs -rp | wc -l)" -ge "${TEST_JOBS:-2}" ]; do
        wait -n || bad=1
    done
    (step "$*" ${fixed[@]+"${fixed[@]}"} "$@"; exit $bad) &
}

engine=$build/panoptes
run "$tests/uci/transcript" tests/uci/uci_storm.txt --slow "$engine"
run bash tests/tools/tools_work.sh "$build/bin" "$engine"
run "$build/tests/fuzz/api" --changed "$([ "$which" = memory ] && echo 20 || echo 5)" tests/fuzz/corpus/api
if [ "$which" = memory ]; then
    run "$engine" bench 3
    run "$engine" perft 3
    run "$engine" perft full 2
    run "$engine" perft captures 3
    run "$engine" selftest
    for name in uci_commands uci_inspect; do
        run "$tests/uci/transcript" tests/uci/$name.txt --slow "$engine"
    done
fi
while wait -n; rc=$?; [ $rc != 127 ]; do
    [ $rc = 0 ] || bad=1
done
exit $bad
