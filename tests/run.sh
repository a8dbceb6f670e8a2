#!/usr/bin/env bash
# run.sh RELEASE-TESTS DEBUG-TESTS BINARY DEBUG-BINARY test|all|check|clients|suites|list|step=NAME
#
# Runs tests. `test`, for `make test`, runs each program once, on the build that finds most in a given time. `all` adds
# the other build, steps that compile the engine again, tools, clients and soak, and larger suites if SUITES names their
# folder. `check` is for each commit, `clients` needs node, npm and chromium, `suites` runs the larger suites alone. Two
# steps run at a time (with TEST_JOBS=1 one). Each step prints its seconds and processor seconds. A failed step prints
# the place and the end of its output. The last line is "N passed, M failed, K skipped". Exits with 1 if a step failed.
# `list` only prints each step of `all`: its name, a tab and its command. `step=NAME` runs one step.
#
# tests/faults/faults.sh shows which steps notice planted faults. tests/proofs.sh prints what each test proves.
set -u
cd "$(dirname "$0")/.." || exit
RELEASE=$1 DEBUG=$2 BINARY=$3 DEBUG_BINARY=$4
ONLY=$5
CORES=$(nproc)
JOBS=${TEST_JOBS:-$((CORES > 1 ? 2 : 1))}
. tests/support/script.sh
TIMEFORMAT='%R %U %S'

# PANOPTES_CPU chooses the kernels: only `step=NAME` keeps it. Only the larger suites get SUITES, by LARGER.
[[ $ONLY == step=* ]] || unset PANOPTES_CPU
LARGER=${SUITES:+$(realpath -e "$SUITES")} || exit 2
unset SUITES
# The makes called here must not use the job server of the make that runs this script. bash complains of a locale that
# is not installed, and the tests compare what programs print.
MAKEFLAGS=$(sed -E 's/(^| )(-j[0-9]*|--jobserver-[^ ]*)//g' <<<"${MAKEFLAGS-}")
export MAKEFLAGS LC_ALL=C.UTF-8

# --- running steps ----------------------------------------------------------------------------

steps=0
asleep=- # the processes of steps that mostly wait: JOBS other steps run at the same time

# Runs one step and prints its result in a single write.
run_step() {
    local log=$work/$1 name=$2 verdict rc real user system
    shift 2
    { time "$@" >"$log.out" 2>&1 </dev/null; } 2>"$log.time"
    rc=$?
    read -r real user system <"$log.time"
    case $rc in
    0) verdict=passed ;;
    "$SKIPPED") verdict=skipped ;;
    *) verdict=FAILED ;;
    esac
    {
        printf '%-8s %6.1f s, %6.1f of processor  %s\n' $verdict "$real" \
            "$(awk "BEGIN { print $user + $system }")" "$name"
        [ $verdict = skipped ] && tail -n 1 "$log.out" | sed 's/^/    /' # what is lacking
        [ $verdict = FAILED ] && { echo "    exit status $rc: $*"; explain "$log.out"; }
    } >"$log.line"
    cat "$log.line"
    echo $verdict >"$log.verdict"
}

step() {
    case $ONLY in
    list) printf '%s\t%s\n' "$1" "${*:2}" && return ;;
    step=*) [ "$1" = "${ONLY#step=}" ] || return 0 ;;
    clients) [[ "$* " =~ \ tests/platform/clients/(inspect|sentences|report|types)\.sh\  ]] || return 0 ;;
    esac
    while [ "$(jobs -rp | grep -cvxE -e "$asleep")" -ge "$JOBS" ]; do
        wait -n
    done
    steps=$((steps + 1))
    run_step $steps "$@" &
}

# A step that `make test` leaves out.
more() {
    [ "$ONLY" = test ] || step "$@"
}

# A step that `make test` leaves out, and that mostly waits. JOBS other steps run beside it, so call it first.
beside() {
    more "$@"
    asleep+="|${!:--}"
}

count() {
    cat "$work"/*.verdict 2>/dev/null | grep -c "$1"
}

# --- the steps that are more than a program -----------------------------------------------------

bench_nodes() {
    "$1" bench "$2" | awk '/ nodes .* nps$/ { nodes = $1 } END { print nodes + 0 }'
}

# Both builds must search the same tree, at every kernel level.
same_bench() {
    local depth=$1 release debug level
    release=$(bench_nodes "$BINARY" "$depth")
    debug=$(bench_nodes "$DEBUG_BINARY" "$depth")
    echo "depth $depth: release $release nodes, debug $debug nodes"
    [ "$release" -gt 1000 ] && [ "$release" = "$debug" ] || return 1
    for level in c baseline avx2 avx512; do
        [ "$(PANOPTES_CPU=$level bench_nodes "$BINARY" "$depth")" = "$release" ] ||
            { echo "the count differs with PANOPTES_CPU=$level"; return 1; }
    done
}

larger_perft() {
    local at=$LARGER/perft
    "$1" --nodes "$2" "$at"/{standard,chess960,chess960_tricky,marcel,enpassant_ferdy,single_check_ferdy}.epd &&
        "$1" --nodes "$2" --refused 1 "$at/tricky.epd" # one position has 42 queens
}
with_git() { command -v git >/dev/null || { echo "git is not installed: apt-get install git"; return $SKIPPED; }; "$@"; }
# platform TARGET COMPILER: makes TARGET, a test with another compiler or for another system. The test is skipped without
# COMPILER, or if its rule has made build/skipped-TARGET.
platform() {
    command -v "$2" >/dev/null || { echo "$2 is not installed: make $1 installs it"; return $SKIPPED; }
    rm -f "build/skipped-$1"
    TEST_JOBS=1 make -s JOBS=1 "$1" || return
    [ ! -e "build/skipped-$1" ] || return $SKIPPED
}

# The lock keeps two steps, which may run at the same time, from building this level together.
made_v2() {
    flock build/v2 make -s ARCH=x86-64-v2 "$@"
}

# The build leaves out link-time optimisation, to save time.
old_cpus() {
    local at=build/$COMPILER-x86-64-v2
    command -v qemu-x86_64 >/dev/null || { echo "qemu is not installed: apt-get install qemu-user"; return $SKIPPED; }
    made_v2 LTO= LDIR="$at" EXE="$at/panoptes-v2" "$at/panoptes-v2" || return 1
    bash tests/platform/old_cpus.sh "$at/panoptes-v2" "$(bench_nodes "$BINARY" 4)"
}

# In a build for x86-64-v2 other C code updates the matrix, so this step tests that build.
oldest_level() {
    local at=${RELEASE/-native/-x86-64-v2} units
    units=$(echo tests/{unit/main,support/rows,support/tables,unit/board/test_matrix,unit/moves/test_moves}.c)
    made_v2 UNITS="$units" "$at/perft/perft_suite" ${CMOCKA:+"$at/units"} || return 1
    [ -z "${CMOCKA-}" ] || { at_level c "$at/units" test_matrix && at_level c "$at/units" test_moves; } || return 1
    PANOPTES_CPU=c "$at/perft/perft_suite" --nodes 300000 $PERFT_FILES
}

# AMD CPUs up to Zen 2 run pext and pdep in microcode. There a pext takes longer than computing attacks along a line.
no_pext() {
    local used
    if ! objdump -d --no-show-raw-insn "$1" >build/code || ! grep -q '<main>:' build/code; then
        echo "objdump does not read $1"
        return 1
    fi
    used=$(awk '/>:$/ { name = $2 } /\t(pext|pdep) / { print name, $2 }' build/code | sort | uniq -c)
    [ -z "$used" ] || { echo "pext or pdep is used:"; echo "$used"; return 1; }
}

# A program that asserts by cmocka.
unit() {
    [ -n "${CMOCKA-}" ] || { echo "cmocka is not installed: apt-get install libcmocka-dev"; return $SKIPPED; }
    "$@"
}

at_level() {
    PANOPTES_CPU=$1 "${@:2}"
}

formatted() {
    local said
    command -v clang-format >/dev/null || { echo "clang-format is not installed: make lint installs it"; return $SKIPPED; }
    said=$(make -s formatted 2>&1) || { echo "$said"; return 1; }
    [ -z "$said" ] || { echo "$said"; return $SKIPPED; }
}

# --- what is run ------------------------------------------------------------------------------

PERFT_FILES=$(find tests/data/perft -name '*.epd' ! -name captures.epd | sort)
CAPTURES=tests/data/perft/captures.epd
PERFT=$RELEASE/perft/perft_suite
LAB=${RELEASE%/tests}/bin/lab
DEBUG_PERFT=$DEBUG/perft/perft_suite
UNITS=$(find tests -name 'test_*.c' | sed 's|.*/||; s|\.c$||' | sort)
TRANSCRIPTS=$(cd tests/uci && ls -- *.txt | sed 's/\.txt$//')
begin=$SECONDS

# The steps of `make check`, which take less than a minute.
check_steps() {
    step "perft" "$PERFT" --nodes 1000000 $PERFT_FILES
    step "perft, debug: every move made and compared with scratch" "$DEBUG_PERFT" --mode full --nodes 300 $PERFT_FILES
    for name in $UNITS; do
        step "$name" unit "$RELEASE/units" "$name"
    done
    step "bench: the same nodes in both builds" same_bench 3
    step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$BINARY"
    step "layers" bash tests/build/layers.sh "${RELEASE%/tests}"
    step "faults that tests/faults plants" bash tests/faults/names.sh
    step "the format of the sources" formatted
}

# Programs that `make test` runs on the release build: on the debug build they take too long.
LONG="uci_faults uci_network uci_tools uci_replay uci_selfplay uci_report uci_scores uci_refusals uci_bench uci_system
    test_kernels test_train_net"

on_debug() {
    if [[ " ${LONG//$'\n'/ } " == *" $1 "* ]]; then more "$1, debug" "${@:2}"; else step "$1, debug" "${@:2}"; fi
}

on_release() {
    if [[ " ${LONG//$'\n'/ } " == *" $1 "* ]]; then step "$@"; else more "$@"; fi
}

all_steps() {
    local name without=
    [ "$ONLY" != test ] || without=-loop # the engine notices a loop after seven seconds
    # The longest steps come first, so that no long step runs alone at the end.
    beside "soak: games and analysis in which nothing is lost, and faulty engines are noticed" bash tests/soak/soak.sh \
        "$LAB" "$RELEASE/soak/faulty_engine" "$BINARY"
    beside "WebAssembly, in Node.js and browsers" platform test-wasm wasm-ld
    more "races: ThreadSanitizer" platform test-threads make
    more "memory that is read before it is written: MemorySanitizer" platform test-memory clang
    more "ARM64" platform test-aarch64 "${AARCH64_CC-}"
    more "Windows" platform test-windows /usr/lib/wine/wine64
    more "a static program with musl" platform test-musl musl-gcc
    more "pages about games, in a browser" bash tests/platform/clients/report.sh "$BINARY"
    more "types of the pages' code" bash tests/platform/clients/types.sh
    for name in $TRANSCRIPTS; do
        on_debug "$name" "$RELEASE/uci/transcript" "tests/uci/$name.txt" --slow "$DEBUG_BINARY"
        on_release "$name" "$RELEASE/uci/transcript" "tests/uci/$name.txt" "$BINARY" ${without:+"$without"}
    done
    step "perft, debug: every move made and compared with scratch" "$DEBUG_PERFT" --mode full --nodes 1500 $PERFT_FILES
    more "perft, debug" "$DEBUG_PERFT" --nodes 20000 $PERFT_FILES
    step "perft of captures, debug" "$DEBUG_PERFT" --mode captures --nodes 10000 $CAPTURES
    more "inspection as JSON and pictures, checked by parsers and a rules library" bash tests/platform/clients/inspect.sh "$BINARY"
    more "reports: every sentence checked by a rules library, the PGN read by another" bash tests/platform/clients/sentences.sh "$BINARY" \
        tests/data/report/games.pgn tests/data/games/*.pgn
    for name in $UNITS; do
        on_debug "$name" unit "$DEBUG/units" "$name"
    done
    more "fuzz targets on their corpora and on changes of them, debug" bash tests/fuzz/corpora.sh "$DEBUG/fuzz"
    step "bench: the same nodes in both builds" same_bench 4
    step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$BINARY"
    more "built for x86-64-v2" oldest_level
    step "neither pext nor pdep, which are slow on Zen 1 and 2" no_pext "$BINARY"
    more "old CPUs, emulated" old_cpus
    step "perft" "$PERFT" --nodes 2000000 $PERFT_FILES
    step "perft: every move made" "$PERFT" --mode full --nodes 100000 $PERFT_FILES
    step "perft of captures" "$PERFT" --mode captures --nodes 30000000 $CAPTURES
    step "perft by the slow rules" "$PERFT" --mode slow --nodes 1000 $PERFT_FILES $CAPTURES
    for name in $UNITS; do
        on_release "$name" unit "$RELEASE/units" "$name"
    done
    for name in C baseline avx2; do
        step "test_matrix, $name kernels" unit at_level "${name,}" "$RELEASE/units" test_matrix
    done
    more "built and run as OpenBench does" bash tests/platform/clients/openbench.sh "$BINARY"
    step "layers" bash tests/build/layers.sh "${RELEASE%/tests}"
    step "faults that tests/faults plants" bash tests/faults/names.sh
    step "make and tools/dev/packages, as strangers meet them" with_git bash tests/build/building.sh
    more "the same program in any folder, at any address, read-only relocations" bash tests/build/reproducible.sh "$BINARY"
    more "installed and removed again, the manual page" bash tests/build/installing.sh "$BINARY"
    step "symbols and frames of the kernels" bash tests/tools/measuring.sh symbols "${RELEASE%/tests}/asm" "${DEBUG%/tests}/asm"
    more "self-played games: the same from the same seed, kills, damage" bash tests/tools/datagen.sh "$LAB"
    more "training: whole games held out, the same however often killed, from other networks" bash tests/tools/training.sh "$LAB"
    more "relay: ended in each phase, worse networks, failures" bash tests/tools/relay.sh "$BINARY" "$LAB"
    more "SPSA: the same games on any number of threads, stopped runs" bash tests/tools/spsa.sh "$LAB-tune"
    more "matches: engines, sums, hostile names, faulty engines" bash tests/tools/match.sh "$BINARY" "$LAB" "$RELEASE/soak/faulty_engine"
    more "gauntlet: tables, candidates side by side, opponents that fail, hostile lines" \
        bash tests/tools/gauntlet.sh "$BINARY" "$LAB" "$RELEASE/soak/faulty_engine"
    more "outputs are files, pipes and devices" bash tests/tools/outputs.sh "$LAB" "$BINARY"
    step "tools at work, debug" bash tests/tools/tools_work.sh "${DEBUG%/tests}/bin" "$DEBUG_BINARY"
    more "tools complain" bash tests/tools/measuring.sh tools "$LAB"
    step "documents: pictures, tables, links" bash tests/build/documents.sh "$BINARY"
    more "bench stats adds up" bash tests/tools/measuring.sh statistics "$BINARY" "$DEBUG_BINARY"
}

# The steps of the larger suites, which have the same kinds of files as tests/data.
suites_steps() {
    local name
    step "perft, larger suites" larger_perft "$PERFT" 1000000
    step "reports, larger suites: every sentence checked" bash tests/platform/clients/sentences.sh "$BINARY" "$LARGER"/games/*.pgn
    export SUITES=$LARGER
    for name in test_tablebase test_fathom test_probing; do
        step "$name, larger suites, debug" unit "$DEBUG/units" $name
    done
    step "reports of games of others, larger suites" "$RELEASE/uci/transcript" tests/uci/uci_report.txt "$BINARY" "games of others"
}

case $ONLY in
check) check_steps ;;
suites) suites_steps ;;
*)
    [[ $ONLY =~ ^(test|all|clients|list|step=.*)$ ]] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
    all_steps
    [ "$ONLY" = test ] || [ -z "$LARGER" ] || suites_steps
    ;;
esac
wait
[ "$ONLY" != list ] || exit 0

passed=$(count passed) failed=$(count FAILED) skipped=$(count skipped)
failed=$((failed + steps - passed - failed - skipped)) # a step without a verdict has failed
echo "$((SECONDS - begin)) s"
[ "$steps" -gt 0 ] || echo "'${ONLY#step=}' is not a step"
printf '%d passed, %d failed' "$passed" "$failed"
[ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
printf '\n'
[ "$failed" = 0 ] && [ "$steps" -gt 0 ]
