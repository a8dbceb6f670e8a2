#!/usr/bin/env bash
# wasm.sh FOLDER BINARY PAGE
#
# Packs the npm package in FOLDER, made by `make wasm`, and installs the archive in a clean folder. Runs wasm.mjs there
# in node, and in chromium and firefox-esr if they are installed. BINARY, the native program, must write the same
# reports. Then the script runs page.mjs and learn.mjs on PAGE, which `make page` writes. page.mjs also reads a report
# with this engine inside.
set -eu
cd "$(dirname "$0")"
FOLDER=$(cd "$OLDPWD" && realpath "$1") BINARY=$(cd "$OLDPWD" && realpath "$2") PAGE=$(cd "$OLDPWD" && realpath "$3")
GAMES=$(realpath ../../data/report/games.pgn) PLAYED=$(realpath ../../data/games/lichess.pgn) KEYS=$(realpath ../../data/report/keys.txt)
SUITES=$(realpath ../../data/perft) SOURCES=$(realpath ../../../src/report/page)
. ./libraries.sh
install_libraries
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
(cd "$FOLDER" && npm pack --silent --pack-destination "$clean" >/dev/null)
(cd "$clean" && npm init -y >/dev/null && npm install --silent --offline ./*.tgz)
cp -r node_modules/cm-chessboard "$clean/node_modules"
browsers=()
for browser in chromium firefox-esr; do
    if command -v $browser >/dev/null; then browsers+=("$(command -v $browser)"); else echo "$browser is not installed"; fi
done
timeout 3600 node wasm.mjs "$clean" "$BINARY" "$GAMES" ${browsers[@]+"${browsers[@]}"}
"$BINARY" report "$GAMES" "$clean/report.html" nodes 2000 games 1-2 with engine >/dev/null 2>&1
timeout 3600 node page.mjs "$PAGE" "$clean/report.html" "$FOLDER" "$PLAYED" "$KEYS" ${browsers[@]+"${browsers[@]}"}
timeout 3600 node learn.mjs "$PAGE" "$BINARY" "$SUITES" "$SOURCES" ${browsers[@]+"${browsers[@]}"}
[ ${#browsers[@]} != 0 ] || skip "no browser is installed: apt-get install chromium"
