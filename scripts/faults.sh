#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD [STRIDE]: every fault at every call (or every STRIDE-th) of
# every kind of session, on the fake driver. tests/system/025-faults.bats is the
# short form. With a sanitized build what it finds counts too. A call that fails
# returns one of eight errors, in turn; EACH=1: every call with every one.
set -u
abs_builddir=${1:?usage: faults.sh BUILD [STRIDE]}
stride=${2:-1}
abs_srcdir=$(cd "$(dirname "$0")/.." && pwd)
BATS_TEST_TMPDIR=$(mktemp -d)
trap 'rm -rf "$BATS_TEST_TMPDIR"' EXIT
bats_require_minimum_version() { :; }
# shellcheck source=/dev/null
. "$abs_srcdir/tests/system/helpers.bash"
setup
use_fake
export library apps families runtime
mkdir alone
cp "$library" alone/
export alone=$PWD/alone/libnetcl_tune.so
bad=0
errors='-4 -5 -6 -9999 -36 -48 -30 -59'

walk() {
    "$BASH" "$abs_srcdir/tests/system/walk.bash" "$@" || bad=1
}

# walks FAMILY LAUNCHES
walks() {
    local what
    if [ -z "${EACH-}" ]; then
        WALK_ERRORS=$errors walk at fail 7 "$stride" "$2" "$1"
    else
        for what in $errors; do
            WALK_ERRORS=$what walk at fail 7 "$stride" "$2" "$1"
        done
    fi
    for what in exec bytes zero huge; do
        walk at "$what" 7 "$stride" "$2" "$1"
    done
    walk on "$2" "$1"
}

remember() {
    FAKECL_LEAKS='' library=$alone tuned "$apps/faulted" "$families" "$1" 40 \
        >/dev/null
    mv cache.json kept.json
}

for family in scale twostep bump blur; do
    for search in race exhaustive; do
        export NETCL_TUNE_SEARCH=$search
        walks $family 40
    done
    unset NETCL_TUNE_SEARCH
    walk at late 7 $((20 * stride)) 40 $family
    remember $family
    for audit in 0 5; do
        export NETCL_TUNE_AUDIT=$audit
        walks $family 20
    done
    unset NETCL_TUNE_AUDIT
    rm -f kept.json
    # With the compile process, which counts its own calls.
    (unset alone; walks $family 40; exit $bad) || bad=1
done
# No family: variants derived from the kernel, and a program that asks.
mkdir none
export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE_AFTER_MS=0
walks asked 20
export NETCL_TUNE_DERIVE=1 FAKECL_LINES="$FAKECL_LINES;scale op=scale dst=dst \
src=src factor=factor count=n time_us=50;blur op=scale dst=dst src=src \
factor=count count=20000 time_us=50"
walks scale 40
walks blur 40
exit $bad
