#!/usr/bin/env bash
# kills.sh FOLDER
#
# Writes tests/faults/kills.tsv from the results of faults.sh in FOLDER. A row has a fault, the steps that found it, the
# cheapest first, and the number of steps that reached it and did not find it. Prints the faults that no step has found.
set -u
cd "$(dirname "$0")/../.." || exit
FOLDER=${1:?usage: kills.sh FOLDER}
awk -F'\t' -v out=tests/faults/kills.tsv '
    FILENAME ~ /faults.tsv$/ { if (!/^#/) fault[++faults] = $1; next }
    FILENAME ~ /steps.tsv$/ { step[++steps] = $2; next }
    { verdict[$1, $2] = $3 }
    END {
        printf "# Made by kills.sh: a fault, the steps that killed it, the cheapest first, and how many others it reached and survived.\n" >out
        for (f = 1; f <= faults; f++) {
            killers = ""
            survived = 0
            for (s = 1; s <= steps; s++) {
                survived += verdict[fault[f], step[s]] == "survived"
                if (verdict[fault[f], step[s]] == "killed")
                    killers = killers (killers == "" ? "" : "; ") step[s]
            }
            if (killers == "" && !survived)
                continue
            printf "%s\t%s\t%d\n", fault[f], killers == "" ? "-" : killers, survived >out
            if (killers == "")
                print fault[f]
        }
    }' tests/faults/faults.tsv "$FOLDER/steps.tsv" "$FOLDER/kills.tsv"
