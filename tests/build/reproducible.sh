#!/usr/bin/env bash
# reproducible.sh BINARY
#
# The same sources and tools make the same program in any folder. Objects built in two folders are the same, byte for
# byte. BINARY, the release, contains neither its folder's name nor that of the compiler's temporary files. BINARY is
# position-independent without text relocations; its relocations become read-only, and its stack is not executable and
# has guards. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
BINARY=$1
objects=build/${COMPILER:-gcc}-native$(command -v nasm >/dev/null || echo -c)

# build FOLDER: copies the tree, and compiles two sources there, and a kernel if NASM is installed
build() {
    local wanted="$objects/src/core/text.o $objects/src/kernels/registry.o"
    command -v nasm >/dev/null && wanted+=" $objects/asm/make_normal.o"
    mkdir -p "$1" && cp -r Makefile asm include src "$1" || exit 1
    (cd "$1" && make -s CC="${CC:-gcc}" $wanted >"$work/said" 2>&1) || wrong "$1: $(cat "$work/said")"
}

build "$work/short"
build "$work/a much longer name, with blanks in it"
for object in $(cd "$work/short" && find build -name '*.o'); do
    cmp -s "$work"/*/"$object" || wrong "$object differs between two folders"
    count=$((${count-0} + 1))
done
[ "${count-0}" -ge 2 ] || wrong "only ${count-0} objects were built"

for path in "$PWD/" /tmp/cc; do
    grep -qaF "$path" "$BINARY" && wrong "$BINARY holds the path $path"
done
readelf -hW "$BINARY" | grep -qE 'Type: +DYN ' || wrong "$BINARY runs at one address only"
readelf -dW "$BINARY" | grep -q TEXTREL && wrong "$BINARY has relocations in its code"
readelf -lW "$BINARY" | grep -q GNU_RELRO || wrong "$BINARY has no RELRO segment"
readelf -dW "$BINARY" | grep -q BIND_NOW || wrong "$BINARY is not bound at its start: its RELRO is partial"
readelf -lW "$BINARY" | grep -qE 'GNU_STACK .* RW +0x' || wrong "$BINARY has an executable stack"
readelf -sW "$BINARY" | grep -q __stack_chk_fail || wrong "$BINARY has no guard behind the arrays on its stack"
exit $bad
