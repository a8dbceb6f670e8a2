#!/usr/bin/env bash
# building.sh
#
# The Makefile and tools/dev/packages work on machines of many kinds, in a folder whose name has blanks. Stand-ins
# replace compiler, assembler, apt-get, sudo and id. The stand-ins only log their arguments, so nothing is built or
# installed. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
tree="$work/a copy of it"

# --- machines -----------------------------------------------------------------------------------

# stand_in NAME: creates a program that logs its name and arguments, and then runs the script on stdin
stand_in() {
    rm -f "$work/bin/$1"
    { printf '#!/bin/bash\necho "%s $*" >>"%s/asked"\n' "$1" "$work"; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# maker NAME: creates a stand-in that writes an empty file under the name after -o
maker() {
    stand_in "$1" <<<'while [ $# -gt 1 ]; do [ "$1" != -o ] || echo >"$2"; shift; done'
}

# gcc_ THING...: creates the stand-in of gcc. Its output files are scripts. A header exists only if it is a THING.
gcc_() {
    stand_in gcc <<END
case " \$* " in
*" -fsanitize="*) [[ " $* " != *" no-sanitizers "* ]] || exit 1 ;;&
*" -flto"*) [[ " $* " != *" no-lto "* ]] || exit 1 ;;&
*" -E "*) read -r _ name; [[ " $* stdio.h " == *" \${name:1:-1} "* ]]; exit ;;
*" -S "*) echo '.ascii "->A 1"' ;;
*" -print-file-name="*) [[ " $* " != *" cmocka.h "* ]] || echo /lib/libcmocka.so; exit ;;
*" -dumpmachine "*) echo \${CPU-x86_64-linux-gnu} ;;
esac
while [ \$# -gt 1 ]; do
    [ "\$1" != -o ] || { printf '#!/bin/bash\necho engine \$*\n' >"\$2"; chmod +x "\$2"; }
    shift
done
END
    stand_in ar <<<'>"$2"' # from a package that gcc's package installs
}

# machine THING...: fills $work/bin, a machine's PATH: basic tools, make, gcc, and the programs and headers named. Other
# THINGs: user or root calls make; sudo asks for a password; apt-get fails; git is real; gcc lacks sanitizers or LTO.
machine() {
    local program
    rm -rf "${work:?}/bin" "$tree/build" "$tree/panoptes"
    mkdir "$work/bin"
    : >"$work/asked"
    type -P ar awk bash cat chmod cmp dirname echo env find grep ln make mkdir mktemp nproc paste rm sed sh sleep tr true \
        uname | xargs ln -st "$work/bin"
    gcc_ "$@"
    for program in "$@"; do
        case $program in
        user) stand_in id <<<'echo 1000' ;;
        root) stand_in id <<<'echo 0' ;;
        sudo) stand_in sudo <<<'[ "$1" != -n ] || shift; exec "$@"' ;;
        sudo-asks) stand_in sudo <<<'[ "$1" != -n ] || exit 1; exec sleep 1000' ;; # for ever: nobody answers
        apt-get) stand_in apt-get <<<"$(declare -f stand_in maker); work='$work'; [ \"\${@: -1}\" != nasm ] || maker nasm" ;;
        real-git) ln -s "$(type -P git)" "$work/bin/git" ;;
        apt-get-fails) stand_in apt-get <<<'exit 100' ;;
        *.h | no-sanitizers | no-lto) ;;
        *) maker $program ;;
        esac
    done
}

# on MACHINE... -- COMMAND...: runs a command on that machine, with output to $work/said; returns the command's status
on() {
    local things=()
    while [ "$1" != -- ]; do things+=("$1"); shift; done
    shift
    machine ${things[@]+"${things[@]}"}
    again "$@"
}

# again COMMAND...: like `on`, on the machine of the last call
again() {
    (cd "$tree" && exec timeout 600 env -i PATH="$work/bin" HOME="$work" CC=gcc "$@") >"$work/said" 2>&1 </dev/null
}

says() {
    grep -qF -- "$1" "$work/said" || { wrong "$2: it does not say '$1', but:"; tail -5 "$work/said" | sed 's/^/    /'; }
}

says_not() {
    ! grep -E -- "$1" "$work/said" || wrong "$2: that should not be said"
}

asked() {
    grep -qxF -- "$1" "$work/asked" || { wrong "$2: not asked for '$1', but:"; grep -v ^gcc "$work/asked" | sed 's/^/    /'; }
}

asked_not() {
    ! grep -E -- "$1" "$work/asked" || wrong "$2: that should not be asked for"
}

# --- what is installed ----------------------------------------------------------------------------

APT="apt-get -qq -o DPkg::Lock::Timeout=120"
LIST="need git=git cc1=gcc cc2=gcc stdio.h=libc6-dev want nasm=nasm cmocka.h=libcmocka-dev"

packages() {
    on root git cc1 cc2 nasm apt-get cmocka.h -- tools/dev/packages $LIST || wrong "nothing is missing, yet status $?"
    [ -s "$work/said" ] && wrong "nothing is missing, yet it says $(cat "$work/said")"
    asked_not '^apt-get' "nothing is missing"

    on root git cc1 cc2 cmocka.h apt-get -- tools/dev/packages $LIST || wrong "nasm by root: status $?"
    asked "$APT install -y --no-install-recommends nasm" "nasm by root"
    says "missing packages: nasm" "nasm by root"
    says_not 'going on without' "nasm by root"

    on user git nasm cmocka.h sudo apt-get -- tools/dev/packages $LIST && wrong "no gcc after all: status 0"
    asked "sudo -n env DEBIAN_FRONTEND=noninteractive $APT install -y --no-install-recommends gcc" "gcc by sudo"
    says "cannot go on without: gcc. To get it: apt-get install gcc" "gcc by sudo"

    on user git cc1 cc2 apt-get -- tools/dev/packages $LIST || wrong "without sudo: status $?"
    asked_not '^apt-get' "without sudo"
    says "missing packages: nasm libcmocka-dev" "without sudo"
    says "there is no sudo: ask the administrator" "without sudo"
    says "going on without: nasm libcmocka-dev. To get it: apt-get install nasm libcmocka-dev" "without sudo"
    stand_in sudo <<<'[ "$1" != -n ] || shift; exec "$@"'
    again tools/dev/packages $LIST
    asked "$APT install -y --no-install-recommends nasm libcmocka-dev" "sudo came later"

    on user git cc1 cc2 sudo-asks apt-get -- "$(type -P setsid)" -w tools/dev/packages $LIST ||
        wrong "a password that nobody can give: status $?"
    says "sudo wants a password, and there is no terminal to ask for it" "a password that nobody can give"

    on root dpkg apt-get -- tools/dev/packages need /no/library=libone:arm64 && wrong "another machine's library: status 0"
    asked "dpkg --add-architecture arm64" "another machine's library"
    asked "$APT install -y --no-install-recommends libone:arm64" "another machine's library"

    on root git cc1 cc2 apt-get-fails -- tools/dev/packages $LIST || wrong "apt-get fails: status $?"
    asked "$APT install -y --no-install-recommends nasm" "apt-get fails for both: one by one"
    asked "$APT install -y --no-install-recommends libcmocka-dev" "apt-get fails for both: one by one"
    : >"$work/asked"
    again tools/dev/packages $LIST
    asked_not '^apt-get' "what failed is not tried again"
    says "going on without: nasm libcmocka-dev" "what failed is not tried again"
    again tools/dev/packages want mandoc=mandoc
    again tools/dev/packages $LIST
    asked_not '^apt-get.* nasm' "what failed is not tried again after another failure"
}

# --- make -----------------------------------------------------------------------------------------

C_KERNELS="C kernels: nasm is missing:"

no_warning() {
    says_not 'warning|jobserver|forced' "$1"
}

make_run() {
    on user -- make run -j2 || wrong "make run without nasm and sudo: status $?"
    says "  linking panoptes" "make run without nasm and sudo"
    says "built panoptes (gcc, native, $C_KERNELS" "make run without nasm and sudo"
    says "going on without: nasm" "make run without nasm and sudo"
    says "engine show 5" "make run without nasm and sudo"
    [[ $(tail -1 "$work/said") == *" report GAME.pgn" ]] || wrong "make run ends with $(tail -1 "$work/said")"
    no_warning "make run -j2"

    again make run || wrong "make run for the second time: status $?"
    says_not '^  cc |^built' "make run for the second time"
    again make CC=gcc NASM= || wrong "make NASM=: status $?"
    again make CC=no-such-compiler && wrong "make without a compiler: status 0"
    says "no-such-compiler is missing. \`make run\` installs what is missing" "make without a compiler"
    again env CPU=riscv64-linux-gnu make && wrong "make for another CPU: status 0"
    says "for x86-64 and ARM64 CPUs and WebAssembly only; gcc builds for riscv64-linux-gnu" "make for another CPU"
    again env CPU=aarch64-linux-gnu make || wrong "make for ARM64: status $?"
    says "built panoptes (gcc, armv8-a+crc, NEON kernels" "make for ARM64"
    again make ARCH=x86-64-v2 -j4 || wrong "another level: status $?"
    says "built panoptes (gcc, x86-64-v2, $C_KERNELS" "another level"
    no_warning "make -j4"
    again make || wrong "the level before: status $?"
    says_not '^  cc ' "the level before"
    says "built panoptes (gcc, native, " "the level before"

    # CC may have several words. EXE may be in a folder that does not exist yet.
    on user nasm objcopy -- make run CC="gcc -m64" EXE=sub/engine || wrong "make CC=\"gcc -m64\": status $?"
    says "built sub/engine (gcc -m64, native, NASM kernels, -flto=auto)" "make CC=\"gcc -m64\""
    [ -x "$tree/sub/engine" ] || wrong "there is no sub/engine"
    stand_in ccache <<<'exec "$@"'
    again make run CC="ccache gcc" || wrong "make CC=\"ccache gcc\": status $?"
    says "built panoptes (ccache gcc, native, NASM kernels, -flto=auto)" "make CC=\"ccache gcc\""
    again make run CC="ccache no-such-gcc" && wrong "make run without one of the compiler's words: status 0"
    says "cannot go on without: no-such-gcc" "one of the compiler's words is missing"

    on root objcopy apt-get -- make run || wrong "make run as root: status $?"
    says "built panoptes (gcc, native, NASM kernels, -flto=auto)" "make run as root, which installs nasm"
    asked_not 'apt-get.* gcc|npm' "make run as root"
}

debugs() {
    on user nasm objcopy -- make debug || wrong "make debug: status $?"
    says "built panoptes-debug (gcc, native, NASM kernels, -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)" "make debug"
    no_warning "make debug"
    on user nasm objcopy no-sanitizers -- make debug || wrong "make debug without sanitizers: status $?"
    says "built panoptes-debug (gcc, native, NASM kernels, no sanitizers (clang's: " "make debug without sanitizers"
    asked_not '-fsanitize.* -c ' "make debug without sanitizers"
}

# compiled NAME ARGUMENT...: runs make with these arguments, and lists the compiled files in $work/compiled
compiled() {
    : >"$work/asked"
    again make "${@:2}" || wrong "$1: status $?"
    grep '^gcc.* -c ' "$work/asked" >"$work/compiled"
}

# flagged NAME FLAG COUNT: fails unless COUNT files were compiled with FLAG
flagged() {
    local count
    count=$(grep -cF -- "$2" "$work/compiled")
    [ "$count" = "$3" ] || wrong "$1: $count files compiled with '$2', not $3"
}

# If a flag is added or removed, make compiles the objects again, once.
flags() {
    local all variable flag
    on user nasm objcopy -- make || wrong "make: status $?"
    all=$(grep -c '^gcc.* -c ' "$work/asked")
    [ "$all" -ge 3 ] || wrong "make: $all files compiled"
    while read -r variable flag; do
        compiled "make $variable" all "$variable"
        flagged "make $variable" " $flag " "$all"
        grep -q "^gcc.* -S " "$work/asked" || wrong "make $variable: the kernels' offsets are as before"
        compiled "make $variable again" all "$variable"
        flagged "make $variable again" "" 0
    done <<<'STATS=1 -DSTATS
TUNE=1 -DTUNE
PROFILE=1 -gdwarf-4
RELEASE=-O2 -O2'
    compiled "make after these" all
    flagged "make after these" " -O3 -DNDEBUG " "$all"
    compiled "make WERROR=1 after make" all WERROR=1
    flagged "make WERROR=1 after make" "" 0
    compiled "make debug" debug
    flagged "make debug" -Werror 0
    flagged "make debug" -DNDEBUG 0
    flagged "make debug" " -O1 " "$all"
    compiled "make debug DEBUG=-O0" debug DEBUG=-O0 WERROR=1
    flagged "make debug DEBUG=-O0 WERROR=1" " -O0 " "$all"
    flagged "make debug DEBUG=-O0 WERROR=1" " -Werror " "$all"
    compiled "make after debug" all
    flagged "make after debug" "" 0
}

# named NAME WANTED: fails unless programs would name the commit WANTED
named() {
    grep -qxF "#define COMMIT \"$2\"" "$tree/build/commit.h" || wrong "$1: not '$2' but $(cat "$tree/build/commit.h")"
}

# commit_all MESSAGE: sets commit
commit_all() {
    git -C "$tree" add -A && git -C "$tree" -c user.name=x -c user.email=x@x.invalid commit -qm "$1" &&
        commit=$(git -C "$tree" rev-parse --short=10 HEAD) || exit 1
}

# Programs name their commit. After a new commit make compiles only main.c again.
commits() {
    local commit
    echo /build/ >"$tree/.gitignore"
    on user nasm objcopy real-git -- make || wrong "make in no clone: status $?"
    named "in no clone" ""
    git -C "$tree" init -q && commit_all first
    compiled "the first commit" all
    flagged "the first commit" "" 1
    flagged "the first commit" "-c src/main.c " 1
    named "the first commit" "$commit"
    compiled "the first commit again" all
    flagged "the first commit again" "" 0
    echo >>"$tree/src/main.c"
    compiled "a source is changed" all
    named "a source is changed" "$commit, changed"
    mkdir "$work/archive" && git -C "$tree" archive HEAD | tar -xC "$work/archive"
    [ "$("$work/archive/tools/package/version" COMMIT)" = "$commit" ] || wrong "an archive does not name its commit"
    rm "$work/bin/git"
    compiled "without git" all
    named "without git" ""
    rm -rf "$tree/.git"
}

# make tries link-time optimisation by a program in build, since TMPDIR may be unusable.
optimisation() {
    on user nasm objcopy -- env TMPDIR=/nowhere make || wrong "make without TMPDIR: status $?"
    says "NASM kernels, -flto=auto)" "make without TMPDIR"
    grep -q '^gcc.* -flto=auto .* -c src/main.c ' "$work/asked" || wrong "make without TMPDIR: no link-time optimisation"
    on user nasm objcopy no-lto -- make || wrong "make without link-time optimisation: status $?"
    says "NASM kernels, no link-time optimisation: " "make without link-time optimisation"
    asked_not '^gcc.* -flto.* -c ' "make without link-time optimisation"
    [ -z "$(find "$tree/build" -name 'try*')" ] || wrong "what was tried is left in build"
}

tests() {
    # This run.sh is the real one without its steps. Instead it calls make.
    { sed '/^# --- running steps/,$d' tests/run.sh; cat <<<'echo "run.sh $* ${CMOCKA:-no cmocka}"; make -s help'; } >"$tree/tests/run.sh"
    on user nasm objcopy -- make test -j2 || wrong "make test: status $?"
    says "going on without: libcmocka-dev" "make test"
    says "/tests ./panoptes ./panoptes-debug" "make test"
    says "no cmocka" "make test"
    asked_not ' -lcmocka|npm|nodejs' "make test without cmocka"
    no_warning "make test -j2"

    on user nasm objcopy cmocka.h apt-get sudo -- make test || wrong "make test: status $?"
    grep -q '^gcc.* -lcmocka' "$work/asked" || wrong "cmocka is not used"
    asked_not 'npm|nodejs' "make test"

    on user nasm objcopy apt-get sudo -- make test-clients && wrong "make test-clients without npm: status 0"
    asked "sudo -n env DEBIAN_FRONTEND=noninteractive $APT install -y --no-install-recommends nodejs npm chromium" "make test-clients"
    says "cannot go on without: nodejs npm" "make test-clients"
    on user nasm objcopy node npm -- make test-clients || wrong "make test-clients: status $?"
    says "./panoptes ./panoptes-debug clients" "make test-clients"

    # A test that ends with 77 is skipped, by a script and by make.
    step lacking bash -c 'echo why; exit 77' >"$work/said"
    says "lacking: why" "a step that is skipped"
    cp tests/run.sh "$tree/tests/steps"
    stand_in make <<<'mkdir -p build && touch "build/skipped-${!#}"'
    (cd "$tree" && PATH=$work/bin:$PATH AARCH64_CC=bash bash tests/steps . . . . step=ARM64) >"$work/said" 2>&1
    says "0 passed, 0 failed, 1 skipped" "a test that make skips"
    (cd "$tree" && SUITES=/no/such bash tests/steps . . . . list) >"$work/said" 2>&1 && wrong "SUITES=/no/such: status 0"
}

# A stand-in compiles nothing, so the tree needs only a few sources.
mkdir -p "$tree/src" "$tree/tests"
cp -r Makefile .gitattributes asm "$tree"
cp -r --parents tools/{tools.mk,lab.c,dev,lib,package} src/core src/main.c src/kernels/*/machine.mk "$tree"
cp -r tests/support tests/perft "$tree/tests"
mkdir "$tree/tests/tools"
cp tests/tests.mk "$tree/tests"
cp tests/tools/test_tune.c "$tree/tests/tools"
packages
make_run
debugs
flags
commits
optimisation
tests
exit $bad
