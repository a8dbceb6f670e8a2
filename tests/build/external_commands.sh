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
WORDS=" c++ cc column file free kill red skill tc time top w write "

scripts=$(find Makefile .ci/run src/os/windows/windows.mk tools tests -type f ! -path '*/corpus/*' ! -path 'tests/data/*' |
    grep -E '(^|/)(Makefile|[^./]+|[^/]+\.(sh|mk)|run)$')
named=" $(sed -E 's/\\$//' $scripts | grep -ohE '[^ =]+=[a-z0-9][a-z0-9.+-]+( |$)' | sed 's/.*=//; s/ $//' | sort -u | tr '\n' ' ') "

words() {
    sed -E 's/(^|[^$&])#.*/\1/; s/"[^"$]*"//g' $scripts |
        grep -oE '(^|[|;&(){!`@]|\<(then|do|else|if|elif|while|until|exec|command|env|-v|timeout [^ ]*) |[A-Z_]+=[^ ]* )[[:blank:]]*[a-zA-Z][A-Za-z0-9_.+-]*' |
        grep -oE '[a-zA-Z][A-Za-z0-9_.+-]*$'
    find tools tests -name '*.c' ! -path '*/fuzz/*' -exec grep -ohE '"[^"]*"' {} + |
        grep -oE '("|[;&|] *)[a-z][a-z0-9_.-]*[ "]' | grep -oE '[a-z][a-z0-9_.-]*'
}

# package PATH: the Debian package of a program; of one that an alternative or the merged /usr hides, too
package() {
    dpkg -S "$1" "${1#/usr}" "$(readlink -f "$1")" 2>/dev/null |
        sed -nE '/^diversion by/{s/^diversion by (.*) (from|to): .*/\1/p;q}; s/:.*//p' | head -1
}

ours=" $(dpkg-query -W -f '${Package} ${Essential} ${Priority}\n' | awk '$2 == "yes" || $3 == "required" { printf "%s ", $1 }')"
looked_at=0
for word in $(words | sort -u); do
    [[ $WORDS != *" $word "* ]] && path=$(type -P "$word") || continue
    looked_at=$((looked_at + 1))
    from=$(package "$path")
    [[ "$ours$named" == *" $from "* ]] || wrong "$word is of the package '$from', which make installs nowhere: see" \
        "$(grep -lwE -- "$word" $scripts | head -3 | tr '\n' ' ')"
done
echo "$looked_at programs"
[ $looked_at -gt 30 ] || wrong "the scripts are not read"
exit $bad
