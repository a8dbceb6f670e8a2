#!/usr/bin/env bash
# judge.sh BINARY DATAGEN
#
# tools/match/judge with stand-ins for the judge: what it makes of their answers, what it keeps, what it complains of. BINARY
# is the engine. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
BINARY=$(realpath "$1") DATAGEN=$(realpath "$2")
TOOL=tools/match/judge

# Positions in which both sides are to move and to win, one of them a mate.
cat >"$work/clean" <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3
4k3/pppq1ppp/8/8/8/8/PPP2PPP/3RK3 w - - 0 20
4k3/ppp2ppp/8/8/8/8/PPPQ1PPP/3RK3 b - - 0 20
8/5pk1/6p1/8/3P4/4P3/5PK1/8 w - - 0 50
8/5pk1/6p1/8/3n4/4P3/5PK1/8 b - - 0 50
2r3k1/5ppp/8/3p4/3P4/4N3/5PPP/6K1 w - - 4 30
6k1/5ppp/8/3p4/3P4/4n3/5PPP/2R3K1 b - - 4 30
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 40
END
MATE='6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 40'
# The same as people write them, among other things.
{
    echo "# a comment"
    sed -n '1s/ 0 1$//p' "$work/clean"
    sed -n '2s/ 3 3$/ 3 3;bm Nf6;/p' "$work/clean"
    sed -n '3s/$/\r/p' "$work/clean"
    sed -n '4,8p;5p' "$work/clean"
    echo '8/8/8/8 w - - 0 1'
    echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1$(touch hurt) quit'
    echo 'no position'
    echo '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 40 bm Ra8; id "a mate"'
} >"$work/positions"
echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1' >>"$work/clean"

# A judge that answers from a file, and does wrong as the variable FAULT says. Bounds are not its last word.
cat >"$work/stand-in" <<'END'
#!/usr/bin/env bash
while IFS= read -r line; do
    case $line in
    uci)
        echo "id name ${NAME-Stand-in 1}"
        [ "$FAULT" = plain ] || echo "option name UCI_ShowWDL type check default false"
        echo uciok
        ;;
    "position fen "*) fen=${line#position fen } ;;
    go*)
        echo "$line $fen" >>"$ASKED"
        [ "$(wc -l <"$ASKED")" -lt 5 ] || case $FAULT in
            die) exit 1 ;;
            mute) continue ;;
            slow) exec sleep 3000 ;;
            nonsense) echo "info depth 9 score cp 10 wdl 9999 9999 0 nodes 1 pv e2e4"; echo "bestmove e2e4"; continue ;;
            untold) echo "info depth 9 score cp 10 nodes 1 pv e2e4"; echo "bestmove e2e4"; continue ;;
            esac
        answer=$(grep -F -- "$fen" "$ANSWERS" | cut -d'|' -f2)
        echo "info depth 1 score cp 1 wdl 500 0 500 nodes 1 pv e2e4"
        echo "info depth 9 score $answer nodes 9 pv e2e4 e7e5"
        echo "info depth 9 score cp 1 upperbound wdl 1 2 997 nodes 9 pv e2e4"
        echo "bestmove e2e4"
        ;;
    quit) exit ;;
    esac
done
END
chmod +x "$work/stand-in"

: >"$work/empty"
export FAULT='' ASKED="$work/asked" ANSWERS="$work/answers"

# answers EVALUATION: those of a judge to whom 0.005 of this evaluation's units are the truth
answers() {
    { sed 's/.*/position fen &\neval json/' "$work/clean" && echo quit; } | "$BINARY" >"$work/evals"
    sed -nE 's/.*"'"$1"'":\{[^{}]*"units":(-?[0-9]+).*/\1/p' "$work/evals" | paste -d '|' "$work/clean" - |
        awk -F '|' -v mate="$MATE" '{
            split($1, f, " ")
            win = int(1000 / (1 + exp(-0.005 * (f[2] == "w" ? $2 : -$2))) + 0.5)
            print $1 "|" ($1 == mate ? "mate 1" : "cp 10 wdl " win " 0 " 1000 - win)
        }' >"$work/answers"
}

judge() {
    : >"$ASKED"
    runs "$1" --judge "$work/stand-in" --engine "$BINARY" --jobs 1 --depth 9 "${@:2}"
}

# Each evaluation is found to be the truth where it is, by the side to move, and only there.
finds_the_truth() {
    answers network
    grep -q '^4k3/ppp2ppp/8/8/8/8/PPPQ1PPP/3RK3 b .*|cp 10 wdl [0-9]\{1,2\} ' "$work/answers" || wrong "a queen down: $(cat "$work/answers")"
    judge 0 --keep "$work/kept" "$work/positions"
    cp "$work/out" "$work/first"
    grep -qxF 'judged by Stand-in 1 at depth 9: 9 of 10 positions, the others are mates' "$work/out" || wrong "$(head -1 "$work/out")"
    grep -qE '^network +0\.000[0-4] \(k 0\.0050\) ' "$work/out" || wrong "by the network: $(cat "$work/out")"
    grep -qE '^with 0\.0 classical +0\.000[0-4] ' "$work/out" || wrong "by the network: $(cat "$work/out")"
    grep -qE '^classical +0\.0[1-9]' "$work/out" || wrong "by the network: $(cat "$work/out")"
    grep -qE '^positions +9 +2 +0 +4 +3$' "$work/out" || wrong "pieces: $(cat "$work/out")"
    [ "$(sed 's/^go depth 9 //' "$ASKED" | sort)" = "$(sort "$work/clean")" ] || wrong "asked: $(cat "$ASKED")"
    [ ! -e hurt ] || wrong "a position was run"
    answers classical
    judge 0 "$work/positions"
    grep -qE '^classical +0\.000[0-4] \(k 0\.0050\) ' "$work/out" || wrong "by the classical one: $(cat "$work/out")"
    grep -qE '^with 1\.0 classical ' "$work/out" || wrong "by the classical one: $(cat "$work/out")"
    grep -qE '^network +0\.0[1-9]' "$work/out" || wrong "by the classical one: $(cat "$work/out")"
}

# The positions behind quiet moves without check, of both sides, and how well each evaluation ranks them: the one that the
# judge agrees with perfectly, and the other one not.
ranks_siblings() {
    printf '%s\n' 'k7/8/8/8/8/1p6/P7/K7 b - - 0 1' 'no position' 'k7/8/8/8/8/1p6/P7/K7 w - - 0 1' \
        'k7/8/8/pP6/P7/P7/8/K7 w - a6 0 1' >"$work/parents"
    mv "$work/clean" "$work/all"
    cat >"$work/clean" <<'END'
1k6/8/8/8/8/1p6/P7/K7 w - - 1 2
8/k7/8/8/8/1p6/P7/K7 w - - 1 2
8/1k6/8/8/8/1p6/P7/K7 w - - 1 2
k7/8/8/8/8/1p6/PK6/8 b - - 1 1
k7/8/8/8/8/1p6/P7/1K6 b - - 1 1
k7/8/8/8/8/Pp6/8/K7 b - - 0 1
k7/8/8/8/P7/1p6/8/K7 b - - 0 1
k7/8/1P6/p7/P7/P7/8/K7 b - - 0 1
k7/8/8/pP6/P7/P7/1K6/8 b - - 1 1
k7/8/8/pP6/P7/P7/K7/8 b - - 1 1
k7/8/8/pP6/P7/P7/8/1K6 b - - 1 1
END
    local by
    for by in network classical; do
        answers $by
        judge 0 --siblings "$work/parents"
        [ "$(sed 's/^go depth 9 //' "$ASKED" | sort)" = "$(sort "$work/clean")" ] || wrong "siblings asked: $(cat "$ASKED")"
        [ "$(tail -2 "$work/out" | grep -cE "^$by +(1[.]0000|0[.]99[0-9]{2}) +(1[.]0000|0[.]99[0-9]{2})$")" = 1 ] ||
            wrong "siblings by the $by one: $(cat "$work/out")"
        [ "$(tail -2 "$work/out" | grep -cE ' (1[.]0000|0[.]99[0-9]{2})$')" = 1 ] || wrong "both rank as well: $(cat "$work/out")"
    done
    # The network's favourite of each parent is by far the worst: it ranks all of them badly, and those near the best well.
    answers network
    awk -F '[| ]' '{ print (NR > 3) + (NR > 7), $(NF - 2), NR }' "$work/answers" | sort -k 1,1n -k 2,2n |
        awk '!seen[$1]++ { print $3 }' >"$work/best"
    awk 'FILENAME == ARGV[1] { best[$1]; next } FNR in best { sub(/wdl .*/, "wdl 1000 0 0") } { print }' "$work/best" \
        "$work/answers" >"$work/turned"
    cp "$work/turned" "$work/answers"
    for by in b w; do
        grep " $by - - " "$work/parents" >"$work/parent"
        judge 0 --siblings "$work/parent"
        tail -1 "$work/out" | grep -qE '^network +(-|0[.][0-8]).* (1[.]0000|0[.]9[0-9]{3})$' ||
            wrong "near the best, $by to move: $(cat "$work/out")"
    done
    mv "$work/all" "$work/clean"
    set -- --judge "$work/stand-in" --engine "$BINARY"
    complains "there are no positions, in EPD or FEN, in '$work/empty'" "$@" --siblings "$work/empty"
    complains "it is not there, or cannot be read" "$@" --siblings "$work/none"
    echo '4k3/8/8/8/8/8/8/8 w - - 0 1' >>"$work/parents"
    complains "complains: info string error" "$@" --siblings "$work/parents"
    complains "does not list the moves of all positions" --judge "$work/stand-in" --engine true --siblings "$work/parents"
    runs 2 "$@" --siblings "$work/parents" "$work/positions"
}

# Labels of games: the judge knows those of lambda 0.5, by the formula of tools/train, for the side to move. The third
# game begins with a capture, the last one where the first does; the second was broken off, so that its last search counts
# twice.
judges_labels() {
    cat >"$work/games.txt" <<'END'
4k3/8/8/8/8/8/8/4K2R w - - 0 1|2|h1h2 100|e8d8 200
4k2r/8/8/8/8/8/8/4K3 b - - 0 1|3|h8h7 -300|e1d1 -200
4k3/8/8/8/8/8/4q3/4K2R w - - 0 1|1|e1e2 50
4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1|1|e2e4 0|e7e5 -100
4k3/8/8/8/8/8/8/4K2R w - - 0 1|2|h1h3 900
END
    cat >"$work/answers" <<'END'
4k3/8/8/8/8/8/8/4K2R w - - 0 1|cp 10 wdl 687 0 313
4k2r/8/8/8/8/8/8/4K3 b - - 0 1|cp 10 wdl 651 0 349
4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1|cp 10 wdl 484 0 516
END
    rm -f "$work/games.bin"
    "$DATAGEN" pack "$work/games.txt" "$work/games.bin" >"$work/errors" 2>&1 || wrong "no games: $(cat "$work/errors")"
    judge 0 --datagen "$DATAGEN" --labels "$work/games.bin" --lambda 0,0.5,1
    grep -qE '^labels, lambda 0[.]5 +0[.]000[0-5] \(k 0[.]0025\) ' "$work/out" || wrong "labels: $(cat "$work/out")"
    [ "$(grep -cE '^labels, lambda [01] +0[.][0-9]*[1-9]' "$work/out")" = 2 ] || wrong "labels: $(cat "$work/out")"
    grep -qE '^labels, lambda [01] +0[.]00[0-9]' "$work/out" && wrong "all labels are right: $(cat "$work/out")"
    judge 0 --datagen "$DATAGEN" --labels "$work/games.bin" --most 2
    grep -q '^judged by .*: 2 of 2 positions' "$work/out" || wrong "--most 2: $(cat "$work/out")"
    set -- --judge "$work/stand-in" --engine "$BINARY" --datagen "$DATAGEN"
    complains "judge: '$work/positions': " "$@" --labels "$work/positions"
    complains "cannot run datagen ''" --judge "$work/stand-in" --engine "$BINARY" --labels "$work/games.bin"
    runs 2 "$@" --labels "$work/games.bin" "$work/positions"
    runs 2 "$@" --labels "$work/games.bin" --lambda 0,2
    grep -qF -- "--lambda wants numbers from 0 to 1, not '0,2'" "$work/errors" || wrong "--lambda 0,2: $(cat "$work/errors")"
}

# What is kept is not asked again, by any number of judges; what is lost of it is.
keeps() {
    answers network
    judge 0 --keep "$work/kept" "$work/positions"
    cmp -s "$work/out" "$work/first" || wrong "kept: $(cat "$work/out")"
    [ ! -s "$ASKED" ] || wrong "asked again: $(cat "$ASKED")"
    { head -5 "$work/kept" && printf '4k3/8/8'; } >"$work/torn"
    judge 0 --keep "$work/torn" --jobs 3 "$work/positions"
    cmp -s "$work/out" "$work/first" || wrong "torn: $(cat "$work/out")"
    [ "$(wc -l <"$ASKED")" = 6 ] || wrong "asked of a torn file: $(cat "$ASKED")"
    judge 0 --keep "$work/torn" "$work/positions"
    [ ! -s "$ASKED" ] || wrong "asked again of a torn file: $(cat "$ASKED")"
    cp "$work/kept" "$work/before"
    complains "is of another judge or depth" --judge "$work/stand-in" --engine "$BINARY" --keep "$work/kept" "$work/positions"
    NAME=Other complains "is of another judge or depth" --judge "$work/stand-in" --engine "$BINARY" --depth 9 \
        --keep "$work/kept" "$work/positions"
    complains "is of another judge or depth" --judge "$work/stand-in" --engine "$BINARY" --keep "$work/positions" "$work/clean"
    cmp -s "$work/kept" "$work/before" || wrong "a refused file has changed"
}

# A judge that fails is reported, and what it has said is kept.
bad_judges() {
    for FAULT in die mute nonsense untold; do
        rm -f "$work/part"
        JUDGE_PATIENCE=1 judge 1 --keep "$work/part" "$work/positions"
        grep -qF "judge: the judge does not answer, or reports no chances, behind 4 of 10 positions" "$work/errors" ||
            wrong "$FAULT: $(cat "$work/errors")"
        [ "$(wc -l <"$work/part")" = 5 ] || wrong "$FAULT: kept $(cat "$work/part")"
    done
    FAULT=''
    FAULT=plain judge 1 "$work/positions"
    grep -qF "has no UCI_ShowWDL" "$work/errors" || wrong "no chances: $(cat "$work/errors")"
    complains "does not speak UCI" --judge true --engine "$BINARY" "$work/positions"
    complains "does not evaluate all positions" --judge "$work/stand-in" --engine true "$work/positions"
    echo "$MATE" >"$work/mate"
    complains "the judge finds mate in all positions" --judge "$work/stand-in" --engine "$BINARY" "$work/mate"
}

# Ctrl-C ends it and its judges at once; what they have said is kept.
interrupted() {
    rm -f "$work/part"
    : >"$ASKED"
    FAULT=slow env --default-signal=INT $TOOL --judge "$work/stand-in" --engine "$BINARY" --jobs 1 --depth 9 --keep "$work/part" \
        "$work/positions" >"$work/out" 2>&1 </dev/null &
    while [ "$(wc -l <"$ASKED")" -lt 5 ]; do sleep 0.1; done
    kill -INT $!
    wait $! && wrong "an interrupted judge has succeeded"
    [ "$(wc -l <"$work/part")" -ge 5 ] || wrong "interrupted: kept $(cat "$work/part")"
}

complaints() {
    local wrong_call
    ln -s "$work/positions" "$work/link"
    head -c 5000 src/network/panoptes.net >"$work/network"
    set -- --judge "$work/stand-in" --engine "$BINARY"
    complains "there are no positions, in EPD or FEN" "$@" "$work/empty"
    complains "it is not there, or cannot be read" "$@" "$work/none"
    complains "it is not a regular file" "$@" "$work"
    complains "it is not a regular file" "$@" "$work/link"
    complains "complains: info string error" "$@" --network "$work/network" "$work/positions"
    complains "cannot run the judge '$work/positions'" --judge "$work/positions" --engine "$BINARY" "$work/positions"
    complains "cannot run '$work/none'" --judge "$work/stand-in" --engine "$work/none" "$work/positions"
    for wrong_call in "" "--depth 0 $work/positions" "--depth x $work/positions" "--jobs 10000 $work/positions" "--keep" \
        "--fast $work/positions" "$work/positions $work/clean"; do
        # shellcheck disable=SC2086 # words
        runs 2 $wrong_call
        grep -q '^judge: .*; judge --help says how to call it$' "$work/errors" || wrong "'$wrong_call': $(cat "$work/errors")"
    done
    judge 0 --network src/network/panoptes.net "$work/positions"
    cmp -s "$work/out" "$work/first" || wrong "the same network: $(cat "$work/out")"
}

finds_the_truth
ranks_siblings
judges_labels
keeps
bad_judges
interrupted
complaints
exit $bad
