#!/usr/bin/env bash
# games.sh BINARY
#
# games.mjs with what it needs: see libraries.sh. Exits with 77 (skipped) if that is not to be had.
set -eu
HERE=$(dirname "$0") BINARY=$(realpath "$1")
. "$HERE/libraries.sh"
libraries "$HERE/../.."
node games.mjs "$BINARY"
