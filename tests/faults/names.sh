#!/usr/bin/env bash
# names.sh
#
# The faults that tests/faults/faults.sh can plant, without planting them: each has a name of its own, and its expression
# changes its file. The names that self_faults.sh plants are among them. Exits with 1 if any of that is not so.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh

list=$(bash tests/faults/faults.sh --list)
count=0
while IFS='@' read -r name file expression _; do
    count=$((count + 1))
    if [ ! -f "$file" ]; then
        wrong "$name: there is no $file"
    elif sed "$expression" "$file" | cmp -s - "$file"; then
        wrong "$name: the expression does not change $file"
    fi
done <<<"$list"
names=$(cut -d@ -f1 <<<"$list")
twice=$(sort <<<"$names" | uniq -d)
[ -z "$twice" ] || wrong "more than one fault has the name $twice"
while read -r name; do
    grep -qxF -- "$name" <<<"$names" || wrong "self_faults.sh plants '$name', which faults.sh does not have"
done < <(bash tests/faults/self_faults.sh --list)
echo "$count faults that can be planted"
exit $bad
