#!/usr/bin/env bash
# match.sh BINARY LAB FAULTY_ENGINE
#
# `lab play` finds engines, refuses bad arguments, and sends, plays and prints what it should, in a small repository of
# its own. `lab play` never runs a word as code, and handles engines that crash, hang, cheat or flood it. Exits with 1
# if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
binary=$(realpath "$1") TOOL=$(realpath "$2") faulty=$(realpath "$3")
. tests/support/script.sh
command -v git >/dev/null || { echo "git is not installed: apt-get install git"; exit $SKIPPED; }
tree="$work/a tree"

# engine VERSION: a script that plays as BINARY does
engine() {
    printf '#!/bin/sh\n# %s\nexec "%s"\n' "$1" "$binary"
}

# Makes a git repository with two commits, whose Makefile copies a script as the engine.
repository() {
    mkdir -p "$tree/tools/match" "$work/bin"
    cp tools/match/engine "$tree/tools/match"
    printf '$(if $(STATIC)$(TUNE),$(error options of another build))\npanoptes: engine\n\tcp engine $@ && chmod +x $@\n\techo >>"%s/made"\n' \
        "$work" >"$tree/Makefile"
    cd "$tree" || exit
    {
        git init -b main
        git config user.name nobody
        git config user.email nobody@localhost
        engine 1 >engine && git add -A && git commit -m first && git tag v1
        engine 2 >engine && git add -A && git commit -m second && git branch a/branch
        engine 3 >panoptes && chmod +x panoptes
    } >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    # From this position with all pawns, a faulty engine commits its fault before a mate ends the game.
    echo '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -' >"$work/pawns.epd"
    printf '%s\n' "$(cat "$work/pawns.epd")" 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' \
        '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1 bm Kd4;' >"$work/three.epd"
}

settings=(--nodes 20 --openings "$work/three.epd")

# match STATUS WORD...: `lab play` of two games with the settings, unless a word sets the number of games
match() {
    rm -f "$work/pgn"
    runs "$1" play --pgn "$work/pgn" --games 2 --seed 1 "${settings[@]}" "${@:2}"
}

says() {
    grep -qF -- "$1" "$work/out" "$work/errors" || wrong "$2: it does not say '$1', but: $(cat "$work/out" "$work/errors")"
}

# plays WHITE BLACK WORD...: fails unless engines of these names play
plays() {
    match 0 "${@:3}"
    grep -qxF "[White \"$1\"]" "$work/pgn" && grep -qxF "[Black \"$2\"]" "$work/pgn" ||
        wrong "${*:3}: not $1 and $2 play, but: $(grep '^.White' "$work/pgn") $(cat "$work/errors")"
}

engines() {
    local v1 v2 folder
    v1=$(git rev-parse v1) v2=$(git rev-parse HEAD)
    plays 'working tree 1' 'working tree 2' . against .
    # The build needs no TMPDIR, where programs may be forbidden, and knows no options of another build.
    TMPDIR=$work/none STATIC=1 TUNE=1 plays 'working tree' "v1 ${v1:0:7}" . against v1
    plays "a/branch ${v2:0:7}" "HEAD~1 ${v1:0:7}" a/branch against HEAD~1
    plays "${v1:0:7} 1" "${v1:0:7} 2" "$v1" against "${v1:0:8}"
    [ "$(wc -l <"$work/made")" = 2 ] || wrong "two commits were built $(wc -l <"$work/made") times"
    [ "$(sed -n 2p build/match/"$v1"-*)" = "# 1" ] || wrong "another engine than v1's is built"
    # An engine that was built without NASM is another one.
    mkdir "$work/programs"
    for folder in ${PATH//:/ }; do ln -s "$folder"/* "$work/programs"; done 2>"$work/log"
    rm -f "$work/programs/nasm"
    PATH=$work/programs match 0 . against v1
    rm -r "$work/programs"
    [ "$(wc -l <"$work/made")" = "$(command -v nasm >"$work/log" && echo 3 || echo 2)" ] || wrong "without NASM: $(cat "$work/errors")"
    [ "$(sed -n 2p build/match/tree-*)" = "# 3" ] || wrong "the working tree is not copied"
    engine 4 >"$work/bin/named" && chmod +x "$work/bin/named"
    PATH=$PATH:$work/bin plays named 'working tree' named against .
    git branch named
    PATH=$PATH:$work/bin match 2 . against named
    says "'named' is a program and a commit" "a name of both"
    printf 'panoptes:\n\techo no kernels; false\n' >Makefile
    git commit -q -a -m broken
    match 2 . against HEAD
    says "no kernels" "a commit that cannot be built"
    says "could not be built" "a commit that cannot be built"
    match 1 . against true
    says "does not answer uci" "a program that is no engine"
}

# `lab play` refuses the arguments in each line below, and plays no game.
# shellcheck disable=SC2120
refusals() {
    local what words
    while IFS='|' read -r what words; do
        eval "set -- $words" # the words are ours
        match "${what%% *}" "$@"
        says "${what#* }" "$words"
        [ ! -s "$work/pgn" ] || wrong "$words: yet it is played"
    done <<'END'
2 play: a word is missing|
2 it is ENGINE against ENGINE|.
2 it is ENGINE against ENGINE|. against . against .
2 is neither|. against no-such
2 an option is NAME=VALUE|. named against .
2 an option is NAME=VALUE|. against . $'EvalFile=x\nquit'
2 there is a control character|. against $'x\ny'
1 has no option 'Nonsense=3'|. Nonsense=3 against .
1 does not take 'Skill Level=21'|. against . 'Skill Level=21'
1 does not take 'Evaluation=work'|. against . Evaluation=work
1 does not take 'Ponder=1'|. against . Ponder=1
2 there is no option --fast|--fast . against .
2 --nodes takes a number|. against . --nodes
2 --games takes an even number, not '3'|--games 3 . against .
2 unknown limit|--tc 0 . against .
2 unknown limit|--tc 1+-1 . against .
2 unknown limit|--tc-b depth=1.5 . against .
2 --sprt takes two numbers|--sprt 5 . against .
2 --sprt takes two numbers|--sprt 0,5x . against .
2 --nodes does not go with --tc|--tc 2+0.02 . against .
2 leave out --openings|--disturb . against .
2 --sprt takes the lower|--sprt 5,0 . against .
2 --openings is there twice|--openings Makefile . against .
2 a name is of printable letters|--name-a 'a"b' . against .
END
    runs 2 play --openings Makefile . against .
    says "it has no position" "openings without a position"
    echo 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9' >"$work/frc.epd"
    runs 0 play --games 4 --nodes 20 --openings "$work/frc.epd" --pgn "$work/frc.pgn" . EvalFile=none.net against .
    says "'none.net' is refused" "a value that the engine refuses"
    says "1 openings for 2 pairs" "openings that repeat"
    [ "$(grep -cF '[Variant "Chess960"]' "$work/frc.pgn")" = 4 ] || wrong "castling of Chess960 is played as standard chess"
    ln -s "$work/three.epd" "$work/link"
    echo mine >"$work/mine"
    for goal in "$work/mine" "$work/no/such.pgn"; do
        runs 1 play --pgn "$goal" --games 2 --nodes 1 . against .
        says "'$goal' is refused" "a PGN that is none"
    done
    [ "$(cat "$work/mine")" = mine ] || wrong "a file was overwritten"
}

# `play` sends an engine each of its options once, and the limits of the engine's side.
options() {
    printf '#!/bin/sh\ntee "%s/sent" | exec "%s"\n' "$work" "$binary" >"$work/spied"
    chmod +x "$work/spied"
    match 0 --hash 4 . against "$work/spied" 'skill level=3' Threads=2
    for line in 'setoption name skill level value 3' 'setoption name Threads value 2' 'setoption name Hash value 4' 'go nodes 20'; do
        grep -qxF "$line" "$work/sent" || wrong "it is not sent '$line', but: $(sort -u "$work/sent" | head -20)"
    done
    grep -qx 'setoption name Threads value 1' "$work/sent" && wrong "an option is sent twice"
    rm "$work/pgn"
    runs 0 play --pgn "$work/pgn" --games 2 --tc 0.5+0.01 --tc-b depth=2 . against "$work/spied"
    grep -qx 'go depth 2' "$work/sent" || wrong "--tc-b is not its limit"
    grep -qxF '[WhiteTimeControl "0.5+0.01"]' "$work/pgn" || wrong "limits are not in the PGN"
    # The last of a thousand values of an option, in a line that ends with CR LF.
    printf '#!/bin/sh\n"%s" | sed -u "s/^uciok/option name Style type combo default 1%s var last\\r\\n&/"\n' "$binary" \
        "$(printf ' var %s' {1..999})" >"$work/spied"
    match 0 . against "$work/spied" Style=last
    match 1 . against "$work/spied" Style=least
}

# Prints the moves of a PGN, in the order of rounds, without the times of the moves.
moves_of() {
    awk '/^\[Round/ { round = $2 } /^\[White / { white = $2 } /^\[(Event|Site|Date|Round)/ { next }
        { gsub(/[0-9.]+s}/, "}"); text[round white] = text[round white] $0 "\n" }
        END { for (round = 1; round <= 9; round++) for (side = 0; side < 2; side++)
            printf "%s", text["\"" round "\"]" (side ? "\"one\"]" : "\"two\"]")] }' "$1"
}

# Any number of jobs plays the same games, each opening with both colours. The sums agree with the games.
repeats() {
    local jobs openings
    for openings in "--openings $work/three.epd" ''; do
        for jobs in 1 3; do
            rm -f "$work/pgn"
            # shellcheck disable=SC2086 # words
            runs 0 play $openings --seed 7 --games 6 --jobs $jobs --tc nodes=300 --tc-b nodes=200 --name-a one --name-b two \
                --pgn "$work/pgn" "$binary" against "$binary" Evaluation=classical
            moves_of "$work/pgn" >"$work/$jobs.moves"
        done
        [ "$(wc -l <"$work/1.moves")" -gt 60 ] && cmp "$work/1.moves" "$work/3.moves" || wrong "one and three jobs play other games"
        [ "$(awk '/^\[Round/ { round = $2 } /^\[FEN/ && !seen[round $0]++ { print round }' "$work/pgn" | wc -l)" = 3 ] ||
            wrong "a round has two openings"
    done
    wins=$(grep -A4 '^\[White "one"' "$work/pgn" | grep -c '"1-0"')
    wins=$((wins + $(grep -A4 '^\[White "two"' "$work/pgn" | grep -c '"0-1"')))
    grep -qE "^$wins wins, [0-9] draws, [0-9] losses in 6 games: [0-9.]+ %$" "$work/out" || wrong "the sums: $(cat "$work/out")"
    grep -qE '^Elo [-+][0-9.]+ \+- [0-9.]+ \(95 %\)$|say nothing of Elo' "$work/out" || wrong "Elo: $(cat "$work/out")"
    before=$(wc -l <"$work/pgn")
    runs 0 play --seed 7 --games 2 --nodes 20 --pgn "$work/pgn" . against .
    [ "$(wc -l <"$work/pgn")" -gt "$before" ] && says "in 2 games" "games added to a PGN"
    runs 0 play --games 400 --nodes 50 --sprt -200,200 --pgn "$work/sprt" . against "$faulty"
    says "rather than -200 Elo: passed" "a sequential test"
}

# faulty_engine FAULT: an engine with this fault, and with a child process. The ids of both are in $work/pids.
faulty_engine() {
    printf '#!/bin/bash\nsleep 300 &\necho $$ $! >>"%s/pids"\nFAULT=%s exec "%s"\n' "$work" "$1" "$faulty" >"$work/$1"
    chmod +x "$work/$1"
}

none_left() {
    local pid
    for _ in {1..9999}; do
        for pid in $(cat "$work/pids"); do
            if kill -0 "$pid" 2>"$work/log" && ! grep -q '^State:.*Z' "/proc/$pid/status" 2>"$work/log"; then
                sleep 0.1
                continue 2
            fi
        done
        return
    done
    wrong "$1: $pid is left: $(tr '\0' ' ' <"/proc/$pid/cmdline")"
}

# faults STATUS FAULT REASON SUM PGN-TERMINATION ARGUMENT...: fails unless `play` reports an engine with this FAULT
faults() {
    local status=$1 fault=$2 reason=$3 sum=$4 how=$5
    shift 5
    : >"$work/pids"
    faulty_engine "$fault"
    match "$status" --openings "$work/pawns.epd" --jobs 2 --name-b bad --patience 1 "$@" . against "$work/$fault"
    says "{White $reason" "$fault"
    says "{Black $reason" "$fault"
    says "2 wins, 0 draws, 0 losses" "$fault"
    says "bad: $sum" "$fault"
    [ "$(grep -cF "[Termination \"$how\"]" "$work/pgn")" = 2 ] || wrong "$fault: no '$how' in the PGN"
    none_left "$fault"
}

faulty_engines() {
    local crash='0 lost on time, 0 by an illegal move, 2 by a crash' settings=()
    faults 1 die disconnects "$crash" abandoned --nodes 100
    faults 1 silent stalls "$crash" abandoned --nodes 100
    faults 1 silent stalls "$crash" abandoned --tc 1
    faults 1 flood stalls "$crash" abandoned --nodes 100
    faults 1 flood stalls "$crash" abandoned --tc movetime=20 --margin 2000
    faults 1 illegal "makes an illegal move: a1a1" '0 lost on time, 2 by an illegal move' "illegal move" --nodes 100
    faults 0 late "loses on time" '2 lost on time' "time forfeit" --tc 0.5+0.01 --margin 300
    # An illegal move whose characters would end a tag or a comment of the PGN.
    printf '#!/bin/bash\nFAULT=illegal %q | sed -u "%s"\n' "$faulty" 's|a1a1|a1\\\\\"]}{x|' >"$work/illegal"
    match 1 --nodes 100 . against "$work/illegal"
    [ "$(grep -c '^\[TerminationDetails "\(White\|Black\) makes an illegal move: a1??]??x"\]$' "$work/pgn")" = 2 ] ||
        wrong "a hostile move is in the PGN: $(grep Details "$work/pgn")"
    # A very long line is not a fault, and `play` reads nothing from the cut part of the line.
    faulty_engine huge
    match 0 --nodes 100 . against "$work/huge"
}

# After SIGINT `play` prints the sums so far. After SIGKILL no engine is left, but children of engines may be left.
stopped() {
    : >"$work/pids"
    faulty_engine quiet
    set -m
    env --default-signal=INT "$TOOL" play --openings "$work/three.epd" --games 100000 --nodes 1000 --jobs 2 --pgn "$work/s.pgn" \
        "$work/quiet" against "$work/quiet" >"$work/out" 2>"$work/errors" </dev/null &
    set +m
    until [ "$(grep -cs '^\[Event' "$work/s.pgn")" -gt 3 ] || ! kill -0 $!; do sleep 0.05; done 2>"$work/log"
    kill -INT $!
    wait $! 2>"$work/log" && wrong "SIGINT: exit status 0"
    none_left SIGINT
    grep -qE '^[0-9]+ wins, [0-9]+ draws' "$work/out" && grep -q '^stopped before the end' "$work/out" || wrong "SIGINT: no sums"
    faulty_engine silent
    sed -i '/^sleep/d; s/ \$!//' "$work/silent"
    : >"$work/pids"
    "$TOOL" play --openings "$work/three.epd" --nodes 1000 --jobs 1 --pgn "$work/s.pgn" "$work/silent" against "$work/silent" \
        >"$work/out" 2>"$work/errors" </dev/null &
    # Both engines start twice: once to list options, once for the game.
    while [ "$(wc -l <"$work/pids")" -lt 4 ] && kill -0 $! 2>"$work/log"; do sleep 0.05; done
    kill -KILL $!
    wait $! 2>"$work/log"
    none_left SIGKILL
}

hostile() {
    local name run="touch '$work/ran'"
    for name in "\$($run)" "\`$run\`'; $run; \"; $run" "a[\$($run)]" "x={0..9}*"; do
        match 2 . against "$name"
        match 1 . "$name=1" against .
        match 0 . EvalFile="$name" against .
        mkdir -p "$(dirname "$work/h/$name")" && cp panoptes "$work/h/$name"
        match 0 "$work/h/$name" against .
        ! grep '^\[White' "$work/pgn" | grep -q '[$`'"'"';*{]' || wrong "a hostile name goes into the PGN"
    done
    [ ! -e "$work/ran" ] || wrong "a word was run as code"
}

repository
engines
refusals
options
hostile
repeats
faulty_engines
stopped
[ -z "$(find "$tree" -name '*.new*')" ] || wrong "something is left: $(find "$tree" -name '*.new*')"
exit $bad
