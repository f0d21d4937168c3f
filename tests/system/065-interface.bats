#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl_autotune() as the example program calls it.

load helpers

example() {
    "$builddir/doc/examples/autotune" "$@"
}

key="Fake Device|1.0::square_local::(100000,)"

@test "the fastest candidate is found, and remembered" {
    use_fake
    tuned example >out
    grep -q "^work-group size 128, " out
    assert "$(jq -r keys[0] "$NETCL_AUTOTUNE_CACHE")" = "$key" "key"
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = 128 "choice"
    assert "$(jq -c '.[].original_us' "$NETCL_AUTOTUNE_CACHE")" = 50 \
        "time of the default"
    assert "$(log_field decision '.origin + " " + .reason')" = \
        "tuned faster" "decision"
    assert "$(log_field decision '.shape|tojson')" = "[100000]" "shape"
    tuned example >out
    assert "$(cat out)" = "work-group size 128, found with 0 runs" "second run"
    assert "$(log_field decision .origin)" = cache "origin"
}

@test "the program runs without the tuner" {
    use_fake
    assert "$(example)" = "work-group size 64, found with 0 runs" "output"
}

@test "NETCL_AUTOTUNE=0 returns the default" {
    use_fake
    NETCL_AUTOTUNE=0 tuned example >out
    assert "$(cat out)" = "work-group size 64, found with 0 runs" "output"
}

@test "the classic search: one warm-up, 5 timed runs, failures apart" {
    use_fake
    NETCL_TUNE_SEARCH=exhaustive tuned example >out
    # Four that work, and one whose warm-up fails.
    assert "$(cat out)" = "work-group size 128, found with 25 runs" "output"
    assert "$(log_field decision '[.candidates[].status] | join(",")')" = \
        "lost,lost,won,lost,launch-failed" "statuses"
}

@test "a bare choice of an older cache counts as it is" {
    use_fake
    echo "{\"$key\": 256.0}" >"$NETCL_AUTOTUNE_CACHE"
    tuned example >out
    assert "$(cat out)" = "work-group size 256, found with 0 runs" "output"
}

@test "a remembered choice that is no longer offered is measured again" {
    use_fake
    echo "{\"$key\": {\"choice\": 48}}" >"$NETCL_AUTOTUNE_CACHE"
    tuned example >out
    grep -q "^work-group size 128, " out
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = 128 "choice"
}

@test "where every candidate fails, the default is returned" {
    use_fake
    export FAKECL_LINES="$FAKECL_LINES;square launch_fail=-5"
    run -1 --separate-stderr tuned example # its own launch fails too
    assert "$output" = "work-group size 64, found with 5 runs" "output"
    assert "$(log_field decision .reason)" = nothing-works "reason"
    assert "$(jq length "$NETCL_AUTOTUNE_CACHE" 2>/dev/null)" = "" "cache"
}

@test "pinned mode measures nothing" {
    use_fake
    NETCL_TUNE_MODE=pinned tuned example >out
    assert "$(cat out)" = "work-group size 64, found with 0 runs" "output"
}

@test "without a budget the default is returned" {
    use_fake
    NETCL_TUNE_BUDGET_S=0 tuned example >out
    assert "$(cat out)" = "work-group size 64, found with 0 runs" "output"
}

@test "it works on PoCL" {
    tuned example >out
    grep -q "^work-group size [0-9]*, found with [1-9]" out
    tuned example >out
    grep -q "^work-group size [0-9]*, found with 0 runs" out
}
