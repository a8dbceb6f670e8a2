#!/usr/bin/env bash
# external_commands.sh
#
# Every program that Makefile, tools and tests run comes with each Debian (its package is essential or required), or
# make installs its package by name. So what a developer's machine happens to have is not what a stranger's lacks.
# Looked at are words where a command may stand, in scripts and in strings of C, that are the name of a program on this
# machine: the more programs it has, the more is seen. Exits with 1 if a package is not named.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games
SKIPPED=77
command -v dpkg >/dev/null || { echo "no dpkg: not a Debian"; exit $SKIPPED; }

# Names of programs that are variables, words or builtins of bash in these scripts.
WORDS=" HEAD c++ cc column file free kill open patch red skill tc time top w write "

scripts=$(find Makefile .ci/run tools tests -type f ! -path '*/corpus/*' ! -path 'tests/data/*' |
    grep -E '(^|/)(Makefile|[^./]+|[^/]+\.(sh|mk)|run)$')

# Where a command may stand: at the beginning of a line, behind what separates commands, a word such as `then`, or
# variables that are set for it.
BEFORE='(^|[|;&(){!`@]|\<(then|do|else|if|elif|while|until|exec|command|env|-v|timeout [^ ]*) |[A-Z_]+=[^ ]* )[[:blank:]]*'

words() {
    sed -E 's/(^|[^$&])#.*/\1/; s/"[^"$]*"//g' $scripts |
        grep -oE "${BEFORE}[a-zA-Z][A-Za-z0-9_.+-]*" | grep -oE '[a-zA-Z][A-Za-z0-9_.+-]*$'
    find tools tests -name '*.c' ! -path '*/fuzz/*' -exec grep -ohE '"[^"]*"' {} + |
        grep -oE '("|[;&|] *)[a-z][a-z0-9_.-]*[ "]' | grep -oE '[a-z][a-z0-9_.-]*'
}

# The programs, each with the paths that dpkg may know it by: /usr may be merged, and a link an alternative.
for word in $(words | sort -u); do
    [[ $WORDS != *" $word "* ]] && path=$(type -P "$word") || continue
    echo "$word $path ${path#/usr} $(readlink -f "$path")"
done >"$work/programs"

# The packages of these paths, of one that a diversion hides that which hides it; then those that need no name, since
# every Debian has them, those that are named behind THING=, the GUIs, and what imagemagick is made of.
cut -d' ' -f2- "$work/programs" | xargs dpkg -S 2>/dev/null |
    sed -nE 's/^diversion by (.*) from: (.*)/\2 \1/p; /^diversion/d; s/^([^:, ]*)[^/]*: (.*)/\2 \1/p' >"$work/owners"
{
    dpkg-query -W -f '${Package} ${Essential} ${Priority}\n' | awk '$2 == "yes" || $3 == "required" { print $1 }'
    sed -E 's/\\$//' $scripts | grep -ohE '[^ =]+=[a-z0-9][a-z0-9.+-]+( |$)' | sed 's/.*=//; s/ $//'
    sed -n 's/^GUIS := //p' tests/tests.mk | tr ' ' '\n'
    dpkg-query -W -f '${Depends}\n' imagemagick 2>/dev/null | sed 's/ .*//'
} >"$work/had"

while read -r word package; do
    wrong "$word is of the package '$package', which make installs nowhere: see" \
        "$(grep -lwE -- "$word" $scripts | head -3 | tr '\n' ' ')"
done < <(awk 'FILENAME ~ /owners$/ { owner[$1] = owner[$1] ? owner[$1] : $2; next }
    FILENAME ~ /had$/ { had[$1]; next }
    { for (i = 2; i <= NF && !($i in owner); i++) { } }
    i > NF { print $1, "of no package"; next }
    !(owner[$i] in had) { print $1, owner[$i] }' "$work/owners" "$work/had" "$work/programs")
looked_at=$(wc -l <"$work/programs")
echo "$looked_at programs"
[ "$looked_at" -gt 30 ] || wrong "the scripts are not read"
exit $bad
