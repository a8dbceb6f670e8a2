#!/usr/bin/env bash
# guis.sh PROGRAM [GUI...]
#
# Lets GUIs play and analyse with the engine: xboard, scid, pychess, gnome-chess, knights, or those that are named. They
# run on a display of their own, which nobody sees, with a HOME that goes with the test. The engine is given to each as
# a user would give it, by dialog, command line or settings file; keys, clicks and Tcl do the rest.
#
# What the engine hears and says is written down between it and the GUI. A move counts if the next position from the
# GUI contains it: the GUI, which knows the rules, has taken it over. What a GUI saves or shows is read where it lets
# others read it. Pictures of all are left in build/guis for people to look at.
#
# FAULT=mute: the engine never says bestmove; illegal: it plays e2e5, and expects it; blind: it prints nothing of its
# search. With mute and illegal each GUI must fail, with blind those that analyse. Prints a line for each GUI, and what
# was not tried; exits with 1 if any failed. `make test-guis` installs what is needed and then calls this.
set -u
cd "$(dirname "$0")/../.." || exit
# Keys and clicks must not reach the display of whoever calls this.
[ -n "${GUIS_DISPLAY-}" ] || GUIS_DISPLAY=own exec xvfb-run -a -s '-screen 0 1280x800x24' bash "tests/platform/${0##*/}" "$@"
. tests/support/script.sh
PROGRAM=$PWD/${1#"$PWD/"} PICTURES=$PWD/build/guis
shift
PATH=$PATH:/usr/games
LOG=$work/log ENGINE=$work/panoptes
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
export HOME=$work/home XDG_RUNTIME_DIR=$work/run LC_ALL=C.UTF-8
export GSETTINGS_BACKEND=keyfile GTK_A11Y=none NO_AT_BRIDGE=1 QT_QPA_PLATFORM=xcb
mkdir -p "$PICTURES" && mkdir -m 700 "$XDG_RUNTIME_DIR"

# --- the engine, the GUI and the display --------------------------------------------------------

case ${FAULT-} in
mute) said='grep --line-buffered -v ^bestmove' ;;
illegal) said="sed -u 's/^bestmove.*/bestmove e2e5/; s/ pv .*/ pv e2e5/'" ;;
blind) said='grep --line-buffered -v ^info.depth' ;;
'') said='cat' ;;
*)
    echo "FAULT is mute, illegal or blind"
    exit 2
    ;;
esac
# What GUIs start. Each process writes two files.
cat >"$ENGINE" <<END_OF_ENGINE
#!/bin/bash
tee "$LOG/heard.\$\$" | "$PROGRAM" | $said | tee "$LOG/said.\$\$"
END_OF_ENGINE
chmod +x "$ENGINE"

openbox >/dev/null 2>&1 &
manager=$!
gui=
trap 'closes; kill $manager; rm -rf "$work"' EXIT

# begins: an empty HOME, no logs
begins() {
    rm -rf "$HOME" "$LOG"
    mkdir -p "$HOME/.config" "$LOG"
}

# opens COMMAND...: starts a GUI
opens() {
    cd "$HOME" || exit
    setsid dbus-run-session -- "$@" >"$work/gui" 2>&1 </dev/null &
    gui=$!
    cd "$OLDPWD" || exit
}

# XBoard may wait for an engine that has gone.
closes() {
    [ -n "$gui" ] || return 0
    kill -- "-$gui" 2>/dev/null
    comes 3 gone || kill -KILL -- "-$gui" 2>/dev/null
    gui=
}

# No process of the GUI is left.
gone() {
    ! kill -0 -- "-$gui"
}

# comes SECONDS COMMAND...: waits until the command succeeds; fails if it does not
comes() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return
        sleep 0.2
    done
}

# shows TITLE: the active window, to which keys go, has it
shows() {
    xdotool getactivewindow getwindowname | grep -- "$1"
}

# The dialog for a game. A GUI that is still busy starting may pass over the key.
asks_for_game() {
    shows '^New Game' || {
        xdotool key ctrl+n
        sleep 2
        shows '^New Game'
    }
}

picture() {
    import -window root "$PICTURES/$1.png"
}

# --- what is required ---------------------------------------------------------------------------

# For each bestmove whether the next position from the GUI, if there was one, goes on with it; prints the number of
# those that do. Fails if one does not.
taken_over() {
    local heard
    for heard in "$LOG"/heard.*; do
        awk 'FILENAME == ARGV[1] && $1 == "position" { position = $0 (/ moves / ? "" : " moves") }
            FILENAME == ARGV[1] && $1 == "go" { asked[++n] = position; game[n] = !/infinite/ }
            FILENAME == ARGV[2] && $1 == "bestmove" { move[++m] = $2 }
            END {
                for (i = 1; i < n && i <= m; i++)
                    if (game[i]) index(asked[i + 1] " ", asked[i] " " move[i] " ") == 1 ? good++ : bad++
                print good + 0, bad + 0
            }' "$heard" "${heard/heard/said}"
    done | awk '{ good += $1; bad += $2 } END { print good + 0; exit bad > 0 }'
}

# plays MOVES: so many moves of the engine were taken over, and none was not
plays() {
    local moves
    moves=$(taken_over) && [ "$moves" -ge "$1" ]
}

# analyses COMMAND: the engine was asked by it, and reports depth 12
analyses() {
    asked "$1" && grep -qs '^info depth 1[2-9] .* pv ' "$LOG"/said.*
}

# asked LINE: the GUI has sent it
asked() {
    grep -qsxF "$1" "$LOG"/heard.*
}

# fails WHAT: says what was seen in its place
fails() {
    picture "$name-failed"
    echo "$1: $(taken_over) moves taken over; see build/guis/$name-failed.png"
    tail -qn 1 "$LOG"/heard.* "$LOG"/said.* 2>/dev/null | cut -c 1-200
    tail -n 3 "$work/gui"
    return 1
}

# --- XBoard -------------------------------------------------------------------------------------

# A game to its end, which XBoard saves.
xboard_game() {
    local pgn=$HOME/game.pgn
    begins
    opens xboard -fcp "$ENGINE" -fUCI -scp "$ENGINE" -sUCI -matchGames 1 -timeControl 0:05 -ponderNextMove false \
        -saveGameFile "$pgn" -engineOutputUp true
    comes 20 plays 10 && picture xboard
    comes 90 grep -qs '^\[Result "[01]' "$pgn" || fails "no game in XBoard" || return
    closes
    tail -n 2 "$pgn"
    plays 10 || fails "XBoard did not take over a move" || return
    # How it ended is behind the last move, broken into lines.
    tail -n 3 "$pgn" | tr '\n' ' ' |
        grep -q '{[^{]*\(mate\|draw\|repetition\|material\|50 move\)[^{]*} [01]' ||
        fails "a game that ended by a fault"
}

# thinking, as XBoard has understood it
xboard_thinks() {
    grep -qsE '<first *: +1[2-9] [+-][0-9]+ [0-9]+ [0-9]+ .*[a-h][1-8]' "$HOME/debug"
}

try_xboard() {
    xboard_game || return
    begins
    opens xboard -fcp "$ENGINE" -fUCI -initialMode analysis -engineOutputUp true -debug -nameOfDebugFile "$HOME/debug"
    comes 40 analyses "go infinite" && comes 10 xboard_thinks || fails "no analysis in XBoard" || return
    picture xboard-analysis
}

# --- Scid ---------------------------------------------------------------------------------------

# In Scid's own language: its dialogs are filled in, and its buttons are pressed.
try_scid() {
    local report=$work/scid
    begins
    rm -f "$report"
    ENGINE=$ENGINE REPORT=$report opens tkscid "$PWD/tests/platform/guis/scid.tcl"
    comes 150 grep -qs '^done$\|^Scid: no' "$report"
    picture scid
    cat "$report"
    grep -qs '^done$' "$report" || fails "not all of it in Scid" || return
    # The move under way when the game is ended may still be played.
    grep -qE '20\.[^ ]* [^ ]* (21\.[^ ]* )?\*$' "$report" || fails "no game in Scid" || return
    analyses "go infinite" || fails "no analysis in Scid"
}

# --- PyChess ------------------------------------------------------------------------------------

# pychess PLAYER: opens it and starts a game of PLAYER (0 a human, 1 the first engine) against itself
pychess_with() {
    begins
    mkdir "$HOME/.config/pychess"
    cat >"$HOME/.config/pychess/engines.json" <<END_OF_SETTINGS
[{"name": "Panoptes", "protocol": "uci", "command": "$ENGINE", "workingDirectory": "$work", "country": "unknown",
  "comment": "", "level": 20, "recheck": true}]
END_OF_SETTINGS
    printf '%s\n' '[General]' 'show_tip_at_startup = False' 'dont_show_externals_at_startup = True' \
        'useSounds = False' "whitePlayerCombobox = $1" "blackPlayerCombobox = $1" 'blitzRadio = 1' 'ngblitz min = 1' \
        >"$HOME/.config/pychess/config"
    # Without the folder of games, in which it looks for other engines.
    PATH=/usr/bin:/bin opens /usr/games/pychess --no-version-check
    comes 30 shows '^Welcome - PyChess' && comes 30 settles || fails "no PyChess" || return
    comes 30 asks_for_game || fails "no dialog for a game in PyChess" || return
    sleep 1
    xdotool key Return
}

# PyChess has asked the engine for its options, and has written them down.
settles() {
    grep -qs '"name": "Skill Level"' "$HOME/.config/pychess/engines.json"
}

try_pychess() {
    pychess_with 1 || return
    comes 90 plays 16 || fails "no game in PyChess" || return
    asked 'setoption name Skill Level value 20' || fails "PyChess does not use the slider of skill" || return
    picture pychess
    echo "moves taken over: $(taken_over)"
    closes
    pychess_with 0 || return
    # Between two humans it has each position judged.
    comes 40 analyses "go movetime 3000" || fails "no analysis in PyChess" || return
    picture pychess-analysis
}

# --- GNOME Chess --------------------------------------------------------------------------------

# click SQUARE: on the board of a window that has not been moved, Black below
click() {
    local file rank
    file=$(($(printf %d "'$1") - 97)) rank=$((${1:1:1} - 1))
    xdotool mousemove $((X + 518 - 48 * file)) $((Y + 106 + 48 * rank)) click 1
    sleep 0.3
}

# How many moves the engine has found.
answered() {
    [ "$(cat "$LOG"/said.* | grep -c ^bestmove)" -ge "$1" ]
}

# The user's moves are the engine's, too: those of a short search, apart from the game.
user_moves() {
    local number X Y position move
    eval "$(xdotool getactivewindow getwindowgeometry --shell | grep '^[XY]=')"
    for number in $(seq "$1"); do
        comes 20 answered "$number" || fails "no move $number in GNOME Chess" || return
        position=$(grep -h ^position "$LOG"/heard.* | tail -n 1)
        [ "$number" -gt 1 ] || position+=" moves"
        position+=" $(grep -h ^bestmove "$LOG"/said.* | tail -n 1 | cut -d ' ' -f 2)"
        sleep 1
        move=$("$PROGRAM" "$position" "go depth 5" | sed -n 's/^bestmove \([^ ]*\).*/\1/p')
        click "${move:0:2}"
        click "${move:2:2}"
        comes 20 asked "$position $move" || fails "GNOME Chess after $position $move" || return
    done
}

try_gnome_chess() {
    begins
    mkdir -p "$HOME/.config/gnome-chess" "$HOME/.config/glib-2.0/settings"
    # The lines of the page for players, with this engine's path.
    sed "s|/path/to/panoptes|$ENGINE|" tools/players/gnome-chess.conf >"$HOME/.config/gnome-chess/engines.conf"
    printf '%s\n' '[org/gnome/Chess]' "play-as='black'" "opponent='Panoptes'" "difficulty='hard'" \
        >"$HOME/.config/glib-2.0/settings/keyfile"
    opens gnome-chess
    comes 30 shows 'to Move$' && comes 30 answered 1 || fails "no game in GNOME Chess" || return
    user_moves 10 || return
    asked 'setoption name Skill Level value 20' || fails "no level in GNOME Chess" || return
    plays 9 || fails "GNOME Chess did not take over a move" || return
    picture gnome-chess
    echo "moves taken over: $(taken_over)"
}

# --- Knights ------------------------------------------------------------------------------------

try_knights() {
    begins
    printf '%s\n' '[Protocols]' "engineConfigurations=Panoptes:$ENGINE:uci" 'player1Protocol=XBoard' \
        'player2Protocol=XBoard' 'player1Program=Panoptes' 'player2Program=Panoptes' >"$HOME/.config/knightsrc"
    opens knights
    comes 30 shows Knights || fails "no Knights" || return
    sleep 1
    comes 30 asks_for_game || fails "no dialog for a game in Knights" || return
    sleep 1
    xdotool key Return
    comes 60 plays 20 || fails "no game in Knights" || return
    picture knights
    echo "moves taken over: $(taken_over)"
}

# --- all of them --------------------------------------------------------------------------------

# What the script does not do, for each GUI.
not_tried() {
    case $1 in
    xboard) echo "adding by the menu; clicks on the board" ;;
    scid) echo "the mouse: buttons are pressed by Tcl; the window of Windows > Engine" ;;
    pychess) echo "adding by Edit > Engines: the settings file is written; what its panels show is not read" ;;
    gnome-chess) echo "choosing the opponent in the dialog: the settings say so; there is no analysis" ;;
    knights) echo "adding by Settings > Configure: the settings file is written; there is no analysis" ;;
    esac
}

try() {
    case $1 in
    xboard) try_xboard ;;
    scid) try_scid ;;
    pychess) try_pychess ;;
    gnome-chess) try_gnome_chess ;;
    knights) try_knights ;;
    *) echo "there is no test for $1" && false ;;
    esac
}

[ $# -gt 0 ] || set -- xboard scid pychess gnome-chess knights
for name in "$@"; do
    begin=$SECONDS
    if try "$name" >"$work/step" 2>&1; then
        echo "passed  $((SECONDS - begin)) s  $name"
    else
        wrong "FAILED  $((SECONDS - begin)) s  $name"
    fi
    closes
    sed 's/^/    /' "$work/step"
    echo "    not tried: $(not_tried "$name")"
done
exit $bad
