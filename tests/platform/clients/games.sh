#!/usr/bin/env bash
# games.sh BINARY
#
# Runs games.mjs with the libraries that it needs (libraries.sh).
set -eu
cd "$(dirname "$0")"
BINARY=$(cd "$OLDPWD" && realpath "$1")
EPD=$(realpath ../../data/perft/chess960.epd)
. ./libraries.sh
install_libraries
timeout 600 node games.mjs "$BINARY" "$EPD"
