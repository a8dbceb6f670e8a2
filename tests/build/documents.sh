#!/usr/bin/env bash
# documents.sh BINARY
#
# The documents agree with the program and the tree. The program draws the committed pictures, and prints the samples of
# output. `uci` lists the options of the tables, `help` the commands. The targets of make exist, and links and file
# names lead somewhere. Each test says what it proves. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
BINARY=$1
PICTURES=src/inspect/pictures
# All documents except LAB.md and CHANGELOG.md.
documents=$(find . -name '*.md' -not -name LAB.md -not -name CHANGELOG.md -not -path './build/*' -not -path './.git/*' |
    sed 's|^\./||' | sort)
notes=$(find . -name LAB.md -not -path './build/*' -not -path './.git/*' | sed 's|^\./||' | sort)

# Runs the commands of src/inspect/README.md that draw the pictures, with temporary files as output.
pictures() {
    local kind path fen drawn=0
    while read -r kind path fen; do
        drawn=$((drawn + 1))
        "$BINARY" "$kind svg $work/drawn.svg fen $fen" >"$work/said" </dev/null ||
            wrong "$path cannot be drawn: $(cat "$work/said")"
        cmp "$work/drawn.svg" "$path" || wrong "$path is not what the program draws: see src/inspect/README.md"
        grep -qF "](${path#src/})" src/README.md || grep -qF "]($path)" README.md ||
            wrong "neither README.md nor src/README.md shows $path"
    done < <(sed -n 's/^\.\/panoptes "\([a-z]*\) svg \([^ ]*\.svg\) fen \(.*\)"$/\1 \2 \3/p' src/inspect/README.md)
    [ "$drawn" = "$(ls $PICTURES | wc -l)" ] && [ "$drawn" -gt 0 ] ||
        wrong "src/inspect/README.md draws $drawn pictures, $PICTURES has $(ls $PICTURES | wc -l)"
}

# Replaces figures that differ from run to run by N: milliseconds, seconds and nodes a second.
masked() {
    sed -E 's/\b(time|nps) [0-9]+/\1 N/g; s/[0-9]+ nps/N nps/g; s/[0-9.]+ s, [0-9.]+ Mnps/N s, N Mnps/g'
}

# True if the file $1 equals the sample $2, in which a line `...` stands for any lines.
same_sample() {
    awk 'NR == FNR { printed[++lines] = $0; next }
        $0 == "..." { any = 1; next }
        {
            at++
            while (any && at <= lines && printed[at] != $0) at++
            any = 0
            if (at > lines || printed[at] != $0) { print "no line: " $0; differs = 1; exit }
        }
        END {
            if (!differs && !any && at < lines) { print "not in the sample: " printed[at + 1]; differs = 1 }
            exit differs
        }' "$1" "$2"
}

# Runs the command before each sample, which is marked by a comment such as
#   <!-- output of: ./panoptes "eval fen ..." -->
# and compares the output with the fenced block that follows.
samples() {
    local document line command found=0
    for document in $documents; do
        while IFS=: read -r line command; do
            found=$((found + 1))
            command=$(sed 's/^<!-- output of: \.\/panoptes \(.*\) -->$/\1/' <<<"$command")
            sed -n "$line,\$p" "$document" | awk '/^```/ { if (inside++) exit; next } inside' | masked >"$work/sample"
            [ -s "$work/sample" ] || { wrong "$document:$line: no sample"; continue; }
            bash -c "\"\$0\" $command" "$BINARY" </dev/null 2>&1 | masked >"$work/printed"
            same_sample "$work/printed" "$work/sample" >"$work/difference" ||
                wrong "$document:$line: panoptes $command: $(cat "$work/difference")"
        done < <(grep -n '^<!-- output of: ' "$document")
    done
    [ "$found" -gt 2 ] || wrong "only $found samples"
}

# Prints "NAME tab DEFAULT" for each option that `uci` lists. Leaves out the default of a string, unless the default is
# empty, since a default may be a long path.
options_listed() {
    "$BINARY" uci </dev/null | sed -n \
        -e 's/^option name \(.*\) type string default <empty>$/\1\t/p' \
        -e 's/^option name \(.*\) type button$/\1\t/p' \
        -e 's/^option name \(.*\) type string default [^<].*$/\1\t/p' \
        -e 's/^option name \(.*\) type \(spin\|check\|combo\) default \([^ ]*\).*$/\1\t\3/p'
}

options() {
    options_listed >"$work/listed"
    sed -n '/^| option | default |/,/^$/s/^| `\([^`]*\)` | *\([^ |]*\) *|.*$/\1\t\2/p' src/engine/OPTIONS.md >"$work/described"
    [ "$(wc -l <"$work/listed")" -gt 20 ] || wrong "uci lists only $(wc -l <"$work/listed") options"
    diff "$work/listed" "$work/described" >"$work/difference" ||
        { wrong "the options of uci (<) and of src/engine/OPTIONS.md (>) differ:"; cat "$work/difference"; }
}

# The first word of each row in the tables of commands.
commands() {
    local command found=0
    "$BINARY" help </dev/null >"$work/help"
    for command in $(sed -n '/^| command |/,/^$/s/^| `\([a-z]*\).*/\1/p' src/uci/README.md src/inspect/README.md); do
        found=$((found + 1))
        grep -q "^  $command\b" "$work/help" || [ "$command" = go ] || wrong "help does not list '$command'"
    done
    [ "$found" -gt 15 ] || wrong "only $found commands are described"
}

targets() {
    local target makefiles
    makefiles="Makefile $(find src tests tools -name '*.mk')"
    for target in $(grep -ohE '`make [a-z][a-z0-9-]*[a-z0-9]' $documents | sed 's/.* //' | sort -u) \
        $(sed -n 's/^make \([a-z][a-z0-9-]*[a-z0-9]\)\b.*/\1/p' $documents | sort -u); do
        grep -qE "^([a-z0-9-]+ )*$target( [a-z0-9-]+)*:|call target,$target," $makefiles || wrong "make has no target '$target'"
    done
}

# The anchors of a document's headings, a line each.
anchors() {
    sed -n 's/^#\{1,\} //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9\n_-'
}

links() {
    local document link path found=0
    for document in $documents $notes; do
        while read -r link; do
            found=$((found + 1))
            path=$(dirname "$document")/${link%%#*}
            [ -n "${link%%#*}" ] || path=$document
            [ -e "$path" ] || { wrong "$document: the link $link leads nowhere"; continue; }
            [[ $link != *#* ]] || anchors "$path" | grep -qxF -- "${link#*#}" ||
                wrong "$document: $path has no heading ${link#*#}"
        done < <(grep -oE '\]\([^)]*\)' "$document" | sed 's/^](//;s/)$//' | grep -v '^https\?://')
    done
    [ "$found" -gt 20 ] || wrong "only $found links"
}

# Names in backquotes that begin with a folder of this repository.
names() {
    local document name found=0
    for document in $documents; do
        for name in $(grep -oE '`(src|asm|tests|tools)/[A-Za-z0-9_./-]*`' "$document" | tr -d '`'); do
            found=$((found + 1))
            [ -e "$name" ] || wrong "$document: there is no $name"
        done
    done
    [ "$found" -gt 10 ] || wrong "only $found names of files"
}

# Each name of a source in sources, scripts and documents is a file, a header of the system, or made by make.
sources() {
    local said
    { find . -path ./build -prune -o -type f -printf '%f\n'
      grep -rhoE --include='*.[ch]' '^#include <[^>]*>' src tests tools | sed 's/.*[</]//; s/>//'
      printf '%s\n' commit.h lab_usage.h; } >"$work/files"
    grep -rnoE --include='*.[ch]' --include='*.asm' --include='*.sh' --include='*.md' --exclude=LAB.md \
        '\b[a-z][a-z0-9_]*\.(c|h|asm|sh)\b' README.md src asm tests tools >"$work/named"
    said=$(awk -F: 'NR == FNR { files[$1]; next } !($3 in files) { print $1 ":" $2 ": there is no " $3 }' "$work/files" "$work/named")
    [ -z "$said" ] || wrong "$said"
    [ "$(wc -l <"$work/named")" -gt 1000 ] || wrong "only $(wc -l <"$work/named") names of sources"
}

pictures
samples
options
commands
targets
links
names
sources
bash tests/proofs.sh >"$work/said" || wrong "a test has no head: see tests/proofs.sh"
exit $bad
