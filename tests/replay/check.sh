#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The selector's targets (doc/selection.md) on all recorded timings: false
# substitutions, gains accepted, launches, and but for one file the regret.
set -euo pipefail
src=${abs_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${abs_builddir:-$src}
timings=("$src"/tests/data/timings/*.csv)
without=()
for file in "${timings[@]}"; do
    [[ $file == *-A4000.csv ]] || without+=("$file")
done
"$build/tests/replay/replay" -r -n 1500 "${without[@]}"
exec "$build/tests/replay/replay" -c -n 1500 "$src"/tests/data/timings/*-A4000.csv
