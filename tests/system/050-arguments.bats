#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers
load compare

@test "two buffers that change places" {
    everywhere arguments ping-pong
    some_substituted
}

@test "arguments that another thread has set" {
    everywhere arguments other-thread
    some_substituted
}

@test "more constant memory than the device has for a variant" {
    own_family
    cat >families/scale/constant.cl <<'END'
kernel void scale_constant(global float *dst, constant float *src, float factor,
                           int n)
{
    int i = get_global_id(0);

    if (i < n)
        dst[i] = factor * src[i];
}
END
    jq '.variants += [{"name": "constant", "source": "constant.cl",
        "define": {"PART": [0]}, "args": ["dst", "src", "factor", "n"],
        "kernel": "scale_constant", "global": ["n"],
        "requires": "4 * n <= max_constant_bytes"}]' \
        families/scale/manifest.json >m && mv m families/scale/manifest.json
    export NETCL_TUNE_STALL_MS=60000 NETCL_TUNE_DERIVE=0
    for count in 1000 4000000; do
        rm -f "$NETCL_TUNE_LOG"
        bare=$("$apps/launches" families/scale/reference.cl scale $count 3)
        run -0 tuned "$apps/launches" families/scale/reference.cl scale $count 3
        assert "$output" = "$bare" "$count elements"
        log_field decision '[.candidates[] | select(.choice ==
            ["constant",0]) | .status != "illegal"] | first' >>legal
    done
    assert "$(tr '\n' ' ' <legal)" = "true false " "legal"
}

@test "a kernel that works in place counts every launch once" {
    everywhere arguments in-place
    some_substituted
}

@test "a released buffer whose handle comes back smaller or as large" {
    everywhere arguments reused
    some_substituted
}

@test "one argument changes, the others stay set" {
    everywhere arguments changed-count
    some_substituted
}

@test "a clone has the arguments of its source and then its own" {
    everywhere arguments clone
    some_substituted
}

@test "kernels made all at once" {
    everywhere arguments all-in-program
    some_substituted
}

@test "local memory as an argument, of changing size" {
    everywhere arguments local-memory
    some_substituted
}

@test "more local memory than the device has is refused as before" {
    on_fake arguments local-too-big # PoCL ends the program
    assert "$(log_field summary .substituted)" = 60 "substituted"
}

@test "structs and vectors by value" {
    everywhere arguments by-value
    some_substituted
}

@test "a NULL buffer" {
    everywhere arguments null-buffer
    some_substituted
}

@test "arguments that are not set, or wrong, are the driver's to refuse" {
    everywhere arguments unset
}

@test "two regions of one buffer, and regions that overlap" {
    everywhere arguments regions
    some_substituted
    assert "$(log_field skip .reason)" = overlap "reason"
}

@test "one buffer as two arguments" {
    everywhere arguments same-twice
    some_substituted
    assert "$(log_field skip .reason)" = overlap "reason"
}
