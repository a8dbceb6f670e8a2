#!/usr/bin/env bash
# training.sh LAB
#
# `lab train` holds out whole games, and gives the same network for any number of threads and however often it is
# killed. It ends early if the loss no longer falls, begins with other networks, exports, and refuses bad arguments. A
# state has 42 MB, so the script soon deletes each state. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
LAB=$(realpath "$1") TOOL=$work/train
printf '#!/bin/sh\nexec "%s" train "$@"\n' "$LAB" >"$TOOL"
chmod +x "$TOOL"
cd "$work" || exit 1
SMALL="--batch 256 --patience 99"

same() {
    cmp -s "$1" "$2" || wrong "$3: $1 and $2 differ"
}

# games FIRST COUNT: prints the numbers of the games that COUNT positions of data.pos, from FIRST on, belong to
games() {
    od -An -v -tu4 -w32 -j $((64 + 32 * $1)) -N $((32 * $2)) data.pos | awk '{ print $8 }' | sort -u
}

"$LAB" datagen make games.bin --nodes 40 --seed 5 --positions 4000 >out 2>errors || wrong "no games: $(cat errors)"
runs 0 prepare data.pos --validation 200 games.bin
cp out printed
all=$(grep -oE '[0-9]+ positions' printed | grep -oE '[0-9]+')
held=$(grep -oE '[0-9]+ of them held out' printed | grep -oE '^[0-9]+')
if [ "$held" -le $((all / 20)) ] || [ "$held" -ge $((all / 2)) ]; then
    wrong "prepare: $held of $all positions held out"
fi
games 0 "$held" >held.games
games "$held" $((all - held)) >trained.games
[ -z "$(comm -12 held.games trained.games)" ] || wrong "games of which some positions only are held out"

# Damaged places are reported by the exit status; prepare uses the other games.
{ cat games.bin; printf x; } >torn.bin
complains "train: torn.pos lacks damaged games; damaged places: 1" prepare torn.pos --validation 200 torn.bin
complains "train: cannot write 'games.bin': it exists and is not of prepare; OUT comes first" prepare games.bin torn.bin
cmp -s torn.pos data.pos || wrong "prepare: a torn file's whole games are not used"
head -c -9 games.bin | sed '1s/2/3/' >torn.bin
complains "train: torn.pos lacks damaged games; damaged places: 2" prepare torn.pos torn.bin

# --lambda mixes a position's score with later scores and the result. Each written score must be one that the formula
# gives for a ply of the game. In a game that was broken off (result 3) the last score replaces the result.
"$LAB" datagen make game2.bin --nodes 40 --positions 1 --threads 1 >out
"$LAB" datagen make game3.bin --nodes 40 --positions 1 --threads 1 --plies 30 >out
for result_lambda in 2/0 2/0.8 2/1 3/0 3/0.6 3/1; do
    kind=${result_lambda%/*} lambda=${result_lambda#*/}
    runs 0 prepare game.pos --validation 0 --first 0 --lambda "$lambda" "game$kind.bin"
    head -c -8 game.pos >positions # without the checksum
    "$LAB" datagen text "game$kind.bin" | tr '|' '\n' >plies
    result=$(sed -n 2p plies)
    od -An -v -tu1 -w32 -j 64 positions | awk -v result="$result" '$27 == 3 != (result == 3) { exit 1 }' ||
        wrong "result $result: another one is written"
    od -An -v -td2 -w32 -j 64 positions | awk '{ print $13 < 0 ? -$13 : $13 }' | sort -un >scores
    awk -v lambda="$lambda" -v result="$result" 'NR > 2 { score[++n] = $2 } END {
        for (wanted = result == 3 ? 1 / (1 + exp(-score[n] / 400)) : result * 0.5; n; n--) {
            wanted = (1 - lambda) / (1 + exp(-score[n] / 400)) + lambda * wanted
            x = wanted > 0.9999 ? 3000 : wanted < 0.0001 ? -3000 : -400 * log(1 / wanted - 1)
            x = x < 0 ? -x : x + 0
            printf "%.0f\n", (x > 3000 ? 3000 : x)
        } }' plies | sort -un >wanted
    [ "$(wc -l <scores)" -gt 1 ] || [ "$lambda" = 1 ] || wrong "--lambda $lambda: no positions"
    [ -z "$(comm -23 <(sort scores) <(sort wanted))" ] || wrong "result $result, --lambda $lambda: $(comm -23 <(sort scores) <(sort wanted) | head -3)"
done

# --loud 1 adds positions whose next move is a capture. Positions in check never count.
for loud in 0 1; do
    runs 0 prepare game.pos --validation 0 --first 0 --score 32767 --loud $loud game2.bin
    cp out printed$loud
done
plies=$("$LAB" datagen check game2.bin | grep -oE '[0-9]+ plies' | grep -oE '[0-9]+')
awk -v plies="$plies" 'FNR == 1 { n[NR] = $2 } END { exit !(n[1] < n[2] && n[2] < plies) }' printed0 printed1 ||
    wrong "--loud: $(cat printed0 printed1) of $plies plies"

# Any number of threads gives the same state.
runs 0 run one data.pos $SMALL --epochs 6 --threads 1
runs 0 run four data.pos $SMALL --epochs 6 --threads 4
same one.state four.state "threads"
[ "$(wc -l <one.tsv)" = 7 ] || wrong "the table of losses: $(cat one.tsv)"
awk 'NR == 2 { first = $2 } END { exit !($2 < first) }' one.tsv || wrong "the loss does not fall: $(cat one.tsv)"

# After a kill in its second epoch, the same call continues a run. The loop repeats a run that ends before the kill.
for _ in {1..50}; do
    rm -f killed.*
    "$TOOL" run killed data.pos $SMALL --epochs 6 >out 2>errors &
    until [ -e killed.state ] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
    { kill -9 $! && ! wait $!; } 2>/dev/null && break
done
runs 0 run killed data.pos $SMALL --epochs 6
grep -q '^goes on after epoch' out || wrong "a run does not go on: $(cat out)"
for file in state tsv best; do same one.$file killed.$file "killed"; done
rm four.* killed.*
# After SIGTERM within an epoch a run saves its state, and says so. Many small steps make it likely that SIGTERM comes then.
SLOW="data.pos --batch 16 --patience 99 --epochs 6 --skip 0.25 --share 1 --share-end 0.5
--warm-up 0.1 --flat 0.4 --rate-end 0.1 --exponent 2.5 --asymmetry 0.2 --mean 0.3"
runs 0 run whole $SLOW --threads 1
[ -e whole.mean ] || wrong "no mean: $(cat out)"
grep -qE "^the mean of the weights after the last [0-9]+ steps: held out 0[.][0-9]+: whole.mean$" out || wrong "--mean: $(cat out)"
cmp -s whole.mean whole.state && wrong "the mean of the weights is no mean"
for _ in 1 2 3; do
    "$TOOL" run ended $SLOW >out 2>errors &
    works $! 30
    kill -TERM $! 2>/dev/null
    wait $! || wrong "SIGTERM: exit status $?: $(cat out errors)"
    cat out >>ends
done
grep -qE "^ended within epoch [0-9]+; the same call goes on$" ends || wrong "a run does not end: $(cat ends)"
runs 0 run ended $SLOW
grep -qE "^goes on within epoch [0-9]+$" ends out || wrong "a run does not go on: $(cat ends out)"
for file in state best tsv mean; do
    same whole.$file ended.$file "ended and gone on with"
done
# An epoch with --skip 0.25 learns from three quarters of the positions.
steps=$(od -An -td8 -j 88 -N 8 whole.state)
[ "$((steps))" = $((6 * ((all - held - (all - held) / 4 + 15) / 16))) ] || wrong "--skip: $((steps)) steps"
rm whole.* ended.*
# --patience ends a run whose held-out loss no longer falls. At this rate the run soon overfits.
runs 0 run still data.pos $SMALL --epochs 40 --patience 2 --rate 0.01 --from one.best
[ "$(wc -l <still.tsv)" -lt 30 ] || wrong "a run that gains nothing does not end: $(cat still.tsv)"
rm still.*
# The mean is that of a run's end: a run that goes on past it has none.
runs 0 run on data.pos $SMALL --epochs 1 --mean 0.5
runs 0 run on data.pos $SMALL --epochs 2
grep -q '^the mean of the weights' out && wrong "a run has the mean of its first half: $(cat out)"
rm on.*

# A run --from another network begins with that network's loss, and has a schedule of its own.
runs 0 run more data.pos $SMALL --epochs 1 --rate 1e-9 --from one.best
before=$(awk 'NR > 1 && (least == "" || $3 < least) { least = $3 } END { print least }' one.tsv)
begins=$(sed -n 's/^begins with the network of one.best: held out \([0-9.]*\)$/\1/p' out)
awk "BEGIN { off = ${begins:-9} - $before; exit !(off * off < 1e-12) }" || wrong "--from: held out is not $before: $(cat out)"
[ "$(wc -l <more.tsv)" = 2 ] || wrong "--from goes on with the other run's epochs: $(cat more.tsv)"
awk -v least="$before" 'NR == 2 { exit !($3 - least < 1e-5 && least - $3 < 1e-5) }' more.tsv ||
    wrong "--from: nothing was to be learnt, but the loss is not $before: $(cat more.tsv)"
steps=$(od -An -td8 -j 88 -N 8 more.state)
[ "$((steps))" = $(((all - held + 255) / 256)) ] || wrong "--from: Adam goes on with the other run's steps: $((steps))"
rm more.*
runs 0 export one.best one.net data.pos
grep -qE "^rounded to integers it is off by [0-9.]+ centipawns on average and [0-9.]+ at most, on $all positions$" out ||
    wrong "export says '$(cat out)'"
head -c 18 one.net | grep -q '^Panoptes network 1$' || wrong "export writes no network"
# A network with more neurons than the build is refused. A network with fewer neurons gets more (test_train_states).
cp one.net other
printf '\100\001' | dd of=other bs=1 seek=28 conv=notrunc status=none
complains "cannot begin from 'other': it has 320 neurons, this program is built for 256" run x data.pos $SMALL --from other
rm -f other
complains "cannot begin from 'data.pos': it is not a state" run x data.pos $SMALL --from data.pos
[ -e x.state ] && wrong "a run that was refused writes"

# A run goes on only with the positions and the options that it began with.
runs 0 prepare other.pos --validation 200 --seed 2 games.bin
cp one.best before
for other in "data.pos --asymmetry 0.5" "data.pos --seed 2" "other.pos"; do
    complains "cannot go on from 'one.state': its DATA, --seed, --scale, --exponent, --asymmetry or --share differs" run one $other $SMALL --epochs 7
done
same before one.best "refused to go on"
exit $bad
