#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Signals, forks and clocks that jump, while a kernel is tuned.

load helpers

# Builds and launches that take real time, so that something falls into them.
slow() {
    use_fake
    own_family
    sed -i 's/time_us=\([0-9]*\)/time_us=\1 build_us=3000 real/' \
        families/scale/*.cl
    [[ $SANITIZED != *tsan* ]] || skip "TSan does not know vfork"
}

troubled() {
    tuned timeout 60 "$apps/troubled" families "$@"
}

@test "signals that interrupt every call" {
    slow
    assert "$(troubled signals)" = "signals: fine" "output"
    assert "$(log_field decision '.choice[0]')" = wide "choice"
    mkdir alone
    cp "$library" alone/
    rm -f cache.json
    library=$PWD/alone/libnetcl_tune.so
    assert "$(troubled signals)" = "signals: fine" "output without the process"
    assert "$(log_field decision '.choice[0]')" = wide "choice"
}

@test "signals on PoCL" {
    assert "$(tuned timeout 100 "$apps/troubled" "$families" signals)" = \
        "signals: fine" "output"
}

@test "another thread forks all the time" {
    slow
    assert "$(troubled forks | tail -n 1)" = "forks: fine" "output"
    assert "$(log_field decision '.choice[0]')" = wide "choice"
    assert "$(log_count summary)" = 1 "summaries: none from a child"
}

@test "clocks that jump" {
    slow
    bare=$("$apps/launches" families/scale/reference.cl scale 100000 400)
    library=$apps/.libs/libjumps.so:$library
    assert "$(tuned timeout 60 "$apps/launches" families/scale/reference.cl \
        scale 100000 400)" = "$bare" "output"
    assert "$(log_field summary .launches)" = 400 "launches"
}
