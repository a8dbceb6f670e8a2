#!/usr/bin/env bash
# book.sh BOOK DATAGEN
#
# The tool that makes opening books: weights by result, what is left out, both kinds of games, damage and
# where it is, what it refuses to write over; growing and sifting, stopped and gone on with.
# Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=$(realpath "$1") DATAGEN=$(realpath "$2")
cd "$work" || exit 1

# moves WANTED BOOK MOVE...: the moves of a book behind these and their weights
moves() {
    local wanted=$1 found
    shift
    runs 0 show "$@"
    found=$(awk '/ %$/ { printf "%s %d, ", $1, $2 }' out)
    [ "$found" = "$wanted" ] || wrong "show $*: '$found', not '$wanted'"
}

cat >games.pgn <<'END'
% a line that is no game
[Event "1"]
[Result "1-0"]

1. e4 {best, [by] test} e5 2.Nf3 $1 (2. f4 exf4 (2... d5) 3. Nf3 {a } comment) Nc6 3. Bb5 a6! ; a remark }
4. Ba4 Nf6 5. O-O Nxe4 1-0
[Event "2"]
[Result "1/2-1/2"]
1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2

[Event "3"]
[Result "0-1"]

1. e2e4 c5 2. Nf3 0-1

[Event "4: no result"]
[Result "*"]

1. d4 d5 *

[Event "5"]
[Result "0-1"]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1"]

1. 0-0 O-O-O 2. e4 0-1

[Event "6"]
[Result "1-0"]

1. d4 1-0
END

weights() {
    runs 0 make all.bin games.pgn --least 1
    grep -q "games.pgn: 5 games, 1 without a result left out" out || wrong "games: $(cat out)"
    moves "d2d4 2, e2e4 3, " all.bin
    moves "c7c5 2, e7e5 1, " all.bin e4 # Black's points
    moves "f1c4 1, f1b5 2, " all.bin e4 e5 Nf3 Nc6
    moves "e1g1 2, " all.bin e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 # where all have lost, no move is left
    moves "" all.bin e4 e5 Nf3 Nc6 Bb5
    [ $(($(stat -c %s all.bin) % 16)) = 0 ] || wrong "the size of a book"
    # Castling is king takes rook: e8 to a8, 0x0f38. The keys ascend, as numbers and as text.
    od -An -v -tx1 -w16 all.bin | awk '{ print $9 $10 }' | grep -q 0f38 || wrong "castling in the file"
    od -An -v -tx1 -w16 all.bin | LC_ALL=C sort -c || wrong "the order of a book"
    runs 0 make all.bin games.pgn --least 2
    moves "e2e4 3, " all.bin
    moves "e7e5 1, " all.bin e4
    runs 0 make all.bin games.pgn games.pgn --least 1 --depth 1
    moves "d2d4 4, e2e4 6, " all.bin
    moves "" all.bin e4
    # A base: its moves alone, with points in advance.
    printf '[Result "1-0"]\n1. e4 1-0\n[Result "1-0"]\n1. c4 1-0\n' >base.pgn
    runs 0 make base.bin base.pgn --least 1
    runs 0 make all.bin games.pgn --base base.bin --prior 10
    moves "c2c4 5, e2e4 8, " all.bin
    # More than 16 bits: the greatest is 65535.
    runs 0 make all.bin games.pgn --base base.bin --prior 1000000
    moves "c2c4 65535, e2e4 65535, " all.bin
}

data_maker() {
    "$DATAGEN" make games.bin --nodes 20 --random 0 --threads 1 --positions 1500 --book base.bin >/dev/null ||
        wrong "datagen --book"
    "$DATAGEN" text games.bin | cut -d'|' -f3 | cut -c1-4 | sort | uniq -c | awk '{ print $2 }' >first
    [ "$(cat first)" = "$(printf 'c2c4\ne2e4')" ] || wrong "datagen --book begins with $(cat first)"
    runs 0 make all.bin games.bin --least 1 --depth 1
    wanted=$("$DATAGEN" text games.bin | awk -F'|' '{ p[substr($3, 1, 4)] += $2 }
        END { printf "c2c4 %d, e2e4 %d, ", p["c2c4"], p["e2e4"] }')
    moves "$wanted" all.bin
    { printf 'Panoptes games 1\n' && tail -c +98 games.bin; } >old.bin # without the options that they were made with
    runs 0 make all.bin old.bin --least 1 --depth 1
    moves "$wanted" all.bin
    "$DATAGEN" make games.bin --nodes 20 --random 0 --positions 1600 --book all.bin >out 2>errors &&
        wrong "games go on with another book"
    grep -qE -- '--book \(checksum [0-9a-f]{16}\); give these' errors || wrong "another book: $(cat errors)"
    head -c -3 games.bin >torn.bin
    complains "torn.bin: is damaged" make all.bin torn.bin --least 1
    runs 0 make all.bin torn.bin --least 1 --skip
    "$DATAGEN" make no.bin --book games.pgn >out 2>errors && wrong "datagen plays a book that is none"
    grep -q "multiple of 16\|no Polyglot book" errors || wrong "datagen --book: $(cat errors)"
    "$DATAGEN" make no.bin --book base.bin --frc 5 >out 2>errors && wrong "datagen --book with --frc"
    [ -e no.bin ] && wrong "datagen has made a file for bad options"
}

# damage LINE WHAT TEXT: a game with this text after two lines is refused, with the place
damage() {
    printf '[Event "x"]\n[Result "1-0"]\n%b\n\n[Result "1-0"]\n1. e4 1-0\n' "$3" >hurt.pgn
    complains "hurt.pgn: game 1, line $1: $2" make never.bin hurt.pgn --least 1
    [ -e never.bin ] && wrong "a book from damaged games: $3"
    runs 0 make kept.bin hurt.pgn --least 1 --skip
    moves "e2e4 2, " kept.bin
}

damages() {
    damage 4 "no legal move 'Ke2'" '1. e4 e5\n2. Ke2 Ke7 3. Ke2 1-0'
    damage 3 "more than one move is meant by 'Nd2'" '1. Nf3 a6 2. d4 a5 3. Nd2 1-0'
    damage 3 "no legal move 'castles'" '1. castles 1-0'
    damage 3 "a variation ends that has not begun" '1. e4) 1-0'
    damage 3 "a move behind the result" '1. e4 1-0 e5'
    damage 3 "FEN board field: White has no king" '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n1. e4 1-0'
    damage 3 "no legal move" '1. \001\377\000e4 1-0'
    printf '[Result "1-0"]\n1. e4 {never ends 1-0\n' >hurt.pgn
    complains "game 1, line 3: a comment has no end" make never.bin hurt.pgn
    printf '[Result "1-0"]\n1. e4 (1. d4 1-0\n' >hurt.pgn
    complains "a variation has no end" make never.bin hurt.pgn
    { printf '[Result "1-0"]\n1. e4 '; head -c 100000 /dev/zero | tr '\0' '('; } >hurt.pgn
    complains "too many variations" make never.bin hurt.pgn
    { printf '[Result "1-0"]\n1. '; head -c 100000 /dev/zero | tr '\0' 'x'; } >hurt.pgn
    complains "no legal move 'xxxx" make never.bin hurt.pgn
    printf '[Result "1-0"]\n1. Nz9 1-0\n%.0s' {1..30} >hurt.pgn
    complains "more games are damaged" make never.bin hurt.pgn
    head -c 20000 /dev/urandom >hurt.pgn
    "$TOOL" make never.bin hurt.pgn --least 1 --skip >out 2>errors
    [ $? -le 1 ] || wrong "random bytes: $(head -1 errors)"
    : >empty.pgn
    complains "empty.pgn: has no games" make never.bin empty.pgn
    complains "nowhere.pgn: No such file" make never.bin nowhere.pgn
    complains "/dev/zero: it is not a regular file" make never.bin /dev/zero
    complains "no move is left" make never.bin games.pgn --least 99
}

refusals() {
    cp games.pgn precious.pgn
    complains "precious.pgn: is there and is no book" make precious.pgn games.pgn
    complains "precious.pgn: is there and is no book" grow precious.pgn
    cmp -s games.pgn precious.pgn || wrong "a file that is no book was changed"
    complains "/dev/null: it is not a regular file" make /dev/null games.pgn
    complains "it is a directory" make . games.pgn
    ln -s all.bin link.bin
    complains "it is a symbolic link" make link.bin games.pgn
    complains "No such file" make nowhere/all.bin games.pgn --least 1
    complains "'castles' is not a legal move there" show all.bin castles
    complains "No such file" show nowhere.bin
    runs 2 make all.bin
    runs 2 mend all.bin
    runs 2
    grep -q "usage: book make" errors || wrong "no usage"
    runs 2 make all.bin games.pgn --colour 3
    runs 2 make all.bin games.pgn --least
    runs 2 make all.bin games.pgn --depth 0
    grep -q "depth takes a number from 1 to" errors || wrong "--depth 0: $(cat errors)"
    runs 0 --help
    grep -q "usage: book make" out || wrong "--help prints no usage"
    runs 0 make --help
    complains "it is a symbolic link" grow link.bin
    ls ./*.new 2>/dev/null && wrong "a file was left beside its place"
}

growth() {
    runs 0 grow one.bin --positions 12 --nodes 300
    cp one.bin.searches whole
    head -c 400 whole >two.bin.searches # stopped within a line
    runs 0 grow two.bin --positions 12 --nodes 300
    cmp -s one.bin two.bin || wrong "a book that was gone on with differs"
    cmp -s whole two.bin.searches || wrong "its searches differ"
    complains "with this number of nodes" grow one.bin --positions 12 --nodes 200
    cp games.pgn three.bin.searches
    complains "is not a file of searches" grow three.bin --positions 2 --nodes 300
    cmp -s games.pgn three.bin.searches || wrong "a file that holds no searches was changed"
    sed '5s/ [a-h][1-8]/ z9/' whole >four.bin.searches
    complains "is damaged" grow four.bin --positions 12 --nodes 300
    # 1.f3 e5 2.g4 is what a search calls bad, for 2...Qh4 mates.
    printf '1. f3 e5 2. g4 d5 1/2-1/2\n[Result "1/2-1/2"]\n1. f3 e5 2. e4 1/2-1/2\n' >bad.pgn
    runs 0 make bad.bin bad.pgn --least 1
    runs 0 sift bad.bin good.bin --nodes 2000 --margin 300
    grep -q "g2g4 is [0-9]* or more worse than" out || wrong "sift: $(cat out)"
    moves "e2e4 1, " good.bin f3 e5
}

weights
data_maker
damages
refusals
growth
exit $bad
