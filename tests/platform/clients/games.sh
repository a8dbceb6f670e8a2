#!/usr/bin/env bash
# games.sh BINARY
#
# Runs games.mjs with the libraries that it needs (libraries.sh).
set -eu
cd "$(dirname "$0")"
BINARY=$(cd "$OLDPWD" && realpath "$1")
. ./libraries.sh
install_libraries
node games.mjs "$BINARY"
