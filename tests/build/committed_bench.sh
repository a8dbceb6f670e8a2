#!/usr/bin/env bash
# committed_bench.sh BINARY
#
# `BINARY bench` searches the N nodes of the newest commit whose message ends with `Bench: N`. Later commits have no
# such line, so they must not change the search. If git shows no such commit, the test is skipped (77): in an archive, a
# shallow clone, or another user's repository. If the count differs, the test is also skipped if src or asm has
# uncommitted changes: their commit may state another number.
set -u
cd "$(dirname "$0")/../.." || exit
BINARY=$1
SKIPPED=77

skip() {
    echo "$*"
    exit $SKIPPED
}

# Prints "HASH N" of the newest commit with `Bench: N`, or nothing.
newest_bench() {
    git log --no-show-signature --format='%x01%h%n%B' HEAD | awk '
        function has_bench() { return last ~ /^Bench: [0-9]+$/ }
        /^\001/ { if (has_bench()) exit; hash = substr($0, 2); last = ""; next }
        NF { last = $0 }
        END { if (has_bench()) print hash, substr(last, 8) }'
}

command -v git >/dev/null || skip "git is not installed"
top=$(git rev-parse --show-toplevel 2>&1) || skip "git shows no history here: ${top%%$'\n'*}"
[ "$top" = "$(pwd -P)" ] || skip "this folder is no repository of its own, but a part of $top"
read -r commit expected < <(newest_bench)
[ -n "${expected:-}" ] || skip "no commit here has a last line 'Bench: N'$(
    [ "$(git rev-parse --is-shallow-repository)" = true ] && echo ": the clone is shallow")"

nodes=$("$BINARY" bench </dev/null | awk '/^[0-9]+ nodes [0-9]+ nps$/ { n = $1 } END { print n + 0 }')
echo "bench: $nodes nodes; commit $commit says $expected"
[ "$nodes" = "$expected" ] && exit
[ -z "$(git status --porcelain -- src asm)" ] ||
    skip "bench has $nodes nodes, not $expected: if the changes in src are to change the search, their commit ends with 'Bench: $nodes'"
{
    echo "A commit that changes the search on purpose ends its message with the line 'Bench: $nodes'."
    exit 1
}
