#!/usr/bin/env bash
# datagen.sh LAB
#
# The file of `lab datagen` depends only on seed and options, not on the number of threads or on how often it is killed.
# Damage destroys only the games that it hits. Two `datagen make` cannot write to the same file. Bad arguments are
# refused. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=$work/datagen
printf '#!/bin/sh\nexec "%s" datagen "$@"\n' "$(realpath "$1")" >"$TOOL"
chmod +x "$TOOL"
NET=src/network/panoptes.net
SHARES="--frc 300 --dfrc 300 --odds 100"
HEAD=97             # bytes before the first game: the magic (17) and the options
FEW="--positions 1" # for a call that must be refused: an accepted call also ends soon

# make_file FILE OPTION...: runs `datagen make` with the settings that most files of this script share
make_file() {
    timeout $PATIENCE "$TOOL" make "$1" --nodes 40 --seed 5 $SHARES --positions 3000 "${@:2}" \
        >"$work/out" 2>"$work/errors" </dev/null
}

same() {
    cmp -s "$1" "$2" || wrong "$3: $(basename "$1") and $(basename "$2") differ"
}

# count WHAT FILE: prints the number of games, plies or quiet positions of a file
count() {
    "$TOOL" check "$2" 2>/dev/null | grep -oE "[0-9]+ $1" | head -1 | grep -oE '^[0-9]+'
}

# flip FILE OFFSET: changes the byte at OFFSET
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\x$(printf %x $((byte ^ 85)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# await_maker FILE PID: waits until `datagen make` has locked its file, and written the bytes before the first game
await_maker() {
    until [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -ge $HEAD ]; do
        kill -0 "$2" 2>/dev/null || { wrong "$(basename "$1"): no maker writes to it"; return; }
        sleep 0.05
    done
}

# --- the same games -----------------------------------------------------------------------------

same_games() {
    local frc
    make_file "$work/one" --threads 1 || wrong "a file with one thread: $(cat "$work/errors")"
    make_file "$work/five" --threads 5 || wrong "a file with five threads: $(cat "$work/errors")"
    same "$work/one" "$work/five" "five threads"
    make_file "$work/other" --threads 2 --seed 6
    cmp -s "$work/one" "$work/other" && wrong "another seed plays the same games"
    "$TOOL" check "$work/one" >/dev/null || wrong "check refuses what make has made"
    # A FEN is of Chess960 if its castling rights are letters of files.
    frc=$("$TOOL" text "$work/one" | cut -d'|' -f1 | awk '/ [wb] [A-H]/ { n++ } END { print int(n * 100 / NR) }')
    [ "$frc" -gt 30 ] && [ "$frc" -lt 70 ] || wrong "$frc % of the games are Chess960, not three of five"
    [ "$(count quiet "$work/one")" -ge 3000 ] || wrong "$(count quiet "$work/one") quiet positions, not 3000"
    make_file "$work/one" && same "$work/one" "$work/five" "a file that has enough"
}

# With another evaluation, other games are played. A file states the evaluation of its games.
evaluations() {
    make_file "$work/network" --threads 1 --positions 1500 --evaluation network || wrong "--evaluation: $(cat "$work/errors")"
    make_file "$work/file" --threads 3 --positions 700 --network $NET
    make_file "$work/file" --threads 2 --positions 1500 --network $NET
    same "$work/network" "$work/file" "a file's network, gone on with"
    make_file "$work/both" --threads 2 --positions 700 --evaluation both
    "$TOOL" check "$work/both" | grep -qF -- "--evaluation both (checksum $(od -An -tx8 -j 48 -N 8 $NET | tr -d ' '))" ||
        wrong "check does not name the evaluation: $("$TOOL" check "$work/both")"
    cmp -s -n 4000 <(tail -c +$((HEAD + 1)) "$work/both") <(tail -c +$((HEAD + 1)) "$work/network") && wrong "both play as one"
    cmp -s -n 4000 <(tail -c +$((HEAD + 1)) "$work/one") <(tail -c +$((HEAD + 1)) "$work/network") &&
        wrong "a network plays as the evaluation does"
}

# killed SIGNAL: stops `datagen make` as soon as it has written games, and calls it again with another number of threads.
# If the machine pauses, the first call may finish before the signal: then the test begins again.
killed() {
    local signal=$1 n=0 file=$work/killed-$1 rc round maker
    for ((round = 0; round < 20 && n == 0; round++)); do
        : >"$file"
        for ((n = 0; n < 100; n++)); do
            cp "$file" "$work/before"
            "$TOOL" make "$file" --nodes 40 --seed 5 $SHARES --positions 3000 --threads $((1 + n % 3)) \
                >"$work/out" 2>"$work/errors" </dev/null &
            maker=$!
            while kill -0 $maker && [ "$(stat -c %s "$file")" -le $(($(stat -c %s "$work/before") + HEAD)) ]; do :; done 2>/dev/null
            kill -"$signal" $maker 2>/dev/null
            wait $maker 2>/dev/null
            rc=$?
            # Status 143: SIGTERM came before the program handled signals and before it wrote games.
            [ "$signal" = KILL ] || [ $rc = 0 ] || { [ $rc = 143 ] && cmp -s "$file" "$work/before"; } ||
                wrong "SIG$signal: exit status $rc: $(cat "$work/errors")"
            [ "$(count quiet "$file")" -ge 3000 ] && break
        done
    done
    echo "SIG$signal $n times"
    [ $n -gt 0 ] || wrong "SIG$signal: it was never stopped"
    same "$work/one" "$file" "SIG$signal and on"
}

# After SIGTERM the command ends soon, even within a move of half an hour or more.
prompt_end() {
    "$TOOL" make "$work/long" --nodes 4000000000 --threads 2 >"$work/out" 2>&1 </dev/null &
    local maker=$! rc
    await_maker "$work/long" $maker
    works $maker 20
    kill -TERM $maker
    timeout 600 tail --pid=$maker -f /dev/null || kill -KILL $maker
    wait $maker 2>/dev/null
    rc=$?
    # Status 143: SIGTERM came before the program handled signals and before it wrote games.
    [ $rc = 0 ] || { [ $rc = 143 ] && [ "$(stat -c %s "$work/long")" = $HEAD ]; } ||
        wrong "SIGTERM in a long move: exit status $rc"
    [ "$(count games "$work/long")" = 0 ] || wrong "a game that was abandoned is in the file"
}

# --- damage -------------------------------------------------------------------------------------

# damaged AT LOST: a changed byte destroys LOST games. `check` and `text` report it, exit with 1, and read all others.
damaged() {
    local games=$(($(count games "$work/one") - $2)) command
    cp "$work/one" "$work/hurt"
    flip "$work/hurt" "$1"
    for command in check text; do
        "$TOOL" $command "$work/hurt" >"$work/out" 2>"$work/errors" && wrong "$command, byte $1: exit status 0"
        grep -q "damaged" "$work/errors" || wrong "$command, byte $1: it does not report the damage"
    done
    [ "$(wc -l <"$work/out")" = $games ] && [ "$(count games "$work/hurt")" = $games ] || wrong "byte $1: not $games games"
    cp "$work/hurt" "$work/before"
}

damage() {
    local n second=$((HEAD + 6 + $(od -An -tu2 -j $HEAD -N 2 "$work/one")))
    # Damages a byte in the second game's moves, and a byte in that game's checksum.
    for n in $((second + 100)) $((second + 3)); do
        damaged $n 1
        grep -q "damaged at byte $second$" "$work/errors" || wrong "text does not report damage at $n"
        complains "is damaged; name another file" make "$work/hurt" --nodes 40 --seed 5 $SHARES $FEW
        same "$work/hurt" "$work/before" "a damaged file"
    done
    damaged 60 0
    complains "the options that it was made with are damaged; name another file" make "$work/hurt" $FEW
    same "$work/hurt" "$work/before" "a file whose options are damaged"
}

# If a file ends within a game, `datagen make` removes the game's part and plays the game again.
torn() {
    head -c -40 "$work/one" >"$work/torn"
    "$TOOL" check "$work/torn" >/dev/null 2>"$work/errors" && wrong "check of a torn file: exit status 0"
    grep -q "ends within a game" "$work/errors" || wrong "a torn file: $(cat "$work/errors")"
    make_file "$work/torn" || wrong "make on a torn file: $(cat "$work/errors")"
    same "$work/one" "$work/torn" "a file cut before its end"
    # A file may even end before its first game.
    head -c 40 "$work/one" >"$work/begun"
    make_file "$work/begun" || wrong "make on 40 bytes: $(cat "$work/errors")"
    same "$work/one" "$work/begun" "a file of 40 bytes"
}

# `datagen make` adds games to a file only if its options are those of the file's first games.
other_options() {
    local all="--seed 5 --nodes 40 --hard 8 --random 8 --frc 300 --dfrc 300 --odds 100 --evaluation classical"
    "$TOOL" check "$work/one" | grep -qxF "made with $all" || wrong "check does not print the options"
    cp "$work/one" "$work/other"
    complains "datagen: $work/other: was made with other options: $all; give these, or name another file" \
        make "$work/other" --nodes 40 --seed 5 $SHARES --positions 9000 --plies 12
    same "$work/one" "$work/other" "a file that was refused"
}

# --- who may write, and what is refused -----------------------------------------------------------

two_makers() {
    "$TOOL" make "$work/shared" --nodes 500 --threads 1 >/dev/null 2>&1 </dev/null &
    local first=$!
    await_maker "$work/shared" $first
    make_file "$work/shared" && wrong "a second maker is let in"
    grep -q "another process writes to it" "$work/errors" || wrong "a second maker hears: $(cat "$work/errors")"
    kill -TERM $first
    wait $first
    "$TOOL" check "$work/shared" >/dev/null || wrong "the first maker's file is not sound"
}

# On a full disk the command prints the reason and keeps whole games. When there is space again, the next call goes on.
full_disk() {
    local file=$work/limited
    (
        ulimit -f 10 # kB
        make_file "$file" --threads 2
    )
    [ $? = 1 ] && grep -qxF "datagen: $file: File too large" "$work/errors" || wrong "a limit: $(cat "$work/errors")"
    [ "$(count games "$file")" -gt 5 ] && "$TOOL" check "$file" >/dev/null 2>&1 || wrong "a limit: the file is not whole"
    make_file "$file" --threads 2 || wrong "it does not go on behind the limit: $(cat "$work/errors")"
    same "$work/one" "$file" "a limit, and on"
}

complaints() {
    echo "a letter" >"$work/letter"
    complains "more than 1000 together" make "$work/new" --frc 600 --dfrc 600 $FEW
    STATUS=2 complains "--evaluation takes classical, network or both" make "$work/new" --evaluation material $FEW
    complains "--network goes with --evaluation network or both" make "$work/new" --network $NET --evaluation classical $FEW
    cp $NET "$work/net"
    flip "$work/net" 1000
    complains "its checksum is wrong" make "$work/new" --network "$work/net" $FEW
    complains "--whole goes with --plies" make "$work/new" --whole 300 $FEW
    complains "--openings takes the place of start positions" make "$work/new" --openings "$work/openings" --frc 1 $FEW
    complains "is refused: it has no position" make "$work/new" --openings "$work/letter" $FEW
    [ -e "$work/new" ] && wrong "a refused option has made a file"
    complains "is not a file of games; name another" make "$work/letter" $FEW
    complains "it is not a regular file" make /dev/null $FEW
    [ "$(cat "$work/letter")" = "a letter" ] || wrong "a file that is not a file of games was changed"
}

# --- how games begin and end ----------------------------------------------------------------------

# Openings with different move numbers: a FEN, an EPD, a won position, a line without a position, a finished game.
cat >"$work/openings" <<'END'
# even positions
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 10
4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - bm Ke2; id "no numbers";
6k1/5ppp/8/8/8/8/5PPP/QQQ3K1 w - - 0 70
no position at all
7k/8/6QK/8/8/8/8/8 b - - 0 90
END

# open_file FILE OPTION...: runs `datagen make` with the openings above
open_file() {
    timeout $PATIENCE "$TOOL" make "$1" --nodes 40 --seed 5 --openings "$work/openings" "${@:2}" \
        >"$work/out" 2>"$work/errors" </dev/null
}

# With --leaf, games begin at positions that a search of an opening evaluates. These positions differ from the openings,
# and any number of threads finds the same positions. `positions` prints a file's positions as openings.
leaves() {
    "$TOOL" positions "$work/one" >"$work/roots" || wrong "positions: exit status $?"
    [ "$(wc -l <"$work/roots")" = "$(count plies "$work/one")" ] || wrong "positions prints not one line a ply"
    "$TOOL" text "$work/one" | cut -d'|' -f1 | sort -u | comm -23 - <(sort -u "$work/roots") >"$work/lacking"
    [ ! -s "$work/lacking" ] || wrong "positions lacks first positions: $(head -3 "$work/lacking")"
    local leaf="--nodes 20 --leaf 60 --plies 1 --random 0 --positions 400 --openings $work/roots" threads
    for threads in 1 3; do
        "$TOOL" make "$work/leaf$threads" $leaf --threads $threads >/dev/null 2>"$work/errors" || wrong "leaves: $(cat "$work/errors")"
    done
    same "$work/leaf1" "$work/leaf3" "leaves, three threads"
    "$TOOL" check "$work/leaf1" | grep -q -- "--leaf 60" || wrong "check does not name --leaf"
    "$TOOL" text "$work/leaf1" | cut -d'|' -f1 | sort -u >"$work/leaves"
    [ "$(sort -u "$work/roots" | comm -12 - "$work/leaves" | wc -l)" -lt $(($(wc -l <"$work/leaves") / 4)) ] ||
        wrong "leaves are the openings themselves"
    complains "was made with other options" make "$work/leaf1" ${leaf/60/61}
}

opened_games() {
    open_file "$work/opened" --random 0 --positions 4000 --threads 1 || wrong "openings: $(cat "$work/errors")"
    grep -q "openings, line 5: .*; the line is skipped" "$work/errors" || wrong "a bad line: $(cat "$work/errors")"
    grep -q "openings, line 6: the game is over there; the line is skipped" "$work/errors" || wrong "a game that is over"
    open_file "$work/parts" --random 0 --positions 1000 --threads 3
    open_file "$work/parts" --random 0 --positions 4000
    same "$work/opened" "$work/parts" "openings, gone on with"
    printf '%s\n' '4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - 0 1' \
        'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 10' >"$work/wanted"
    "$TOOL" text "$work/opened" | cut -d'|' -f1 | grep ' w ' | LC_ALL=C sort -u | cmp -s - "$work/wanted" ||
        wrong "games begin elsewhere"
    sed 's/10$/11/' "$work/openings" >"$work/openings-2"
    complains "was made with other options" make "$work/opened" --nodes 40 --seed 5 --random 0 --openings "$work/openings-2"
    # A won position is refused as an opening. If all openings are won, that is an error.
    sed -n 4p "$work/openings" >"$work/won"
    complains "game 1 cannot be begun: each of 10000 draws from --openings" make "$work/decided" --openings "$work/won" \
        --random 0 --nodes 1 --threads 2
    [ "$(stat -c %s "$work/decided")" = $HEAD ] || wrong "decided games are in the file"
}

# --plies 12 breaks games off after 12 plies, except games that end before. --whole 300 keeps about 30 % of games whole.
broken_off() {
    local all whole file=$work/broken-off
    open_file "$file" --positions 4000 --plies 12 --whole 300 --threads 2 || wrong "--plies: $(cat "$work/errors")"
    "$TOOL" text "$file" >"$work/lines"
    all=$(wc -l <"$work/lines")
    awk -F'|' '{ plies = NF - 2; if ($2 == 3 && plies != 12) exit 1 }' "$work/lines" || wrong "games that are not broken off at ply 12"
    whole=$(awk -F'|' '$2 != 3' "$work/lines" | wc -l)
    [ $((whole * 10)) -gt $((all * 2)) ] && [ $((whole * 10)) -lt $((all * 5)) ] || wrong "$whole of $all games are whole"
    "$TOOL" check "$file" | grep -qx "$((all - whole)) of these games were broken off" || wrong "check counts otherwise"
    "$TOOL" check "$file" | grep -q -- " --random 8 --plies 12 --whole 300 --frc 0 " || wrong "check reports no --plies"
}

same_games
opened_games
leaves
broken_off
evaluations
killed TERM
killed KILL
prompt_end
damage
other_options
torn
full_disk
two_makers
complaints
exit $bad
