#!/usr/bin/env bash
# spsa.sh SPSA
#
# The tuner of the search by games, as a whole: each search of a game goes by its own parameters, however many threads
# play; a run is gone on with after a signal and a kill, and only as it was begun; its patch applies; what is
# refused. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=$(realpath "$1")
HEADER=$(realpath src/search/params.h)
ROWS="--only RFP_,NULL_,LMR_"
# Random openings are found by searches of a fixed depth, which take longer than such games.
printf '%s\n' 'rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5' 'a comment is no position' \
    'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4' '# a comment' \
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 4 10' >"$work/book"
cd "$work" || exit 1

"$TOOL" --help </dev/null | cmp -s - "$OLDPWD/tools/spsa/spsa.usage" || wrong "--help does not show spsa.usage"

# play NAME GAMES OPTION...: a run of small games
play() {
    local name=$1 games=$2
    shift 2
    runs 0 tune "$name" --games "$games" --nodes 400 --openings book --header "$HEADER" $ROWS "$@"
}

# result NAME: wins, draws and losses of a run
result() {
    grep -o 'wins.*' "$1"
}

# --- the same games ---------------------------------------------------------------------------------

# Without a rate the values stay, and each pair is a function of its number: were a search to go by the values of
# another one, results would depend on the number of threads.
play one 40 --rate 0 --threads 1
play four 40 --rate 0 --threads 4
play other 40 --rate 0 --threads 4 --seed 2
[ "$(result one)" = "$(result four)" ] || wrong "threads: $(result one), $(result four)"
[ "$(result one)" = "$(result other)" ] && wrong "another seed plays the same games: $(result one)"
[ "$(result one)" = "wins 20 draws 0 losses 20" ] && wrong "both sets play alike"
[ -s one.patch ] && wrong "a patch of values that stayed: $(cat one.patch)"

# The same with a clock, for it counts nodes.
clock() {
    runs 0 tune "$1" --clock 0.3+0.01 --nodes 20 --games 20 --openings book --header "$HEADER" --only TIME_ --rate 0 \
        --threads "$2"
}
clock clock.one 1
clock clock.four 4
[ "$(result clock.one)" = "$(result clock.four)" ] || wrong "clocks: $(result clock.one), $(result clock.four)"
[ "$(result clock.one)" = "wins 10 draws 0 losses 10" ] && wrong "the rows of the clock do nothing"

# With a rate the values follow the results, in the same way for one thread.
play a 30 --rate 0.3 --threads 1
play b 30 --rate 0.3 --threads 1
cmp -s a b || wrong "one thread does not repeat itself"
grep -q 'book, line 2: .*passed over' errors || wrong "a bad line of the openings: $(cat errors)"
grep -q '^30 of 30 games, .* a second, 0 min left; +[0-9]* =[0-9]* -[0-9]*; [A-Z_]* [0-9-]* to ' out ||
    wrong "the progress: $(head -1 out)"
grep -q '^LMR_PV ' out || wrong "the values are not printed: $(cat out)"
grep -q '^ASPIRATION_DELTA ' out && wrong "a row that is not tuned is printed"
awk '$1 ~ /^[A-Z_]+$/ && NF == 5 && $2 != $3 { n++ } END { print n + 0 }' out >changed
[ "$(grep -c '^+ ' a.patch)" = "$(cat changed)" ] || wrong "$(cat changed) values changed, but the patch is: $(cat a.patch)"
[ "$(cat changed)" -gt 3 ] || wrong "only $(cat changed) values changed"
mkdir -p tree/src/search && cp "$HEADER" tree/src/search/params.h
(cd tree && git -c core.fileMode=false apply ../a.patch) || wrong "the patch does not apply"
grep -q "</svg>" a.svg || wrong "no plot"

# --- gone on with -----------------------------------------------------------------------------------

# A run that is stopped again and again gets on, and never back.
LONG="tune long --games 100000 --nodes 400 --openings book --header $HEADER $ROWS"
pairs=0 stops=0
for ((n = 0; n < 60 && pairs < 6; n++)); do
    rm -f printed
    # shellcheck disable=SC2086 # options
    "$TOOL" $LONG >printed 2>errors &
    for ((k = 0; k < 600; k++)); do [ -e long ] && { [ $n = 0 ] || [ -s printed ]; } && break; sleep 0.05; done
    works $! 70
    kill -TERM $!
    wait $! || wrong "SIGTERM: status $?: $(cat errors)"
    [ $n = 0 ] || grep -q '^going on from long$' printed || wrong "a run does not go on: $(cat printed)"
    more=$(grep -oE ' done [0-9]+' long | grep -oE '[0-9]+')
    [ "${more:-0}" -ge "$pairs" ] || wrong "a run that goes on has $more pairs, and had $pairs"
    stops=$((stops + (${more:-0} > pairs))) pairs=${more:-0}
done
[ "$stops" -gt 0 ] && [ "$pairs" -ge 6 ] || wrong "$n runs have played $pairs pairs"
runs 0 show long --header "$HEADER"
grep -q "^$((2 * pairs)) of 100000 games; " out || wrong "show: $(head -1 out)"

# --- what is refused --------------------------------------------------------------------------------

for other in "$ROWS --"{"nodes 401","clock 2+0.02","games 32","seed 2","rate 0.2","evaluation classical"} "--only RFP_"; do
    complains "was made with --games 30 --nodes 400 --seed 1 --rate 0.3 --evaluation network, --openings" tune a --games 30 \
        --nodes 400 --openings book --header "$HEADER" --rate 0.3 $other
done
complains "was made with" tune a --games 30 --nodes 400 --header "$HEADER" $ROWS --rate 0.3
cp a kept
printf 'x' >>a
cp a before
complains "it is damaged or cut off" tune a --games 30 --nodes 400 --openings book --header "$HEADER" $ROWS --rate 0.3
complains "it is damaged or cut off" show a --header "$HEADER"
complains "it is no state of this tuner" tune book --header "$HEADER"
cmp -s a before || wrong "a damaged state has changed"
mv kept a
complains "there is no such file" show nothing --header "$HEADER"
for ending in svg patch; do
    cp book "x.$ending"
    complains "it is there and is no p" tune x --header "$HEADER"
    cmp -s book "x.$ending" || wrong "x.$ending has changed"
    rm "x.$ending"
done
complains "there is none" tune x --header nowhere
complains "it has no line" tune x --header book
complains "there is no row 'LMR'" tune x --only LMR --header "$HEADER"
complains "there is no row ''" tune x --only LMR_PV, --header "$HEADER"
complains "no option --seed" show x --seed 3
complains "--games takes a number from 2" tune x --games 1
complains "--rate takes a number" tune x --rate nan
for clock in 2 2+ +1 0+1 2+0.02+1 1e3+1 -1+1 86401+1 2+nan; do
    complains "--clock takes seconds" tune x --clock $clock --header "$HEADER"
done
complains "at most 10000" tune x --clock 2+0.02 --nodes 10001 --header "$HEADER"
complains "--evaluation takes" tune x --evaluation material --header "$HEADER"
complains "one word too many" tune x y
complains "--games takes a number from 2" tune x --games
complains "--only is there twice" tune x $ROWS --only RFP_
complains "'nowhere' is refused: No such file" tune x --openings nowhere --header "$HEADER"
complains "a file is missing" tune
[ -e x ] && wrong "a state of a run that did not begin"
runs 2 tuna x

exit $bad
