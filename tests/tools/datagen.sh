#!/usr/bin/env bash
# datagen.sh DATAGEN
#
# The data maker: what is in its file is a function of seed and options, for any number of threads and
# however often it is killed; damage costs the games that it touches only; one maker a file; complaints.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=$(realpath "$1")
SHARES="--frc 300 --dfrc 300 --odds 100"
HEAD=97      # bytes before the first game: a magic of 17, the options

"$TOOL" --help 2>"$work/errors" </dev/null | cmp -s - tools/data/datagen.usage || wrong "--help does not show datagen.usage"
[ -s "$work/errors" ] && wrong "--help says '$(cat "$work/errors")'"

# make_file FILE OPTION...: games of the settings that all files here share
make_file() {
    local file=$1
    shift
    timeout $PATIENCE "$TOOL" make "$file" --nodes 40 --seed 5 $SHARES --positions 3000 "$@" \
        >"$work/out" 2>"$work/errors" </dev/null
}

same() {
    cmp -s "$1" "$2" || wrong "$3: $(basename "$1") and $(basename "$2") differ"
}

# count WHAT FILE: games, plies or quiet positions of a file
count() {
    "$TOOL" check "$2" 2>/dev/null | grep -oE "[0-9]+ $1" | head -1 | grep -oE '^[0-9]+'
}

# Writes a byte that differs at an offset of a file.
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\x$(printf %x $((byte ^ 85)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# Waits until a maker has opened its file for itself, and written what it begins with.
await_maker() {
    local n
    for ((n = 0; n < PATIENCE * 20; n++)); do
        [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -ge $HEAD ] && return
        sleep 0.05
    done
    wrong "$(basename "$1"): no maker writes to it"
}

# --- the same games -----------------------------------------------------------------------------

same_games() {
    local from=$EPOCHREALTIME
    make_file "$work/one" --threads 1 || wrong "a file with one thread: $(cat "$work/errors")"
    whole=$(awk "BEGIN { print $EPOCHREALTIME - $from }")
    make_file "$work/two" --threads 2 || wrong "a file with two threads: $(cat "$work/errors")"
    make_file "$work/five" --threads 5 || wrong "a file with five threads: $(cat "$work/errors")"
    same "$work/one" "$work/two" "two threads"
    same "$work/one" "$work/five" "five threads"
    make_file "$work/other" --threads 2 --seed 6
    cmp -s "$work/one" "$work/other" && wrong "another seed plays the same games"
    "$TOOL" check "$work/one" >/dev/null || wrong "check refuses what make has made"
    [ "$(count quiet "$work/one")" -ge 3000 ] || wrong "$(count quiet "$work/one") quiet positions, not 3000"
    make_file "$work/one" && same "$work/one" "$work/two" "a file that has enough"
}

# Writes a number to a file at an offset, in some bytes, little-endian.
poke() {
    local n bytes=
    for ((n = 0; n < $4; n++)); do bytes+=$(printf '\\x%02x' $(($3 >> 8 * n & 255))); done
    printf "$bytes" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# A network whose scores are a third of those of the one inside the program, with its checksum (network/network.h).
other_network() {
    local n=0 word hash=-3750763034362895579 # FNV-1a's basis, as a signed number
    cp src/network/panoptes.net "$1"
    poke "$1" 32 $(($(od -An -tu4 -j 32 -N 4 "$1") / 3)) 4
    for word in $(od -An -v -tu4 "$1"); do
        [ $((n++ / 2)) = 6 ] || hash=$(((hash ^ word) * 1099511628211))
    done
    poke "$1" 48 $hash 8
}

# Games by a network: the same for any number of threads and when they are gone on with, by the one inside the program
# and by its file; others than without it.
network_games() {
    local net=src/network/panoptes.net
    make_file "$work/inside" --threads 1 --positions 1500 --evaluation network || wrong "a network: $(cat "$work/errors")"
    make_file "$work/file" --threads 3 --positions 700 --network $net || wrong "a file's network: $(cat "$work/errors")"
    cmp -s "$work/inside" "$work/file" && wrong "700 positions are 1500"
    make_file "$work/file" --threads 2 --positions 1500 --evaluation network --network $net
    same "$work/inside" "$work/file" "a file's network"
    other_network "$work/network"
    make_file "$work/third" --positions 1500 --network "$work/network" || wrong "another network: $(cat "$work/errors")"
    cmp -s "$work/inside" "$work/third" && wrong "another network plays the same games"
    "$TOOL" check "$work/inside" >/dev/null || wrong "check refuses games of a network"
    cmp -s -n "$(stat -c %s "$work/inside")" "$work/inside" "$work/one" && wrong "a network plays as the evaluation does"
    make_file "$work/said" --evaluation classical --positions 1500
    cmp -s -n "$(stat -c %s "$work/said")" "$work/said" "$work/one" || wrong "--evaluation classical plays other games"
}

# Games by the mean of both evaluations: others than by the network, and the file keeps who played them, in the digit of
# its magic.
mean_games() {
    local sum byte
    sum="(checksum $(od -An -tx8 -j 48 -N 8 src/network/panoptes.net | tr -d ' '))"
    make_file "$work/both" --threads 1 --positions 1500 --evaluation both || wrong "both: $(cat "$work/errors")"
    make_file "$work/mean" --threads 2 --positions 700 --evaluation both --network src/network/panoptes.net
    make_file "$work/mean" --threads 2 --positions 1500 --evaluation both
    same "$work/both" "$work/mean" "both evaluations, gone on with"
    cmp -s <(tail -c +$((HEAD + 1)) "$work/both") <(tail -c +$((HEAD + 1)) "$work/inside") && wrong "both play as one"
    "$TOOL" check "$work/both" | grep -qF -- " --evaluation both $sum" || wrong "check does not name both"
    complains "was made with other options" make "$work/both" --nodes 40 --seed 5 $SHARES --evaluation network
    complains "was made with other options" make "$work/inside" --nodes 40 --seed 5 $SHARES --evaluation both
    same "$work/both" "$work/mean" "a file of both that was refused"
    for byte in 1 2 3 5 6; do
        cp "$work/both" "$work/hurt"
        printf $byte | dd of="$work/hurt" bs=1 seek=15 conv=notrunc status=none
        "$TOOL" check "$work/hurt" >"$work/out" 2>&1 && wrong "magic $byte for 4 is sound"
        grep -q "made with" "$work/out" && wrong "magic $byte: $(cat "$work/out")"
    done
}

# Killed again and again, with other numbers of threads: in turn as soon as games have come in, so that the end is reached
# on any machine, and after up to 40 % of the time that the whole file takes, at its start too. A machine that paused may
# have let a maker finish before it was stopped once: then all begins anew.
killed() {
    local signal=$1 n=0 file=$work/killed-$1 rc round pause maker
    for ((round = 0; round < 20 && n == 0; round++)); do
        : >"$file"
        kill_on
    done
    echo "SIG$signal $n times"
    [ $n -gt 0 ] || wrong "SIG$signal: it was never stopped"
    same "$work/one" "$file" "SIG$signal and on"
}

# Kills and goes on until the file is whole; n counts.
kill_on() {
    for ((n = 0; n < 100; n++)); do
        cp "$file" "$work/before"
        pause=$(awk "BEGIN { print $whole * (0.05 + $n % 6 * 0.07) }")
        "$TOOL" make "$file" --nodes 40 --seed 5 $SHARES --positions 3000 --threads $((1 + n % 3)) \
            >"$work/out" 2>"$work/errors" </dev/null &
        maker=$!
        if [ $((n % 2)) = 1 ]; then
            sleep "$pause"
        else
            while kill -0 $maker && [ "$(stat -c %s "$file")" -le $(($(stat -c %s "$work/before") + HEAD)) ]; do :; done 2>/dev/null
        fi
        kill -"$signal" $maker 2>/dev/null
        wait $maker 2>/dev/null
        rc=$?
        # 143: SIGTERM came before it listened, and before it did anything.
        [ "$signal" = KILL ] || [ $rc = 0 ] || { [ $rc = 143 ] && cmp -s "$file" "$work/before"; } ||
            wrong "SIG$signal: exit status $rc: $(cat "$work/errors")"
        [ "$(count quiet "$file")" -ge 3000 ] && break
    done
}

# However long a move may take (here half an hour and more), the end comes soon.
prompt_end() {
    "$TOOL" make "$work/long" --nodes 4000000000 --threads 2 >"$work/out" 2>&1 </dev/null &
    local maker=$! rc
    await_maker "$work/long"
    works $maker 20
    kill -TERM $maker
    timeout $PATIENCE tail --pid=$maker -f /dev/null || kill -KILL $maker
    wait $maker 2>/dev/null
    rc=$?
    # 143: as above.
    [ $rc = 0 ] || { [ $rc = 143 ] && [ "$(stat -c %s "$work/long")" = $HEAD ]; } ||
        wrong "SIGTERM in a long move: exit status $rc"
    [ "$(count games "$work/long")" = 0 ] || wrong "a game that was abandoned is in the file"
}

# --- damage -------------------------------------------------------------------------------------

# What all readers say of a damaged file: exit status 1, the place, and all other games.
readers_pass() {
    local file=$1 lost=$2 games command
    games=$(($(count games "$work/one") - lost))
    for command in check text quiet; do
        "$TOOL" $command "$file" >"$work/out" 2>"$work/errors" && wrong "$command of $file: exit status 0"
        grep -q "damaged" "$work/errors" || wrong "$command of $file does not report the damage"
        [ $command = text ] && [ "$(wc -l <"$work/out")" != $games ] &&
            wrong "text of $file: $(wc -l <"$work/out") games, not $games"
    done
    [ "$(count games "$file")" = $games ] || wrong "$file: $(count games "$file") games, not $games"
}

damage() {
    local size n
    size=$(stat -c %s "$work/one")
    # In a game's moves, in its length, and before all games: offsets of the second game by its length.
    local second=$((HEAD + 6 + $(od -An -tu2 -j $HEAD -N 2 "$work/one")))
    for n in $((second + 100)) $second $((second + 1)) $((second + 3)) $((second + 7)); do
        cp "$work/one" "$work/hurt"
        flip "$work/hurt" "$n"
        readers_pass "$work/hurt" 1
        cp "$work/hurt" "$work/before"
        make_file "$work/hurt" --positions 3500 || wrong "make on damage at $n: $(cat "$work/errors")"
        grep -q "damaged from byte $second on" "$work/errors" || wrong "make does not report damage at $n"
        cmp -n "$size" -s "$work/hurt" "$work/before" || wrong "make has changed what was there: byte $n"
        [ "$(stat -c %s "$work/hurt")" -gt "$size" ] || wrong "make has not gone on behind damage at $n"
        "$TOOL" text "$work/hurt" 2>/dev/null | sort | uniq -d | grep -q . && wrong "a number twice: byte $n"
    done
    for n in 3 16 17 60 96; do
        cp "$work/one" "$work/hurt"
        flip "$work/hurt" $n
        readers_pass "$work/hurt" 0
        cp "$work/hurt" "$work/before"
        complains "the options that it was made with are damaged; name another file" make "$work/hurt"
        same "$work/hurt" "$work/before" "a file whose options are damaged"
    done
}

# --- options in the file --------------------------------------------------------------------------

# A file goes on with the options that it was made with only: the seed, each that decides what is played, and what
# judges.
other_options() {
    local option all="--seed 5 --nodes 40 --hard 8 --random 8 --frc 300 --dfrc 300 --odds 100 --evaluation classical"
    "$TOOL" check "$work/one" | grep -qxF "made with $all" || wrong "check does not print the options"
    cp "$work/one" "$work/other"
    for option in "--seed 6" "--nodes 41" "--hard 9" "--random 7" "--frc 301" "--dfrc 299" "--odds 0" \
        "--evaluation network"; do
        complains "datagen: $work/other: was made with other options: $all; give these, or name another file" \
            make "$work/other" --nodes 40 --seed 5 $SHARES --positions 9000 $option
    done
    same "$work/one" "$work/other" "a file that was refused"
    cp "$work/inside" "$work/other"
    complains "--evaluation network (checksum $(od -An -tx8 -j 48 -N 8 src/network/panoptes.net | tr -d ' '))" \
        make "$work/other" --nodes 40 --seed 5 $SHARES --positions 1600 --network "$work/network"
    same "$work/inside" "$work/other" "a file of another network"
}

# Files that do not name their options, as they were made before there were any: read, and gone on with.
old_files() {
    { printf 'Panoptes games 1\n' && tail -c +$((HEAD + 1)) "$work/one"; } >"$work/old"
    "$TOOL" check "$work/old" >"$work/out" 2>&1 || wrong "check of an old file: $(cat "$work/out")"
    grep -q "made with" "$work/out" && wrong "an old file names its options"
    "$TOOL" text "$work/one" >"$work/lines"
    "$TOOL" text "$work/old" | cmp -s - "$work/lines" || wrong "an old file has other games"
    cp "$work/one" "$work/new"
    make_file "$work/old" --positions 3500 || wrong "an old file is not gone on with: $(cat "$work/errors")"
    grep -q "does not name the options" "$work/errors" || wrong "nothing is said of an old file's options"
    make_file "$work/new" --positions 3500
    cmp -s <(tail -c +18 "$work/old") <(tail -c +$((HEAD + 1)) "$work/new") || wrong "an old file goes on with other games"
    rm "$work/new"
}

# A game that was being written: cut, and played again.
torn() {
    local size n
    size=$(stat -c %s "$work/one")
    for n in 1 2 5 40; do
        head -c $((size - n)) "$work/one" >"$work/torn"
        "$TOOL" check "$work/torn" >/dev/null 2>"$work/errors" && wrong "check of a torn file: exit status 0"
        grep -q "ends within a game" "$work/errors" || wrong "a torn file: $(cat "$work/errors")"
        make_file "$work/torn" || wrong "make on a torn file: $(cat "$work/errors")"
        grep -q "played again" "$work/errors" || wrong "make says nothing of the torn game"
        same "$work/one" "$work/torn" "a file cut $n bytes before its end"
    done
    # The rest of the file is no torn game, if its length is there.
    cp "$work/one" "$work/torn"
    flip "$work/torn" $((size - 1))
    cp "$work/torn" "$work/before"
    make_file "$work/torn" --positions 3500
    cmp -n "$size" -s "$work/torn" "$work/before" || wrong "a damaged last game was cut"
    # Killed before anything, or within what a file begins with.
    for n in 0 7 16 17 40 $((HEAD - 1)) $HEAD; do
        head -c $n "$work/one" >"$work/begun"
        "$TOOL" check "$work/begun" >/dev/null || wrong "check of $n bytes is not content"
        make_file "$work/begun" || wrong "make on $n bytes: $(cat "$work/errors")"
        same "$work/one" "$work/begun" "a file of $n bytes"
    done
}

# --- who may write, and what is refused -----------------------------------------------------------

two_makers() {
    "$TOOL" make "$work/shared" --nodes 500 --threads 1 >/dev/null 2>&1 </dev/null &
    local first=$!
    await_maker "$work/shared"
    make_file "$work/shared" && wrong "a second maker is let in"
    grep -q "another maker writes to it" "$work/errors" || wrong "a second maker hears: $(cat "$work/errors")"
    kill -TERM $first
    wait $first
    "$TOOL" check "$work/shared" >/dev/null || wrong "the first maker's file is not sound"
}

# What a maker leaves on a full disk: the reason, exit status 1, the right number of games, a whole file, and a maker
# that goes on where there is room again.
is_full() {
    local rc=$1 reason=$2 file=$3 summary
    [ "$rc" = 1 ] || wrong "$reason: exit status $rc"
    grep -qxF "datagen: $file: $reason" "$work/errors" || wrong "$reason is not reported, but '$(cat "$work/errors")'"
    summary=$(tail -1 "$work/out" | grep -oE '^[0-9]+ games, [0-9]+')
    [ "$summary" = "$(count games "$file") games, $(count quiet "$file")" ] || wrong "$reason: '$summary' are reported"
    [ "$(count games "$file")" -gt 5 ] && "$TOOL" check "$file" >/dev/null 2>&1 || wrong "$reason: the file is not whole"
    cmp -s -n "$(stat -c %s "$file")" "$file" "$work/one" || wrong "$reason: other games than else"
}

full_disk() {
    (
        ulimit -f 10 # kB
        make_file "$work/limited" --threads 2
    )
    is_full $? "File too large" "$work/limited"
    make_file "$work/limited" --threads 2 || wrong "it does not go on behind the limit: $(cat "$work/errors")"
    same "$work/one" "$work/limited" "a limit, and on"
    # A disk of our own, which goes with its mount namespace.
    unshare -rm mount -t tmpfs none /mnt 2>/dev/null || { echo "no tmpfs can be mounted here: no full disk"; return; }
    export -f make_file
    TOOL=$TOOL SHARES=$SHARES PATIENCE=$PATIENCE work=$work unshare -rm bash -c '
        mount -t tmpfs -o size=12k none /mnt || exit 9
        make_file /mnt/games --threads 2
        rc=$?
        cp /mnt/games "$work/disk"
        sed -i "s|/mnt/games|$work/disk|" "$work/errors"
        exit $rc'
    is_full $? "No space left on device" "$work/disk"
}

complaints() {
    echo "a letter" >"$work/letter"
    "$TOOL" text "$work/one" >"$work/lines"
    runs 2
    runs 2 mend "$work/one"
    grep -q "usage: datagen make" "$work/errors" || wrong "no usage"
    complains "no option --colour" make "$work/new" --colour 3
    complains "--nodes takes a number from 1 to 4294967294" make "$work/new" --nodes 0
    complains "--nodes takes a number" make "$work/new" --nodes
    complains "--frc takes a number from 0 to 1000" make "$work/new" --frc 1001
    complains "more than 1000 together" make "$work/new" --frc 600 --dfrc 600
    complains "--evaluation takes classical, network or both" make "$work/new" --evaluation material
    complains "--evaluation takes classical, network or both" make "$work/new" --evaluation
    complains "--network takes the path of a network" make "$work/new" --network
    complains "--network: '$work/no' is refused: No such file" make "$work/new" --network "$work/no"
    cp src/network/panoptes.net "$work/network"
    complains "--network is there twice" make "$work/new" --network "$work/network" --network "$work/network"
    complains "--network goes with --evaluation network or both" make "$work/new" --network "$work/network" \
        --evaluation classical
    flip "$work/network" 1000
    complains "its checksum is wrong" make "$work/new" --network "$work/network"
    [ -e "$work/new" ] && wrong "a refused option has made a file"
    complains "is no file of games; name another" make "$work/letter"
    complains "it is not a regular file" make /dev/null
    ln -s "$work/one" "$work/link"
    complains "it is a symbolic link" make "$work/link"
    complains "File exists" pack "$work/lines" /dev/null
    complains "No such file" make "$work/no/such"
    complains "No such file" check "$work/no"
    complains "it is a directory" check "$work"
    complains "is no file of games" text "$work/letter"
    complains "line 1 of $work/letter is no game" pack "$work/letter" "$work/new"
    [ -e "$work/new" ] && wrong "pack leaves a file that it could not make"
    complains "File exists" pack "$work/lines" "$work/letter"
    [ "$(cat "$work/letter")" = "a letter" ] || wrong "a file that is no file of games was changed"
    "$TOOL" pack "$work/lines" "$work/packed"
    cmp -s <(tail -c +$((HEAD + 1)) "$work/one") <(tail -c +18 "$work/packed") || wrong "text and back: other games"
}

# Starts as they were asked for: file letters of rooks that may castle show Chess960.
shares() {
    local all frc
    "$TOOL" make "$work/frc" --nodes 1 --random 0 --seed 9 --threads 1 --frc 500 --dfrc 250 \
        --positions 8000 >/dev/null
    all=$("$TOOL" text "$work/frc" | wc -l)
    frc=$("$TOOL" text "$work/frc" | cut -d'|' -f1 | grep -cE ' [wb] [A-H]')
    [ "$all" -gt 80 ] && [ $((frc * 100)) -gt $((all * 60)) ] && [ $((frc * 100)) -lt $((all * 90)) ] ||
        wrong "$frc of $all games are Chess960, not three quarters"
    # Every arrangement has bishops of both shades and a king between two rooks; half mirror each other.
    "$TOOL" text "$work/frc" | grep ' w ' | cut -d' ' -f1 | awk -F/ '
        function row(r) { return length(r) == 8 && r ~ /r.*k.*r/ && gsub(/n/, "n", r) == 2 && r ~ /q/ &&
                          r ~ /b/ && (match(r, /b/) + match(substr(r, RSTART + 1), /b/)) && (B(r) % 2) }
        function B(r,   i, a, s) { for (i = 1; i <= 8; i++) if (substr(r, i, 1) == "b") s += i; return s }
        !row($1) || !row(tolower($8)) { print "no arrangement: " $0; bad = 1 }
        $1 != "rnbqkbnr" || $8 != "RNBQKBNR" { n++; same += $1 == tolower($8) }
        END { if (!(same > n / 2 && same < n * 0.85)) { print same " of " n " alike"; bad = 1 } exit bad }' ||
        wrong "starts of Chess960"
    "$TOOL" check "$work/frc" >/dev/null || wrong "check of Chess960"
}

# --- openings -----------------------------------------------------------------------------------

# Positions with numbers of moves that distinguish them: chess, EPD, Chess960, one that is decided, and two lines that
# hold none.
cat >"$work/openings" <<'END'
# even positions
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 10
4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - bm Ke2; id "no numbers";
bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 50
6k1/5ppp/8/8/8/8/5PPP/QQQ3K1 w - - 0 70
no position at all
7k/8/6QK/8/8/8/8/8 b - - 0 90
END

# open_file FILE OPTION...: games from these positions
open_file() {
    local file=$1
    shift
    timeout $PATIENCE "$TOOL" make "$file" --nodes 40 --seed 5 --openings "$work/openings" "$@" \
        >"$work/out" 2>"$work/errors" </dev/null
}

# The FENs that the games of a file begin with.
begins() {
    "$TOOL" text "$1" | cut -d'|' -f1
}

opened_games() {
    local fen
    open_file "$work/opened" --random 0 --positions 4000 --threads 1 || wrong "openings: $(cat "$work/errors")"
    grep -q "openings, line 6: .*; the line is passed over" "$work/errors" || wrong "a bad line: $(cat "$work/errors")"
    grep -q "openings, line 7: the game is over there; the line is passed over" "$work/errors" || wrong "a game that is over"
    open_file "$work/again" --random 0 --positions 4000 --threads 2
    same "$work/opened" "$work/again" "openings, two threads"
    open_file "$work/parts" --random 0 --positions 1000
    open_file "$work/parts" --random 0 --positions 4000
    same "$work/opened" "$work/parts" "openings, gone on with"
    cat >"$work/wanted" <<'END'
4k3/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4K3 w - - 0 1
bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 50
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 10
END
    begins "$work/opened" | grep ' w ' | LC_ALL=C sort -u | cmp -s - "$work/wanted" ||
        wrong "games begin at $(begins "$work/opened" | grep ' w ' | sort -u)"
    # With one random ply it is Black's turn, at the same number.
    begins "$work/opened" | grep -v ' w ' | grep -E ' (1|10|50)$' >"$work/one-ply"
    [ "$(LC_ALL=C sort -u "$work/one-ply" | wc -l)" -gt 12 ] || wrong "no random ply: $(cat "$work/one-ply")"
    open_file "$work/random" --positions 3000 || wrong "openings and random plies: $(cat "$work/errors")"
    begins "$work/random" | grep -vE ' (5|14|54|74)$' && wrong "not 8 or 9 random plies"
    for fen in 5 14 54; do
        begins "$work/random" | grep -q " $fen\$" || wrong "no game of four moves before $fen"
    done
    [ "$(begins "$work/random" | LC_ALL=C sort -u | wc -l)" = "$(count games "$work/random")" ] || wrong "games alike"
    # One of the positions has pawns only, and may have no piece to take off.
    open_file "$work/odds" --random 0 --positions 1000 --odds 1000 || wrong "openings and odds: $(cat "$work/errors")"
    begins "$work/odds" | grep -qE '/.* w .* (10|50)$' || wrong "no odds: $(begins "$work/odds")"
    begins "$work/odds" | grep -xFf <(tail -2 "$work/wanted") && wrong "no piece is taken off"
    "$TOOL" check "$work/odds" >/dev/null || wrong "check of openings and odds"
}

# Games that are broken off: each has so many plies or ended before; the whole ones are about as many as asked for, and
# end as without the option. The result of a game broken off is 3, it comes back from text, and neither `quiet` nor
# another seed's game has part in it.
broken_off() {
    local all whole file=$work/broken-off
    open_file "$file" --positions 4000 --plies 12 --whole 300 --threads 1 || wrong "--plies: $(cat "$work/errors")"
    open_file "$work/again-3" --positions 2000 --plies 12 --whole 300 --threads 2
    open_file "$work/again-3" --positions 4000 --plies 12 --whole 300 --threads 3 || wrong "--plies goes on: $(cat "$work/errors")"
    same "$file" "$work/again-3" "--plies, gone on with by other threads"
    "$TOOL" text "$file" >"$work/lines"
    all=$(wc -l <"$work/lines")
    awk -F'|' '{ plies = NF - 2; if ($2 == 3 ? plies != 12 : plies > 12 && !($2 in known)) exit 1 }
        BEGIN { known[0]; known[1]; known[2] }' "$work/lines" || wrong "games that are not broken off at ply 12"
    whole=$(awk -F'|' '$2 != 3' "$work/lines" | wc -l)
    [ $((whole * 10)) -gt $((all * 2)) ] && [ $((whole * 10)) -lt $((all * 5)) ] || wrong "$whole of $all games are whole"
    "$TOOL" check "$file" | grep -qx "$((all - whole)) of these games were broken off" || wrong "check counts otherwise"
    "$TOOL" check "$file" | grep -q -- " --random 8 --plies 12 --whole 300 --frc 0 " || wrong "check reports no --plies"
    "$TOOL" pack "$work/lines" "$work/packed-3"
    cmp -s <(tail -c +$((HEAD + 1)) "$file") <(tail -c +18 "$work/packed-3") || wrong "broken off, as text and back"
    [ "$("$TOOL" quiet "$file" | cut -d';' -f4 | sort -u | wc -l)" -le "$whole" ] || wrong "quiet: games without a result"
    for option in "--plies 13 --whole 300" "--plies 12 --whole 301" "--plies 12" ""; do
        complains "was made with other options" make "$file" --nodes 40 --seed 5 --openings "$work/openings" $option
    done
    open_file "$work/all-broken" --positions 1000 --plies 12
    "$TOOL" text "$work/all-broken" | awk -F'|' 'NF > 14 { exit 1 }' || wrong "--whole 0: a game is longer than 12 plies"
    complains "--whole goes with --plies" make "$work/none" --whole 300
}

# Its options: other openings, or none, are refused, and so are openings where there were none. Damage to the magic
# makes neither a book of them nor another judge, and costs no game.
openings_kept() {
    local sum byte all="--seed 5 --nodes 40 --hard 8 --random 0 --frc 0 --dfrc 0 --odds 0 --evaluation classical --openings"
    "$TOOL" check "$work/opened" | grep -qxE "made with $all \(checksum [0-9a-f]{16}\)" || wrong "check prints no opening"
    cp "$work/opened" "$work/other"
    sum=$("$TOOL" check "$work/other" | grep -oE '\(checksum [0-9a-f]{16}\)')
    sed 's/10$/11/' "$work/openings" >"$work/openings-2"
    set -- make "$work/other" --nodes 40 --seed 5 --random 0 --positions 9000
    complains "was made with other options: $all $sum; give these" "$@" --openings "$work/openings-2"
    complains "was made with other options: $all $sum; give these" "$@"
    same "$work/opened" "$work/other" "other openings"
    cp "$work/one" "$work/other"
    complains "datagen: $work/other: was made with other options" make "$work/other" --nodes 40 --seed 5 --odds 100 \
        --openings "$work/openings"
    for byte in 1 2 4 5 6; do
        cp "$work/opened" "$work/hurt"
        printf $byte | dd of="$work/hurt" bs=1 seek=15 conv=notrunc status=none
        [ "$(count games "$work/hurt")" -ge "$(count games "$work/opened")" ] || wrong "magic $byte costs games"
        "$TOOL" check "$work/hurt" >"$work/out" 2>&1 && wrong "magic $byte for 3 is sound"
        grep -q "made with" "$work/out" && wrong "magic $byte: $(cat "$work/out")"
    done
    { printf 'Panoptes games 3\n' && tail -c +$((HEAD + 1)) "$work/opened"; } >"$work/hurt"
    [ "$(count games "$work/hurt")" = "$(count games "$work/opened")" ] || wrong "a damaged old magic costs games"
    head -c $HEAD "$work/opened" >"$work/begun"
    open_file "$work/begun" --random 0 --positions 4000
    same "$work/opened" "$work/begun" "openings: a file without games"
}

# What is decided is no opening: if all are, that is an error, behind what could be played.
openings_refused() {
    printf '%s\n' '6k1/5ppp/8/8/8/8/5PPP/QQQ3K1 w - - 0 70' >"$work/won"
    complains "game 1 cannot be begun: each of 10000 draws from --openings" make "$work/decided" --openings "$work/won" \
        --random 0 --nodes 1 --threads 2
    [ "$(stat -c %s "$work/decided")" = $HEAD ] || wrong "decided games are in the file"
    : >"$work/empty"
    tail -2 "$work/openings" >"$work/bad"
    set -- make "$work/none" --openings
    complains "--openings takes the path of a file of positions" "$@"
    complains "--openings is there twice" "$@" "$work/openings" --openings "$work/openings"
    complains "datagen: '$work/no' is refused: No such file" "$@" "$work/no"
    complains "datagen: '$work' is refused: it is a directory" "$@" "$work"
    complains "datagen: '$work/empty' is refused: it is empty" "$@" "$work/empty"
    complains "datagen: '$work/bad' is refused: it has no position" "$@" "$work/bad"
    complains "--openings takes the place of start positions: no --book" "$@" "$work/openings" \
        --book src/engine/own_book.bin
    complains "--openings takes the place" "$@" "$work/openings" --frc 1
    complains "--openings takes the place" "$@" "$work/openings" --dfrc 1
    [ -e "$work/none" ] && wrong "refused openings have made a file"
}

same_games
opened_games
broken_off
openings_kept
openings_refused
network_games
mean_games
killed TERM
killed KILL
prompt_end
damage
other_options
old_files
torn
full_disk
two_makers
complaints
shares
exit $bad
