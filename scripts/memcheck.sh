#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# memcheck.sh BUILD [PROGRAM...]: real programs on PoCL under valgrind, with a
# search and with a substitute: results as without, and no error but those that
# tests/memcheck/others.supp has, by library. PROGRAM: launches images derived
# threads (all of them). 0 when all is well. Minutes a program, as valgrind runs
# PoCL's compiler as well: a first run of a candidate may take longer there than
# the watchdog gives it, and the search ends with it.
set -u
abs_builddir=$(cd "${1:?usage: memcheck.sh BUILD [PROGRAM...]}" && pwd)
shift
# shellcheck source=/dev/null
. "$(dirname "$0")/../tests/system/outside.bash"
export POCL_CACHE_DIR=$PWD/pocl # valgrind's processor has not all of ours
export NETCL_TUNE_STALL_MS=3600000 NETCL_TUNE_BUDGET_S=86400
export NETCL_TUNE_DERIVE_AFTER_MS=0
mkdir pocl none
cp "$library" . # where there is no compile process, which has no such patience
library=$PWD/libnetcl_tune.so
bad=0

complain() {
    bad=1
    echo "$*" >&2
}

# check WHAT PROGRAM ARGUMENT...: bare, and under valgrind with a search and with
# what the family's rule chooses, as times say nothing there.
check() {
    local what=$1 bare mode substituted
    shift
    bare=$("$@")
    for mode in tune pinned; do
        # Where a search came to no end, nothing was right for either.
        rm -f "$NETCL_AUTOTUNE_CACHE"* "$NETCL_TUNE_LOG" memcheck.*
        valgrind --quiet --trace-children=yes --log-file=memcheck.%p \
            --suppressions="$abs_srcdir/tests/memcheck/others.supp" \
            env NETCL_TUNE_MODE=$mode LD_PRELOAD="$library" "$@" >out 2>err
        [ "$(<out)" = "$bare" ] || complain "$what, $mode: other results"
        ! grep -h . memcheck.* >found || {
            complain "$what, $mode: memcheck found"
            cat found >&2
        }
        substituted=$(log_field summary .substituted)
        [ "$what$mode$substituted" = derivedpinned0 ] ||
            [ "$mode$substituted" != pinned0 ] ||
            complain "$what: not substituted"
        echo "$what, $mode: $substituted of $(log_field summary .launches)" \
            "launches substituted"
    done
}

launches() {
    check launches "$apps/launches" "$families/scale/reference.cl" scale 1000 20
}

images() {
    sed 's/void blur/void k/' "$families/blur/reference.cl" >k.cl
    check images "$apps/images" k.cl 2d rgba8 4
}

derived() {
    export NETCL_TUNE_VARIANTS=$PWD/none
    check derived "$apps/launches" "$families/scale/reference.cl" scale 1000 20
    export NETCL_TUNE_VARIANTS=$families
}

threads() {
    check threads "$apps/threads" "$families/scale/reference.cl" \
        scale 4 10 release
}

[ $# -gt 0 ] || set -- launches images derived threads
for program; do
    "$program"
done
exit $bad
