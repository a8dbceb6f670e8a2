#!/usr/bin/env bash
# windows.sh PROGRAM CRASHING TRANSCRIPT...
#
# Tests panoptes.exe under wine: its kernels against C, the nodes of bench, and the protocol through pipes as in a GUI.
# The script also tests the differences of Windows: ends of line, paths, Ctrl-C, missing functions. CRASHING is the
# program of tests/platform/windows/crash.c. RUNNER, set by make, runs each TRANSCRIPT through wine. Wine keeps its
# files in build/wine. Prints a line for each step; exits with 1 if any failed. `make test-windows` builds first and
# then calls the script.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
PROGRAM=$PWD/$1 CRASHING=$2
shift 2
WINE=/usr/lib/wine/wine64 WINESERVER=/usr/lib/wine/wineserver64
export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml='
unset PANOPTES_CPU DISPLAY

# RUNNER needs one file as the engine: a script. Its `exec` starts wine in its place, so that signals reach wine.
ENGINE=$work/engine
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$WINE" "$PROGRAM" >"$ENGINE"
# SMALL runs the engine with little memory, so that the largest Hash soon fails. Wine itself needs 1.5 GB of addresses.
SMALL=$work/small
printf '#!/bin/sh\nulimit -v 3000000\nexec "%s" "$@"\n' "$ENGINE" >"$SMALL"
chmod +x "$ENGINE" "$SMALL"

# Sends lines that end as on Windows, and prints the engine's output. The engine ends at the end of its input.
hears() {
    printf '%s\r\n' "$@" | timeout $PATIENCE "$ENGINE" 2>&1
}

# --- the program --------------------------------------------------------------------------------

# Every Windows has the libraries that the program loads.
libraries() {
    x86_64-w64-mingw32-objdump -p "$PROGRAM" | sed -n 's/.*DLL Name: //p' >"$work/dlls"
    cat "$work/dlls"
    [ -s "$work/dlls" ] && ! grep -viE '^(kernel32|msvcrt|shell32)\.dll$' "$work/dlls"
}

selftest() {
    "$ENGINE" selftest | tee "$work/selftest"
    grep -q '^selftest passed' "$work/selftest" && grep -q 'calls against the C references' "$work/selftest"
}

# --- the protocol -------------------------------------------------------------------------------

# The engine ends its lines with a line feed alone, and reads lines with either end.
line_ends() {
    hears uci 'position startpos moves e2e4 e7e5' d 'go depth 4' >"$work/said"
    cat "$work/said"
    ! grep -q $'\r' "$work/said" && grep -qx uciok "$work/said" && grep -q '^bestmove [a-h][1-8]' "$work/said" &&
        ! grep -q error "$work/said"
}

# --- paths --------------------------------------------------------------------------------------

# Paths with blanks and letters of other languages work in options and on the command line.
paths() {
    local folder="$work/Bücher für Ωmega 国" log
    mkdir "$folder"
    cp src/engine/own_book.bin "$folder/mein Büchlein.bin"
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\r\n' >"$folder/Übung.epd"
    log="$folder/Tagebuch ä.txt"
    hears "setoption name Debug Log File value Z:$log" "setoption name Book File value $folder/mein Büchlein.bin" \
        'setoption name OwnBook value true' 'position startpos' 'go depth 3' >"$work/said"
    "$ENGINE" "bench \"Z:${folder//\//\\}\\Übung.epd\" 1" >"$work/suite" || { cat "$work/suite"; return 1; }
    cat "$work/said" "$work/suite"
    [ -s "$log" ] && ! grep -q $'\r' <(grep ' < bestmove\|bestmove' "$log") && ! grep -q error "$work/said" &&
        grep -q '1 position ' "$work/suite"
}

# A device, a folder or a missing folder in place of a file is an error.
devices() {
    hears 'setoption name Book File value NUL' 'setoption name EvalFile value C:\' \
        'setoption name Debug Log File value C:\no\such\file' isready >"$work/said"
    cat "$work/said"
    [ "$(grep -c 'info string error' "$work/said")" = 3 ] && grep -q readyok "$work/said"
}

# --- ends ---------------------------------------------------------------------------------------

# The engine ends after Ctrl-C, when its GUI has gone, and when nobody reads its output.
ends() {
    local pid
    "$ENGINE" >"$work/said" <"$work/pipe" &
    pid=$!
    exec {open}>"$work/pipe"
    printf 'go infinite\r\n' >&"$open"
    timeout $PATIENCE bash -c 'until grep -q "^info depth" "$1"; do sleep 0.1; done' - "$work/said"
    kill -INT "$pid"
    timeout $PATIENCE tail --pid="$pid" -f /dev/null || { echo 'Ctrl-C does not end it'; kill -9 "$pid"; return 1; }
    exec {open}>&-
    printf 'go infinite\r\n' | timeout $PATIENCE "$ENGINE" >/dev/null || { echo 'it outlives its GUI'; return 1; }
    timeout $PATIENCE "$ENGINE" bench 6 | head -1
    [ "${PIPESTATUS[0]}" != 124 ]
}

# A crash leaves a post-mortem, which states that a post-mortem has no backtrace on Windows.
crash() {
    local file
    mkdir "$work/crash ü"
    PANOPTES_POST_MORTEM="Z:$work/crash ü" timeout $PATIENCE "$WINE" "$CRASHING" >"$work/said" 2>&1 && return 1
    file=$(ls "$work/crash ü"/panoptes-*-1.txt)
    cat "$work/said" "$file"
    grep -q '^cause: exception C0000005' "$file" && grep -q '^position: startpos moves e2e4' "$file" &&
        grep -q '^backtrace: not on Windows' "$file" && grep -q '^end' "$file" &&
        grep -q 'info string error: .*post-mortem: Z:.*crash ü' "$work/said"
}

# Semicolons separate the folders of SyzygyPath.
tablebases() {
    hears 'setoption name SyzygyPath value src;tests\data\syzygy' 'setoption name SyzygyPath value C:\no;tests' >"$work/said"
    cat "$work/said"
    grep -q 'SyzygyPath: 6 WDL and 5 DTZ tables' "$work/said" && grep -q "SyzygyPath: 'C:.no': No such file" "$work/said"
}

# Features that the engine lacks on Windows give an error: --replay and packed games.
degraded() {
    "$ENGINE" --replay post-mortem.txt >"$work/replay" && return 1
    printf '1. e4 *\n' | gzip >"$work/games.pgn.gz"
    "$ENGINE" report "$work/games.pgn.gz" >>"$work/replay" && return 1
    cat "$work/replay"
    grep -q 'error: report:.*packed by gzip.*Windows' "$work/replay" &&
        grep -q 'error: replay:.*Windows' "$work/replay"
}

# --- the drivers --------------------------------------------------------------------------------

# Leaves out scenes with "(posix)". Under wine the exit status after Ctrl-C is 0, and there are no named pipes. Some of
# these scenes damage a copy of the engine's file; here that file is a script that starts wine.
driver() {
    local engine=$ENGINE
    [[ $1 != *uci_options* ]] || engine=$SMALL
    "$RUNNER" "$1" --slow "$engine" '-(posix)'
}

# --- what is run --------------------------------------------------------------------------------

mkdir -p "$WINEPREFIX"
# One wine server serves all steps. Otherwise a program would fail if it starts while an idle server ends.
"$WINESERVER" -p
trap '"$WINESERVER" -k; rm -rf "$work"' EXIT
mkfifo "$work/pipe"
step "wine is made ready" "$WINE" wineboot -i
step "no library beside it" libraries
step "selftest: the kernels against their C references, and all else" selftest
step "bench: the nodes that the history says" bash tests/build/committed_bench.sh "$ENGINE"
step "ends of line" line_ends
step "paths with blanks and other letters" paths
step "devices, folders and nothing in place of files" devices
step "Ctrl-C, and front ends that go" ends
step "a crash" crash
step "tablebases" tablebases
step "what Windows has not" degraded
for driver in "$@"; do
    step "${driver##*/}" driver "$driver"
done
exit $bad
