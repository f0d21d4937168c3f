#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reliability.sh BUILD [FUZZ-SECONDS]: the long form of what make check does in
# short, for doc/reliability.md. Hours on two cores.
set -eu
build=$(cd "${1:?usage: reliability.sh BUILD [FUZZ-SECONDS]}" && pwd)
seconds=${2:-1800}
src=$(cd "$(dirname "$0")/.." && pwd)
export abs_builddir=$build abs_srcdir=$src

"$src/scripts/faults.sh" "$build"
"$src/scripts/nomemory.sh" "$build"
"$src/scripts/kills.sh" "$build" 200
CROWD=64 bats --filter 'many processes' "$src/tests/system/027-files.bats"
# Ten million launches, 100,000 kernels, 2,000 contexts, 400,000 sizes.
TIMES=10 bats --show-output-of-passing-tests --filter 'nothing grows|sizes' \
    "$src/tests/system/028-memory.bats"
"$src/scripts/clones.sh" "$build" 200
work=$(mktemp -d)
(cd "$work" && "$src/scripts/fuzz.sh" "$seconds")
rm -rf "$work"
"$src/scripts/analyze.sh"
