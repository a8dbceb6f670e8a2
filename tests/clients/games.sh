#!/usr/bin/env bash
# games.sh BINARY
#
# games.mjs with what it needs: the libraries named in package-lock.json, which npm fetches from its registry
# into build/clients and checks against the hashes there. Exits with 77 (skipped) if there is no node 18, no
# npm or no registry; with wrong hashes it fails.
set -eu
cd "$(dirname "$0")"
HERE=$PWD AT=../../build/clients SKIPPED=77
BINARY=$(cd "$OLDPWD" && realpath "$1")

skip() {
    echo "$@"
    exit $SKIPPED
}

install() {
    local log=npm.log
    cmp -s package-lock.json node_modules/.installed && return
    if ! timeout 120 npm ci --fetch-retries=1 --fetch-timeout=20000 >$log 2>&1 </dev/null; then
        cat $log
        grep -qE 'EINTEGRITY|EUSAGE' $log && exit 1
        skip "npm could not fetch the libraries: no games with a client library"
    fi
    cp package-lock.json node_modules/.installed
}

for program in node npm; do
    command -v $program >/dev/null || skip "no $program here: no games with a client library"
done
node -e 'process.exit(Number(parseInt(process.versions.node) < 18))' ||
    skip "node is older than 18: no games with a client library"
mkdir -p $AT
cd $AT
cp "$HERE"/*.mjs "$HERE"/package.json "$HERE"/package-lock.json "$HERE"/.npmrc .
install
node games.mjs "$BINARY"
