#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the library and the command in build/, configuring only the first time.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build
say_nothing_but_errors() {
    "$@" >build/build.log 2>&1 || { cat build/build.log; exit 1; }
}

[ -f build/Makefile ] || echo "building in build/ (a minute or two)"
[ -x configure ] || say_nothing_but_errors ./autogen.sh
[ -f build/Makefile ] ||
    (cd build && ../configure --quiet "$@")
say_nothing_but_errors make --silent -C build -j "$(nproc)"
grep 'warning:' build/build.log >&2 || true
