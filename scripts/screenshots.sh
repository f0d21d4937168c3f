#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# doc/report-{light,dark,narrow}.png: the HTML report of doc/examples/smooth.jsonl
# (the last two runs of doc/tutorial.md, section 5: the one that tunes and the
# one that remembers, on two CPU cores with much other work) as Chromium draws it.
# Needs netcl-tune in build/ or in PATH, and chromium.
set -euo pipefail
cd "$(dirname "$0")/../doc"
command=../build/netcl-tune
[ -x "$command" ] || command=$(command -v netcl-tune)
chromium=$(command -v chromium || command -v chromium-browser)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work
command=$(realpath "$command" 2>/dev/null || command -v netcl-tune)
(cd examples && "$command" report --html "$work/page.html" smooth.jsonl)

# shoot NAME WIDTH HEIGHT [options]
shoot() {
    "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --virtual-time-budget=3000 "--window-size=$2,$3" "${@:4}" \
        "--screenshot=$PWD/report-$1.png" "file://$work/page.html" 2>/dev/null
}

shoot light 1100 2200
shoot dark 1100 2200 --force-dark-mode --blink-settings=preferredColorScheme=0
shoot narrow 390 2700
