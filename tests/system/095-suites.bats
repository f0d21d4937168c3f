#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# Packages' own suites: the same outcomes bare, preloaded, and as a layer. The
# parts that are done in minutes; doc/clients.md has the whole.

suite() {
    [ -z "$SANITIZED" ] || skip "sanitized"
    # All is tuned from its first launch on, for as long as a CI has time.
    run env abs_builddir="$builddir" abs_srcdir="$srcdir" BUDGET_S=15 \
        "$srcdir/tests/clients/$1" "${@:2}"
    [ "$status" -ne 77 ] || skip "$output"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "pyopencl's own tests, twice each, the second time from its kept binaries" {
    suite pyopencl-tests.sh
}

@test "CLBlast's own tests of vectors" {
    suite clblast-tests.sh xaxpy xcopy xdot xasum xhad
}
