#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The selector meets its targets on every file of recorded run times, but for
# the regret (regret.sh): fixed seed, about 10 s.
set -euo pipefail
src=${abs_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${abs_builddir:-$src}
exec "$build/tests/replay/replay" -c -n 1500 "$src"/tests/data/timings/*.csv
