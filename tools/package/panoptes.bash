# Completion of panoptes for bash: the commands, then the words that a command knows, both as `panoptes help` has them,
# and files. `make install` puts it where bash-completion looks for it; else: source tools/package/panoptes.bash

_panoptes() {
    local word=${COMP_WORDS[COMP_CWORD]} words
    if ((COMP_CWORD == 1)); then
        words=$("$1" help </dev/null 2>/dev/null | sed -n 's/^  \([^ ][^ ]*\).*/\1/p')
    else
        words=$("$1" help "${COMP_WORDS[1]}" </dev/null 2>/dev/null | sed -n 's/^  //p' | cut -c1-38 | tr '[]| ' '\n\n\n\n' |
            grep -x '[a-z][a-z]*' | grep -vxF "${COMP_WORDS[1]}")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _panoptes panoptes
