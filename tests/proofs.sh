#!/usr/bin/env bash
# proofs.sh
#
# Prints a line for each test: its name, and the first sentence of its head, which says what the test proves. If a test
# has no head, exits with 1.
set -u
cd "$(dirname "$0")" || exit
scripts=$(sed '/^#/d' run.sh tests.mk ../tools/tools.mk | grep -oE 'tests/[a-z0-9/_]+\.sh' |
    grep -vE '/(support/.*|run|proofs)\.sh$' | sort -u)
units=$(find . -name 'test_*.c' | sort)
# shellcheck disable=SC2086 # names without blanks
awk '
    function finish() { if (!ended) { print name " has no head"; bad = 1 } }
    FNR == 1 { if (NR > 1) finish(); name = FILENAME; sub(/.*\//, "", name); sub(/\.(c|txt)$/, "", name); text = ""; ended = 0 }
    ended || /^#!/ || /^# [a-z0-9_]+\.sh/ || text == "" && /^#?$/ { next }
    FILENAME ~ /sh$/ && !/^#/ { nextfile }
    {
        ended = /\*\/$|\.$|[^.]\. |^#?$/
        sub(FILENAME ~ /sh$/ ? "^# " : "^(/\\*| \\*) ", "")
        text = text (text == "" ? "" : " ") $0
        sub(/ *\*\/$/, "", text)
        if (match(text, /[^.]\. /)) text = substr(text, 1, RSTART)
        if (ended) printf "%-22s %s\n", name, text
        bad = bad || text !~ /^[A-Za-z`]/
    }
    END { finish(); exit bad }' $units uci/*.txt ${scripts//tests\//}
