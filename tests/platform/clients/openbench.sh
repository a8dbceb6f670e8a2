#!/usr/bin/env bash
# openbench.sh BINARY
#
# Builds and runs the engine as OpenBench does, in a copy of the sources without .git. `make -j EXE=name CC=compiler`
# must make ./name, with clang, or with gcc if clang is missing. `./name bench` must end with the line `N nodes M nps`,
# with the N of BINARY. The engine must have the options that OpenBench sets.
set -euo pipefail
cd "$(dirname "$0")/../../.."
expected=$("$1" bench | awk '/ nodes .* nps$/ { print $1 }')
compiler=$(basename "$(command -v clang || command -v gcc)")
name=as-$compiler
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cp -r src asm include tools Makefile "$WORK"
cd "$WORK"

fail() {
    echo "$@"
    exit 1
}

env -u MAKEFLAGS make -j2 EXE="$name" CC="$compiler" >make.log 2>&1 || { cat make.log; fail "make with $compiler failed"; }
[ -x "$name" ] || fail "make EXE=$name CC=$compiler makes no ./$name"
libraries=$(objdump -p "$name" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^lib(c|m|dl|pthread)\.so') &&
    fail "$name does not start on a machine without" "$libraries"
last=$(timeout 900 "./$name" bench 2>&1 </dev/null | tail -1) || fail "./$name bench does not end"
[[ $last =~ ^"$expected"\ nodes\ [0-9]+\ nps$ ]] || fail "the last line of ./$name bench is \"$last\", not of $expected nodes"
offered=$(printf 'uci\nquit\n' | "./$name")
for option in Threads Hash; do
    grep -q "^option name $option type spin default [0-9]* min 1 max [0-9]*$" <<<"$offered" ||
        fail "no option $option from 1"
done
