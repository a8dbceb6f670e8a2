#!/usr/bin/env bash
# installing.sh BINARY
#
# `make install` and `make uninstall` of BINARY work in a folder whose name has blanks, an apostrophe and a dollar sign.
# The installed files work; files of other programs stay. The library exports exactly the functions of its header, and
# the examples of src/api/README.md run with the library. The manual page has the version and the commit, the same in
# all places; `man` and `mandoc` find no fault in the page. Exits with 1 if anything is wrong, and says what. If all is
# right but a program is missing, exits with 77.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
export LC_ALL=C
BINARY=$1
to="$work/it's a \$tree"
prefix='/opt/my "games" #1'
page="$to$prefix/share/man/man6/panoptes.6"
missing=

# make_it TARGET...: runs make with BINARY as the program. So make builds only the library, for a CPU that valgrind has.
make_it() {
    # shellcheck disable=SC2046
    make -s LTO= $([ "$(uname -m)" != x86_64 ] || echo ARCH=x86-64-v2) -o "${BINARY#./}" EXE="${BINARY#./}" PAGE=LICENSE DESTDIR="${to//\$/\$\$}" PREFIX="$prefix" "$@" >"$work/said" 2>&1 ||
        wrong "make $*: $(cat "$work/said")"
}

files() {
    (cd "$to$prefix" && find . -type f | sort | paste -sd' ')
}

installs() {
    local all="./bin/panoptes ./include/panoptes.h ./lib/libpanoptes.a ./lib/libpanoptes.so.1"
    all+=" ./lib/pkgconfig/panoptes.pc ./share/bash-completion/completions/panoptes ./share/doc/panoptes/LICENSE"
    all+=" ./share/doc/panoptes/README.md ./share/man/man6/panoptes.6 ./share/panoptes/panoptes.html"
    make_it install
    [ "$(files)" = "$all" ] || wrong "make install puts there $(files)"
    cmp "$BINARY" "$to$prefix/bin/panoptes" || wrong "another program is installed"
    echo '1. e4 *' | "$to$prefix/bin/panoptes" report - "$work/page" with engine 2>&1 | grep -q "share/panoptes/panoptes.html' is not the page" ||
        wrong "the installed program looks for its page elsewhere"
    "$to$prefix/bin/panoptes" --version >"$work/version" </dev/null || wrong "the installed program does not run"
    grep -q '^# Panoptes' "$to$prefix/share/doc/panoptes/README.md" && ! grep -q '](' "$to$prefix/share/doc/panoptes/README.md" ||
        wrong "the README that is installed has links to documents that are not"
    cp "$page" "$work/panoptes.6"
}

# example LANGUAGE: prints the README's example in that language
example() {
    awk -v fence='```'"$1" '$0 == "```" { on = 0 } on; $0 == fence { on = 1 }' src/api/README.md
}

# checked NAME TEXT COMMAND...: fails unless the command ends with status 0, and its last line has TEXT
checked() {
    "${@:3}" >"$work/$1" 2>&1 || wrong "$1: status $?: $(tail -3 "$work/$1")"
    tail -1 "$work/$1" | grep -qF "$2" || wrong "$1 ends with $(tail -1 "$work/$1"), not $2"
}

library() {
    local tree=$to$prefix declared
    local compile=("${CC:-cc}" -Wall -Wextra -Werror -I "$tree/include" "$work/main.c")
    declared=$(sed -nE 's/^PANOPTES_API .*\b(panoptes_[a-z_]+)\(.*/\1/p' include/panoptes.h | sort)
    [ "$(wc -l <<<"$declared")" -gt 10 ] || wrong "the header declares $declared"
    [ "$(nm -D --defined-only "$tree/lib/libpanoptes.so" | awk '{ print $3 }')" = "$declared" ] ||
        wrong "libpanoptes.so exports $(nm -D --defined-only "$tree/lib/libpanoptes.so")"
    [ "$(nm -g --defined-only "$tree/lib/libpanoptes.a" | awk 'NF == 3 { print $3 }' | sort)" = "$declared" ] ||
        wrong "libpanoptes.a exports $(nm -g --defined-only "$tree/lib/libpanoptes.a" | wc -l) symbols"
    readelf -d "$tree/lib/libpanoptes.so" | grep -q TEXTREL && wrong "libpanoptes.so is not position-independent"
    example c >"$work/main.c"
    example python >"$work/example.py"
    "${compile[@]}" "$tree/lib/libpanoptes.a" -lm -pthread -o "$work/static" || wrong "the C example with libpanoptes.a"
    "${compile[@]}" -L "$tree/lib" -lpanoptes -o "$work/shared" || wrong "the C example with libpanoptes.so"
    checked "C, static" "refused: go: depth needs a number" "$work/static"
    checked "C, shared" "refused: go: depth needs a number" env LD_LIBRARY_PATH="$tree/lib" "$work/shared"
    if command -v python3 >/dev/null; then
        checked Python "no question 'go'" python3 "$work/example.py" "$tree/lib/libpanoptes.so.1"
    else missing+=" python3"; fi
    if command -v valgrind >/dev/null; then
        checked valgrind "refused: go: depth needs a number" valgrind -q --leak-check=full --error-exitcode=9 "$work/static"
    else missing+=" valgrind"; fi
    if command -v pkg-config >/dev/null; then
        [ "$(PKG_CONFIG_PATH=$tree/lib/pkgconfig pkg-config --cflags --libs panoptes | tr -d '\\')" = \
            "-I$prefix/include -L$prefix/lib -lpanoptes " ] ||
            wrong "pkg-config: $(PKG_CONFIG_PATH=$tree/lib/pkgconfig pkg-config --cflags --libs panoptes 2>&1)"
    else missing+=" pkg-config"; fi
}

# completes WANTED WORD...: fails unless bash completes the last of these words to WANTED
completes() {
    local wanted=$1 got
    shift
    got=$(
        # shellcheck source=/dev/null
        . "$to$prefix/share/bash-completion/completions/panoptes"
        COMP_WORDS=(panoptes "$@") COMP_CWORD=$#
        _panoptes "$to$prefix/bin/panoptes"
        echo "${COMPREPLY[*]-}"
    )
    [ "$got" = "$wanted" ] || wrong "'panoptes $*' is completed to '$got', not '$wanted'"
}

completion() {
    # If no word fits, bash completes file names.
    grep -q '^complete -o default ' "$to$prefix/share/bash-completion/completions/panoptes" || wrong "no names of files"
    completes "selfplay selftest" self
    completes perft per
    completes pgn position p
    completes json bench j
    completes depth go d
    completes book genfens b
    completes black map b
    completes "fen full" perft f
    completes svg map s
    completes "" nothing f
    completes "" report ""
    completes "" report games.pgn json ""
    completes nodes report games.pgn no
    completes with report games.pgn w
    completes "adjudicate" selfplay a
    completes "depth=" selfplay d
    completes "selfplay selftest" help self
    completes name setoption ""
    completes Threads setoption name Th
    completes "Move MultiPV" setoption name M
    completes Overhead setoption name Move ""
    completes value setoption name Move Overhead ""
    completes "false true" setoption name Self Check value ""
    completes network setoption name Evaluation value n
}

uninstalls() {
    local others="./bin/xpanoptes ./share/doc/panoptes/notes"
    : >"$to$prefix/bin/xpanoptes"
    : >"$to$prefix/share/doc/panoptes/notes"
    make_it uninstall
    [ "$(files)" = "$others" ] || wrong "make uninstall leaves $(files)"
    make_it install
    rm "$to$prefix/share/doc/panoptes/notes"
    make_it uninstall
    [ ! -e "$to$prefix/share/doc/panoptes" ] || wrong "make uninstall leaves its folder"
    [ -d "$to$prefix/share/man/man6" ] || wrong "make uninstall removes a folder that others may use"
    make_it uninstall
    grep -q '^nothing is installed below' "$work/said" || wrong "make uninstall again: $(cat "$work/said")"
}

refuses() {
    ! make -s -o "${BINARY#./}" EXE="${BINARY#./}" DESTDIR="$work" PREFIX=opt install >"$work/said" 2>&1 &&
        grep -qF "'opt/bin' has to begin with /" "$work/said" || wrong "PREFIX=opt: $(cat "$work/said")"
    [ ! -e "${work}opt" ] || wrong "PREFIX=opt is installed"
}

version() {
    local version date name
    version=$(tools/package/version VERSION) date=$(tools/package/version DATE) name=$(tools/package/version NAME)
    [[ $version =~ ^[0-9]+(\.[0-9]+)+$ && $date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || wrong "version '$version', '$date'"
    [[ $name == "Panoptes $version"* ]] || wrong "the name is $name"
    [ "$(cat "$work/version")" = "$name, $date" ] || wrong "--version: $(cat "$work/version"), not $name: run make"
    "$BINARY" uci </dev/null | grep -qxF "id name Panoptes $version" || wrong "id name is not Panoptes $version"
    "$BINARY" compiler </dev/null | grep -qxF "version: $name" || wrong "compiler does not name $name"
    "$BINARY" bench 1 </dev/null >"$work/bench"
    [ "$(head -1 "$work/bench")" = "info string $name" ] || wrong "bench begins with $(head -1 "$work/bench")"
    tail -1 "$work/bench" | grep -qE '^[0-9]+ nodes [0-9]+ nps$' || wrong "bench ends with $(tail -1 "$work/bench")"
    grep -qxF ".Os Panoptes $version" "$work/panoptes.6" && grep -qxF ".Dd $date" "$work/panoptes.6" &&
        grep -qxF "This page is that of $name." "$work/panoptes.6" ||
        wrong "the manual page has another version, date or commit"
}

# checked_by PACKAGE PROGRAM ARGUMENT...: fails if the program complains about the manual page
checked_by() {
    command -v "$2" >/dev/null || { missing+=" $1"; return; }
    "${@:2}" "$work/panoptes.6" 2>&1 >/dev/null | cat >"$work/said"
    [ ! -s "$work/said" ] || { wrong "${*:2}:"; cat "$work/said"; }
}

# Prints mandoc's complaints, which are on stdout, to stderr, since checked_by reads stderr.
lint() {
    mandoc -T lint -W warning "$1" >&2
}

installs
library
completion
uninstalls
refuses
version
checked_by man-db man --warnings -l
if command -v mandoc >/dev/null; then checked_by mandoc lint; else missing+=" mandoc"; fi
[ $bad = 0 ] && [ -n "$missing" ] && { echo "not installed: apt-get install$missing"; exit 77; }
exit $bad
