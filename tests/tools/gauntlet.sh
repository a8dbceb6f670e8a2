#!/usr/bin/env bash
# gauntlet.sh BINARY LAB FAULTY_ENGINE
#
# `lab gauntlet` reads lists of opponents, keeps its tables, compares two candidates, and survives opponents that fail
# and Ctrl-C. match.sh tests how engines are found, checked and ended. BINARY plays against itself and FAULTY_ENGINE.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
binary=$(realpath "$1") TOOL=$(realpath "$2") faulty=$(realpath "$3")
mkdir -p "$work/tree/tools/match"
cp tools/match/{engine,opponents.txt} "$work/tree/tools/match"
cp "$binary" "$work/tree/panoptes"
printf '#!/bin/sh\nFAULT=${FAULT-} exec %s\n' "$faulty" >"$work/random"
chmod +x "$work/random"
cd "$work/tree" || exit

# gauntlet STATUS ARGUMENT...
gauntlet() {
    runs "$1" gauntlet --opponents "$work/list" --jobs 2 --hash 2 "${@:2}"
}

says() {
    grep -qE -- "$1" "$work/out" "$work/errors" || wrong "$2: it does not say '$1', but: $(cat "$work/out" "$work/errors")"
}

# In a table of two opponents, the row `mean` is the mean of the other rows.
tables() {
    # The first opponent's options do not apply to the second.
    printf '%s\n' '# a comment' '' "  self|$binary |  nodes=60 | nodes=60 | Evaluation=classical; Hash=2  " \
        "weak | $work/random | nodes=1 | nodes=60 |" >"$work/list"
    # One game at a time: the random engine keeps its generator from game to game.
    gauntlet 0 --jobs 1 --games 41 --name first .
    says '^weak +20 +1?[0-9]{2}\.[0-9] .* 0/0' "a table"
    says '^self +20 +[0-9.]+ +[-+][0-9.]+ \+- +[0-9.]+ +0/0' "a table"
    says '^mean +40 ' "a table"
    [ "$(grep -vc '^#' build/gauntlet/first.txt)" = 3 ] || wrong "kept: $(cat build/gauntlet/first.txt)"
    awk -F '\t' '/^self/ { self = $3 } /^weak/ { weak = $3 } /^mean/ { off = $3 - (self + weak) / 2 }
        END { exit !(off < 0.11 && off > -0.11) }' build/gauntlet/first.txt || wrong "the mean: $(cat build/gauntlet/first.txt)"
    cp build/gauntlet/first.txt "$work/first"
    gauntlet 0 --jobs 1 --games 40 --name first .
    cmp -s build/gauntlet/first.txt "$work/first" || wrong "the same call plays other games"
}

# --beside NAME shows a kept table beside the new one, and the differences. The gauntlet warns if the games differ.
beside() {
    printf '# gauntlet: 20 games each, seed 1\nself\t20\t60.0\t+70.4\t30.0\t0\t0\nmean\t20\t60.0\t+70.4\t40.0\t0\t0\n' \
        >build/gauntlet/before.txt
    local longest
    longest=$(printf %0119d 1)
    echo "$longest | $binary | nodes=60 | nodes=60 |" >"$work/list"
    gauntlet 0 --games 2 --name "$longest" .
    gauntlet 0 --games 2 --beside "$longest" .
    [ "$(awk -v name="$longest" '$1 == name { print NF }' "$work/out")" = 8 ] || wrong "a long name: $(cat "$work/out")"
    echo "self | $binary | nodes=60 | nodes=60 |" >"$work/list"
    gauntlet 0 --games 20 --name second --beside before . 'Skill Level=10'
    says 'before had other games' "a table beside"
    # The table must show Elo less 70.4, and the root of the sum of both squared errors (kept: self 30, mean 40).
    awk -F '\t' '!/^#/ { printf "%s %+.1f +- *%.1f\n", $1, $4 - 70.4, sqrt($5 ^ 2 + ($1 == "mean" ? 1600 : 900)) }' \
        build/gauntlet/second.txt | sed 's/[+.]/\\&/g' >"$work/differences"
    while read -r opponent difference; do
        grep "^$opponent " "$work/out" | grep -qE -- " $difference" || wrong "$opponent: no '$difference' in: $(cat "$work/out")"
    done <"$work/differences"
    gauntlet 0 --games 20 --name third --beside second .
    says 'kept: ' "the same games"
    ! grep -q 'mean less' "$work/errors" || wrong "the same games are other ones: $(cat "$work/errors")"
    # Without --jobs, games do not use more threads than the machine has cores.
    runs 0 gauntlet --opponents "$work/list" --hash 2 --games 2 . Threads="$(nproc)"
    says '2 games, 1 at a time' "an engine with many threads"
}

# An opponent that crashes loses its games. An opponent that is not an engine ends the gauntlet.
faults() {
    echo "weak | $work/random | nodes=1 | nodes=60 |" >"$work/list"
    echo '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -' >"$work/pawns.epd"
    FAULT=die gauntlet 0 --games 4 --name faults --openings "$work/pawns.epd" .
    says '^weak +4 +100\.0 +- +0/4' "an opponent that crashes"
    FAULT=die gauntlet 1 --games 4 --name faulty --openings "$work/pawns.epd" "$work/random"
    says 'faulty lost games by faults' "a candidate that crashes"
    echo "none | /bin/true | nodes=1 | nodes=60 |" >>"$work/list"
    gauntlet 1 --games 4 .
    says 'true' "an opponent that is no engine" && ! grep -q 'at a time' "$work/errors" || wrong "games before a bad opponent"
}

# After Ctrl-C the gauntlet prints the table of the games so far, and does not keep it.
interrupted() {
    printf 'self | %s | nodes=60 | nodes=60 |\nmore | %s | nodes=60 | nodes=60 |\n' "$binary" "$binary" >"$work/list"
    set -m
    env --default-signal=INT "$TOOL" gauntlet --opponents "$work/list" --games 40000 --name stopped . \
        >"$work/out" 2>"$work/errors" </dev/null &
    set +m
    works $! 50
    kill -INT $!
    wait $! && wrong "a gauntlet that was stopped: exit status 0"
    says 'only [0-9]+ of 40000 games' "a gauntlet that was stopped"
    ! grep -q ' against more' "$work/errors" || wrong "it goes on with the next opponent"
    [ ! -e build/gauntlet/stopped.txt ] || wrong "half a table is kept"
}

# refuses WHAT ARGUMENT...
refuses() { STATUS=2 complains "$1" gauntlet --opponents "$work/list" "${@:2}"; }

calls() {
    local line
    echo "self | $binary | nodes=60 | nodes=60 |" >"$work/list"
    refuses "--name takes letters" --name ../x .
    refuses "there is no such table" --beside none .
    refuses "give a shorter --name than 'working_tree-EvalFile=00000" . "EvalFile=$(printf %0200d 1)"
    for line in "x | $binary | nodes=1 |" "../x | $binary | nodes=1 | nodes=1 |" "x | $binary | 1 | x |" "mean | $binary | nodes=1 | nodes=1 |"; do
        echo "$line" >"$work/list"
        refuses "no opponent in" .
    done
    printf '%s\n%s\n' "x | $binary | 1 | 1 |" "x | $binary | 1 | 1 |" >"$work/list"
    refuses "twice 'x'" .
    : >"$work/list"
    refuses "there is none in" .
}

tables
beside
faults
interrupted
calls
compgen -G "build/gauntlet/*.new*" && wrong "something is left"
exit $bad
