#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# variant LINE: the variant's behaviour on the fake driver, fast and wrong.
variant() {
    use_fake
    own_family
    sed -i "s|^//fake: scale_wide if.*|//fake: scale_wide $1|" \
        families/scale/wide.cl
}

status_of() {
    log_field decision "[.candidates[] | select(.choice != \"original\") |
                        .status] | unique | join(\",\")"
}

expect_original() {
    bare=$(launches 40)
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(log_field decision '.choice|tostring')" = original "choice"
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}

@test "a variant with one wrong bit is rejected" {
    variant "wrong_byte=399999 time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant that writes behind its buffer is rejected" {
    variant "overrun=4 time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant that writes before its buffer is rejected" {
    variant "underrun=4 time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant that is right only once is rejected" {
    variant "wrong_byte=7 wrong_after=2 time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant whose output differs from run to run is rejected" {
    variant "racy time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant that writes nothing is rejected" {
    variant "op=noop time_us=10"
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a variant that does not build is rejected" {
    variant "build_fail"
    expect_original
    assert "$(status_of)" = build-failed "status"
    assert "$(log_field decision .reason)" = nothing-works "reason"
}

@test "a variant that does not launch is rejected" {
    variant "launch_fail=-5"
    expect_original
    assert "$(status_of)" = launch-failed "status"
}

@test "a variant whose event fails is rejected" {
    variant "exec_fail=-9999"
    expect_original
    assert "$(status_of)" = launch-failed "status"
}

@test "an inexact variant is kept out by default, and its error is logged" {
    variant "error=0.000001 time_us=10"
    sed -i 's|"shape"|"tolerance": {"rel": 1e-4}, "shape"|' \
        families/scale/manifest.json
    expect_original
    assert "$(status_of)" = inexact "status"
    NETCL_TUNE_NUMERICS=tolerant tuned launches 40
    assert "$(log_field decision '.choice[0]')" = wide "choice when tolerant"
    assert "$(log_field decision .exact)" = false "exact"
}

@test "an inexact variant beyond the tolerance is rejected when tolerant too" {
    variant "error=0.01 time_us=10"
    export NETCL_TUNE_NUMERICS=tolerant
    expect_original
    assert "$(status_of)" = differs "status"
}

@test "a slower variant is not taken" {
    variant "time_us=130"
    sed -i 's|count=n time_us=60|count=n time_us=120|' families/scale/wide.cl
    expect_original
    assert "$(log_field decision .reason)" = original-best "reason"
}

@test "an original that differs from run to run keeps everything as it is" {
    use_fake
    own_family
    sed -i 's|time_us=100|time_us=100 racy|' families/scale/reference.cl
    kernel_file=$PWD/families/scale/reference.cl
    tuned launches 40
    assert "$(log_field decision .reason)" = unstable "reason"
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}

@test "a substitute that the driver refuses later gives way to the original" {
    use_fake
    bare=$(launches 40)
    tuned launches 40
    rm "$NETCL_TUNE_LOG"
    assert "$(FAKECL_FAIL=clEnqueueNDRangeKernel:20:-5 tuned launches 40)" \
        = "$bare" "output"
    assert "$(log_field summary .launches)" = 40 "launches"
    assert "$(log_field summary .substituted)" = 19 "launches substituted"
}

@test "while a buffer is mapped nothing is tried on it, nor while its parent is" {
    use_fake
    bare=$(launches 40)
    for how in mapped parent; do
        rm -f "$NETCL_TUNE_LOG"
        assert "$(tuned launches 40 "$how")" = "$bare" "output"
        assert "$(log_field skip .reason)" = mapped "reason when $how"
        assert "$(log_field summary .substituted)" = 0 "launches substituted"
    done
}
