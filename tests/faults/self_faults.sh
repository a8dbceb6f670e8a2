#!/usr/bin/env bash
# self_faults.sh [NAME...]
#
# Shows that the engine finds faults in itself: it plants the faults of faults.tsv that are marked `self`, one at a
# time, in a copy of the tree. The debug build, `selftest`, and `debug on` in the release build must each report the
# place. With `debug on` the engine must go on playing and write a post-mortem, whose replay meets the fault. If a fault
# causes an endless loop or a stack overflow, the engine must end with a post-mortem. Prints the number of faults found.
# Exits with 1 if a fault was missed. Not part of `make test`: it builds the engine twice for each fault.
set -u
cd "$(dirname "$0")/../.." || exit

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export PANOPTES_POST_MORTEM=$work/files
mkdir "$work/tree" "$work/files"
cp -a Makefile src include asm tools "$work/tree/"
[ -d build ] && cp -a build "$work/tree/"

# Link-time optimisation would take longer than the rest of a build.
MAKE_FLAGS=(-s -C "$work/tree" -j2 LDIR=build/self-faults LTO=)
make "${MAKE_FLAGS[@]}" all debug >"$work/build" 2>&1 || { tail "$work/build"; exit 1; }

POSITIONS="startpos
fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1
fen 8/p4pk1/1p4p1/3P3p/4P2P/1P4P1/P4K2/8 w - - 0 1
fen 4k3/8/8/8/8/8/8/1RK5 w B - 10 20
fen 4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1
fen 6k1/P1q5/8/6p1/8/8/8/1NRBKBNR w - - 0 1
fen 6k1/P1q3b1/8/6p1/8/8/1PPPP3/1NRBKBNR w - - 0 70
fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
fen rn2k1nr/8/8/8/8/8/8/RN2K1NR b KQkq - 4 9
fen 7k/8/8/8/8/8/5NN1/6K1 w - - 3 70
fen 4k3/8/8/q2pP2R/8/8/8/7K w - d6 0 1
fen 4r2k/8/8/b7/8/8/3N4/4K3 w - - 0 1
fen 6k1/P4ppp/2n2n2/2b1p1b1/8/2N2N2/1PP1BPPP/R1BQ1RK1 w - - 0 1
fen 7k/8/8/4K3/8/8/8/Q7 w - - 0 1
fen 8/8/8/8/8/2k5/p7/K7 b - - 0 1
fen 6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1
fen r3k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/R3K3 w Qq - 0 1
fen 4k3/p7/8/8/1P6/8/8/R3K3 b Q - 0 1
fen r2qk2r/ppp2ppp/2n2n2/3pp1B1/1b1P4/2N1PN2/PPP1BPPP/R2QK2R w KQkq - 0 8"
# Each is a new game: the searches before it do not change its search.
GAMES="fen 2b3k1/p1p1p1p1/8/1P1P1P1P/8/8/P1P1P1P1/2B3K1 w - - 0 1
fen 6k1/p1r1rppp/3N4/3B4/2n5/4K1P1/P6P/1R1R4 w - - 0 1
fen 8/3p4/k1KP4/p1p2pR1/PpP2Pb1/1P5p/7P/7b w - - 0 1
fen 4nR2/8/p3k3/P1p2p2/1pP1pP1P/KP2P1pN/1n1P2P1/R7 w - - 0 1"
POSITION_COUNT=$(wc -l <<<"$POSITIONS"$'\n'"$GAMES")

# Searches all positions with self-checks. The output goes to $work/said.
search() {
    local binary=$1 interval=$2 nodes=$3 commands=() position
    commands=("setoption name Debug Interval value $interval" "debug on")
    while read -r position; do
        commands+=("position $position" "go nodes $nodes")
    done <<<"$POSITIONS"
    while read -r position; do
        commands+=(ucinewgame "position $position" "go nodes $nodes")
    done <<<"$GAMES"
    { (cd "$work/tree" && timeout 300 "$binary" "${commands[@]}") >"$work/said" 2>&1; } 2>/dev/null
}

# Prints lines of the first report: the fault, its place, the wrong version, the fewest pieces that show the fault.
found() {
    echo "  found by $1"
    grep -m1 -A40 'comparator: difference' "$work/said" | sed 's/^info string [a-z]*: *//;s/^ *//' |
        awk '/^root:/ { exit } NR > 1 && (NR < 4 || /^the fewest/ || /^version .* is wrong/) { print "              " $0 }'
    return 0
}

# True if the watch thread or a signal ended the engine, with a post-mortem. Prints the functions where that happened.
by_end() {
    local end
    end=$(grep -m1 -oE '(caught in a loop|signal [0-9]+).* post-mortem: .*' "$work/said") || return 1
    echo "              ${end%%[;:]*}: $(sed -n '/^at:/,$p' "${end##* post-mortem: }" |
        grep -oE '(captures|lists|verify|make|exchange)_[a-z_0-9]+' | uniq | head -2 | tr '\n' ' ')"
}

by_debug_on() {
    local file
    rm -f "$work"/files/*
    search ./panoptes "$1" 100000
    if grep -q '^info string fault: comparator' "$work/said"; then
        [ "$(grep -c '^bestmove' "$work/said")" = "$POSITION_COUNT" ] ||
            { echo "  it does not go on playing"; return 1; }
    else
        by_end || return 1
    fi
    found "debug on (Debug Interval $1)"
    file=$(ls "$work"/files/*-1.txt | head -1)
    (unset PANOPTES_CPU; cd "$work/tree" && timeout 300 ./panoptes --replay "$file") >"$work/said" 2>&1
    [ $? = 2 ] && grep -q 'replay: it happens again' "$work/said" ||
        { echo "  not met again by --replay"; return 1; }
    echo "  met again by --replay"
}

by_debug_build() {
    search ./panoptes-debug 8 4000 && return 1
    if grep -q 'comparator: difference' "$work/said"; then
        found "the debug build"
    elif by_end; then
        found "the end of the debug build"
    else
        grep -m1 -oE 'Assertion .* failed|ERROR: AddressSanitizer: [a-z-]*|runtime error: .*' "$work/said" &&
            found "the debug build, which stopped before its check came"
    fi
}

by_selftest() {
    (cd "$work/tree" && timeout 300 ./panoptes selftest) >"$work/said" 2>&1 && return 1
    grep -q '^selftest FAILED' "$work/said" || by_end || return 1
    found "selftest"
}

plant() {
    local name=$1 file=$2 level=$3 expression=$4 well=0
    cp -a "$file" "$work/good"
    echo "$name"
    sed -i "$expression" "$work/tree/$file"
    [ "$level" = - ] && unset PANOPTES_CPU || export PANOPTES_CPU=$level
    if cmp -s "$file" "$work/tree/$file" || ! make "${MAKE_FLAGS[@]}" all debug >"$work/build" 2>&1; then
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
while IFS=$'\t' read -r name file level self expression; do
    [ "$self" = self ] || continue
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    planted=$((planted + 1))
    plant "$name" "$file" "$level" "$expression" || missed=$((missed + 1))
done < <(grep -v '^#' tests/faults/faults.tsv)
echo "$planted faults planted, $((planted - missed)) found by all three, $missed not"
[ "$missed" = 0 ] && [ "$planted" -gt 0 ]
