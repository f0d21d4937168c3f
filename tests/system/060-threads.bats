#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# TSan takes the start of the compile process for a fork of this one, whose
# memory it shares for a moment, and loses track of who waits for whom. Alone
# in a folder the library finds no compile process and builds by itself.
alone() {
    [[ $runtime != *tsan* ]] && return
    cp "$library" .
    library=$PWD/${library##*/}
}

@test "eight threads on eight queues get right results while one is tuned" {
    use_fake
    alone
    run -0 tuned "$apps/threads" "$families/scale/reference.cl" scale 8 200
    assert "${lines[-1]}" = "0 wrong" "results"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    assert "$(log_field summary .launches)" = 1600 "launches"
}

@test "the same on PoCL, with the context released in between" {
    alone
    run -0 tuned "$apps/threads" "$families/scale/reference.cl" scale 8 60 release
    assert "${lines[-1]}" = "0 wrong" "results"
}
