# Sourced by what runs on node: the libraries named in package-lock.json, which npm fetches from its registry
# into build/clients and checks against the hashes there.
#
# libraries ROOT   from the repository's root; ends in build/clients, with everything there. Exits with 77
#                  (skipped) if there is no node 18, no npm or no registry; with wrong hashes it fails.

SKIPPED=77

skip() {
    echo "$@"
    exit $SKIPPED
}

libraries() {
    local log=npm.log program
    for program in node npm; do
        command -v $program >/dev/null || skip "no $program here: make deps test-deps installs it"
    done
    node -e 'process.exit(Number(parseInt(process.versions.node) < 18))' || skip "node is older than 18"
    cd "$1"
    mkdir -p build/clients
    cp tests/clients/*.mjs tests/clients/package.json tests/clients/package-lock.json tests/clients/.npmrc \
        tools/*.mjs build/clients
    cd build/clients
    cmp -s package-lock.json node_modules/.installed && return
    if ! timeout 120 npm ci --fetch-retries=1 --fetch-timeout=20000 >$log 2>&1 </dev/null; then
        cat $log
        grep -qE 'EINTEGRITY|EUSAGE' $log && exit 1
        skip "npm could not fetch the libraries"
    fi
    cp package-lock.json node_modules/.installed
}
