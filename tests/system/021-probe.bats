#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Equal on the program's data is not enough: whoever is about to be chosen runs
# beside the original on other data too.

load helpers

# The two variants on the fake driver; WIDTH 8 is faster, and this is its line.
variants() {
    use_fake
    own_family
    sed -i "s|^//fake: scale_wide if.*|//fake: scale_wide if=WIDTH:8 $1 time_us=10|" \
        families/scale/wide.cl
}

status_of() {
    log_field decision "[.candidates[] | select(.choice == $1) | .status][0]"
}

expect_the_other() {
    assert "$(log_field decision .choice)" = '["wide",4]' "choice"
    assert "$(status_of '["wide",8]')" = "$1" "status of the wrong one"
    assert "$(status_of '["wide",4]')" = won "status of the right one"
    assert "$(log_field decision '.candidates | map(select(.data == "random") |
        .choice) | tostring')" = '[["wide",8]]' "found out on random data"
}

@test "a variant that is right for zeros alone is found out, and the next wins" {
    variants "op=fill value=0"
    bare=$(launches 80 zeros=40)
    assert "$(tuned launches 80 zeros=40)" = "$bare" "output"
    expect_the_other differs
}

@test "a variant that is right for one factor alone is found out" {
    variants "op=scale dst=dst src=src factor=1.5"
    bare=$(launches 40)
    assert "$(tuned launches 40)" = "$bare" "output"
    expect_the_other differs
}

@test "a variant that rounds otherwise on other data is inexact" {
    variants "op=fill value=0"
    sed -i 's|"pin":|"tolerance": {"rel": 10},\n  "pin":|' \
        families/scale/manifest.json
    tuned launches 40 zeros=40
    expect_the_other inexact
}

@test "where that is tolerated, it is chosen as inexact" {
    variants "op=fill value=0"
    sed -i 's|"pin":|"tolerance": {"rel": 10},\n  "pin":|' \
        families/scale/manifest.json
    NETCL_TUNE_NUMERICS=tolerant tuned launches 40 zeros=40
    assert "$(log_field decision .choice)" = '["wide",8]' "choice"
    assert "$(log_field decision .exact)" = false "exact"
    assert "$(log_field decision '.max_rel > 0')" = true "error"
}

@test "the classic search has its winner probed, too" {
    variants "op=fill value=0"
    NETCL_TUNE_SEARCH=exhaustive tuned launches 40 zeros=40
    expect_the_other differs
}

@test "a probe costs one launch of the original, and one of each contender" {
    variants "op=scale dst=dst src=src factor=factor"
    tuned launches 40
    with=$(log_field decision .launches)
    # A kernel that is not provably safe on other data has none.
    sed -i 's|if (i < n)|if (i < n \&\& (int)factor < 100)|' \
        families/scale/reference.cl
    print=$("$command" variants fingerprint families/scale/reference.cl |
        grep -o -E '[0-9a-f]{16}' | head -n 1)
    sed -i "s|\"108ab30a23a9e1f5\"|\"$print\"|" families/scale/manifest.json
    rm "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
    kernel_file=families/scale/reference.cl tuned launches 40
    assert "$(log_field decision .choice)" = '["wide",8]' "choice"
    assert "$((with - $(log_field decision .launches)))" = 3 "launches"
}

@test "a search that is held up in many launches is probed all the same" {
    variants "op=fill value=0"
    # So long that the search is worth all the time that it takes.
    sed 's|time_us=100|time_us=50000|' families/scale/reference.cl >slow.cl
    kernel_file=slow.cl NETCL_TUNE_STALL_MS=20 tuned launches 600 zeros=600
    expect_the_other differs
}

@test "without room for a probe, plain data decides nothing" {
    variants "op=fill value=0"
    # Room for the copies of a search, and not for as many again.
    export FAKECL_MEM=5000000
    bare=$(launches 80 zeros=40)
    assert "$(tuned launches 80 zeros=40)" = "$bare" "output"
    assert "$(log_field decision .choice)" != '["wide",8]' "choice"
}

# On PoCL: the compile process is at work, and real kernels are read.
zero_family() {
    own_family
    sed -i 's|dst\[i\] = factor \* src\[i\];|dst[i] = WIDTH == 8 ? 0 : factor * src[i];|' \
        families/scale/wide.cl
}

@test "on PoCL a variant that is right for zeros alone is not taken" {
    zero_family
    export NETCL_TUNE_DERIVE=0
    "$apps/launches" "$families/scale/reference.cl" scale 3000000 600 \
        zeros=500 >bare
    tuned "$apps/launches" "$families/scale/reference.cl" scale 3000000 600 \
        zeros=500 >out
    cmp bare out
    assert "$(status_of '["wide",8]')" != won "status"
    assert "$(log_field decision .choice)" != '["wide",8]' "choice"
}

# derive BODY: a kernel that no manifest knows and no random real may enter.
derive() {
    mkdir -p none
    export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE_AFTER_MS=0
    export NETCL_TUNE_STALL_MS=600000 NETCL_TUNE_SEARCH=exhaustive
    export NETCL_TUNE_REPS=1
    printf 'kernel void scale(global float *dst, global const float *src,
        float factor, int n)\n{\nint i = get_global_id(0);\n
        if (src[i] >= 0) %s\n}\n' "$1" >k.cl
    rm -f "$NETCL_TUNE_LOG"
    bare=$("$apps/launches" k.cl scale 20000 100 finish=1)
    assert "$(tuned "$apps/launches" k.cl scale 20000 100 finish=1)" = "$bare" \
        "output"
}

@test "where no data shows how a variant rounds, nothing is derived" {
    derive "dst[i] = factor * src[i];"
    assert "$(log_field decision .reason)" = plain-data "reason"
    assert "$(log_field decision .choice)" = original "choice"
    assert "$(cat "$NETCL_AUTOTUNE_CACHE" 2>/dev/null | grep -c plain-data)" \
        = 0 "remembered"
    # With more of the mantissa the same kernel is searched for.
    derive "dst[i] = factor * src[i] / 7;"
    assert "$(log_field decision '.reason != "plain-data"')" = true "reason"
    assert "$(log_field decision '.candidates | length > 2')" = true "candidates"
}
