#!/usr/bin/env bash
# sentences.sh BINARY GAMES.pgn...
#
# Lets the engine report on games, and runs sentences.mjs on the reports, with the libraries that it needs
# (libraries.sh). The variable NODES sets the nodes for a move, the variable GAMES sets the games of each file.
set -eu
cd "$(dirname "$0")"
BINARY=$(cd "$OLDPWD" && realpath "$1")
shift
files=() schema=$(realpath ../../../src/report/report.schema.json)
for file in "$@"; do files+=("$(cd "$OLDPWD" && realpath "$file")"); done
. ./libraries.sh
install_libraries
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "${files[@]}"; do
    name=$(basename "$file" .pgn)
    # An error in one game makes the status 1. The reports of the other games are checked nevertheless.
    "$BINARY" report "$file" html none nodes "${NODES:-2000}" games "${GAMES:-1-3}" json "$work/$name.json" \
        pgn "$work/$name.pgn" >"$work/said" 2>&1 || [ -e "$work/$name.json" ] || { cat "$work/said"; exit 1; }
done
node sentences.mjs "$work" "$schema"
