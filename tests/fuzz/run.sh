#!/usr/bin/env bash
# run.sh PROGRAMS MINUTES [TARGET...]
#
# Runs the fuzz targets in the folder PROGRAMS, which `make fuzz` has built, MINUTES in all: as many at a time as there
# are cores, each with its share of the time, and a line every half minute. Corpora grow in build/fuzz/TARGET and are
# begun with next time, after those in tests/fuzz/corpus. A finding ends its target; what it was found on is kept, and
# the last lines say how to see it again. Exits with 1 if there was one. It can be broken off at any time.
set -u
cd "$(dirname "$0")/../.." || exit
PROGRAMS=$1 MINUTES=$2
shift 2
TIMEOUT=25 # seconds for one input: more is a finding, too
CORES=$(nproc)

[[ $MINUTES =~ ^[0-9]+$ && $MINUTES -gt 0 ]] ||
    { echo "MINUTES must be a whole number from 1, not '$MINUTES'" >&2; exit 2; }
SECONDS_EACH=$((MINUTES * 60 * ($# < CORES ? $# : CORES) / $#))
mkdir -p build/fuzz

declare -A pids=()
broken_off=
trap 'broken_off=1; kill ${pids[@]+"${pids[@]}"} 2>/dev/null' INT TERM

log_of() {
    echo build/fuzz/"$1".log
}

# The executions so far, or in the end.
executions() {
    grep -aoE '^#[0-9]+|^stat::number_of_executed_units: +[0-9]+' "$(log_of "$1")" 2>/dev/null |
        grep -oE '[0-9]+' | sort -n | tail -1 | grep . || echo 0
}

edges() {
    grep -aoE 'cov: [0-9]+' "$(log_of "$1")" 2>/dev/null | tail -1 | grep -oE '[0-9]+' || echo 0
}

begin() {
    local target=$1 dictionary=tests/fuzz/$1.dict
    [ -e "$dictionary" ] || dictionary=
    mkdir -p build/fuzz/"$target" build/fuzz/found
    touch build/fuzz/"$target".begun
    "$PROGRAMS/$target" -entropic=0 -timeout=$TIMEOUT -max_total_time=$SECONDS_EACH \
        -print_final_stats=1 -artifact_prefix=build/fuzz/found/"$target"- \
        ${dictionary:+-dict="$dictionary"} \
        build/fuzz/"$target" tests/fuzz/corpus/"$target" >"$(log_of "$target")" 2>&1 </dev/null &
    pids[$target]=$!
}

# Says what a target that has ended has done.
finish() {
    local target=$1 rc=$2 found
    found=$(find build/fuzz/found -name "$target-*" -newer build/fuzz/"$target".begun | head -1)
    printf '%-8s %11d executions, %6d edges of the program reached' "$target" "$(executions "$target")" "$(edges "$target")"
    if [ -n "$found" ]; then
        printf ': FOUND SOMETHING\n'
        grep -aE '^fuzz: |ERROR: |runtime error: |    #[0-9]+ .* in ' "$(log_of "$target")" | head -12 | sed 's/^/    /'
        echo "    to see it again: $PROGRAMS/$target $found"
        findings=$((findings + 1))
    elif [ "$rc" != 0 ] && [ -z "$broken_off" ]; then
        printf ': it ended with status %d; its last lines:\n' "$rc"
        tail -5 "$(log_of "$target")" | sed 's/^/    /'
        findings=$((findings + 1))
    else
        printf '\n'
    fi
    total=$((total + $(executions "$target")))
}

# Collects those that have ended.
collect() {
    local target rc
    for target in "${!pids[@]}"; do
        kill -0 "${pids[$target]}" 2>/dev/null && continue
        wait "${pids[$target]}"
        rc=$?
        unset "pids[$target]"
        finish "$target" "$rc"
    done
}

report() {
    local target line=
    for target in "${!pids[@]}"; do
        line+="  $target $(executions "$target")"
    done
    echo "$SECONDS s: ${#waiting[@]} targets to come; executions:$line"
}

findings=0 total=0 reported=0 waiting=("$@")
echo "fuzzing $# targets, $SECONDS_EACH s each"
while [ -z "$broken_off" ] && { [ ${#waiting[@]} -gt 0 ] || [ ${#pids[@]} -gt 0 ]; }; do
    while [ ${#waiting[@]} -gt 0 ] && [ ${#pids[@]} -lt "$CORES" ]; do
        begin "${waiting[0]}"
        waiting=("${waiting[@]:1}")
    done
    sleep 1
    collect
    [ $((SECONDS - reported)) -lt 30 ] || { reported=$SECONDS; report; }
done
for target in "${!pids[@]}"; do
    wait "${pids[$target]}"
done
collect
echo "$total executions in all, $findings findings${broken_off:+, broken off}"
[ "$findings" = 0 ] && [ -z "$broken_off" ]
