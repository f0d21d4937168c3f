#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build and pass every test, installing what is missing first.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh
scripts/build.sh
cd build
echo "testing (some ten minutes; build/check.log tells how far it is)"
if ! make --silent check VERBOSE=1 >check.log 2>&1; then
    tail -n 200 check.log
    echo "see build/check.log"
fi
# One line for people and machines: what automake counted.
awk '/^# PASS:/ { p += $3 } /^# SKIP:/ { s += $3 }
     /^# (FAIL|ERROR|XPASS):/ { f += $3 }
     END { if (p + f == 0) f = 1
           printf "%d passed, %d failed, %d skipped\n", p, f, s
           exit f != 0 }' check.log
