#!/usr/bin/env bash
# layers.sh [OBJECTS]
#
# Checks the layers of the line "main -> uci -> ... -> os" in src/README.md: which layer may include which, which may
# read and print, and that no modules of a layer include each other in a circle. Given the folder of a build's objects
# (build/gcc-native), the script also checks that no modules call each other in a circle.
#
# A file may include only headers of its own layer and of layers to the right of it. Layers in braces may not include
# each other. inspect works on positions alone, so it may not include search or tablebase either. selfcheck is above the
# search; main, uci and postmortem use selfcheck; the other layers run without it.
#
# A header in include/ is for users of the library. Such a header includes no other header of ours; the source of the
# same name implements it.
#
# A header whose name ends in _internal.h is private to its layer; every other header is a contract. Tools include
# contracts and headers of tools; folders of tools do not include each other in a circle. Tests include private headers
# of the layer that they test: tests/unit/LAYER and tests/LAYER (uci). tests/fuzz takes the place of private functions,
# and may include any header.
#
# Only uci, main and two other files print. selfcheck/comparator.c reports before it aborts; postmortem/dump.c writes for
# a dying process.
#
# Only os/*/files.c opens files; postmortem/backtrace.c may open the program's own file. Only uci, os/posix/process.c
# (free memory) and postmortem/replay.c read files. os/*/files.c also writes files.
set -u
cd "$(dirname "$0")/../.." || exit

# One line for each step of the line of layers, from the left. Layers that stand in braces share a line.
STEPS=$(sed -n 's/^ *main -> /main -> /p' src/README.md | sed 's/ *-> */\n/g' | tr -d '{},')
LAYERS=$(tail -n +2 <<<"$STEPS")
PRINTS='printf|fprintf|vprintf|vfprintf|dprintf|puts|fputs|putc|fputc|putchar|putc_unlocked|fwrite|write|perror'
READS='scanf|fscanf|gets|fgets|getc|fgetc|getchar|getc_unlocked|getline|fread|read|fopen'

OBJECTS=${1-}
[ -z "$OBJECTS" ] || [ -d "$OBJECTS/src/search" ] || { echo "layers.sh: no objects in $OBJECTS: make builds them"; exit 2; }
bad=0 files=0 includes=0

complain() {
    echo "$*"
    bad=1
}

# The place of each layer in the line of layers: 1 for main, 2 for uci, and so on.
declare -A STEP_OF
while read -r number layer; do
    STEP_OF[$layer]=$number
done < <(awk '{ for (i = 1; i <= NF; i++) print NR, $i }' <<<"$STEPS")

# may_include LAYER OTHER
may_include() {
    [ "$1" = "$2" ] && return
    case $1-$2 in
    inspect-search | inspect-tablebase) return 1 ;;
    main-selfcheck | uci-selfcheck | postmortem-selfcheck) return 0 ;;
    selfcheck-*) [ "${STEP_OF[$2]-0}" -ge "${STEP_OF[search]}" ]; return ;;
    esac
    [ -n "${STEP_OF[$2]-}" ] && [ "${STEP_OF[$1]}" -lt "${STEP_OF[$2]}" ]
}

# Sets `layer` to the layer of a file at any depth; src/main.c is the layer main.
find_layer() {
    layer=${1#*/}
    layer=${layer%%[/.]*}
}

# "FILE HEADER" for each header of ours that a file includes.
includes_of() {
    grep -HE '^ *# *include *"' "$@" | sed -E 's/^([^:]*):.*"(.*)".*/\1 \2/'
}

# Prints the functions that a file may not call, as a regular expression.
forbidden_in() {
    case $1 in
    src/main.c | src/uci/*) echo "open|fopen|freopen" ;;
    src/selfcheck/comparator.c) ;;
    src/postmortem/dump.c) echo "$READS|open" ;;
    src/os/posix/process.c) echo "$PRINTS" ;;
    src/postmortem/replay.c) echo "$PRINTS|open" ;;
    src/os/*/files.c) echo "$READS" ;;
    src/postmortem/backtrace.c) echo "$PRINTS|$READS" ;;
    *) echo "$PRINTS|$READS|open" ;;
    esac
}

# Prints a file without its comments. A comment cannot begin in a string or a character, which \1 keeps.
without_comments() {
    sed -zE 's#("([^"\\]|\\.)*"|'\''(\\.|[^'\''\\])+'\'')|/\*([^*]|\*+[^*/])*\*+/|//[^\n]*#\1 #g' "$1"
}

# Complains if a file calls a function that forbidden_in names: the whole name before a parenthesis, not in a comment.
check_calls() {
    local forbidden calls
    forbidden=$(forbidden_in "$1")
    [ -n "$forbidden" ] || return
    calls=$(without_comments "$1" | grep -E "(^|[^A-Za-z0-9_.>])($forbidden) *\(") && complain "$1: reads or prints:"$'\n'"$calls"
}

# check_include FILE HEADER
check_include() {
    local layer
    includes=$((includes + 1))
    if [ -e "include/$2" ]; then
        [ "${1##*/}" = "${2%.h}.c" ] || complain "$1: includes $2, which is for those outside"
        return
    fi
    find_layer "$1"
    may_include "$layer" "${2%%/*}" || complain "$1: may not include $2"
    [[ "$2" != *_internal.h ]] || [ "${2%%/*}" = "$layer" ] || complain "$1: includes $2, which is private to its layer"
}

# check_outside FILE HEADER: complains if FILE, in tests or tools, may not include the private HEADER
check_outside() {
    local at
    IFS=/ read -ra at <<<"$1"
    case ${at[0]}/${at[1]} in
    tests/fuzz) return ;;
    tests/unit) at=("${at[@]:1}") ;;
    esac
    [ "${at[0]}" != tools ] && [ "${at[1]}" = "${2%%/*}" ] || complain "$1: includes $2, which is private to its layer"
}

# Complains if modules of a layer include each other in a circle, as tsort finds. A module is NAME.c and NAME.h. That
# NAME.c includes NAME_internal.h does not count, since this header may include NAME.h.
check_circles() {
    local loop
    loop=$(find src/"$1" -name '*.[ch]' -exec grep -H '^# *include *"'"$1"'/' {} + 2>/dev/null |
        sed -E '/\/([^/:]*)\.c:.*\/\1_internal\.h"/d; s|^[^:]*/([^/:]*)\.[ch]:.*"[^"]*/([^/"]*)\.h".*|\1 \2|' |
        awk '$1 != $2' | tsort 2>&1 >/dev/null)
    [ -z "$loop" ] || complain "src/$1: modules that include each other:"$'\n'"$loop"
}

# tsort complains if modules call each other in a circle. A call is a symbol that one object needs and another defines.
check_call_circles() {
    local loop
    loop=$(find "src/$1" -name '*.c' ! -path '*/windows/*' ! -path '*/aarch64/*' ! -path '*/wasm/*' | sed "s|.*|$OBJECTS/&|; s|c\$|o|" | xargs -r nm -A -g | awk '
        {
            name = $1
            sub(/:.*/, "", name)
            gsub(/.*\/|\.o$/, "", name)
            if ($(NF - 1) == "U") { symbol[++n] = $NF; user[n] = name } else home[$NF] = name
        }
        END {
            for (i = 1; i <= n; i++)
                if (symbol[i] in home && home[symbol[i]] != user[i]) print user[i], home[symbol[i]]
        }' | tsort 2>&1 >/dev/null)
    [ -z "$loop" ] || complain "src/$1: modules that call each other in a circle:"$'\n'"$loop"
}

FILES=$(find src -name '*.[ch]' | sort)
INCLUDES=$(includes_of $FILES)

for file in $FILES; do
    files=$((files + 1))
    find_layer "$file"
    [ "$layer" = selfcheck ] || [ -n "${STEP_OF[$layer]-}" ] || complain "$file: '$layer' is not a layer of src/README.md"
done
while read -r file header; do
    check_include "$file" "$header"
done <<<"$INCLUDES"
while read -r file header; do
    [ -z "$file" ] || complain "$file: includes $header, which its users have not"
done < <(includes_of include/*.h)
while read -r file header; do
    [ -z "$file" ] || check_outside "$file" "$header"
done < <(find tests tools -name '*.[ch]' -print0 | xargs -0 grep -HE '^ *# *include *"[^"]*_internal\.h"' | sed -E 's/^([^:]*):.*"(.*)".*/\1 \2/')
# To save time, check_calls gets only the files that contain one of the names.
for file in $(xargs grep -lwE "$PRINTS|$READS|open|freopen" <<<"$FILES"); do
    check_calls "$file"
done
while read -r file header; do
    [ -e "src/$header" ] || [ -e "tools/$header" ] || [ "$header" = lab_usage.h ] ||
        complain "$file: there is no contract $header"
done < <(includes_of tools/*.[ch] tools/*/*.[ch])
loop=$(find tools -name '*.[ch]' -exec grep -H '^# *include *"' {} + | sed -E 's|^tools/([^/:]*).*"([^/"]*)/.*|\1 \2|' |
    awk '$1 != $2 && system("[ -d tools/" $2 " ]") == 0' | tsort 2>&1 >/dev/null)
[ -z "$loop" ] || complain "tools: folders that include each other:"$'\n'"$loop"
for layer in $LAYERS selfcheck; do
    check_circles "$layer"
    [ -z "$OBJECTS" ] || check_call_circles "$layer"
done
echo "$files files, $includes includes between them"
[ "$files" -gt 20 ] && [ "$includes" -gt 50 ] || complain "too few to believe"
exit $bad
