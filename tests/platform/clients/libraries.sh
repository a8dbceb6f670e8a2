# Source this file in its own folder. install_libraries copies the scripts to build/clients, and changes to that folder.
# There npm installs the packages of package-lock.json, and checks the packages against the hashes of that file. The
# shell ends with 77 (skipped) without node 18, npm or the registry, and with 1 if a hash is wrong.
AT=../../../build/clients SKIPPED=77

skip() {
    echo "$@"
    exit $SKIPPED
}

fetch_libraries() {
    local log=npm.log
    cmp -s package-lock.json node_modules/.installed && return
    if ! timeout 600 npm ci --fetch-retries=1 --fetch-timeout=20000 >$log 2>&1 </dev/null; then
        cat $log
        grep -qE 'EINTEGRITY|EUSAGE' $log && exit 1
        skip "npm could not fetch the libraries: is there a way to registry.npmjs.org?"
    fi
    cp package-lock.json node_modules/.installed
}

# Two tests may call the function at the same time: one test waits.
install_libraries() {
    local here=$PWD program
    for program in node npm; do
        command -v $program >/dev/null || skip "$program is not installed; make test-clients installs it"
    done
    node -e 'process.exit(Number(parseInt(process.versions.node) < 18))' ||
        skip "node is older than 18; these tests need a later one"
    mkdir -p $AT
    cd $AT
    exec 9>.lock
    flock 9
    cp -u "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$here"/.npmrc .
    fetch_libraries
    exec 9>&-
}
