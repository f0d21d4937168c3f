#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD [STRIDE]: every fault at every call (or every STRIDE-th) of
# every kind of session, on the fake driver. tests/system/025-faults.bats is the
# short form. With a sanitized build what it finds counts too. A call that fails
# returns one of eight errors, in turn; ERRORS=-5 is always that one.
# KINDS='fail exec' are these faults alone (fail exec bytes zero huge kinds late).
set -u
abs_builddir=$(cd -- "${1:?usage: faults.sh BUILD [STRIDE]}" && pwd) || exit 99
stride=${2:-1}
# shellcheck source=/dev/null
. "$(dirname "$0")/../tests/system/outside.bash"
use_fake
export library apps families runtime
mkdir alone none
cp "$library" alone/
export WALK_ERRORS=${ERRORS:--4 -5 -6 -9999 -36 -48 -30 -59}
total=0 bad=0

# walk WHAT FAMILY LAUNCHES SETTING...: the fault $kind in a session.
walk() {
    local what=$1 family=$2 launches=$3 words=(at "$kind" 7 "$stride") line
    shift 3
    case $kind in
    kinds) words=(on) ;;
    late) words=(at late 7 $((20 * stride))) ;;
    esac
    line=$(env "$@" "$BASH" "$abs_srcdir/tests/system/walk.bash" \
        "${words[@]}" "$launches" "$family") || bad=1
    echo "$what: $line"
    line=${line% runs*}
    total=$((total + ${line##* }))
}

# A session that substitutes from the start.
remembered() {
    rm -f cache.json # of the walk before, whose fault may have decided
    FAKECL_LEAKS='' NETCL_TUNE_STALL_MS=60000 \
        library=$PWD/alone/libnetcl_tune.so \
        tuned "$apps/faulted" "$families" "$1" 40 >/dev/null
    jq -e 'map(.choice != "original") | all' cache.json >/dev/null || bad=1
    mv cache.json kept.json
    walk remembered "$1" 20 "$alone"
    walk audited "$1" 20 "$alone" NETCL_TUNE_AUDIT=5
    rm -f kept.json
}

# In a folder of its own the library finds no compile process, which would count
# its own calls.
alone=alone=$PWD/alone/libnetcl_tune.so
# No family knows the kernels, and the fake driver does whatever their text.
derived=(NETCL_TUNE_VARIANTS="$PWD/none" NETCL_TUNE_DERIVE=1
    NETCL_TUNE_DERIVE_AFTER_MS=0
    FAKECL_LINES="$FAKECL_LINES;scale op=scale dst=dst src=src factor=factor \
count=n time_us=50;blur op=scale dst=dst src=src factor=count count=1000 \
time_us=50")

for kind in ${KINDS:-fail exec bytes zero huge kinds late}; do
    for family in scale twostep bump blur shared; do
        walk tuned $family 40 "$alone"
        walk exhaustive $family 40 "$alone" NETCL_TUNE_SEARCH=exhaustive
        remembered $family
        walk "two processes" $family 40
    done
    walk derived scale 40 "$alone" "${derived[@]}"
    walk derived blur 40 "$alone" "${derived[@]}"
    walk autotune asked 20 "$alone" NETCL_TUNE_VARIANTS="$PWD/none"
    echo "$kind: $total runs so far, bad: $bad"
done
exit $bad
