#!/usr/bin/env bash
# coverage.sh PROGRAMS [FILE...]
#
# Runs each fuzz target in the folder PROGRAMS, built with COVERAGE=1, on its corpora, and prints which share of the lines
# of src/board, src/moves and src/uci they have reached; with FILEs, the lines of these that were not.
set -u
cd "$(dirname "$0")/../.." || exit
PROGRAMS=$1
shift
OUT=build/fuzz/coverage
rm -rf $OUT
mkdir -p $OUT
objects=()
for program in "$PROGRAMS"/*; do
    [[ $program != *.* ]] || continue
    target=${program##*/}
    echo "$target"
    mkdir -p build/fuzz/"$target"
    LLVM_PROFILE_FILE=$OUT/$target.profraw "$program" tests/fuzz/corpus/"$target" build/fuzz/"$target" || exit 1
    objects+=(-object "$program")
done
llvm-profdata merge -o $OUT/all $OUT/*.profraw || exit 1
if [ $# -gt 0 ]; then
    llvm-cov show "${objects[@]:1:1}" "${objects[@]:2}" -instr-profile=$OUT/all "$@" | grep -E '^ +[0-9]+\| +0\||^/|^src'
else
    llvm-cov export -summary-only "${objects[@]:1:1}" "${objects[@]:2}" -instr-profile=$OUT/all >$OUT/summary || exit 1
    # A file's name and its "lines": {"count": N, "covered": N, ...}.
    grep -oE '"filename":"[^"]*"|"lines":\{"count":[0-9]+,"covered":[0-9]+' $OUT/summary | tr '{":,' '    ' |
        awk '$1 == "filename" { file = $2 }
             $1 == "lines" && match(file, "src/(board|moves|uci)/") {
                 folder = substr(file, RSTART, RLENGTH)
                 printf "%6.1f %%  %s, %d of %d lines\n", 100 * $5 / $3, substr(file, RSTART), $5, $3
                 lines[folder] += $3; reached[folder] += $5
             }
             END { for (f in lines) printf "%6.1f %%  of %s\n", 100 * reached[f] / lines[f], f }' | sort -n
fi
