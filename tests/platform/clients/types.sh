#!/usr/bin/env bash
# types.sh
#
# TypeScript's compiler finds no fault in the page's code, by the types in comments, types.d.ts and panoptes.d.ts. tsc
# is `strict`, except that parameters need no type, and null fits any type. page.html and analysis.html list the files.
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
