#!/usr/bin/env bash
# gauntlet.sh BINARY REFEREE FAULTY_ENGINE
#
# tools/match/gauntlet in a tree of its own: lists of opponents, tables and what is kept of them, two candidates side by
# side, opponents that fail, Ctrl-C, hostile lines. BINARY plays, against itself and FAULTY_ENGINE, judged by REFEREE.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
binary=$(realpath "$1") referee=$(realpath "$2") faulty=$(realpath "$3")
tree=$work/tree
mkdir -p "$tree/tools/match" "$tree/tools/dev"
cp tools/match/{gauntlet,engines.sh,opponents.txt} "$tree/tools/match"
cp tools/dev/put "$tree/tools/dev"
cp "$binary" "$tree/panoptes"
printf '#!/bin/sh\nFAULT=${FAULT-} exec %s\n' "$faulty" >"$work/random"
chmod +x "$work/random"
cd "$tree" || exit
TOOL=tools/match/gauntlet

# gauntlet STATUS ARGUMENT...
gauntlet() {
    runs "$1" --referee "$referee" --opponents "$work/list" --jobs 2 "${@:2}"
}

says() {
    grep -qE -- "$1" "$work/out" "$work/errors" || wrong "$2: it does not say '$1', but: $(cat "$work/out" "$work/errors")"
}

# A table of two opponents: the sums are those of the games, the mean that of the rows.
tables() {
    # The second one has none of the first one's options.
    printf '%s\n' '# a comment' '' "  self|$binary |  nodes=60 | nodes=60 | Evaluation=classical; Hash=2  " \
        "weak | $work/random | nodes=1 | nodes=60 |" >"$work/list"
    # One game after the other: the random engine goes on with its dice.
    gauntlet 0 --jobs 1 --games 41 --name first --hash 2 .
    says '^weak +20 +1?[0-9]{2}\.[0-9] .* 0/0$' "a table"
    says '^self +20 +[0-9.]+ +[-+][0-9.]+ \+- [0-9.]+ +0/0$' "a table"
    says '^mean +40 ' "a table"
    [ "$(grep -vc '^#' build/gauntlet/first.txt)" = 3 ] || wrong "kept: $(cat build/gauntlet/first.txt)"
    grep -q '^# gauntlet: 20 games each, seed 1, ' build/gauntlet/first.txt || wrong "kept: $(head -1 build/gauntlet/first.txt)"
    cp build/gauntlet/first.txt "$work/first"
    gauntlet 0 --jobs 1 --games 40 --name first --hash 2 .
    cmp -s build/gauntlet/first.txt "$work/first" || wrong "the same call plays other games"
}

# What is kept is shown beside, with differences by opponent, and where it is of other games that is said.
beside() {
    printf '# gauntlet: 20 games each, seed 1, openings 0-0\nself\t20\t60.0\t+70.4\t30.0\t0\t0\nmean\t20\t60.0\t+70.4\t40.0\t0\t0\n' \
        >build/gauntlet/before.txt
    echo "self | $binary | nodes=60 | nodes=60 |" >"$work/list"
    gauntlet 0 --games 20 --name second --hash 2 --beside before . 'Skill Level=10'
    says 'before had other games' "a table beside"
    # With the mean of one opponent being that opponent: elo - 70.4, and errors of 30 and 40 by squares.
    awk -F '\t' '!/^#/ { printf "%s %+.1f +- %.1f\n", $1, $4 - 70.4, sqrt($5 ^ 2 + ($1 == "mean" ? 1600 : 900)) }' \
        build/gauntlet/second.txt >"$work/differences"
    while read -r opponent difference; do
        grep "^$opponent " "$work/out" | grep -qF " +70.4 +- $([ "$opponent" = mean ] && echo 40.0 || echo 30.0)" ||
            wrong "$opponent is not beside: $(cat "$work/out")"
        grep "^$opponent " "$work/out" | grep -qF " $difference" || wrong "$opponent: no '$difference' in: $(cat "$work/out")"
    done <"$work/differences"
    gauntlet 0 --games 20 --name third --hash 2 --beside second .
    says 'kept: ' "the same games"
    ! grep -q 'mean less' "$work/errors" || wrong "the same games are other ones: $(cat "$work/errors")"
}

# The arithmetic, by a referee that says what it likes: 100 wins, 60 draws, 40 losses as pairs 0 10 60 20 10.
sums() {
    cat >"$work/referee" <<'END'
#!/bin/sh
case "$*" in
*"--name-b one"*) echo "Sums: 100 60 40; pairs 5 10 45 20 20; faults 0 3" ;;
*) echo "Sums: 40 60 100; pairs 20 20 45 10 5; faults 0 0" ;;
esac
END
    chmod +x "$work/referee"
    printf 'one | %s | nodes=1 | nodes=1 |\ntwo | %s | nodes=1 | 1+0.1 |\n' "$binary" "$binary" >"$work/list"
    runs 0 --referee "$work/referee" --opponents "$work/list" --games 400 --name sums .
    # By hand: 65 %, 400 log10(65/35); pairs have mean 0.6 and variance 0.07: those given are not of these games.
    says '^one +200 +65\.0 +\+107\.5 \+- [0-9.]+ +0/3$' "sums"
    says '^two +200 +35\.0 +-107\.5 \+- [0-9.]+ +0/0$' "sums"
    says '^mean +400 +50\.0 +\+0\.0 \+- [0-9.]+ +0/3$' "sums"
    awk -F '\t' '/^one/ { one = $5 } /^two/ { two = $5 } /^mean/ { mean = $5 }
        END { wanted = sqrt(one ^ 2 + two ^ 2) / 2; exit !(one > 30 && one < 50 && mean > wanted - 0.1 && mean < wanted + 0.1) }' \
        build/gauntlet/sums.txt || wrong "errors: $(cat build/gauntlet/sums.txt)"
    rm build/gauntlet/sums.txt
    echo 'echo "Sums: 0 0 2; pairs 1 0 0 0 0; faults 2 0"' >"$work/referee"
    runs 1 --referee "$work/referee" --opponents "$work/list" --games 4 --name sums .
    says 'sums lost games by faults' "faults"
    echo 'echo "referee: no room"; exit 1' >"$work/referee"
    complains "ended with status 1: referee: no room" --referee "$work/referee" --opponents "$work/list" --games 4 --name none .
    [ ! -e build/gauntlet/none.txt ] || wrong "a table of nothing is kept"
}

# An opponent that crashes loses; one that is no engine ends it.
faults() {
    echo "weak | $work/random | nodes=1 | nodes=60 |" >"$work/list"
    echo '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -' >"$work/pawns.epd"
    FAULT=die gauntlet 0 --games 4 --name faults --openings "$work/pawns.epd" .
    says '^weak +4 +100\.0 +- +0/4$' "an opponent that crashes"
    echo "none | /bin/true | nodes=1 | nodes=60 |" >"$work/list"
    gauntlet 1 --games 4 .
    says 'true does not answer uci' "an opponent that is no engine"
}

# Ctrl-C ends it with the table of what was played, which is not kept.
interrupted() {
    printf 'self | %s | nodes=60 | nodes=60 |\nmore | %s | nodes=60 | nodes=60 |\n' "$binary" "$binary" >"$work/list"
    printf '#!/bin/bash\nln -s "$(readlink /proc/$$/fd/1)" "%s/played"\nexec "%s" "$@"\n' "$work" "$referee" >"$work/watched"
    chmod +x "$work/watched"
    set -m
    env --default-signal=INT $TOOL --referee "$work/watched" --opponents "$work/list" --games 4000 --name stopped . \
        >"$work/out" 2>"$work/errors" </dev/null &
    set +m
    until [ "$(grep -cs '^Games: ' "$work/played")" -ge 3 ] || ! kill -0 $!; do sleep 0.05; done 2>"$work/log"
    kill -INT $!
    wait $! && wrong "a gauntlet that was stopped: exit status 0"
    says '^self +[1-9][0-9]* ' "a gauntlet that was stopped"
    says 'stopped: [1-9][0-9]* of 4000 games' "a gauntlet that was stopped"
    ! grep -q ' against more' "$work/errors" || wrong "it goes on with the next opponent"
    [ ! -e build/gauntlet/stopped.txt ] || wrong "half a table is kept"
}

# refuses WHAT ARGUMENT...
refuses() {
    gauntlet 2 "${@:2}"
    grep -qF -- "$1" "$work/errors" || wrong "${*:2}: not '$1' but '$(head -1 "$work/errors")'"
}

calls() {
    local line run="touch '$work/ran'"
    echo "self | $binary | nodes=60 | nodes=60 |" >"$work/list"
    refuses "it takes a candidate"
    refuses "'x' is no option of ." . x
    refuses ". has no option 'x=1'" . x=1
    refuses "there is no option '--fast'" --fast .
    refuses "is neither the working tree" no-such
    refuses "--games wants a number" --games 1 .
    refuses "--name wants a name" --name ../x .
    refuses "there is no table of 'none'" --beside none .
    refuses "control character" $'a\nb'
    for line in "x | $binary | nodes=1 |" "x | $binary | nodes=1 | nodes=0 |" "| $binary | nodes=1 | nodes=1 |" \
        "../x | $binary | nodes=1 | nodes=1 |" "x | $binary | 1 | 1 | a | b" "x | $binary | \$($run) | 1 |"; do
        echo "$line" >"$work/list"
        refuses "no opponent in" .
    done
    printf '%s\n%s\n' "x | $binary | 1 | 1 |" "x | $binary | 1 | 1 |" >"$work/list"
    refuses "x is there twice" .
    : >"$work/list"
    refuses "there is none in" .
    runs 2 --referee "$referee" --opponents "$work" .
    echo "x | \$($run) | nodes=1 | nodes=1 |" >"$work/list"
    refuses "is neither" .
    echo "x | $binary | nodes=1 | nodes=1 | a[\$($run)]=1" >"$work/list"
    refuses "has no option" .
    echo "x | $binary | nodes=1 | nodes=1 | EvalFile=\$($run); Hash=2" >"$work/list"
    gauntlet 0 --games 2 . "EvalFile=\`$run\`"
    ln -s "$work/list" build/gauntlet/link.txt
    runs 1 --referee "$referee" --opponents "$work/list" --name link .
    grep -q '^x |' "$work/list" || wrong "a table is written through a link"
    [ ! -e "$work/ran" ] || wrong "a word was run as code"
}

tables
beside
sums
faults
interrupted
calls
compgen -G "build/gauntlet/*.new*" && wrong "something is left"
exit $bad
