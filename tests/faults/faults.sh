#!/usr/bin/env bash
# faults.sh FOLDER [NAME...]
#
# Shows that the tests can fail. Plants the faults of faults.tsv, or the named ones, one at a time in FOLDER/tree, a
# clone of the last commit. Then runs steps of tests/run.sh that reach the fault, until three have failed: first those
# that kills.tsv names, then the cheapest. FOLDER/kills.tsv gets a line for each pair: fault, step, verdict, seconds. A
# failure counts if the step passes in FOLDER/good, which has no fault, and fails again; a unit test or a step of over
# half a minute is not repeated. The script ends a step that hangs: the step has failed. After an interruption, the next
# call runs the pairs that have no line. A full run takes hours, and needs clang and llvm-profdata.
#
# The first call measures the functions that each step reaches (FOLDER/reach), and its seconds (FOLDER/steps.tsv).
# LIMIT=N skips steps of more than N seconds. KILLS=N stops after N failed steps instead of three.
set -u
cd "$(dirname "$0")/../.." || exit
FOLDER=${1:?usage: faults.sh FOLDER [NAME...]}
shift
FAULTS=$PWD/tests/faults/faults.tsv KILLS_BEFORE=$PWD/tests/faults/kills.tsv
RELEASE=build/gcc-native/tests DEBUG=build/gcc-native-debug/tests COVERED=build/clang-native-debug-coverage
export CC=gcc CMOCKA=-lcmocka
# Link-time optimisation would take longer than the rest of a build.
MAKE=(make -s LTO=)
# Steps left out: some test the text of the sources, which a fault changes; others build the engine again.
NO_TESTS='^(layers|faults that|the format|programs that are run|neither pext|symbols and frames|make and tools|documents|races|memory that|ARM64|WebAssembly|Windows|a static)'

steps_of() {
    bash tests/run.sh $RELEASE $DEBUG ./panoptes ./panoptes-debug list
}

# Runs a step with programs that record the functions that they reach. At the end prints its seconds.
measure() {
    local name=$1 id=$2 begin=$EPOCHREALTIME seconds
    LLVM_PROFILE_FILE=$FOLDER/raw/%4m.profraw timeout 900 bash tests/run.sh $COVERED/tests $COVERED/tests \
        $COVERED/panoptes $COVERED/panoptes "step=$name" >"$FOLDER/out" 2>&1 </dev/null
    seconds=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $begin }")
    llvm-profdata merge -o "$FOLDER/profile" "$FOLDER"/raw/*.profraw 2>/dev/null &&
        llvm-profdata show --all-functions "$FOLDER/profile" | awk '
            /^  [^ ].*:$/ { name = substr($0, 3, length($0) - 3) }
            /Function count:/ && $3 > 0 { print name }' >"$FOLDER/reach/$id"
    rm -rf "$FOLDER/raw" "$FOLDER/profile"
    echo "$seconds"
}

prepare() {
    local name command id programs
    mkdir -p "$FOLDER/reach" "$FOLDER/seconds"
    rm -rf "$FOLDER/new" # an interruption has left it half made
    [ -d "$FOLDER/tree" ] || { git clone -q . "$FOLDER/new" && git -C "$FOLDER/new" tag sound && mv "$FOLDER/new" "$FOLDER/tree"; } || exit
    cd "$FOLDER/tree" || exit
    if [ ! -d "$FOLDER/good" ]; then
        "${MAKE[@]}" all debug tests-built tools-built >"$FOLDER/build" && cp -a . "$FOLDER/new" && mv "$FOLDER/new" "$FOLDER/good" || exit
    fi
    [ ! -s "$FOLDER/steps.tsv" ] || return
    programs=$(steps_of | grep -oE "$RELEASE/[^ ]+" | sort -u | sed "s|^$RELEASE|$COVERED/tests|")
    # shellcheck disable=SC2046 # words
    make -s CC=clang COVERAGE=1 $COVERED/panoptes $programs fuzz-programs \
        $(find build/gcc-native/bin -type f ! -name '*bench' -printf "$COVERED/bin/%f ") || exit
    while IFS=$'\t' read -r name command; do
        [[ ! $name =~ $NO_TESTS ]] || continue
        id=${name%, debug} id=${id//[^a-zA-Z0-9]/_}
        [ -s "$FOLDER/seconds/$id" ] || measure "$name" "$id" >"$FOLDER/seconds/$id"
        printf '%s\t%s\t%s\n' "$(cat "$FOLDER/seconds/$id")" "$name" "$command"
    done < <(steps_of | sort -t$'\t' -k1,1) | sort -n >"$FOLDER/steps.new"
    [ "${PIPESTATUS[*]}" = "0 0" ] && mv "$FOLDER/steps.new" "$FOLDER/steps.tsv" || exit
}

# Prints the functions that contain the lines in which two files differ.
changed_functions() {
    diff "$1" "$2" | grep -oE '^[0-9]+' | awk -v file="$1" '
        { wanted[$1] = 1 }
        END {
            while ((getline line <file) > 0) {
                at++
                sub(/^__attribute__\(\(.*\)\) /, "", line)
                if (line ~ /^[A-Za-z_].*\(/ && line !~ /[;=]/ && line !~ /^(#|typedef|struct|enum)/) {
                    name = line
                    sub(/\(.*/, "", name)
                    sub(/.*[ *]/, "", name)
                }
                if (at in wanted && name != "")
                    print name
                if (line ~ /^}/)
                    name = ""
            }
        }' | sort -u
}

# Prints the ids of the steps that reach one of the functions. If none does: of those that reach the file, else all ids.
reached_by() {
    local file=$1 functions=$2 found=
    [ -z "$functions" ] || found=$(cd "$FOLDER/reach" && grep -lxE "(.*:)?($(paste -sd'|' <<<"$functions"))" -- *)
    [ -n "$found" ] || found=$(cd "$FOLDER/reach" && grep -l "^${file##*/}:" -- *)
    echo "${found:-$(ls "$FOLDER/reach")}"
}

# Prints a line for each process of a session: its id, state and processor seconds.
session_of() {
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v session="$1" '$6 == session { print $1, $3, ($14 + $15 + $16 + $17) / 100 }'
}

# Ends a session when the session has used up its processor seconds, or has slept for two minutes.
guard() {
    local session=$1 most=$2 slept=0 used busy
    while sleep 2; do
        read -r used busy < <(session_of "$session" |
            awk '{ used += $3; busy += $2 !~ /[SZ]/ } END { printf "%d %d\n", used, busy }')
        slept=$((busy ? 0 : slept + 2))
        [ "$used" -le "$most" ] && [ $slept -lt 120 ] || break
    done
    touch "$FOLDER/hangs"
    # shellcheck disable=SC2046 # words
    kill -KILL $(session_of "$session" | cut -d' ' -f1) 2>/dev/null
}

# Runs a step on the tree with the fault. Prints the step's verdict and its seconds.
run_step() {
    local name=$1 most=$2 begin=$EPOCHREALTIME pid verdict=survived
    rm -f "$FOLDER/hangs"
    setsid bash tests/run.sh $RELEASE $DEBUG ./panoptes ./panoptes-debug "step=$name" >"$FOLDER/out" 2>&1 </dev/null &
    pid=$!
    guard $pid "$most" &
    wait $pid || verdict=killed
    kill $! 2>/dev/null
    [ ! -e "$FOLDER/hangs" ] || verdict=killed
    grep -q '^skipped' "$FOLDER/out" && verdict=skipped
    awk "BEGIN { printf \"%s\t%.0f\n\", \"$verdict\", $EPOCHREALTIME - $begin }"
}

# Prints the targets that make must build for a command.
targets_of() {
    local word
    for word in $1; do
        case $word in
        ./panoptes) echo all ;;
        ./panoptes-debug) echo debug ;;
        same_bench) echo all debug ;;
        */bin) echo tools-built ;;
        */fuzz) echo fuzz-programs ;;
        "$RELEASE"/* | "$DEBUG"/* | build/*/bin/*) echo "$word" ;;
        esac
    done
}

kills() {
    awk -F'\t' -v name="$1" '$1 == name && $3 == "killed" { n++ } END { print n + 0 }' "$FOLDER/kills.tsv"
}

has_line() {
    awk -F'\t' -v name="$1" -v step="$2" '$1 == name && $2 == step { found = 1 } END { exit !found }' "$FOLDER/kills.tsv"
}

# True if a step passes in FOLDER/good, which has no fault. A step runs in FOLDER/good only once.
is_sound() {
    has_line - "$1" || printf -- '-\t%s\t%s\n' "$1" "$(cd "$FOLDER/good" && run_step "$1" "$2")" >>"$FOLDER/kills.tsv"
    grep -q "^-"$'\t'"$1"$'\t'survived "$FOLDER/kills.tsv"
}

# Runs one step on the planted fault, and adds the pair's line to kills.tsv. A short step that failed must fail again.
try() {
    local fault=$1 step=$3 command=$4 most=$((${2%.*} * 3 + 30)) verdict
    # shellcheck disable=SC2046 # words
    if ! "${MAKE[@]}" $(targets_of "$command") >"$FOLDER/build" 2>&1; then
        verdict=$'unbuilt\t0'
    else
        verdict=$(run_step "$step" $most)
        if [[ $verdict == killed* ]]; then
            is_sound "$step" $most &&
                [[ $step == test_* || ${verdict#*$'\t'} -gt 30 || $(run_step "$step" $most) == killed* ]] ||
                verdict=unsteady${verdict#killed}
        fi
    fi
    printf '%s\t%s\t%s\n' "$fault" "$step" "$verdict" | tee -a "$FOLDER/kills.tsv"
}

# Commits the fault, since a step that compares `bench` with the history is skipped if sources have uncommitted changes.
commit_planted() {
    cp "$FOLDER/planted" "$1"
    git -c user.name=faults -c user.email=faults@localhost commit -q --no-verify -am planted
}

# Prints the lines of steps.tsv, beginning with the steps that found the fault in an earlier run (kills.tsv).
likely_first() {
    awk -F'\t' -v fault="$1" '
        NR == FNR { if ($1 == fault) known = split($2, first, "; "); next }
        { line[$2] = $0; name[++steps] = $2 }
        END {
            for (i = 1; i <= known; i++)
                if (first[i] in line) { print line[first[i]]; delete line[first[i]] }
            for (i = 1; i <= steps; i++)
                if (name[i] in line) print line[name[i]]
        }' "$KILLS_BEFORE" "$FOLDER/steps.tsv"
}

plant() {
    local fault=$1 file=$2 level=$3 expression=$4 limit=$5 ids id seconds step command planted=
    [ "$(kills "$fault")" -lt "${KILLS:-3}" ] || return
    sed "$expression" "$file" >"$FOLDER/planted"
    ids=$(reached_by "$file" "$(changed_functions "$file" "$FOLDER/planted")")
    [ "$level" = - ] && unset PANOPTES_CPU || export PANOPTES_CPU=$level
    while IFS=$'\t' read -r seconds step command; do
        id=${step%, debug} id=${id//[^a-zA-Z0-9]/_}
        [ "${seconds%.*}" -le "$limit" ] || continue
        grep -qx "$id" <<<"$ids" || [ ! -e "$FOLDER/reach/$id" ] || continue
        has_line "$fault" "$step" && continue
        [ -n "$planted" ] || commit_planted "$file"
        planted=1
        try "$fault" "$seconds" "$step" "$command"
        [ "$(kills "$fault")" -lt "${KILLS:-3}" ] || break
    done < <(likely_first "$fault")
    git reset -q --hard sound
}

prepare
git reset -q --hard sound
touch "$FOLDER/kills.tsv"
for limit in 10 ${LIMIT:-1000000}; do
    while IFS=$'\t' read -r name file level _ expression; do
        [ $# = 0 ] || printf '%s\n' "$@" | grep -qxF -- "$name" || continue
        plant "$name" "$file" "$level" "$expression" "$limit" </dev/null
    done < <(grep -v '^#' "$FAULTS")
done
