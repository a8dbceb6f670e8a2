#!/usr/bin/env bash
# The floors of the house: who may include whom, and who may read and print. See DESIGN, section 5.
#
#     main -> uci -> postmortem -> inspect -> engine -> search -> tablebase -> eval -> moves -> board -> kernels -> core
#
# A file of one floor includes headers of its own floor and of those below it only. Only uci and main read
# or print, and board/verify.c, which must report before it aborts; core/available.c may read what memory the
# system has, engine/book.c may open its book, tablebase/table_file.c its table, and tablebase/fathom.c
# /dev/null.
set -u
cd "$(dirname "$0")/.."

FLOORS="core kernels board moves eval tablebase search engine inspect postmortem uci"
CALLS='printf|fprintf|vprintf|vfprintf|dprintf|puts|fputs|putc|fputc|putchar|putc_unlocked|fwrite|write|perror'
CALLS+='|scanf|fscanf|gets|fgets|getc|fgetc|getchar|getc_unlocked|getline|fread|read|fopen|open'

height() {
    local n=0 floor
    for floor in $FLOORS; do
        [ "$floor" = "$1" ] && { echo $n; return; }
        n=$((n + 1))
    done
    echo 99
}

bad=0 files=0 includes=0
for file in $(find src include -name '*.[ch]' -path '*/*/*' | sort); do
    floor=$(basename "$(dirname "$file")")
    here=$(height "$floor")
    files=$((files + 1))
    [ "$here" = 99 ] && { echo "$file: '$floor' is no floor"; bad=1; }
    for header in $(sed -n 's/^ *# *include *"\(.*\)".*/\1/p' "$file"); do
        there=$(height "${header%%/*}")
        includes=$((includes + 1))
        [ "$there" -gt "$here" ] && { echo "$file: includes $header, from a floor above"; bad=1; }
    done
    # Comments go first; a call is a name and a parenthesis, with nothing of a name before it.
    forbidden=$CALLS
    case $file in
    src/core/available.c) forbidden=${CALLS%%|scanf*} ;;
    src/engine/book.c | src/tablebase/table_file.c | src/tablebase/fathom.c) forbidden=${CALLS%|open} ;;
    esac
    if [ "$floor" != uci ] && [ "$file" != src/board/verify.c ] &&
        calls=$(${CC:-gcc} -fpreprocessed -dD -E -P -x c "$file" 2>/dev/null |
            grep -nE "(^|[^A-Za-z0-9_.>])($forbidden) *\("); then
        echo "$file: reads or prints:"
        echo "$calls"
        bad=1
    fi
done
echo "$files files, $includes includes between them"
[ "$files" -gt 20 ] && [ "$includes" -gt 50 ] || { echo "too few to believe"; bad=1; }
exit $bad
