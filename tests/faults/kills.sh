#!/usr/bin/env bash
# kills.sh FOLDER
#
# Writes tests/faults/kills.tsv from what faults.sh has found in FOLDER: each fault with the steps that killed it, the
# cheapest first, and how many reached it and did not. Prints a table of the steps: how many faults each killed, how many
# before any other, and how many alone; and then the faults that no step has killed.
set -u
cd "$(dirname "$0")/../.." || exit
FOLDER=${1:?usage: kills.sh FOLDER}
awk -F'\t' -v out=tests/faults/kills.tsv '
    FILENAME ~ /faults.tsv$/ { if (!/^#/) fault[++faults] = $1; next }
    FILENAME ~ /steps.tsv$/ { step[++steps] = $2; seconds[$2] = $1; next }
    $3 == "killed" || $3 == "survived" { verdict[$1, $2] = $3 }
    END {
        printf "# Made by kills.sh: a fault, the steps that killed it, the cheapest first, and how many others it reached and survived.\n" >out
        for (f = 1; f <= faults; f++) {
            killers = first = ""
            kills = survived = 0
            for (s = 1; s <= steps; s++) {
                v = verdict[fault[f], step[s]]
                survived += v == "survived"
                tried[step[s]] += v != ""
                if (v != "killed")
                    continue
                if (!kills++) {
                    first = step[s]
                    firsts[first]++
                }
                all[step[s]]++
                killers = killers (killers == "" ? "" : "; ") step[s]
            }
            if (kills == 1)
                alone[first]++
            if (kills + survived == 0)
                continue
            runs++
            killed += kills > 0
            printf "%s\t%s\t%d\n", fault[f], kills ? killers : "-", survived >out
            if (!kills)
                missed = missed "- " fault[f] "\n"
        }
        printf "%d of %d faults killed, by these steps:\n\n", killed, runs
        print "| step | seconds | faults met | killed | first | alone |\n| --- | --- | --- | --- | --- | --- |"
        for (s = 1; s <= steps; s++)
            if (tried[step[s]])
                printf "| %s | %.1f | %d | %d | %d | %d |\n", step[s], seconds[step[s]], tried[step[s]], \
                    all[step[s]], firsts[step[s]], alone[step[s]]
        printf "\nKilled by none so far:\n\n%s", missed
    }' tests/faults/faults.tsv "$FOLDER/steps.tsv" "$FOLDER/kills.tsv"
