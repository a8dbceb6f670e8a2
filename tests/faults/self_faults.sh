#!/usr/bin/env bash
# self_faults.sh [--list | NAME...]
#
# --list prints their names. Else it shows that the engine finds faults in itself: it plants some of the faults of tests/faults/faults.sh, one at a time, in a
# copy of the tree. Each must be found three times, with a report of the place: by `debug on` in the release
# build, which must go on playing, write a post-mortem, and meet the fault again in --replay; by the debug build;
# and by `selftest`. Ends with the number found. Exits with 1 if one was missed. Not part of `make test`: it makes
# both builds anew for each fault.
set -u
cd "$(dirname "$0")/../.." || exit

# At least one in each of: map update, list relink, key, capture stage, evaluation, kernel.
NAMES="closing ray forgotten
captured piece not linked in again
mover's key on the wrong square
a capturer dropped
evaluation: Black's passed pawns forgotten
NASM: a sixteenth of the map not toggled (AVX-512)
NASM: guarded victims taken by the king
NASM: pieces move elsewhere (VBMI2)
evaluation: shelter of another king"

[ "${1-}" != --list ] || { echo "$NAMES"; exit; }

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export PANOPTES_POST_MORTEM=$work/files
mkdir "$work/tree" "$work/files"
cp -a Makefile include src asm tools "$work/tree/"
[ -d build ] && cp -a build "$work/tree/"

POSITIONS="startpos
fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1
fen 8/p4pk1/1p4p1/3P3p/4P2P/1P4P1/P4K2/8 w - - 0 1"

# Searches all positions with self-checks. The output goes to $work/said.
search() {
    local binary=$1 interval=$2 nodes=$3 commands=() position
    commands=("setoption name Debug Interval value $interval" "debug on")
    while read -r position; do
        commands+=("position $position" "go nodes $nodes")
    done <<<"$POSITIONS"
    (cd "$work/tree" && timeout 300 "$binary" "${commands[@]}") >"$work/said" 2>&1
}

# The first report: the two lines that say what is wrong and where, and the fewest pieces that show it.
tell() {
    grep -m1 -A40 'comparator: difference' "$work/said" | sed 's/^info string [a-z]*: *//;s/^ *//' |
        awk '/^root:/ { exit } NR > 1 && (NR < 4 || /^the fewest/) { print "              " $0 }'
}

found() {
    echo "  found by $1"
    tell
    return 0
}

by_debug_on() {
    local file
    rm -f "$work"/files/*
    search ./panoptes "$1" 300000
    grep -q '^info string fault: comparator' "$work/said" || return 1
    [ "$(grep -c '^bestmove' "$work/said")" = 4 ] || { echo "  it does not go on playing"; return 1; }
    found "debug on (Debug Interval $1)"
    file=$(ls "$work"/files/*-1.txt | head -1)
    (cd "$work/tree" && timeout 300 ./panoptes --replay "$file") >"$work/said" 2>&1
    [ $? = 2 ] && grep -q 'replay: it happens again' "$work/said" ||
        { echo "  not met again by --replay"; return 1; }
    echo "  met again by --replay"
}

by_debug_build() {
    search ./panoptes-debug 8 20000 && return 1
    grep -q 'comparator: difference' "$work/said" && found "the debug build"
}

by_selftest() {
    (cd "$work/tree" && timeout 60 ./panoptes selftest) >"$work/said" 2>&1 && return 1
    grep -q '^selftest FAILED' "$work/said" || return 1
    found "selftest"
}

plant() {
    local name=$1 file expression level well=0
    IFS='@' read -r _ file expression level < <(grep -F "$name@" tests/faults/faults.sh)
    cp -a "$file" "$work/good"
    echo "$name"
    sed -i "$expression" "$work/tree/$file"
    [ -n "$level" ] && export PANOPTES_CPU=$level || unset PANOPTES_CPU
    if cmp -s "$file" "$work/tree/$file" || ! make -s -C "$work/tree" -j2 all debug >"$work/build" 2>&1; then
        echo "  not planted, or it does not build"
        well=1
    else
        by_debug_on 2048 || { echo "  NOT FOUND by debug on"; well=1; }
        by_debug_build || { echo "  NOT FOUND by the debug build"; well=1; }
        by_selftest || { echo "  NOT FOUND by selftest"; well=1; }
    fi
    cp -a "$work/good" "$work/tree/$file"
    touch "$work/tree/$file"
    return $well
}

planted=0 missed=0
while read -r name; do
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    planted=$((planted + 1))
    plant "$name" || missed=$((missed + 1))
done <<<"$NAMES"
echo "$planted faults planted, $((planted - missed)) found by all three, $missed not"
[ "$missed" = 0 ] && [ "$planted" -gt 0 ]
