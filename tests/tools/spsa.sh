#!/usr/bin/env bash
# spsa.sh LAB-TUNE
#
# Each search of `lab spsa` uses the parameters of its own side, with any number of threads. After a signal or a kill
# the next call goes on, if its options are the same. Bad arguments are refused. Exits with 1 if anything is wrong.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=$work/spsa
printf '#!/bin/sh\nexec "%s" spsa "$@"\n' "$(realpath "$1")" >"$TOOL"
chmod +x "$TOOL"
ROWS="--only RFP_,NULL_,LMR_"
# A file of openings saves time: to find random openings takes longer than to play these games.
printf '%s\n' 'rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5' 'a comment is no position' \
    'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4' '# a comment' \
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 4 10' >"$work/book"
cd "$work" || exit 1

# play NAME GAMES OPTION...: a run of small games
play() {
    runs 0 tune "$1" --games "$2" --nodes 400 --openings book $ROWS "${@:3}"
}

# result NAME: wins, draws and losses of a run
result() {
    "$TOOL" show "$1" | grep -o '+[0-9]* =[0-9]* -[0-9]*'
}

# At rate 0 no value changes, so each pair of games depends only on its number. If a search used the values of another
# search, results would depend on the number of threads.
play one 40 --rate 0 --threads 1
play four 40 --rate 0 --threads 4
play other 40 --rate 0 --threads 4 --seed 2
[ "$(result one)" = "$(result four)" ] || wrong "threads: $(result one), $(result four)"
[ "$(result one)" = "$(result other)" ] && wrong "another seed plays the same games: $(result one)"
[ "$(result one)" = "+20 =0 -20" ] && wrong "both sets play alike"

# Games with a clock are also the same with any number of threads, since the clock counts nodes.
for threads in 1 4; do
    runs 0 tune clock.$threads --clock 0.3+0.01 --nodes 20 --games 20 --openings book --only TIME_ --rate 0 --threads $threads
done
[ "$(result clock.1)" = "$(result clock.4)" ] || wrong "clocks: $(result clock.1), $(result clock.4)"
[ "$(result clock.1)" = "+10 =0 -10" ] && wrong "the rows of the clock do nothing"

# At a rate above 0 the results change the values. With one thread, two runs are the same.
play a 30 --rate 0.3 --threads 1
play b 30 --rate 0.3 --threads 1
cmp -s a b || wrong "one thread does not repeat itself"
grep -q 'book, line 2: .*skipped' errors || wrong "a bad line of the openings: $(cat errors)"
grep -q '^30 of 30 games, .* a second, 0 min left; +[0-9]* =[0-9]* -[0-9]*$' out || wrong "progress: $(cat out)"
[ "$(head -1 a.tsv | tr '\t' '\n' | grep -cE '^(RFP|NULL|LMR)_')" = "$(($(head -1 a.tsv | wc -w) - 1))" ] || wrong "rows of the table"

# The README's command writes the values of a run into params.h, and changes nothing else there.
runs 0 show a
edit=$(sed -n "s/^ *awk '\(.*\)' |$/\1/p" "$OLDPWD/tools/spsa/README.md")
awk "$edit" out | sed -f - "$OLDPWD/src/search/params.h" >params.h
diff "$OLDPWD/src/search/params.h" params.h | sed -n 's/^> *X(\([A-Z_]*\), *\(-*[0-9]*\),.*/\1 \2/p' | sort >changed
awk 'NF == 5 && $1 != "row" && $2 != $3 { print $1, $3 }' out | sort >wanted
[ -s changed ] && cmp -s wanted changed && [ "$(wc -c <params.h)" = "$(wc -c <"$OLDPWD/src/search/params.h")" ] ||
    wrong "the values in the header: $(diff wanted changed)"

# A run that is stopped after its first games saves their results. A run that is stopped earlier saves nothing.
for signal in TERM KILL; do
    "$TOOL" tune stopped-$signal --games 4000 --nodes 400 --threads 2 --openings book $ROWS --rate 0.3 >out 2>errors </dev/null &
    works $! 40
    kill -$signal $! 2>/dev/null
    wait $! 2>/dev/null
    rc=$?
    [ $signal = KILL ] || [ $rc = 0 ] || wrong "SIGTERM: exit status $rc: $(cat errors)"
    runs 0 show stopped-$signal
    grep -qE '^[0-9]*[02468] of 4000 games' out || wrong "SIG$signal: $(cat out)"
    [ $signal = KILL ] || [ "$(result stopped-$signal)" != "+0 =0 -0" ] || wrong "what was played is lost"
done

A_WAS="--games 30 --nodes 400 --rate 0.3 --openings book"
for other in "$ROWS --seed 2" "$ROWS --evaluation classical" "$ROWS --clock 1+0.1" "--only LMR_"; do
    complains "was made with --games 30 --nodes 400 --seed 1 --rate 0.3 --evaluation network, --openings" tune a $A_WAS $other
done
printf 'xxxx' >>a
cp a before
complains "it is damaged or cut off" tune a $A_WAS $ROWS
cmp -s a before || wrong "a damaged state has changed"
complains "unknown row 'LMR'" tune x --only LMR
STATUS=2 complains "--rate takes a number" tune x --rate nan
complains "--clock takes seconds" tune x --clock 2+0.02+1
complains "at most 10000" tune x --clock 2+0.02 --nodes 10001
complains "'nowhere' is refused: No such file" tune x --openings nowhere
[ -e x ] && wrong "a state of a run that did not begin"
exit $bad
