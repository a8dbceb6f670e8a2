#!/usr/bin/env bash
# soak.sh SOAK FAULTY-ENGINE BINARY
#
# A short soak of the engine, in which nothing may be lost, and proof that the tool would notice: an engine with each
# fault it looks for. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
SOAK=$1 FAULTY=$2 BINARY=$3
export TMPDIR=$work

# unexpected WORD...: the same with what soak said
unexpected() {
    wrong "$*"
    sed 's/^/    /' "$work/out" | tail -n 40
}

# expect STATUS TEXT OPTIONS... ENGINE: what soak must end with and must say.
expect() {
    local status=$1 text=$2 rc
    shift 2
    "$SOAK" "$@" >"$work/out" 2>&1
    rc=$?
    [ $rc = "$status" ] || unexpected "soak $*: exit status $rc, not $status"
    grep -q -- "$text" "$work/out" || unexpected "soak $*: does not say '$text'"
}

# The machine may be busy, so that the clocks have a margin here.
# The rules end every game, however long, if it is let go on.
expect 0 '^8 games .* 0 broken off' --games 8 --plies 800 --margin 3000 "$BINARY"
grep -q ' [1-9][0-9]* hits' "$work/out" || unexpected "no ponder move ever came"
expect 0 '^analysis: [1-9]' --games 0 --analysis 3 --slice 500 "$BINARY"

# --- faults -------------------------------------------------------------------------------------

unset FAULT
expect 0 '^12 games' --games 12 --margin 3000 "$FAULTY"

# notices FAULT KIND OPTIONS...
notices() {
    local fault=$1 kind=$2
    shift 2
    FAULT=$fault expect 1 "^LOST ($kind)" --patience 1 "$@" "$FAULTY"
}

notices leak 'memory growth' --games 24 --margin 3000
notices files 'files left open' --games 10 --margin 3000
notices threads 'threads left' --games 10 --margin 3000
notices illegal 'illegal moves' --games 1
notices unasked 'illegal moves' --games 1
notices silent 'no answer' --games 1
notices die 'processes ended' --games 2
notices complain 'complaints' --games 1 --plies 20
notices report 'post-mortems' --games 1
# On an overloaded machine this is excused.
FAULT=late "$SOAK" --games 1 "$FAULTY" >"$work/out" 2>&1
grep -qE '^LOST \(losses on time\)|excused' "$work/out" || unexpected "an answer that comes late is not noticed"

# --- use ----------------------------------------------------------------------------------------

expect 2 'soak: --games takes a number from 0 to 100000000' --games x "$BINARY"
expect 2 'soak: --tc: wrong value' --tc 1 "$BINARY"
expect 2 'soak: a file is missing'
expect 2 'cannot be run' "$work/nothing"

# ^C reaches the engines, too.
setsid "$SOAK" --games 100000 "$BINARY" >"$work/out" 2>&1 &
pid=$!
for ((i = 0; i < 600; i++)); do
    [ -n "$(cat /proc/$pid/task/$pid/children 2>/dev/null)" ] && break
    sleep 0.1
done
kill -INT -- -$pid 2>/dev/null || kill -INT $pid
wait $pid
rc=$?
[ $rc = 2 ] || unexpected "^C: exit status $rc, not 2"
grep -q '^stopped before the end' "$work/out" || unexpected "^C: no summary"
exit $bad
