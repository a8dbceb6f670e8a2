#!/usr/bin/env bash
# tools_work.sh TOOLS BINARY
#
# Each command of lab in the folder TOOLS does a little work, with several threads if the command has threads. On a
# build with sanitizers a report is an error. Other tests check the results of the commands. BINARY plays the games.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
lab=$1/lab binary=$(realpath "$2")

# ends STATUS COMMAND...: fails unless the command ends with this status, without a sanitizer's report or a leak
ends() {
    local status
    timeout $PATIENCE "${@:2}" >"$work/out" 2>"$work/errors" </dev/null
    status=$?
    [ $status = "$1" ] && ! grep -qE 'Sanitizer|runtime error' "$work/errors" ||
        wrong "${*:2}: status $status, not $1: $(head -30 "$work/errors")"
}
works() { ends 0 "$@"; }
refuses() { ends 2 "$@"; }

games=$work/games
works "$lab" datagen make "$games" --threads 3 --nodes 30 --positions 400 --frc 200 --odds 100 --seed 5
works "$lab" datagen make "$games" --threads 4 --nodes 30 --positions 700 --frc 200 --odds 100 --seed 5
printf '%s\n' 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -' >"$work/openings"
works "$lab" datagen make "$work/opened" --threads 3 --nodes 30 --positions 300 --seed 5 --openings "$work/openings" \
    --evaluation both --odds 100
works "$lab" datagen check "$work/opened"
works "$lab" datagen text "$games"
works "$lab" train prepare "$work/positions" --validation 200 "$games"
works "$lab" train run "$work/first" "$work/positions" --threads 4 --epochs 2 --batch 64
works "$lab" train run "$work/next" "$work/positions" --threads 3 --epochs 1 --batch 64 --from "$work/first.best"
works "$lab" train export "$work/next.best" "$work/network" "$work/positions"
# At this low rate no weight reaches the next whole number. A higher rate would overfit these few positions. The
# held-out loss would rise, and `tune` would fail.
works "$lab" tune --rate 0.001 --threads 4 --epochs 2 --batch 64 --out "$work/weights.c" "$work/positions"
grep -qE '^[3-9][0-9]{2} positions to train on, 1?[0-9]{2} held out;' "$work/out" || wrong "tune: $(head -3 "$work/out")"
grep -q 'TAPERED(' "$work/weights.c" || wrong "tune writes no weights"
for held in 0:no 999:each; do
    works "$lab" train prepare "$work/part" --validation ${held%:*} "$games"
    ends 1 "$lab" tune --epochs 1 --out "$work/none" "$work/part"
    grep -q "^tune: ${held#*:} position is held out" "$work/errors" ||
        wrong "tune gives weights, though ${held#*:} position is held out"
done
works "$lab" play --games 4 --nodes 30 --jobs 2 --pgn "$work/games.pgn" "$binary" against "$binary"
# Four games are too few for a model, and `wdl` says so.
ends 1 "$lab" wdl "$work/games.pgn"
grep -q '^wdl: .* positions in 4 games: no sound model' "$work/errors" || wrong "wdl does not read the games: $(cat "$work/errors")"
"$lab" spsa show none 2>&1 | grep -q 'has constants as parameters' || works "$lab" spsa tune "$work/spsa" --games 6 --nodes 30 --threads 3 --openings "$work/openings" --only LMR_
refuses "$lab" openings "$work/none"
refuses "$lab" play --openings Makefile "$binary" against "$binary"
refuses "$lab" gauntlet --openings Makefile "$binary"
exit $bad
