#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to the first substituted kernel: installs what is
# missing, builds, and runs a benchmark that Debian ships with PyOpenCL, first
# as it is, then with the tuner preloaded.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C # a point in numbers, whatever the user's language has
scripts/packages.sh
scripts/build.sh

work=$(mktemp -d)
mkdir "$work/cache-bare" "$work/cache-tuned"
trap 'rm -rf "$work"' EXIT
program=/usr/share/doc/python-pyopencl-doc/examples/transpose.py
if [ ! -f "$program" ]; then # containers leave documents out
    (cd "$work" && apt-get download -qq python-pyopencl-doc >/dev/null &&
        dpkg -x python-pyopencl-doc_*.deb .)
    program=$work$program
fi
export PYOPENCL_CTX=${PYOPENCL_CTX:-0}
export NETCL_AUTOTUNE_CACHE=$work/cache.json
# PyOpenCL keeps binaries: one that it made before the tuner came says nothing
# of its source, so the two kinds of runs have a cache each.
export XDG_CACHE_HOME=$work/cache-bare
export NETCL_TUNE_VARIANTS=$PWD/variants

# The program checks its own results, then prints GB/s per method and size.
run() {
    echo
    echo "\$ $1"
    [ ! -t 1 ] || echo "(one or two minutes)" >&2
    (cd "$work" && env "${@:3}" /usr/bin/python3 "$program") >"$work/$2"
    grep benchmarking "$work/$2" | awk '
        { rate[$2] = rate[$2] sprintf("%8.1f", $4); sum[$2] += $4; n[$2]++
          if (!seen[$2]++) order[++methods] = $2 }
        END { for (i = 1; i <= methods; i++)
                  printf "%-10s mean %6.1f GB/s over %d sizes\n", order[i],
                         sum[order[i]] / n[order[i]], n[order[i]] }'
}

run "python3 transpose.py" bare
export XDG_CACHE_HOME=$work/cache-tuned
run "LD_PRELOAD=libnetcl_tune.so python3 transpose.py    # first run: tunes" \
    first LD_PRELOAD="$PWD/build/.libs/libnetcl_tune.so" \
    NETCL_TUNE_LOG="$work/first.log"
run "LD_PRELOAD=libnetcl_tune.so python3 transpose.py    # again: remembers" \
    second LD_PRELOAD="$PWD/build/.libs/libnetcl_tune.so" \
    NETCL_TUNE_LOG="$work/second.log"

echo
echo "\$ netcl-tune report second.log"
build/netcl-tune report "$work/second.log"
