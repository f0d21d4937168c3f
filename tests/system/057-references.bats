#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# Every query's answer bare, while we measure, with every launch substituted,
# and as a layer.
same_answers() {
    "$apps/references" "$families" >bare
    assert "$(wc -l <bare)" -gt 1000 "answers"
    NETCL_TUNE_STALL_MS=1 tuned "$apps/references" "$families" >unfinished
    rm -f "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_STALL_MS=60000 tuned "$apps/references" "$families" >tuning
    assert "$(log_field summary .keys_tuned)" = 1 "tuned"
    NETCL_TUNE_MODE=pinned NETCL_AUTOTUNE_CACHE=$PWD/none.json \
        tuned "$apps/references" "$families" >pinned
    assert "$(log_field summary '.substituted > 80')" = true "substituted"
    OPENCL_LAYERS=$library "$apps/references" "$families" >layer
    for way in unfinished tuning pinned layer; do
        diff bare $way
    done
}

@test "no query shows our objects: PoCL" {
    same_answers
}

@test "no query shows our objects: the fake driver" {
    use_fake
    same_answers
}
