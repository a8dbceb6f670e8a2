#!/usr/bin/env bash
# release.sh
#
# `make dist release deb` makes the same bytes in two folders, from the source archive, without git and ccache. The
# archives have the right files, and name the commit. The programs for Linux are static. All programs search the same
# tree on old CPUs and on ARM64 (qemu), in bare Debian 12 and 13 and under wine; the npm package searches this tree in
# Node.js. On a CPU below x86-64-v2 a program refuses to run. lintian finds no error in the Debian package, and the
# tools of other packagers can read their recipes. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
export CCACHE_DISABLE=1 LC_ALL=C
unset PANOPTES_CPU SOURCE_DATE_EPOCH
DEPTH=4
# The makes called here must not use the job server of the make that runs this script.
unset MAKEFLAGS MAKELEVEL
version=$(tools/package/version VERSION)
commit=$(git rev-parse --short=10 HEAD)
first="$work/short" second="$work/a much longer name, with blanks in it"

# make_in FOLDER ARGUMENT...
make_in() {
    (cd "$1" && make -s "${@:2}") >"$work/said" 2>&1 || { wrong "make ${*:2} in $1:"; tail -20 "$work/said"; exit 1; }
}

source_archive() {
    local archive=build/release/panoptes-$version.tar.gz
    make_in . dist
    mv "$archive" "$work/source.tar.gz"
    (umask 077 && TZ=Asia/Tokyo make -s dist >/dev/null 2>&1)
    cmp "$archive" "$work/source.tar.gz" || wrong "the source archive differs when it is made again"
    [ "$(gzip -dc "$archive" | tar -tf - | cut -d/ -f1 | sort -u)" = "panoptes-$version" ] || wrong "$archive: its folder"
}

# build FOLDER: builds everything from the source archive
build() {
    mkdir -p "$1" && tar -C "$1" --strip-components=1 -xzf "$work/source.tar.gz" || exit 1
    make_in "$1" release
    make_in "$1" deb
}

compare() {
    local file count=0
    for file in "$first"/build/release/*; do
        [ -f "$file" ] || continue
        count=$((count + 1))
        cmp "$file" "$second/build/release/${file##*/}" || wrong "${file##*/} differs between two folders"
    done
    [ $count = 7 ] || wrong "$count files were made, not 7: $(ls "$first/build/release")"
    (cd "$first/build/release" && sha256sum --quiet -c SHA256SUMS) || wrong "SHA256SUMS is wrong"
    [ "$(wc -l <"$first/build/release/SHA256SUMS")" = 5 ] || wrong "SHA256SUMS does not have all archives"
}

# unpack CPU
unpack() {
    local name=panoptes-$version-linux-$1
    tar -C "$work" -xzf "$first/build/release/$name.tar.gz" || wrong "$name.tar.gz cannot be unpacked"
    [ "$(ls "$work/$name" | paste -sd' ')" = "LICENSE README.md panoptes panoptes.6 panoptes.html" ] ||
        wrong "$name.tar.gz holds $(ls "$work/$name" | paste -sd' ')"
    mv "$work/$name/panoptes" "$work/$1"
    # readelf, since ldd does not show a position-independent static program.
    readelf -dl "$work/$1" >"$work/said" || wrong "$name cannot be read"
    ! grep -E 'NEEDED|INTERP' "$work/said" || wrong "$name needs libraries"
    ! grep -qaF "$work" "$work/$1" || wrong "$name holds the path of its folder"
    grep -qaF "$commit" "$work/$1" || wrong "$name does not name commit $commit"
    grep -qxF "This page is that of Panoptes $version ($commit)." "$work/$name/panoptes.6" ||
        wrong "$name has the manual page of another commit"
}

# unpack_windows NAME: fails if the archive has a library, or its program needs one that Windows lacks
unpack_windows() {
    unzip -q -d "$work" "$first/build/release/$1.zip" || wrong "$1.zip cannot be unpacked"
    [ "$(ls "$work/$1" | paste -sd' ')" = "LICENSE README.md panoptes.6 panoptes.exe panoptes.html" ] ||
        wrong "$1.zip holds $(ls "$work/$1" | paste -sd' ')"
    x86_64-w64-mingw32-objdump -p "$work/$1/panoptes.exe" | sed -n 's/.*DLL Name: //p' | sort | paste -sd' ' >"$work/said"
    [ "$(cat "$work/said")" = "KERNEL32.dll SHELL32.dll msvcrt.dll" ] || wrong "$1 needs $(cat "$work/said")"
    ! grep -qaF "$work" "$work/$1/panoptes.exe" || wrong "$1 holds the path of its folder"
    grep -qaF "$commit" "$work/$1/panoptes.exe" || wrong "$1 does not name commit $commit"
}

# on CPU ARGUMENT...: runs the program for CPU, by qemu, and sets $said to its output; cortex-a53 means ARM64
on() {
    local cpu=$1 machine=x86_64
    shift
    [ "$cpu" != cortex-a53 ] || machine=aarch64
    said=$(timeout 600 qemu-$machine -cpu "$cpu" "$work/$machine" "$@" 2>&1 </dev/null)
    status=$?
}

# searches CPU
searches() {
    on "$1" bench $DEPTH
    [[ $said == *$'\n'"$nodes nodes "* ]] || wrong "on $1: not $nodes nodes, but $(tail -1 <<<"$said")"
}

# refuses CPU
refuses() {
    on "$1" --version
    # A warning of qemu may come before the message.
    [ $status = 1 ] && [[ $'\n'$said == *$'\n'"panoptes: this CPU cannot run this binary"* ]] || wrong "on $1: status $status, $said"
}

cpus() {
    nodes=$("$first/build/panoptes-deb" bench $DEPTH | awk '/ nodes .* nps$/ { print $1 }')
    [ "${nodes:-0}" -gt 1000 ] || wrong "the package's program searches '$nodes' nodes"
    refuses core2duo
    searches Nehalem
    searches Haswell
    searches cortex-a53
    "$work/x86_64" "setoption name SyzygyPath value tests/data/syzygy" </dev/null 2>&1 |
        grep -q '6 WDL and 5 DTZ tables' || wrong "tablebases are not read"
}

package() {
    local deb=$first/build/release/panoptes_$version-1_amd64.deb
    lintian --fail-on error "$deb" >"$work/said" 2>&1 || wrong "lintian finds errors:"
    cat "$work/said"
    dpkg-deb -x "$deb" "$work/deb" && "$work/deb/usr/games/panoptes" --version </dev/null | grep -qF "Panoptes $version ($commit), " ||
        wrong "the program in the package does not run"
    dpkg-deb -f "$deb" Depends | grep -q '^libc6 (>= ' || wrong "the package depends on '$(dpkg-deb -f "$deb" Depends)'"
}

# Installs the npm package from its archive in an empty folder.
npm_package() {
    mkdir "$work/npm" && cd "$work/npm" || exit 1
    npm init -y >/dev/null && npm install --silent --offline "$first"/build/release/*.tgz || wrong "npm cannot install the package"
    said=$(node --input-type=module -e "import { Panoptes } from 'panoptes-chess';
        const engine = await Panoptes.load({ memory: 80 });
        console.log((await engine.ask('bench $DEPTH')).at(-1));
        await engine.quit();" 2>&1)
    [[ $said == "$nodes nodes "* ]] || wrong "the package of npm: $said"
    cd "$OLDPWD" || exit 1
}

# yamllint, ruby, flatpak-builder and makepkg find no fault in the recipes for packagers. They check without a network.
recipes() {
    local folder=$first/build/release/recipes
    cp "$work/source.tar.gz" "$first/build/release/panoptes-$version.tar.gz"
    make_in "$first" recipes
    ! grep -rn '@[A-Z]*@' "$folder" || wrong "recipes have words that nothing fills in"
    yamllint -d '{extends: default, rules: {document-start: disable, line-length: disable, comments: disable}}' \
        "$folder"/*.yaml || wrong "yamllint finds faults in the recipes"
    ruby -wc "$folder/panoptes.rb" >"$work/said" 2>&1 || wrong "the formula: $(cat "$work/said")"
    (cd "$work" && flatpak-builder --show-manifest "$folder"/io.*.yaml) >"$work/said" 2>&1 && grep -q "\"id\"" "$work/said" ||
        wrong "the manifest: $(cat "$work/said")"
    makepkg_checks "$folder/PKGBUILD"
}

# makepkg_checks FILE: makepkg can read FILE, and finds its checksum in the archive. Root may not call makepkg.
makepkg_checks() {
    local as=() folder=$work/arch
    mkdir "$folder" && cp "$1" "$folder" && cp "$work/source.tar.gz" "$folder/panoptes-$version.tar.gz" || exit 1
    if [ "$(id -u)" = 0 ]; then
        chmod 711 "$work" && chown -R nobody "$folder" && as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    fi
    (cd "$folder" && HOME=$folder "${as[@]}" makepkg --verifysource) >"$work/said" 2>&1 ||
        wrong "PKGBUILD: $(cat "$work/said")"
}

# Programs and package run on a bare Debian 12 and 13, and under wine.
surroundings() {
    local suite root
    for suite in bookworm trixie; do
        root=$work/$suite
        debootstrap --variant=minbase "$suite" "$root" >"$work/said" 2>&1 ||
            { wrong "$suite cannot be had: $(tail -3 "$work/said")"; continue; }
        cp "$work/x86_64" "$first/build/release/panoptes_$version-1_amd64.deb" "$root"
        [ "$(chroot "$root" /x86_64 bench $DEPTH 2>&1 | awk '/ nodes .* nps$/ { print $1 }')" = "$nodes" ] ||
            wrong "$suite: the archive's program does not run"
        chroot "$root" apt-get -qq install -y "/panoptes_$version-1_amd64.deb" >"$work/said" 2>&1 ||
            wrong "$suite: the package cannot be installed: $(tail -5 "$work/said")"
        [ "$(chroot "$root" /usr/games/panoptes bench $DEPTH 2>&1 | awk '/ nodes .* nps$/ { print $1 }')" = "$nodes" ] ||
            wrong "$suite: the package's program does not run"
    done
    [ "$(/usr/lib/wine/wine64 "$work/panoptes-$version-windows-x86_64/panoptes.exe" bench $DEPTH 2>/dev/null |
        awk '/ nodes .* nps\r?$/ { print $1 }')" = "$nodes" ] || wrong "wine: the program does not run"
}

source_archive
build "$first"
build "$second"
compare
unpack x86_64
unpack aarch64
unpack_windows "panoptes-$version-windows-x86_64"
cpus
package
npm_package
recipes
if [ "$(id -u)" = 0 ]; then surroundings; else echo "bare Debian and wine are left out: that takes root"; fi
[ $bad = 0 ] && echo "the same bytes in two folders:" && (cd "$first/build/release" && ls -- *.*)
exit $bad
