#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# A client whose kernels the families know: every way of launching that it has
# is right, element by element, tuning and with remembered decisions.

load helpers

needs() {
    /usr/bin/python3 -c 'import pyopencl' 2>/dev/null ||
        skip "needs python3-pyopencl"
}

known() {
    NETCL_TUNE_VARIANTS=$srcdir/variants NETCL_TUNE_STALL_MS=60000 \
        /usr/bin/python3 "$srcdir/tests/clients/known.py" "$srcdir/variants" \
        "$@"
}

# The first run tunes; in the second, pyopencl makes its programs from the
# binaries that it kept in the first, whose source the tuner remembers.
@test "pyopencl: the same is printed bare, tuning, remembered, as a layer" {
    XDG_CACHE_HOME=$PWD/bare.cache known >bare
    LD_PRELOAD=$runtime${runtime:+:}$library known >tuning
    assert "$(log_field summary '.keys_tuned > 0')" = true "tuned"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    rm "$NETCL_TUNE_LOG"
    LD_PRELOAD=$runtime${runtime:+:}$library known >remembered
    assert "$(log_field summary .keys_tuned)" = 0 "tuned again"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    rm "$NETCL_TUNE_LOG"
    XDG_CACHE_HOME=$PWD/layer.cache OPENCL_LAYERS=$library known >layer
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    diff bare tuning
    diff bare remembered
    diff bare layer
}

@test "pyopencl: launches that cannot be replaced say why" {
    LD_PRELOAD=$runtime${runtime:+:}$library known offset parts
    assert "$(jq -r 'select(.event == "skip") | .reason' "$NETCL_TUNE_LOG" |
        sort -u | tr '\n' ' ')" = "offset overlap " "reasons"
}

# Nobody can tell what a binary was made from that was there before the tuner.
@test "pyopencl: binaries kept by a run without the tuner are left alone" {
    known plain
    LD_PRELOAD=$runtime${runtime:+:}$library known plain
    assert "$(log_field skip .reason)" = no-source "reason"
    assert "$(log_field summary .substituted)" = 0 "substituted"
}
