#!/usr/bin/env bash
# join.sh PAGE: writes PAGE, such as page.html, to standard output, with three marks replaced:
#   @join FILE...    by the text of the FILEs, without comments: one style or script
#   @hash FILE...    by the SHA-256 of this style or script; the content security policy allows only these hashes
#   @packed FILE     by the FILE, packed by gzip, in base64
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")"

# Prints the text between a tag <style> or <script> and its end: a newline, and then the files $@. Removes comments,
# empty lines, leading blanks and each 'use strict' except the first. No string in the files may contain a newline.
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
        part=$(hash_of $names)
        echo "${line%%@hash*}'sha256-$part';${line#*@hash *;}"
        ;;
    *@join\ *@*)
        names=${line#*@join } names=${names%%@*}
        # shellcheck disable=SC2086
        part=$(content $names && echo "${line##*@}")
        echo "${line%%@join*}$part"
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
