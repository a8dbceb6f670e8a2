#!/usr/bin/env bash
# run.sh PROGRAMS MINUTES [TARGET...]
#
# Runs the fuzz targets in the folder PROGRAMS, which `make fuzz` has built: one on each core, for MINUTES altogether.
# build/fuzz/TARGET.log shows the progress. libFuzzer begins with tests/fuzz/corpus/TARGET and build/fuzz/TARGET, and
# adds inputs to the latter. A finding ends its target. The script keeps the finding's input, and prints at the
# end the command that shows the finding again. Exits with 1 if there was a finding. Ctrl-C always ends the script.
set -u
cd "$(dirname "$0")/../.." || exit
export PROGRAMS=$1
[[ $2 =~ ^[0-9]+$ && $2 -gt 0 ]] || { echo "MINUTES must be a whole number from 1, not '$2'" >&2; exit 2; }
MINUTES=$2
shift 2
SECONDS_EACH=$((MINUTES * 60 * ($# < $(nproc) ? $# : $(nproc)) / $#))
export SECONDS_EACH

fuzz() {
    local target=$1 log=build/fuzz/$1.log rc
    mkdir -p build/fuzz/"$target" build/fuzz/found
    "$PROGRAMS/$target" -entropic=0 -timeout=25 -max_total_time="$SECONDS_EACH" -print_final_stats=1 \
        -artifact_prefix=build/fuzz/found/"$target"- -dict=build/fuzz/words \
        build/fuzz/"$target" tests/fuzz/corpus/"$target" >"$log" 2>&1 </dev/null
    rc=$?
    printf '%-8s %9d executions' "$target" "$(grep -aoP '^stat::number_of_executed_units: +\K\d+' "$log")"
    [ $rc != 0 ] || { echo; return; }
    printf ': status %d\n' $rc
    grep -aE '^fuzz: |ERROR: |runtime error: |    #[0-9]+ .* in |^SUMMARY' "$log" | head -12 | sed 's/^/    /'
    sed -n "s|.*Test unit written to \(.*\)|    to see it again: $PROGRAMS/$target \1|p" "$log"
    return 1
}
export -f fuzz

# A dictionary for libFuzzer: the words of the protocol, and all other words that uci and engine know.
mkdir -p build/fuzz
grep -ohE '"[A-Za-z0-9_ ]{2,}"' src/uci/*.c src/engine/*.c | sort -u >build/fuzz/words
echo "fuzzing $# targets, $SECONDS_EACH s each"
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'fuzz {}' || exit 1
echo "no findings"
