#!/usr/bin/env bash
# match.sh BINARY REFEREE FAULTY_ENGINE
#
# tools/match/match with a stand-in for fastchess, in a small repository of its own whose engine is a script: what it takes for
# an engine, what it asks fastchess for, what it prints, and that no name is ever run as code. Without fastchess REFEREE
# lets BINARY play, against engines as well that crash, hang, cheat or flood it. Exits with 1 if anything is wrong, and
# says what.
set -u
cd "$(dirname "$0")/../.." || exit
binary=$(realpath "$1") referee=$(realpath "$2") faulty=$(realpath "$3")
SKIPPED=77
command -v git >/dev/null || { echo "git is not installed: apt-get install git"; exit $SKIPPED; }
. tests/support/script.sh
tree="$work/a tree"

# --- stand-ins ------------------------------------------------------------------------------------

# engine VERSION: a script that says uciok
engine() {
    cat <<END
#!/bin/bash
# $1
[[ \${1-} != genfens* ]] || { echo "info string genfens 4k3/8/8/8/8/8/8/4K2R w K - 0 $1"; exit; }
while read -r line; do
    [ "\$line" != quit ] || exit
    [ "\$line" != uci ] || printf '%s\n' 'option name Hash type spin default 16 min 1 max 64' \
        'option name Threads type spin default 1 min 1 max 4' 'option name Skill Level type spin default 20 min 0 max 20' \
        'option name Evaluation type combo default network var classical var network' \
        'option name Ponder type check default false' 'option name EvalFile type string default <empty>' uciok
done
END
}

# A fastchess that writes its arguments down, a line each, and plays the games in $work/games: lines of round, who is
# white (1 or 2), result and termination. It prints $work/report, and returns what $work/status says.
fastchess() {
    cat >"$work/fastchess" <<END
#!/bin/bash
work='$work' names=() pgn=
END
    cat >>"$work/fastchess" <<'END'
printf '%s\n' "$@" >"$work/asked"
for arg in "$@"; do
    case $arg in
    name=*) names+=("${arg#*=}") ;;
    file=*.pgn) pgn=${arg#*=} ;;
    cmd=*) cp "${arg#*=}" "$work/program$((++programs))" ;;
    esac
done
while read -r round white result how; do
    printf '[Event "x"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[Termination "%s"]\n\n1. e4 %s\n\n' \
        "$round" "${names[white - 1]}" "${names[2 - white]}" "$result" "$how" "$result"
done <"$work/games" >>"$pgn"
cat "$work/report"
[ ! -e "$work/waits" ] || { trap 'touch "$work/ended"; exit 1' INT; touch "$work/plays"; while :; do sleep 0.1; done; }
exit "$(cat "$work/status")"
END
    chmod +x "$work/fastchess"
}

# The pairs of games of a real match, of which fastchess said: Elo: 136.97 +/- 121.88.
real_games() {
    local round
    for round in {1..20}; do
        case $round in
        1 | 2) echo "$round 1 0-1 normal" && echo "$round 2 1-0 adjudication" ;;
        3) echo "$round 1 1-0 normal" && echo "$round 2 1/2-1/2 normal" ;;
        [4-9] | 10 | 11) echo "$round 1 1-0 normal" && echo "$round 2 1-0 normal" ;;
        *) echo "$round 1 1-0 normal" && echo "$round 2 0-1 normal" ;;
        esac
    done
}

# A tree with two commits, whose Makefile copies the engine. Only this PATH counts: no fastchess may be in it.
repository() {
    local program
    mkdir -p "$tree/tools/match" "$tree/tools/dev" "$work/bin"
    for program in awk bash cat chmod cmp cp date dirname env find git grep head ln make mkdir mkfifo mktemp mv nproc rm sed sh \
        sleep stat sync tail tar timeout touch tr true wc; do
        ln -s "$(type -P $program)" "$work/bin/$program"
    done
    cp tools/match/match tools/match/engines.sh "$tree/tools/match"
    cp tools/dev/put "$tree/tools/dev"
    printf 'panoptes: engine\n\tcp engine $@ && chmod +x $@\n\techo >>"%s/made"\n' "$work" >"$tree/Makefile"
    export PATH=$work/bin
    cd "$tree" || exit
    {
        git init -b main
        git config user.name nobody
        git config user.email nobody@localhost
        engine 1 >engine && git add -A && git commit -m first && git tag v1
        engine 2 >engine && git add -A && git commit -m second && git branch a/branch
        engine 3 >panoptes && chmod +x panoptes
    } >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# --- asking ---------------------------------------------------------------------------------------

# match STATUS WORD...: runs it, with that exit status
match() {
    local want=$1 rc
    shift
    rm -f "$work/asked" "$work"/program?
    timeout $PATIENCE tools/match/match "$@" >"$work/out" 2>"$work/errors" </dev/null
    rc=$?
    [ $rc = "$want" ] || { wrong "$*: exit status $rc, not $want:"; cat "$work/out" "$work/errors"; }
}

fast() {
    match "$1" --fastchess "$work/fastchess" --games 40 "${@:2}"
}

says() {
    grep -qF -- "$1" "$work/out" "$work/errors" || { wrong "$2: it does not say '$1', but:"; cat "$work/out" "$work/errors"; }
}

asked() {
    grep -qxF -- "$1" "$work/asked" || { wrong "$2: fastchess is not asked for '$1', but:"; cat "$work/asked"; }
}

asked_not() {
    ! grep -F -- "$1" "$work/asked" || wrong "$2: fastchess is asked for '$1'"
}

# plays VERSIONS WORD...: two engines of these versions play
plays() {
    local want=$1
    shift
    fast 0 "$@"
    [ "$(sed -n 2p "$work/program1" 2>&1) $(sed -n 2p "$work/program2" 2>&1)" = "# ${want% *} # ${want#* }" ] ||
        wrong "$*: other engines play than $want: $(cat "$work/errors")"
}

# refuses WHAT WORD...: a wrong call, of which nothing is played
refuses() {
    local what=$1
    shift
    fast 2 "$@"
    head -1 "$work/errors" | grep -qF -- "$what" || wrong "$*: expected '$what', got '$(head -1 "$work/errors")'"
    [ ! -e "$work/asked" ] || wrong "$*: yet it is played"
}

# --- engines --------------------------------------------------------------------------------------

engines() {
    engine 4 >"$work/bin/named" && chmod +x "$work/bin/named"
    engine 5 >other && chmod +x other
    plays '3 3' . against .
    asked_not "cmd=$tree/panoptes" "the working tree may be built while it plays"
    plays '3 4' . against named
    asked "cmd=$work/bin/named" "a name in PATH"
    plays '5 3' ./other against .
    plays '1 2' v1 against HEAD
    asked "name=v1 $(git rev-parse v1 | head -c 7)" "a tag"
    plays '2 1' a/branch against HEAD~1
    plays '1 1' "$(git rev-parse v1)" against "$(git rev-parse v1 | head -c 8)"
    [ "$(wc -l <"$work/made")" = 2 ] || wrong "two commits were built $(wc -l <"$work/made") times"
    [ "$(git worktree list | wc -l)" = 1 ] || wrong "a worktree is left"
    says "$(git rev-parse v1 | head -c 7) (1) against " "commits by their hashes"
    git branch named
    refuses "'named' is a program and a commit" . against named
    plays '2 4' refs/heads/named against "$work/bin/named"
    git branch -q -D named
    printf 'panoptes:\n\techo no kernels; false\n' >Makefile
    git commit -q -a -m broken
    fast 1 . against HEAD
    says "no kernels" "a commit that cannot be built"
    says "could not be built" "a commit that cannot be built"
    git reset -q --hard HEAD~1
    fast 1 . against true
    says "true does not answer uci" "a program that is no engine"
}

words() {
    refuses "two engines"
    refuses "two engines" .
    refuses "ENGINE against ENGINE" against .
    refuses "two engines" . against
    refuses "ENGINE against ENGINE" . against . against .
    refuses "'no-such' is neither" . against no-such
    refuses "'./no-such' is neither" . against ./no-such
    refuses "'tools' is neither" . against tools
    refuses "'v1:engine' is neither" . against v1:engine
    refuses "'named' is no option of ." . named
    refuses "'=3' is no option" . =3 against .
    refuses ". has no option 'Nonsense=3'" . Nonsense=3 against .
    refuses ". does not take 'Skill Level=21'" . against . 'Skill Level=21'
    refuses ". does not take 'Skill Level=x'" . against . 'Skill Level=x'
    refuses ". does not take 'Evaluation=work'" . against . Evaluation=work
    refuses ". does not take 'Ponder=1'" . against . Ponder=1
    refuses "there is no option '--fast'" --fast . against .
    refuses "--nodes wants a value" . against . --nodes
    refuses "--games wants an even number" --games 3 . against .
    refuses "--games wants a number" --games 0 . against .
    refuses "--nodes wants a number" --nodes 1e3 . against .
    refuses "--tc wants" --tc 0+0 . against .
    refuses "--tc wants" --tc 40/2 . against .
    refuses "--sprt wants ELO0,ELO1" --sprt 5 . against .
    refuses "--sprt wants the lower" --sprt 5,0 . against .
    refuses "--sprt wants the lower" --sprt 0,300 . against .
    refuses "--hash wants" --hash 16x . against .
    refuses "there are no positions" --openings Makefile . against .
    refuses "there are no positions" --openings no-such . against .
    refuses "control character" . against . $'EvalFile=x\nquit'
    match 2 --fastchess "$work/no such" . against .
    says "cannot run '$work/no such'" "a fastchess that is not there"
}

# --- what is asked for ----------------------------------------------------------------------------

arguments() {
    local expected
    printf '4k3/8/8/8/8/8/8/4K2R w K -\n' >"$work/o.epd"
    fast 0 --tc 8+0.08 --seed 7 . 'skill level=3' EvalFile='a  b' against . Threads=2 hash=4
    for expected in tc=8+0.08 'option.Skill Level=3' 'option.EvalFile=a  b' option.Threads=1 option.Hash=16 option.Threads=2 \
        option.Hash=4 order=sequential 7 20 -repeat twosided=true 'name=working tree skill level=3 EvalFile=a  b' \
        'name=working tree Threads=2 hash=4'; do
        asked "$expected" "a match in time"
    done
    asked_not nodes= "a match in time"
    asked_not -sprt "a match without --sprt"
    [ "$(grep -c '^option' "$work/asked")" = 6 ] || wrong "an option is given twice: $(grep '^option' "$work/asked")"
    [ "$(grep -A1 -x -- -concurrency "$work/asked" | tail -1)" -le "$(nproc)" ] || wrong "more games at a time than cores"
    fast 0 --nodes 500 --sprt -2.5,5 --hash 8 --threads 3 --jobs 9 --openings "$work/o.epd" . against .
    for expected in nodes=500 elo0=-2.5 elo1=5 alpha=0.1 beta=0.1 option.Hash=8 option.Threads=3 9 order=random \
        "file=$work/o.epd" 'name=working tree (1)' 'name=working tree (2)'; do
        asked "$expected" "a match at nodes"
    done
    asked_not tc= "a match at nodes"
    [ ! -e config.json ] || wrong "config.json is left"
}

# --- what is printed ------------------------------------------------------------------------------

printed() {
    fast 0 --pgn "$work/printed.pgn" . against .
    says "27 wins, 1 draws, 12 losses in 40 games: 68.8 %" "the sums"
    says "Elo +137.0 +- 121.9 (95 %)" "the sums"
    says "2 points: 2, 0, 8, 1, 9" "the pairs"
    says "games: $work/printed.pgn" "where the games are"
    # The games of before do not count.
    echo "1 1 1-0 time forfeit
1 2 1-0 time forfeit
2 1 1/2-1/2 normal
2 2 1-0 time forfeit" >"$work/games"
    match 0 --fastchess "$work/fastchess" --games 4 --pgn "$work/printed.pgn" . against ./other
    says "1 wins, 1 draws, 2 losses in 4 games" "games added to a PGN"
    says "working tree: 2 lost on time, 0 by an illegal move, 0 by a crash" "losses on time"
    says "other: 1 lost on time, 0 by an illegal move, 0 by a crash" "losses on time"
    [ "$(grep -c Event "$work/printed.pgn")" = 44 ] || wrong "games of before are lost"
    sed -i '1s/time forfeit/abandoned/;2s/time forfeit/illegal move/' "$work/games"
    match 1 --fastchess "$work/fastchess" --games 4 . against ./other
    says "working tree: 1 lost on time, 1 by an illegal move, 0 by a crash" "what went wrong"
    says "other: 0 lost on time, 0 by an illegal move, 1 by a crash" "what went wrong"
    says "2 games were lost by crashes" "what went wrong"
    match 1 --fastchess "$work/fastchess" --games 6 . against ./other
    says "only 4 of 6 games were played" "too few games"
    : >"$work/games"
    echo 3 >"$work/status"
    echo "Fatal; no engine" >"$work/report"
    match 1 --fastchess "$work/fastchess" --games 6 --pgn "$work/none.pgn" . against ./other
    says "Fatal; no engine" "a fastchess that fails"
    says "only 0 of 6 games were played (exit status 3)" "a fastchess that fails"
    [ ! -e "$work/none.pgn" ] || wrong "an empty PGN is left"
    echo 0 >"$work/status"
}

# sprt LLR TEXT
sprt() {
    printf -- '-----\nElo: 1.00 +/- 2.00, nElo: 3 +/- 4\nGames: 40, Wins: 27, Losses: 12, Draws: 1\nLLR: %s (9%%) (-2.20, 2.20) [0, 5]\n-----\n' \
        "$1" >"$work/report"
    match 0 --fastchess "$work/fastchess" --games "${3-40}" --sprt 0,5 . against .
    says "LLR $1 (-2.20, 2.20): $2" "a sequential test"
}

tests_by_llr() {
    real_games >"$work/games"
    sprt 1.00 undecided
    says "match: 40 of 40: +27 =1 -12, Elo 1.00 +/- 2.00, LLR 1.00 (-2.20, 2.20)" "progress"
    # Nobody knows Elo yet.
    sed -i 's|^Elo: .*|Elo: inf +/- nan, nElo: inf +/- nan|' "$work/report"
    match 0 --fastchess "$work/fastchess" --games 40 --sprt 0,5 . against .
    says "match: 40 of 40: +27 =1 -12, LLR 1.00 (-2.20, 2.20)" "Elo that is unknown"
    sprt 2.20 "passed, 5 Elo rather than 0" 4000
    sprt -2.31 "failed, 0 Elo rather than 5" 4000
    yes 'Warning; a bad line' 2>&1 | head -500 >"$work/report"
    fast 0 . against .
    [ "$(wc -l <"$work/errors")" -lt 10 ] || wrong "500 warnings are printed in $(wc -l <"$work/errors") lines"
    : >"$work/report"
}

# A match that is ended prints what there is. `make` may run this with SIGINT ignored, which no shell can undo.
stopped() {
    touch "$work/waits"
    set -m
    env --default-signal=INT tools/match/match --fastchess "$work/fastchess" --games 80 . against . >"$work/out" 2>"$work/errors" </dev/null &
    set +m
    while [ ! -e "$work/plays" ] && kill -0 $! 2>"$work/log"; do sleep 0.05; done
    kill -INT $!
    wait $! && wrong "a match that was stopped: exit status 0"
    says "27 wins, 1 draws, 12 losses in 40 games" "a match that was stopped"
    says "stopped: 40 of 80 games were played" "a match that was stopped"
    [ -e "$work/ended" ] || wrong "fastchess does not hear that the match ends"
    rm "$work/waits"
}

# --- files and names ------------------------------------------------------------------------------

files() {
    echo mine >"$work/mine"
    ln -s mine "$work/link"
    fast 1 --pgn "$work/mine" . against .
    says "$work/mine: it is there already and is no PGN" "a file that is no PGN"
    fast 1 --pgn "$work/link" . against .
    says "it is a symbolic link" "a link"
    fast 1 --pgn "$work/no/such.pgn" . against .
    [ "$(cat "$work/mine")" = mine ] || wrong "a file was overwritten"
    [ ! -e "$work/asked" ] || wrong "yet it is played"
}

hostile() {
    local name option run="touch '$work/ran'"
    for option in games tc nodes sprt hash threads jobs openings seed fastchess engine; do
        timeout $PATIENCE tools/match/match --fastchess "$work/fastchess" "--$option" "a[\$($run)]" . against . >"$work/out" 2>&1 &&
            wrong "--$option 'a[...]' is taken"
    done
    for name in "\$($run)" "\`$run\`'; $run; \"; $run" "a[\$($run)]" "-x \$($run)" "x={0..9}*"; do
        refuses '' . against "$name"
        refuses '' "$name" against .
        [[ $name == -* ]] || refuses '' . "$name=1" against .
        fast 0 . EvalFile="$name" against .
        asked "option.EvalFile=$name" "a hostile value"
        [[ $name != -* ]] || name=./$name
        mkdir -p "$(dirname "$work/h/$name")" && cp other "$work/h/$name" && cp "$work/o.epd" "$work/h/$name.epd"
        plays '5 3' "$work/h/$name" against . --openings "$work/h/$name.epd" --pgn "$work/h/$name.pgn"
        asked "cmd=$work/h/$name" "a hostile program"
        [ -s "$work/h/$name.pgn" ] || wrong "no games in $work/h/$name.pgn"
        ! grep -q '^name=.*[$`"'"'"';*{]' "$work/asked" || wrong "a hostile name goes into the PGN: $(grep ^name= "$work/asked")"
    done
    [ ! -e "$work/ran" ] || wrong "a name was run as code"
}

# --- without fastchess ----------------------------------------------------------------------------

# judged STATUS WORD...: a match by the referee, of BINARY as the working tree
judged() {
    local want=$1
    shift
    rm -f "$work/judged.pgn"
    match "$want" --referee "$referee" --engine "$binary" --seed 1 --pgn "$work/judged.pgn" "$@"
}

# The moves of a PGN, without the thoughts of those who played them, in the order of rounds.
moves_of() {
    awk '/^\[Round/ { round = $2 } /^\[White / { white = $2 } /^\[(Event|Site|Date|Round)/ { next }
        { gsub(/[0-9.]+s}/, "}"); text[round white] = text[round white] $0 "\n" }
        END { for (round = 1; round <= 9; round++) for (side = 0; side < 2; side++)
            printf "%s", text["\"" round "\"]" (side ? "\"one\"]" : "\"two\"]")] }' "$1"
}

by_referee() {
    match 1 --referee "$work/none" . against .
    says "there is no referee '$work/none'" "a match that nobody judges"
    judged 0 --games 4 --nodes 50 . 'Skill Level=0' against . Hash=4
    says " in 4 games: " "four games"
    says "working tree Hash=4: 0 lost on time" "four games"
    [ "$(grep -c '^\[Round "2"\]' "$work/judged.pgn")" = 2 ] || wrong "no pair has round 2"
    [ "$(grep -c '^\[White "working tree Hash=4"\]' "$work/judged.pgn")" = 2 ] || wrong "colours do not change"
    judged 0 --games 2 --tc 0.3+0.01 --hash 4 . against "$binary"
    judged 0 --games 400 --nodes 50 --sprt -200,200 . against . 'Skill Level=0'
    says "passed, 200 Elo rather than -200" "a sequential test"
}

# pair ARGUMENT...: the referee itself
pair() {
    timeout $PATIENCE "$referee" --openings "$work/three.epd" "$@" >"$work/out" 2>"$work/errors" </dev/null
}

# The same games in any order of play; each opening twice, with both colours.
repeats() {
    local jobs
    # In the first one nobody is mated before a faulty engine's fault.
    echo '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -' >"$work/pawns.epd"
    printf '%s\n' "$(cat "$work/pawns.epd")" 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1 bm Kd4;' >"$work/three.epd"
    for jobs in 1 3; do
        rm -f "$work/$jobs.pgn"
        pair --games 6 --jobs $jobs --limit-a nodes=300 --limit-b nodes=200 --name-a one --name-b two --pgn "$work/$jobs.pgn" \
            "$binary" Hash=2 against "$binary" Hash=2 Evaluation=classical || wrong "$jobs jobs: $(cat "$work/errors")"
        moves_of "$work/$jobs.pgn" >"$work/$jobs.moves"
    done
    [ "$(wc -l <"$work/1.moves")" -gt 60 ] && cmp "$work/1.moves" "$work/3.moves" || wrong "one and three jobs play other games"
    # Rounds, each with its opening: both games of a round have the same.
    [ "$(awk '/^\[Round/ { round = $2 } /^\[FEN/ && !seen[round $0]++ { print round }' "$work/1.pgn" | wc -l)" = 3 ] ||
        wrong "a round has two openings"
    grep -q '^\[WhiteTimeControl "nodes=200"\]' "$work/1.pgn" || wrong "limits are not those of their sides"
}

# An engine that does wrong as FAULT says, with a child; the ids of both are in $work/pids.
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

# faults FAULT REASON PGN-TERMINATION ARGUMENT...
faults() {
    local fault=$1 reason=$2 how=$3
    shift 3
    : >"$work/pids"
    rm -f "$work/f.pgn"
    faulty_engine "$fault"
    pair --games 2 --jobs 2 --name-b bad --pgn "$work/f.pgn" --patience 1 "$@" "$binary" Hash=2 against "$work/$fault" ||
        wrong "$fault: exit status $?: $(cat "$work/errors")"
    grep -qF "{White $reason" "$work/out" && grep -qF "{Black $reason" "$work/out" ||
        wrong "$fault: it does not say '$reason': $(cat "$work/out")"
    grep -qxF "Sums: 2 0 0; pairs 0 0 0 0 1; faults 0 2" "$work/out" || wrong "$fault: $(tail -1 "$work/out")"
    [ "$(grep -cF "[Termination \"$how\"]" "$work/f.pgn")" = 2 ] || wrong "$fault: no '$how' in the PGN"
    none_left "$fault"
}

faulty_engines() {
    faults die disconnects abandoned --limit nodes=100
    faults silent stalls abandoned --limit nodes=100
    faults silent stalls abandoned --limit 1
    faults flood stalls abandoned --limit nodes=100
    faults flood stalls abandoned --limit movetime=20
    faults illegal "makes an illegal move: a1a1" "illegal move" --limit nodes=100
    # A move that would close the tag of a PGN, or the braces of a line.
    printf '#!/bin/bash\nFAULT=illegal %q | sed -u "%s"\n' "$faulty" 's|a1a1|a1\\\\\"]}{x|' >"$work/illegal"
    pair --games 2 --pgn "$work/tag.pgn" --limit nodes=100 "$binary" Hash=2 against "$work/illegal"
    [ "$(grep -c '^\[TerminationDetails "\(White\|Black\) makes an illegal move: a1??]??x"\]$' "$work/tag.pgn")" = 2 ] ||
        wrong "a hostile move is in the PGN: $(grep Details "$work/tag.pgn")"
    faults late "loses on time" "time forfeit" --limit 0.5+0.01
    # What is only long is no fault, and nothing is read out of what is cut.
    faulty_engine huge
    pair --games 2 --limit nodes=100 "$binary" Hash=2 against "$work/huge" || wrong "huge lines: $(cat "$work/errors")"
    grep -q "; faults 0 0$" "$work/out" || wrong "huge lines: $(cat "$work/out")"
    faulty_engine die
    sed -i '/^sleep/d; s/ \$!//' "$work/die"
    match 1 --referee "$referee" --engine "$binary" --games 2 --nodes 50 --openings "$work/pawns.epd" . against "$work/die"
    says "die: 0 lost on time, 0 by an illegal move, 2 by a crash" "an engine that crashes"
    # One that is no engine at all, and one that cannot be run.
    pair --games 2 --patience 1 "$binary" against "$work/bin/true"
    grep -q "^Sums: 2 0 0; .*; faults 0 2$" "$work/out" || wrong "no engine: $(cat "$work/out")"
    pair --games 2 "$work/none" against "$binary"
    grep -q "^Sums: 0 0 2; .*; faults 2 0$" "$work/out" || wrong "a program that is not there: $(cat "$work/out")"
}

# stops SIGNAL: the referee ends, and its engines do
stops() {
    : >"$work/pids"
    faulty_engine quiet
    set -m
    env --default-signal=INT "$referee" --openings "$work/three.epd" --games 100000 --limit nodes=1000 --jobs 2 --pgn "$work/s.pgn" \
        "$work/quiet" against "$work/quiet" >"$work/out" 2>"$work/errors" </dev/null &
    set +m
    while { [ "$(grep -c '^Games: ' "$work/out")" -lt 3 ] || [ "$(wc -l <"$work/pids")" -lt 4 ]; } &&
        kill -0 $! 2>"$work/log"; do sleep 0.05; done
    kill "-$1" $!
    wait $! 2>"$work/log" && wrong "SIG$1: exit status 0"
    none_left "SIG$1"
    [ "$(wc -l <"$work/pids")" -ge 4 ] || wrong "SIG$1: $(wc -l <"$work/pids") engines have played"
}

stopped_referee() {
    stops INT
    grep -q '^Sums: ' "$work/out" || wrong "SIGINT: no sums"
    # Killed, it cannot end what hangs and never sees that its input has ended. What engines have started may outlive it.
    faulty_engine silent
    sed -i '/^sleep/d; s/ \$!//' "$work/silent"
    : >"$work/pids"
    "$referee" --openings "$work/three.epd" --limit nodes=1000 "$work/silent" against "$work/silent" \
        >"$work/out" 2>"$work/errors" </dev/null &
    while [ "$(wc -l <"$work/pids")" -lt 2 ] && kill -0 $! 2>"$work/log"; do sleep 0.05; done
    sleep 1
    kill -KILL $!
    wait $! 2>"$work/log"
    none_left "SIGKILL"
}

calls() {
    local call
    ln -sf mine "$work/link"
    while read -r call; do
        # shellcheck disable=SC2086 # words
        pair $call
        [ $? = 2 ] && grep -q '^referee: ' "$work/errors" || wrong "'$call': $(cat "$work/out" "$work/errors")"
    done <<END
$binary
$binary against
against $binary
$binary against $binary against $binary
$binary Hash against $binary
$binary =3 against $binary
--games 3 $binary against $binary
--limit 0 $binary against $binary
--limit 1+ $binary against $binary
--limit 1+-1 $binary against $binary
--limit nodes=x $binary against $binary
--limit nodes=-5 $binary against $binary
--limit movetime=1e3 $binary against $binary
--limit-b nodes=99999999999 $binary against $binary
--sprt 5,0 $binary against $binary
--sprt x $binary against $binary
--name-a a"b $binary against $binary
--jobs 0 $binary against $binary
END
    pair --pgn "$work/link" "$binary" against "$binary"
    grep -qF "is refused" "$work/errors" || wrong "a PGN that is a link"
    timeout $PATIENCE "$referee" --openings "$work/pids" "$binary" against "$binary" >"$work/out" 2>&1 && wrong "no positions are taken"
    # No word is run as code, and none is more than an option.
    pair --limit nodes=50 --name-a "\$(touch $work/ran)" "$binary" "EvalFile=\$(touch $work/ran); touch $work/ran" against \
        "$binary" "EvalFile=\`touch $work/ran\`" || wrong "hostile words: $(cat "$work/errors")"
    pair "$binary" $'EvalFile=x\nquit' against "$binary"
    [ $? = 2 ] || wrong "two lines in an option"
    [ ! -e "$work/ran" ] || wrong "a word was run as code"
}

repository
fastchess
real_games >"$work/games"
: >"$work/report"
echo 0 >"$work/status"
engines
words
arguments
printed
tests_by_llr
stopped
files
hostile
by_referee
repeats
faulty_engines
stopped_referee
calls
[ -z "$(find "$tree" -name '*.new*')" ] || wrong "something is left: $(find "$tree" -name '*.new*')"
exit $bad
