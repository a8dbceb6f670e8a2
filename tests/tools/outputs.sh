#!/usr/bin/env bash
# outputs.sh TOOLS BINARY
#
# Whatever a tool or the engine is asked to write, it writes to regular files only: what is a device, a pipe, a folder or
# a symbolic link, or holds something else, is refused with exit status 1, named, and left as it is. TOOLS is the
# folder of the built tools. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOLS=$1 BINARY=$2

# Who may write to /dev/null's folder makes a device of the same kind: a fault must not replace the real one.
device=$work/null
mknod "$device" c 1 3 2>/dev/null || device=/dev/null

# What nothing may be written to, and what is said of it.
declare -A GOALS=(
    ["$device"]="it is not a regular file"
    ["$work/pipe"]="it is not a regular file"
    ["$work/folder"]="it is a directory"
    ["$work/link"]="it is a symbolic link"
    ["$work/no/such/file"]="No such file or directory"
)
mkfifo "$work/pipe"
mkdir "$work/folder"
printf mine >"$work/mine"
ln -s mine "$work/link"

untouched() {
    [ -c "$device" ] && [ -p "$work/pipe" ] && [ -d "$work/folder" ] && [ -z "$(ls "$work/folder")" ] &&
        [ "$(readlink "$work/link")" = mine ] && [ "$(cat "$work/mine")" = mine ] || wrong "$*: a file has changed"
    compgen -G "$work/*.new*" && wrong "$*: something is left"
}

# refuses WHAT GOAL COMMAND...
refuses() {
    local what=$1 goal=$2 rc
    shift 2
    timeout $PATIENCE "$@" >"$work/out" 2>"$work/errors" </dev/null
    rc=$?
    [ $rc = 1 ] || wrong "$*: exit status $rc"
    grep -hF -- "$goal" "$work/out" "$work/errors" | grep -qF -- "$what" ||
        wrong "$*: not '$goal: $what' but '$(head -1 "$work/errors")'"
    untouched "$*"
}

# each COMMAND...: refuses all goals, which stand for GOAL in the command
each() {
    local goal
    for goal in "${!GOALS[@]}"; do
        refuses "${GOALS[$goal]}" "$goal" "${@//GOAL/$goal}"
    done
}

# --- tools --------------------------------------------------------------------------------------

"$TOOLS/datagen" make "$work/games" --nodes 20 --positions 300 --threads 1 >/dev/null || wrong "no games"
"$TOOLS/datagen" text "$work/games" >"$work/text"
TUNE="$TOOLS/tune --epochs 1 --threads 1"

each "$TOOLS/datagen" make GOAL --positions 10
each $TUNE --out GOAL "$work/games"
each $TUNE --out "$work/weights" --state GOAL "$work/games"
SPSA="$TOOLS/spsa tune --games 2 --nodes 10 --only LMR_PV"
each $SPSA GOAL
each "$TOOLS/train" prepare GOAL "$work/games"
each "$TOOLS/train" export "$work/none" GOAL "$work/none"
each tools/dev/put GOAL
each tools/dev/put --check GOAL
"$TOOLS/datagen" pack "$work/text" "$work/link" 2>"$work/errors" && wrong "pack writes to a link"
untouched "datagen pack"
each tools/match/match --engine "$BINARY" --referee "$TOOLS/referee" --pgn GOAL . against .
# Nothing is played, nor is a program run that can.
for goal in "$work/pipe" "$work/link"; do
    refuses "it is not a regular file" "$goal" tools/match/calibrate --fastchess true --engine true --stockfish true --keep "$goal"
    refuses "it is not a regular file" "$goal" tools/match/judge --judge true --engine true --keep "$goal" "$work/text"
done

# --- what holds something else --------------------------------------------------------------------

refuses "it is there and is no file of weights" "$work/mine" $TUNE --out "$work/mine" "$work/games"
refuses "it is no state of this tuner" "$work/mine" $TUNE --out "$work/weights" --state "$work/mine" "$work/games"
refuses "it is no state of this tuner" "$work/games" $TUNE --out "$work/weights" --state "$work/games" "$work/games"
refuses "it is no state of this tuner" "$work/mine" $SPSA "$work/mine"
for ending in svg patch; do
    cp "$work/mine" "$work/spsa.$ending"
    refuses "it is there and is no p" "$work/spsa.$ending" $SPSA "$work/spsa"
    cmp -s "$work/mine" "$work/spsa.$ending" || wrong "spsa: spsa.$ending has changed"
    rm "$work/spsa.$ending"
done
refuses "are the same file" "" $TUNE --out "$work/same" --state "$work/same" "$work/games"
cp "$work/games" "$work/before"
TRAIN=$TOOLS/train
"$TRAIN" prepare "$work/positions" --validation 300 "$work/games" >/dev/null || wrong "no positions"
"$TRAIN" run "$work/run" "$work/positions" --epochs 1 --threads 1 >/dev/null || wrong "no run"
refuses "it is there and is no file of positions" "$work/games" "$TRAIN" prepare "$work/games" "$work/text"
refuses "it is there and is no file of positions" "$work/mine" "$TRAIN" prepare "$work/mine" "$work/games"
refuses "it is there and is no network" "$work/games" "$TRAIN" export "$work/run.best" "$work/games" "$work/positions"
refuses "it is there and is no network" "$work/run.best" "$TRAIN" export "$work/run.best" "$work/run.best" "$work/positions"
for ending in state best tsv svg; do
    cp "$work/mine" "$work/new.$ending"
    refuses "it is there and is no" "$work/new.$ending" "$TRAIN" run "$work/new" "$work/positions"
    cmp -s "$work/mine" "$work/new.$ending" || wrong "train run: new.$ending has changed"
    rm "$work/new.$ending"
done
cmp -s "$work/games" "$work/before" || wrong "the trainer has changed the games"
$TUNE --out "$work/weights" --state "$work/state" "$work/games" >/dev/null 2>&1
[ -s "$work/state" ] || wrong "no state"
head -c 1000 "$work/state" >"$work/cut"
cp "$work/cut" "$work/before"
refuses "it is damaged or cut off" "$work/cut" $TUNE --out "$work/weights" --state "$work/cut" "$work/games"
cmp -s "$work/cut" "$work/before" || wrong "a damaged state was overwritten"

# --- the engine -----------------------------------------------------------------------------------

each "$BINARY" "map svg GOAL"
each "$BINARY" "threats json GOAL"
each "$BINARY" selfplay 1 nodes=1 pgn GOAL
printf '1. e4 *\n' >"$work/games.pgn"
for part in "" json pgn; do
    # shellcheck disable=SC2086 # no word for the page
    each "$BINARY" report "$work/games.pgn" $part GOAL nodes 1
    # shellcheck disable=SC2086
    refuses "is there already and is no" "$work/mine" "$BINARY" report "$work/games.pgn" $part "$work/mine" nodes 1
done
each "$BINARY" "setoption name Debug Log File value GOAL"
exit $bad
