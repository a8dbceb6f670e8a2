#!/usr/bin/env bash
# tools_work.sh TOOLS BINARY
#
# Each tool in C of the folder TOOLS does a little of what it is for, with several threads where it has them: for builds
# with sanitizers, whose reports are errors here. What the tools compute is proven elsewhere. BINARY plays games.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
tools=$1 binary=$2

# works COMMAND...: it ends with status 0 and says nothing of a sanitizer
works() {
    local status
    timeout $PATIENCE "$@" >"$work/out" 2>"$work/errors" </dev/null
    status=$?
    [ $status = 0 ] && ! grep -qE 'Sanitizer|runtime error' "$work/errors" ||
        wrong "$*: status $status: $(head -30 "$work/errors")"
}

games=$work/games
works "$tools/datagen" make "$games" --threads 3 --nodes 30 --positions 400 --frc 200 --odds 100 --seed 5
works "$tools/datagen" make "$games" --threads 4 --nodes 30 --positions 700 --frc 200 --odds 100 --seed 5
works "$tools/datagen" make "$work/judged" --threads 3 --nodes 30 --positions 300 --seed 5 --network src/network/panoptes.net
printf '%s\n' 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -' >"$work/openings"
works "$tools/datagen" make "$work/opened" --threads 3 --nodes 30 --positions 300 --seed 5 --openings "$work/openings" --odds 100
works "$tools/datagen" check "$work/opened"
works "$tools/datagen" check "$games"
works "$tools/datagen" text "$games"
cp "$work/out" "$work/text"
works "$tools/datagen" pack "$work/text" "$work/packed"
works "$tools/datagen" quiet "$games"
cp "$work/out" "$work/quiet"
# At this rate no weight reaches the next whole number: so few positions would be learnt by heart, and the loss held
# out would rise, which is an error.
works "$tools/tune" --rate 0.001 --threads 4 --epochs 2 --batch 64 --validation 200 --out "$work/weights.c" --state "$work/state" "$games" "$work/quiet"
works "$tools/tune" --rate 0.001 --threads 3 --epochs 3 --batch 64 --validation 200 --out "$work/weights.c" --state "$work/state" "$games" "$work/quiet"
works "$tools/train" prepare "$work/positions" --validation 200 "$games"
works "$tools/train" run "$work/first" "$work/positions" --threads 4 --epochs 2 --batch 64
works "$tools/train" run "$work/next" "$work/positions" --threads 3 --epochs 1 --batch 64 \
    --from "$work/first.best"
works "$tools/train" export "$work/next.best" "$work/network" "$work/positions"
works "$binary" selfplay 2 nodes=30 pgn "$work/games.pgn"
# So few games make no model, which is a status of its own.
"$tools/fit_wdl" "$work/games.pgn" 2>&1 </dev/null | grep -q '^fit_wdl: .* positions in 2 games: no sound model' ||
    wrong "fit_wdl does not read the games"
printf '%s\n' '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;' >"$work/suite"
works "$tools/spsa" tune "$work/spsa" --games 6 --nodes 30 --threads 3 --openings "$work/suite" --only LMR_
works "$tools/spsa" show "$work/spsa"
exit $bad
