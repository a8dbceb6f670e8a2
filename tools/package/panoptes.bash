# Completion of panoptes for bash: the commands and their words from `panoptes help`, the options from `panoptes uci`,
# and files. `make install` installs this file for bash-completion. Otherwise: source tools/package/panoptes.bash

# _panoptes_commands PROGRAM
_panoptes_commands() {
    "$1" help </dev/null 2>/dev/null | sed -n 's/^  \([^ ][^ ]*\).*/\1/p'
}

# _panoptes_words PROGRAM COMMAND: the words in its usage, and in lists of its help: "nodes N, depth=N, adjudicate"
_panoptes_words() {
    "$1" help "$2" </dev/null 2>/dev/null | awk -v command="$2" '
        { usage = substr($0, 1, 40); n = split(usage, parts, /[][| ]+/) }
        { for (i = 1; i <= n; i++) if (parts[i] ~ /^[a-z]+$/ && parts[i] != command) print parts[i] }
        { n = split(substr($0, 42), parts, /[,;] *| or /) }
        { for (i = 1; i <= n; i++)
            if (parts[i] ~ /^[a-z]+$/ && usage !~ /[^ ]/ || parts[i] ~ /^[a-z]+ ([A-Z][^ ]*|[a-z]+[|][a-z]+|engine)$/) {
                split(parts[i], word, " "); print word[1] }
            else if (parts[i] ~ /^[a-z]+=[A-Z]/) { split(parts[i], word, "="); print word[1] "=" } }'
}

# _panoptes_options PROGRAM WORD...: the words that may follow these words of setoption
_panoptes_options() {
    [ $# -gt 1 ] || { echo name; return; }
    "$1" uci </dev/null 2>/dev/null | typed="${*:3}" awk '
        BEGIN { typed = ENVIRON["typed"] }
        sub(/^option name /, "") {
            name = $0; sub(/ type .*/, "", name)
            if (typed == name) print "value"
            else if (typed == name " value") { if (/ type check /) print "true\nfalse"
                gsub(/ var /, "\nvar "); n = split($0, lines, "\n")
                for (i = 2; i <= n; i++) { sub(/^var /, "", lines[i]); print lines[i] } }
            else if (typed == "") { split(name, word, " "); print word[1] }
            else if (index(name, typed " ") == 1) { split(substr(name, length(typed) + 2), word, " "); print word[1] } }'
}

_panoptes() {
    local word=${COMP_WORDS[COMP_CWORD]} words
    set -- "${1/#\~\//$HOME/}"
    if ((COMP_CWORD == 1)) || [[ $COMP_CWORD == 2 && ${COMP_WORDS[1]} == help ]]; then
        words=$(_panoptes_commands "$1")
    elif [ "${COMP_WORDS[1]}" = setoption ]; then
        words=$(_panoptes_options "$1" "${COMP_WORDS[@]:2:COMP_CWORD-2}")
    elif [[ ${COMP_WORDS[1]} == report && ($COMP_CWORD == 2 || ${COMP_WORDS[COMP_CWORD-1]} =~ ^(html|json|pgn)$) ]]; then
        words= # a file
    else
        words=$(_panoptes_words "$1" "${COMP_WORDS[1]}")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word" | sort -u)
}
complete -o default -F _panoptes panoptes
