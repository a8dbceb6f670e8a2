#!/usr/bin/env bash
# report.sh BINARY
#
# Lets the engine write pages about the games in tests/data/report, and runs report.mjs on them in chromium, with the
# libraries that it needs (libraries.sh). Skipped without a browser.
set -eu
cd "$(dirname "$0")"
BINARY=$(cd "$OLDPWD" && realpath "$1")
GAMES=$(realpath ../../data/report/games.pgn) NAMES=$(realpath ../../data/report/names.pgn)
. ./libraries.sh
command -v chromium >/dev/null || skip "chromium is not installed; make test-clients installs it"
install_libraries
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
"$BINARY" report "$GAMES" "$pages/one.html" nodes 5000 games 1-1 >"$pages/said" 2>&1
"$BINARY" report "$GAMES" "$pages/games.html" nodes 5000 >"$pages/said" 2>&1 || [ $? = 1 ] # a game has a fault
"$BINARY" report "$NAMES" "$pages/names.html" nodes 50 >"$pages/said" 2>&1
node report.mjs "$BINARY" "$(command -v chromium)" "$pages" "$GAMES"
