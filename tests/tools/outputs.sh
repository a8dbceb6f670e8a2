#!/usr/bin/env bash
# outputs.sh LAB BINARY
#
# Commands write a file whole or not at all, and also write to pipes and devices. They do not replace a file that
# another program has written. The engine reads games from pipes and packed files. test_regular_file tests the function
# that writes files. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
LAB=$1 BINARY=$2

# Root makes another device like /dev/null, since a command with a fault may replace the device by a file.
device=$work/null
mknod "$device" c 1 3 2>/dev/null || device=/dev/null

# Paths to which no command can write, each with the reason that the command's message gives.
declare -A GOALS=(
    ["$work/folder"]="it is a directory"
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
    local rc
    timeout $PATIENCE "${@:3}" >"$work/out" 2>"$work/errors" </dev/null
    rc=$?
    [ $rc = 1 ] || wrong "${*:3}: exit status $rc"
    grep -hF -- "$2" "$work/out" "$work/errors" | grep -qF -- "$1" ||
        wrong "${*:3}: not '$2: $1' but '$(head -1 "$work/errors")'"
    untouched "${*:3}"
}

# each COMMAND...: fails unless the command refuses each goal. The word GOAL in the command stands for the goal.
each() {
    local goal
    for goal in "${!GOALS[@]}"; do
        refuses "${GOALS[$goal]}" "$goal" "${@//GOAL/$goal}"
    done
}

each "$LAB" datagen make GOAL --positions 10
each "$LAB" tune --out GOAL no-such-positions # refused before any position is read
each "$BINARY" selfplay 1 nodes=1 pgn GOAL
each "$BINARY" "setoption name Debug Log File value GOAL"
printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 *\n' >"$work/games.pgn"
for goal in "${!GOALS[@]}"; do
    for command in "map svg" "threats json" "report $work/games.pgn" "report $work/games.pgn json" "report $work/games.pgn pgn"; do
        refuses "${GOALS[$goal]}" "$goal" "$BINARY" "$command $goal"
    done
done
for part in html json pgn; do
    refuses "exists already and is not" "$work/mine" "$BINARY" report "$work/games.pgn" $part "$work/mine" nodes 1
    refuses "exists already and is not" "$work/link" "$BINARY" report "$work/games.pgn" $part "$work/link" nodes 1
done
refuses "exists already and is not a picture" "$work/mine" "$BINARY" "map svg $work/mine"
refuses "exists already and is not JSON" "$work/link" "$BINARY" "threats json $work/link"
rm -f "$work/games.html"

# selfplay and the log also write to pipes and devices, and through links.
refuses "exists already and is not a PGN" "$work/link" "$BINARY" selfplay 1 nodes=1 pgn "$work/link"
: >"$work/played"
ln -s played "$work/later"
exec 7<>"$work/pipe"
for goal in /dev/stdout "$work/pipe" "$work/later"; do
    "$BINARY" selfplay 1 nodes=1 seed 1 pgn "$goal" >"$work/out" || wrong "selfplay to $goal: $(cat "$work/out")"
    case $goal in
    */pipe) head -n 1 <&7 >"$work/got" ;;
    */later) head -n 1 "$work/played" >"$work/got" ;;
    *) grep '^\[Event ' "$work/out" >"$work/got" ;;
    esac
    grep -q '^\[Event ' "$work/got" || wrong "selfplay to $goal: no game"
done
exec 7<&-
[ -L "$work/later" ] || wrong "selfplay: a link is gone"
"$BINARY" "setoption name Debug Log File value /dev/stderr" isready 2>"$work/got" >"$work/out"
grep -q '>> readyok' "$work/got" || wrong "a log to stderr: $(cat "$work/got")"

# whole PART FILE NAME: fails unless FILE has a report of one game, and nothing before or after it
whole() {
    local first last
    first=$(head -n 1 "$2") last=$(tail -n 1 "$2")
    case $1:$first:$last in
    "html:<!doctype html>:</html>") grep -q '<title>' "$2" ;;
    json:'{"generator":"Panoptes '*,\"games\":\[:\],\"players\":*\}) [ "$(wc -l <"$2")" = 3 ] ;;
    'pgn:[White "A"]:'*) [ "$(grep -c PanoptesReport "$2")" = 1 ] ;;
    *) false ;;
    esac || wrong "$3: not the $1 of one game: '$first' ... '$last'"
    rm -f "$2"
}

# report PART INPUT OUTPUT [OPTION...]: the engine writes that part alone
report() {
    local none="html none" part=$1 input=$2 output=$3
    shift 3
    [ "$part" != html ] || none=
    # shellcheck disable=SC2086 # two words or none
    timeout 300 "$BINARY" report "$input" $none "$part" "$output" nodes 1 "$@"
}

for part in html json pgn; do
    for goal in - /dev/stdout; do
        report $part "$work/games.pgn" $goal >"$work/got" 2>"$work/errors" || wrong "$part to $goal: status"
        whole $part "$work/got" "$part to $goal"
        grep -q "^report: 1 game, " "$work/errors" || wrong "$part to $goal: nothing is said on stderr"
    done
    printf 'kept\n' >"$work/log"
    report $part "$work/games.pgn" - >>"$work/log" 2>/dev/null
    [ "$(head -n 1 "$work/log")" = kept ] || wrong "$part to the end of a file: what it held is gone"
    sed -i 1d "$work/log"
    whole $part "$work/log" "$part to the end of a file"
    cat "$work/pipe" >"$work/got" &
    report $part "$work/games.pgn" "$work/pipe" >"$work/out" || wrong "$part to a pipe: status"
    wait
    whole $part "$work/got" "$part to a pipe"
    report $part - - <"$work/games.pgn" >"$work/got" 2>/dev/null || wrong "$part from and to the standard streams: status"
    whole $part "$work/got" "$part from and to the standard streams"
    report $part <(cat "$work/games.pgn") "$work/got" >"$work/out" || wrong "$part from a pipe: status"
    whole $part "$work/got" "$part from a pipe"
    report $part "$work/games.pgn" "$device" >"$work/out" || wrong "$part to a device: status"
    report $part "$work/games.pgn" /dev/full >"$work/out" && wrong "$part to a full device: status"
    grep -q "'/dev/full': No space left on device" "$work/out" || wrong "$part to a full device: $(cat "$work/out")"
    # If nobody reads the pipe of one part, the other part is written nevertheless, and no temporary file is left.
    other=json
    [ $part != json ] || other=pgn
    : <"$work/pipe" &
    exec 7>"$work/pipe"
    wait
    report $part "$work/games.pgn" /dev/fd/7 $other "$work/got" >"$work/out" && wrong "$part to a closed pipe: status"
    exec 7>&-
    grep -q "'/dev/fd/7': Broken pipe" "$work/out" || wrong "$part to a closed pipe: $(cat "$work/out")"
    [ $part != pgn ] || whole $other "$work/got" "beside a closed pipe"
    [ ! -e "$work/got" ] || wrong "$part to a closed pipe: a report without a game is put in place"
    untouched "report $part"
done
"$BINARY" "perft 1" "report $work/games.pgn pgn /dev/stdout html none nodes 1" 2>/dev/null | head -n 1 | grep -q '^\[' ||
    wrong "a report to /dev/stdout after another command: the command's output stands before the report"
"$BINARY" "map json $work/pipe" >"$work/out" &
head -c 17 "$work/pipe" | grep -q '{"command":"map"' || wrong "a map to a pipe: $(cat "$work/out")"
wait

# Refuses an empty standard input, then a page without a name.
refuses "is empty" "standard input" "$BINARY" report - "$work/got.html"
: >"$work/pipe" &
refuses "need a name for the page" "" "$BINARY" report "$work/pipe" nodes 1
wait

for packing in gzip:gz zstd:zst bzip2:bz2 xz:xz unzip:zip; do
    program=${packing%:*} packed=$work/games.pgn.${packing#*:}
    { command -v "$program" && command -v "${program#un}"; } >/dev/null || { echo "$program is not installed: left out"; continue; }
    if [ "$program" = unzip ]; then
        echo 'no game' >"$work/read.me"
        (cd "$work" && zip -q "$packed" read.me games.pgn && zip -q none.zip read.me)
        refuses "no file in it has a name that ends in .pgn" "none.zip" "$BINARY" report "$work/none.zip"
    else
        "$program" -c <"$work/games.pgn" >"$packed"
    fi
    "$BINARY" report "$packed" nodes 1 >"$work/out" || wrong "$program: $(cat "$work/out")"
    whole html "$work/games.html" "$program"
    report json - - <"$packed" >"$work/got" 2>"$work/errors" || wrong "$program as standard input: $(cat "$work/errors")"
    whole json "$work/got" "$program as standard input"
    cat "$packed" | report json - - >"$work/got" 2>"$work/errors" && wrong "$program through a pipe: status"
    grep -q "is packed by $program; unpack it" "$work/errors" || wrong "$program through a pipe: $(cat "$work/errors")"
    refuses "packed by $program, which cannot be started: it is not installed" "$packed" \
        env PATH=/nowhere "$BINARY" report "$packed"
    head -c -9 "$packed" >"$work/cut.pgn"
    refuses "it is damaged or cut off" "cut.pgn" "$BINARY" report "$work/cut.pgn" time 100
    [ ! -e "$work/cut.html" ] || wrong "$program: a page of damaged games"
done
exit $bad
