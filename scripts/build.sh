#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the library and the command in build/, configuring only the first time.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -x configure ] || ./autogen.sh >build.log 2>&1 ||
    { cat build.log; exit 1; }
mkdir -p build
cd build
[ -f Makefile ] || ../configure --quiet "$@"
make --silent -j "$(nproc)"
