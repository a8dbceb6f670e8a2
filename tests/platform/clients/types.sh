#!/usr/bin/env bash
# types.sh
#
# The page's code agrees with the types in its comments, in types.d.ts and in panoptes.d.ts, for TypeScript's compiler: all
# that strict asks, but types of each parameter and of null. The files are those that page.html and analysis.html join.
set -eu
cd "$(dirname "$0")"
PAGES=$(realpath ../../../src/report/page)
. ./libraries.sh
install_libraries
cat >host.d.ts <<'END'
declare const process: any, require: any;
declare module 'node:worker_threads';
declare module 'node:fs/promises';
interface ImportMeta { url: string }
declare namespace WebAssembly { const Suspending: any, promising: any }
END
HOST=$PWD/host.d.ts TSC=$(realpath node_modules/typescript/bin/tsc)
cd "$PAGES"
for page in page.html analysis.html; do
    read -ra files < <(sed -n 's/.*<script.*@join \(.*\)@.*/\1/p' $page)
    node "$TSC" --noEmit --allowJs --checkJs --strict --noImplicitAny false --strictNullChecks false --target esnext --module esnext \
        --moduleDetection legacy --lib esnext,dom,dom.iterable "$HOST" types.d.ts "${files[@]}"
done
