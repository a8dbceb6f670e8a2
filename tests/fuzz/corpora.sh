#!/usr/bin/env bash
# corpora.sh PROGRAMS
#
# Runs each fuzz target in the folder PROGRAMS, built without libFuzzer, on each file of its corpus. Then runs the
# target on random changes of the file, which are the same in every run.
set -u
cd "$(dirname "$0")/../.." || exit
PROGRAMS=$1
failed=0
mkdir -p build/fuzz
for corpus in tests/fuzz/corpus/*; do
    target=${corpus##*/}
    case $target in
    # The number of changes is such that a target takes some seconds.
    uci) changed=3 ;;
    api | replay) changed=30 ;;
    network) changed=100 ;;
    *) changed=500 ;;
    esac
    echo "$target"
    "$PROGRAMS/$target" --changed $changed "$corpus" || {
        echo "$target: found something; to see it again: $PROGRAMS/$target build/fuzz/last-$target"
        failed=1
    }
done
exit $failed
