# To be sourced in this folder: install_libraries fetches what package-lock.json names by npm from its registry
# into build/clients, checks it against the hashes there, copies the scripts beside it and goes there. Ends the
# shell with 77 (skipped) if there is no node 18, no npm or no registry; with wrong hashes it fails.
AT=../../build/clients SKIPPED=77

skip() {
    echo "$@"
    exit $SKIPPED
}

fetch_libraries() {
    local log=npm.log
    cmp -s package-lock.json node_modules/.installed && return
    if ! timeout 120 npm ci --fetch-retries=1 --fetch-timeout=20000 >$log 2>&1 </dev/null; then
        cat $log
        grep -qE 'EINTEGRITY|EUSAGE' $log && exit 1
        skip "npm could not fetch the libraries: no tests with client libraries"
    fi
    cp package-lock.json node_modules/.installed
}

# Two tests may come here at once: one waits.
install_libraries() {
    local here=$PWD program
    for program in node npm; do
        command -v $program >/dev/null || skip "no $program here: no tests with client libraries"
    done
    node -e 'process.exit(Number(parseInt(process.versions.node) < 18))' ||
        skip "node is older than 18: no tests with client libraries"
    mkdir -p $AT
    cd $AT
    exec 9>.lock
    flock 9
    cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$here"/.npmrc .
    fetch_libraries
    exec 9>&-
}
