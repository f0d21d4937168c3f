#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

@test "a program prints the same with the tuner preloaded, tuning or not" {
    bare=$(launches 40)
    first=$(tuned launches 40)
    second=$(tuned launches 40)
    assert "$first" = "$bare" "output while tuning"
    assert "$second" = "$bare" "output with remembered decisions"
}

@test "a second process tunes nothing and substitutes from its first launch" {
    use_fake
    tuned launches 40
    assert "$(log_field decision .choice)" != original "the first decision"
    rm "$NETCL_TUNE_LOG"
    tuned launches 40
    assert "$(log_field decision .origin)" = cache "origin"
    assert "$(log_field summary .keys_tuned)" = 0 "keys tuned"
    assert "$(log_field summary .substituted)" = 40 "launches substituted"
}

@test "off touches nothing" {
    use_fake
    for off in NETCL_TUNE_MODE=off NETCL_AUTOTUNE=0; do
        env "$off" LD_PRELOAD="$runtime${runtime:+:}$library" FAKECL_LOG=calls.tuned \
            "$apps/launches" "$families/scale/reference.cl" scale 1000 5
        FAKECL_LOG=calls.bare launches 5 >/dev/null
        FAKECL_LOG=calls.bare2 \
            "$apps/launches" "$families/scale/reference.cl" scale 1000 5
        diff calls.bare2 calls.tuned
        assert "$(test -e "$NETCL_TUNE_LOG" && echo log)" = "" "a log"
        assert "$(test -e "$NETCL_AUTOTUNE_CACHE" && echo cache)" = "" "a cache"
        rm -f calls.*
    done
}

@test "nothing of ours is left in the driver when the program has released all" {
    use_fake
    tuned launches 40
    run -0 jq -c 'to_entries | map(select(.value != 0 and
        (.key | IN("context", "queue", "buffer", "program", "kernel", "event",
                   "pending", "invalid"))))' leaks
    assert "$output" = "[]" "live objects at exit"
}

@test "an unknown kernel is left alone and the log says so" {
    use_fake
    cat >own.cl <<'CL'
//fake: odd op=scale dst=0 src=1 factor=arg2 count=arg3
kernel void odd(global float *d, global const float *s, float f, int n)
{ d[get_global_id(0)] = s[get_global_id(0)] * f; }
CL
    bare=$("$apps/launches" own.cl odd 1000 5)
    export NETCL_TUNE_DERIVE=0
    assert "$(tuned "$apps/launches" own.cl odd 1000 5)" = "$bare" "output"
    assert "$(log_field skip .reason)" = unknown-kernel "reason"
    assert "$(log_field summary .launches)" = 5 "launches"
}
