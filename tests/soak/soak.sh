#!/usr/bin/env bash
# soak.sh LAB FAULTY-ENGINE BINARY
#
# A short soak of the engine (`lab play --disturb`) finds no loss, and a soak of FAULTY-ENGINE finds each fault. Exits
# with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
LAB=$(realpath "$1") FAULTY=$(realpath "$2") BINARY=$(realpath "$3")
export TMPDIR=$work
cd "$work" || exit

# soak STATUS TEXT OPTIONS... ENGINE: a soak must end with this status and print TEXT. The machine may be busy, so clocks
# have a margin of 30 s.
soak() {
    local status=$1 text=$2 engine=${*: -1} rc
    rm -f "$work/pgn"
    timeout $PATIENCE "$LAB" play --disturb --seed 1 --margin 30000 --slice 100 --pgn "$work/pgn" "${@:3:$#-3}" "$engine" against "$engine" \
        >"$work/out" 2>"$work/errors" </dev/null
    rc=$?
    [ $rc = "$status" ] && grep -qE -- "$text" "$work/out" ||
        wrong "soak ${*:3}: exit status $rc, not $status with '$text': $(tail -n 40 "$work/out" "$work/errors")"
}

NOTHING='^lost: losses on time 0, illegal moves 0, no answer 0, processes ended 0, complaints 0, post-mortems 0, memory growth 0, files left open 0, threads left 0$'
soak 0 "$NOTHING" --games 12 "$BINARY"
grep -q '^\[Variant "Chess960"\]' "$work/pgn" || wrong "no game was of Chess960"

unset FAULT
soak 0 "$NOTHING" --games 12 "$FAULTY"

# notices FAULT KIND OPTIONS...
notices() {
    FAULT=$1 soak 1 "^LOST \($2\)" --patience 1 --slice 0 "${@:3}" "$FAULTY"
}

notices leak 'memory growth' --games 30
notices files 'files left open' --games 20
notices threads 'threads left' --games 20
notices illegal 'illegal moves' --games 2
notices unasked 'illegal moves' --games 2
notices silent 'no answer' --games 2
notices die 'processes ended' --games 2
notices complain complaints --games 2
notices report post-mortems --games 2
notices late 'losses on time' --games 2 --margin 0
exit $bad
