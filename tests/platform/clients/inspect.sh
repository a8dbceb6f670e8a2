#!/usr/bin/env bash
# inspect.sh BINARY
#
# Runs inspect.mjs on the perft suites with the libraries that it needs (libraries.sh).
set -eu
cd "$(dirname "$0")"
BINARY=$(cd "$OLDPWD" && realpath "$1")
SUITES=$(realpath ../../data/perft) SCHEMA=$(realpath ../../../src/inspect/answers.schema.json)
. ./libraries.sh
install_libraries
node inspect.mjs "$BINARY" "$SUITES" "$SCHEMA"
