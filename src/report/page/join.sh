#!/usr/bin/env bash
# join.sh PAGE: writes PAGE, such as page.html, to standard output. A line "@join FILE..." becomes one style or script
# of the FILEs, "@packed FILE" the FILE packed by gzip in base64, "@hash FILE..." the SHA-256 of a joined style or
# script. By these hashes the page's content security policy allows only the page's own scripts and styles.
set -eu
cd "$(dirname "$0")"

# Prints the content of a tag: a line's end, then the files without comments, leading blanks and all but the first
# 'use strict'. No string in the files may contain a line's end.
content() {
    echo && sed -E "s#^ +##; /^(\/\/|\/\*.*\*\/\$)/d; s#/\*\* @[^*]*\*/ ?##g; s# // [^'\"\`]*\$##; /^\$/d" "$@" | awk "!/^'use strict';\$/ || !seen++"
}

# Prints the SHA-256 of the content in base64; sha256sum prints hexadecimal digits.
hash_of() {
    local digits
    digits=$(content "$@" | sha256sum)
    printf '%b' "$(sed -E 's/ .*//; s/../\\x&/g' <<<"$digits")" | base64
}

while IFS= read -r line; do
    case $line in
    *@hash\ *\;*)
        names=${line#*@hash } names=${names%%;*}
        # shellcheck disable=SC2086 # several names
        echo "${line%%@hash*}'sha256-$(hash_of $names)';${line#*@hash *;}"
        ;;
    *@join\ *@*)
        names=${line#*@join } names=${names%%@*}
        # shellcheck disable=SC2086
        echo "${line%%@join*}$(content $names && echo "${line##*@}")"
        ;;
    *@packed\ *@*)
        name=${line#*@packed } name=${name%%@*}
        printf '%s' "${line%%@packed*}"
        gzip -9nc "$name" | base64 -w0
        echo "${line##*@}"
        ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$1"
