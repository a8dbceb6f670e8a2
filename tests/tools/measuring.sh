#!/usr/bin/env bash
# measuring.sh symbols OBJECT-FOLDER...          assembly routines have types, sizes and the right frames
# measuring.sh tools LAB                         each command has its help, which `make help` prints
# measuring.sh statistics BINARY DEBUG-BINARY    the sums of `bench stats` hold; the release refuses `stats`
#
# Checks the assumptions of the measurements, without measuring. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh

# In an object every global routine has a type and a size, and nothing but padding lies between them.
whole_routines() {
    readelf -sW "$1" | awk -v object="$1" -v text="$(readelf -SW "$1" |
        sed -n 's/^ *\[ *\([0-9]*\)\] \.text .*/\1/p')" '
        function number(hex,   i, n) {
            for (i = 1; i <= length(hex); i++)
                n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
            return n
        }
        $7 == text && $5 == "GLOBAL" {
            count++
            if ($4 != "FUNC") { print object ": " $8 " is " $4 ", not FUNC"; failed = 1 }
            if ($3 + 0 == 0) { print object ": " $8 " has no size"; failed = 1 }
            begin[number($2)] = $3 + 0
        }
        $7 == text && $5 == "LOCAL" && $4 != "SECTION" { print object ": the local symbol " $8 " would split a routine"; failed = 1 }
        END {
            at = 0
            for (left = count; left > 0 && at < 1000000; at++)
                if (at in begin) {
                    if (at - end >= 32) { print object ": " at - end " bytes before " at " belong to nobody"; failed = 1 }
                    end = at + begin[at]
                    left--
                }
            if (!count) { print object ": no routines"; failed = 1 }
            exit failed
        }' || bad=1
}

# right_frames OBJECT FRAMED: with FRAMED 0 no routine changes the frame pointer, with 1 each sets up its frame
right_frames() {
    objdump -d --no-show-raw-insn "$1" | awk -v object="$1" -v framed="$2" '
        function fail(what) { print object ": " name ": " what; failed = 1 }
        /^[0-9a-f]+ <.*>:$/ { name = $2; n = 0; next }
        !/^ *[0-9a-f]+:\t/ { next }
        {
            n++
            text = $2 " " $3
            if (framed && n == 1 && text !~ /^push %rbp/) fail("does not begin with push rbp")
            else if (framed && n == 2 && text !~ /^mov %rsp,%rbp/) fail("has no mov rbp, rsp")
            else if (framed && text ~ /^ret/ && before !~ /^pop %rbp/) fail("returns without pop rbp")
            else if (/%[er]?bp/ && !(framed && (n <= 2 || text ~ /^pop %rbp/))) fail("uses rbp: " $0)
            before = text
        }
        END { exit failed }' || bad=1
}

symbols() {
    local object source
    [ "$(uname -m)" = x86_64 ] || { echo "this machine has no routines in NASM"; exit $SKIPPED; }
    command -v nasm >/dev/null || { echo "nasm is not installed"; exit $SKIPPED; }
    for folder in "$@"; do
        for object in "$folder"/*.o; do
            whole_routines "$object"
            right_frames "$object" 0
        done
    done
    for source in asm/*.asm; do
        object=$work/$(basename "$source" .asm).o
        nasm -DFRAMES -f elf64 -Iasm/ -I"$1/" "$source" -o "$object" || bad=1
        objcopy --wildcard --strip-symbol='?*.*' "$object"
        whole_routines "$object"
        right_frames "$object" 1
    done
}

tools() {
    local target command
    for target in match:play gauntlet:gauntlet soak:play datagen:datagen train:train tune-eval:tune spsa:spsa fit-wdl:wdl \
        openings:openings kernels-bench:bench-kernels; do
        command=${target#*:}
        "$1" "$command" --help >"$work/help" || wrong "$command --help: exit status $?"
        grep -q "^usage: lab $command" "$work/help" || wrong "$command --help prints '$(head -1 "$work/help")'"
        make -s "${target%:*}" ARGS=--help | cmp -s - "$work/help" || wrong "make ${target%:*} shows something else"
        "$1" 2>/dev/null | grep -q "^  $command " && wrong "the list of commands goes to stdout"
        "$1" 2>&1 | grep -q "^  $command " || wrong "the list of commands lacks $command"
    done
    "$1" no-such 2>"$work/errors" && wrong "a command that is none"
    grep -q '^usage: lab COMMAND' "$work/errors" || wrong "a command that is none: $(cat "$work/errors")"
    "$1" bench-kernels --rounds 1 --only make_white | grep -qE '^make_white +C +[0-9.]+ +[0-9.]+ +1\.00$' || wrong "bench-kernels"
}

statistics() {
    local line
    line=$("$1" bench stats 2>&1 </dev/null) && wrong "$1 bench stats: exit status 0"
    [[ $line == "info string error: bench: "*"make stats"* ]] || wrong "$1 bench stats says '$line'"
    nm "$1" | grep -q ' [bBdDC] stats$' && wrong "$1 has counters"
    "$2" bench stats 4 </dev/null 2>&1 | awk '
        / nodes .* nps$/ { nodes = $1; next }
        /^info/ || !/ [0-9]+ +[0-9]+\.[0-9]+ +[0-9.]+$/ { next }
        {
            n = $(NF - 2)
            share = $(NF - 1)
            text = $0
            sub(/ +[0-9]+ +[0-9.]+ +[0-9.]+$/, "", text)
            if (text !~ /^ /) { head = text; whole = n }
            count[head, text] = n
            print text ": " n
            if (whole && (share - n / whole > 0.0001 || n / whole - share > 0.0001)) fail(text ": share")
        }
        function fail(what) { print "wrong: " what; failed = 1 }
        # Returns the count of the line `part` below the heading `head`, or of `head` itself if there is no `part`.
        function of(head, part,   key) {
            key = head SUBSEP (part == "" ? head : "  " part)
            if (!(key in count)) fail("no line " part " under " head)
            return count[key]
        }
        END {
            all = of("nodes of the main search") + of("nodes of quiescence")
            probes = of("table probes"); made = of("moves made")
            cutoffs = "cutoffs by a move, below the root"
            if (!(nodes > 1000)) fail("no nodes")
            if (made + of("null moves made") != nodes) fail("moves and null moves do not add up to the nodes")
            if (probes != all) fail("not one probe a node")
            if (!(of("table probes", "found") < probes)) fail("more found than probed")
            first = of(cutoffs, "by the first move tried")
            if (!(first > of(cutoffs) / 2 && first < of(cutoffs))) fail("first moves of the cutoffs")
            deltas = of("moves made", "columns of the matrix changed (deltas)")
            if (!(deltas > made && deltas < 8 * made)) fail("columns a move")
            exit failed
        }' || bad=1
}

"$@"
exit $bad
