#!/usr/bin/env bash
# openbench.sh
#
# Does what OpenBench does with an engine, in a copy of the sources without .git, like its zip file. For each
# compiler installed, `make -j EXE=name CC=compiler` must make ./name; `./name bench` must end with the line
# `N nodes M nps`, with the same N for all; and the options that OpenBench sets must be offered.
set -euo pipefail
cd "$(dirname "$0")/../../.."
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cp -r src asm tools Makefile "$WORK"
cd "$WORK"

fail() {
    echo "$@"
    exit 1
}

expected=
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    name=as-$compiler
    env -u MAKEFLAGS make -j2 EXE=$name CC=$compiler >make.log 2>&1 || { cat make.log; fail "make with $compiler failed"; }
    [ -x $name ] || fail "make EXE=$name CC=$compiler makes no ./$name"
    libraries=$(objdump -p $name | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^lib(c|m|dl|pthread)\.so') &&
        fail "$name does not start on a machine without" $libraries
    last=$(timeout 900 ./$name bench 2>&1 </dev/null | tail -1) || fail "./$name bench does not end"
    [[ $last =~ ^([0-9]+)\ nodes\ [0-9]+\ nps$ ]] || fail "the last line of ./$name bench is \"$last\""
    nodes=${BASH_REMATCH[1]}
    [ "${expected:=$nodes}" = "$nodes" ] || fail "bench: $nodes nodes with $compiler, $expected before"
    echo "$compiler: $last"
    offered=$(printf 'uci\nquit\n' | ./$name)
    for option in Threads Hash; do
        grep -q "^option name $option type spin default [0-9]* min 1 max [0-9]*$" <<<"$offered" ||
            fail "no option $option from 1"
    done
done
[ -n "$expected" ] || fail "neither gcc nor clang is installed"
