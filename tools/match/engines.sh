# What `match` and `gauntlet` have in common, for them to source: numbers, engines and their options.
#
# The caller defines say, die and refuse, and sets root, store, work, engine, cc, arch, hash, threads, most_threads, and
# of its sides, 0 and 1, words, names, programs and settings: see match.
#
# shellcheck shell=bash disable=SC2034,SC2154

PATH=$PATH:/usr/games # where Debian has engines

# wants_number OPTION VALUE LEAST MOST
wants_number() {
    [[ $2 == [1-9]*([0-9]) || $2 == 0 ]] && [ ${#2} -le 9 ] && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] ||
        refuse "$1 wants a number from $3 to $4, not '$2'"
}

absolute() {
    [[ $1 == /* ]] && echo "$1" || echo "$PWD/$1"
}

# --- engines --------------------------------------------------------------------------------------

# What a side's word means: sets its program and its name.
find_engine() {
    local word=${words[$1]} path commit
    if [ "$word" = . ]; then
        programs[$1]=$work/panoptes names[$1]='working tree'
        return
    fi
    path=$(type -P -- "$word")
    commit=$(git -C "$root" rev-parse --verify -q "$word^{commit}" 2>/dev/null)
    [[ $commit == +([0-9a-f]) ]] || commit=''
    [ -z "$path" ] || [ -z "$commit" ] ||
        refuse "'$word' is a program and a commit: write its path, or refs/heads/$word"
    if [ -n "$path" ]; then
        programs[$1]=$(absolute "$path") names[$1]=${path##*/}
    elif [ -n "$commit" ]; then
        build "$commit"
        programs[$1]=$built names[$1]=${commit:0:7}
        [[ $commit == "$word"* ]] || names[$1]="$word ${names[$1]}"
    else
        refuse "'$word' is neither the working tree (.), nor a program that can be run, nor a commit"
    fi
}

# build COMMIT: sets built
build() {
    local flavour=$cc-$arch
    built=$store/$1-${flavour//[!A-Za-z0-9._-]/_}
    [ ! -x "$built" ] || return 0
    say "building $(git -C "$root" log -1 --format='%h, %s' "$1")"
    rm -rf "$work/tree"
    mkdir "$work/tree" && git -C "$root" archive "$1" | tar -x -C "$work/tree" || die "$1 cannot be taken out of git"
    env -u MAKEFLAGS -u MAKELEVEL make -C "$work/tree" -j"$(nproc)" CC="$cc" ARCH="$arch" panoptes >"$work/log" 2>&1 ||
        { tail -20 "$work/log" >&2; die "$1 could not be built"; }
    # Never half a program under that name.
    cp "$work/tree/panoptes" "$built.$$.new" && mv -fT "$built.$$.new" "$built" || die "there is no room for $built"
    rm -rf "$work/tree"
}

# The names go into a PGN.
make_names() {
    local side setting
    for side in 0 1; do
        [ "${names[0]}" != "${names[1]}" ] && [ "$side" = 0 ] && break
        for setting in ${settings+"${settings[@]}"}; do
            [ "${setting:0:1}" != $side ] || names[side]+=" ${setting:1}"
        done
    done
    for side in 0 1; do
        names[side]=${names[side]//[!A-Za-z0-9 ._+=\/~^@-]/_}
        names[side]=${names[side]:0:60}
    done
    [ "${names[0]}" != "${names[1]}" ] || names=("${names[0]} (1)" "${names[1]} (2)")
}

# Asks a side's program for its options.
greet() {
    printf 'uci\nquit\n' | timeout 30 "${programs[$1]}" 2>"$work/errors" | head -c 1000000 | tr -d '\r' >"$work/uci$1"
    grep -q '^uciok' "$work/uci$1" ||
        die "${words[$1]} does not answer uci: it is no UCI engine, or cannot run here $(head -c 300 "$work/errors")"
}

# option_of SIDE NAME VALUE: prints NAME as the engine writes it if it has such an option, and nothing if it has not.
# Fails if it does not take the value.
option_of() {
    OPTION=$2 VALUE=$3 awk '
    function limit(word) { return match(rest, " " word " -?[0-9]+") ? substr(rest, RSTART + length(word) + 2) + 0 : value + 0 }
    BEGIN { value = ENVIRON["VALUE"] }
    /^option name .* type / {
        name = rest = substr($0, 13)
        sub(/ type .*/, "", name)
        if (tolower(name) != tolower(ENVIRON["OPTION"])) next
        rest = substr(rest, length(name) + 7)
        print name
        if (rest ~ /^spin/) bad = value !~ /^-?[0-9]+$/ || value + 0 < limit("min") || value + 0 > limit("max")
        if (rest ~ /^check/) bad = value !~ /^(true|false)$/
        if (rest ~ /^combo/) bad = value == "" || !index(tolower(rest) " var ", " var " tolower(value) " var ")
        exit
    }
    END { exit bad }' "$work/uci$1"
}

# Sets the options of a side: args is how a player of the match gets them, each behind the given prefix.
set_options() {
    local side=$1 prefix=$2 setting name value given=' '
    args=()
    for setting in ${settings+"${settings[@]}"} "${side}Hash=$hash" "${side}Threads=$threads"; do
        [ "${setting:0:1}" = "$side" ] || continue
        name=${setting%%=*} name=${name:1} value=${setting#*=}
        [[ ${name,,} == @(hash|threads) && $given == *" ${name,,} "* ]] && continue
        given+="${name,,} "
        name=$(option_of "$side" "$name" "$value") || refuse "${words[side]} does not take '${setting:1}'"
        if [ -n "$name" ]; then
            args+=("$prefix$name=$value")
            [ "$name" != Threads ] || [ "$value" -le "$most_threads" ] || most_threads=$value
        elif [ "$setting" = "${side}Hash=$hash" ] || [ "$setting" = "${side}Threads=$threads" ]; then
            say "${names[side]} has no option ${setting:1}"
        else
            refuse "${words[side]} has no option '${setting:1}'"
        fi
    done
}
