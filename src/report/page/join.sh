#!/usr/bin/env bash
# join.sh PAGE: writes PAGE, such as page.html, to standard output with what its lines "@join FILE..." name in their place,
# as one style or script, and "@packed FILE" by gzip in base64. The page's policy allows these scripts and styles alone, by
# their SHA-256: @hash FILE... stands for it.
set -eu
cd "$(dirname "$0")"

# What stands between the tags: these files, behind the line's end, without comments and leading blanks. No text in them goes
# over a line's end.
content() {
    echo && sed -E "s#^ +##; /^(\/\/|\/\*.*\*\/\$)/d; s#/\*\* @[^*]*\*/ ?##g; s# // [^'\"\`]*\$##; /^\$/d" "$@"
}

# In base64, of the bytes that sha256sum writes as digits.
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
