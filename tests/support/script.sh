# Functions for test scripts, which source this file in the folder of the Makefile. The file creates a temporary folder
# $work, and removes $work at exit. After any failure, the variable `bad` is 1.
#
# shellcheck shell=bash

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

# The longest wait in seconds for an event that must happen. Only a failing test waits until then.
PATIENCE=3600
# The exit status of a test that is skipped.
SKIPPED=77

# works PID N: waits until the process PID has used N/100 seconds of processor time, or has ended
works() {
    local status
    while read -r status <"/proc/$1/stat" && [[ ${status##*) } != Z* ]]; do
        # shellcheck disable=SC2086 # the fields of /proc/PID/stat after the name; utime and stime become $14 and $15
        set -- "$1" "$2" ${status##*) }
        [ $((${14} + ${15})) -lt "$2" ] || return 0
        sleep 0.02
    done 2>/dev/null
}

# wrong WORD...: prints the words as a failure, and sets bad=1, with which the script exits
wrong() {
    echo "$*"
    # shellcheck disable=SC2034 # scripts exit with `bad`
    bad=1
}

# explain FILE: prints the output of a failed step: first the failures, then the last lines of the rest
explain() {
    awk -v last=40 '
        /FAILED|\[  ERROR   \]|\[   LINE   \]/ { print; more = 2; next }
        more-- > 0 && /^    / { print; next }
        { rest[++lines] = $0 }
        END {
            for (i = lines > last ? lines - last + 1 : 1; i <= lines; i++)
                print rest[i]
        }' "$1" | sed 's/^/    /'
}

# step NAME COMMAND...: runs a step and prints its result; if it fails, also its output; if it is skipped (77), the reason
step() {
    local name=$1 begin=$SECONDS log=$work/step.$BASHPID
    shift
    "$@" >"$log" 2>&1 </dev/null
    case $? in
    0) echo "passed  $((SECONDS - begin)) s  $name" ;;
    "$SKIPPED") echo "skipped $((SECONDS - begin)) s  $name: $(tail -n 1 "$log")" ;;
    *) wrong "FAILED  $((SECONDS - begin)) s  $name" && explain "$log" ;;
    esac
}

# runs STATUS ARGUMENT...: runs $TOOL with these arguments and checks its exit status. Output goes to $work/out, stderr to
# $work/errors.
runs() {
    local rc
    timeout $PATIENCE "$TOOL" "${@:2}" >"$work/out" 2>"$work/errors" </dev/null
    rc=$?
    [ $rc = "$1" ] || wrong "${TOOL##*/} ${*:2}: exit status $rc, not $1: $(head -3 "$work/errors")"
}

# complains WHAT ARGUMENT...: checks that $TOOL fails with $STATUS (1 if unset) and prints WHAT to stderr
complains() {
    runs "${STATUS-1}" "${@:2}"
    grep -qF -- "$1" "$work/errors" || wrong "${TOOL##*/} ${*:2}: not '$1' but '$(head -1 "$work/errors")'"
}
