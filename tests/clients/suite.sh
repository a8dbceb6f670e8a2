#!/usr/bin/env bash
# suite.sh BINARY
#
# tools/suite must tell right answers from wrong ones: a mate in 2, a mate in 1 listed as a move to avoid, points,
# and a mate that is longer than the suite claims. It must fail on bad arguments.
set -eu
BINARY=$(realpath "$1")
cd "$(dirname "$0")/../.."
SUITE=$(mktemp --suffix=.epd)
trap 'rm -f "$SUITE"' EXIT
cat >"$SUITE" <<'EPD'
4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - bm Qb8+; dm 2; id "mate in 2";
6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8+; id "not the mate";
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8+; id "with points"; c0 "Rd8+=10, Kb1=3";
8/8/8/8/3k4/8/8/3KQ3 w - - bm #2; id "no mate in 2";
EPD
told=$(tools/suite --engine "$BINARY" --depth 12 --failures "$SUITE") || { status=$?; echo "$told"; exit $status; }
echo "$told"
[[ $told == *": 2 of 4 solved, 10 points"*"not the mate: d1d8"*"no mate in 2: "* ]]
! tools/suite --nodes 0 "$SUITE" 2>/dev/null
! tools/suite /nowhere.epd 2>/dev/null
! tools/suite --engine /bin/false "$SUITE" 2>/dev/null
