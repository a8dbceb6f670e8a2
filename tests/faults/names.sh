#!/usr/bin/env bash
# names.sh
#
# Each fault of faults.tsv has a name of its own, and its expression would change its file. The tree stays as it is.
# Exits with 1 if a fault is wrong.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh

list=$(grep -v '^#' tests/faults/faults.tsv)
while IFS=$'\t' read -r name file _ _ expression; do
    if [ ! -f "$file" ]; then
        wrong "$name: there is no $file"
    elif ! sed "$expression" "$file" >"$work/planted" || cmp -s "$work/planted" "$file"; then
        wrong "$name: the expression does not change $file"
    fi
done <<<"$list"
twice=$(cut -f1 <<<"$list" | sort | uniq -d)
[ -z "$twice" ] || wrong "more than one fault has the name $twice"
echo "$(wc -l <<<"$list") faults that can be planted"
exit $bad
