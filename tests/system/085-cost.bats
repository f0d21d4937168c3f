#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Instructions, not seconds: exact, whatever else the machine does.

load helpers

needs() {
    command -v valgrind >/dev/null || skip "needs valgrind"
}

# instructions LAUNCHES WORDS...: of the whole program under callgrind.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$apps/launches" "$families/scale/reference.cl" scale 1000 "$@" \
        2>&1 >/dev/null | awk '/Collected/ && $NF > most { most = $NF }
                              END { print most }'
}

# each WORDS...: instructions of one more launch.
each() {
    local few many
    few=$(instructions 2000 "$@")
    many=$(instructions 12000 "$@")
    echo $(((many - few) / 10000))
}

# The loader that libtool built beside the program, and the layer through it.
tuned_each() {
    LD_PRELOAD=$library each "$@"
}

prepare() {
    use_fake
    [ -z "${SANITIZED:-}" ] || skip "sanitizers count too"
    unset NETCL_TUNE_LOG FAKECL_LEAKS
    tuned "$apps/launches" "$families/scale/reference.cl" scale 1000 200
    jq -e '.[].choice[0] == "wide"' "$NETCL_AUTOTUNE_CACHE"
}

@test "a substituted launch costs at most 250 instructions more" {
    prepare
    bare=$(each) ours=$(tuned_each)
    echo "bare $bare, tuned $ours: $((ours - bare)) more"
    assert $((ours - bare)) -le 250 "instructions per launch"
}

@test "one that the log is to tell the time of costs no more than that" {
    prepare
    export NETCL_TUNE_LOG=$BATS_TEST_TMPDIR/log
    bare=$(each) ours=$(tuned_each)
    jq -se 'all(select(.event == "summary") | .kernels[0].spells |
                map(.launches) | add == 12000)' \
        <(grep summary "$NETCL_TUNE_LOG" | tail -n 1)
    echo "bare $bare, tuned $ours: $((ours - bare)) more"
    assert $((ours - bare)) -le 250 "instructions per launch"
}

# The kernel, and so many other functions of some 200 bytes.
long_source() {
    cat "$families/scale/reference.cl"
    awk -v count="$1" 'BEGIN {
        for (i = 0; i < count; i++)
            printf "inline float f%d(float a, float b)\n{\n" \
                "    float c = a * b + 0x%xp-3f, d = mad(a, c, b);\n" \
                "    for (int j = 0; j < %d; j++)\n" \
                "        c = (c >= d) ? c - d * 0.5f : (c + a) / (b - 1.0f);\n" \
                "    return fmax(c, d);\n}\n\n", i, i, i % 7 }'
}

@test "the first launch of a kernel in 2.5 MB of source waits less than the bound" {
    prepare
    long_source 12500 >long.cl
    assert "$(stat -c %s long.cl)" -gt 2500000 "bytes"
    # With all that is done for a kernel that no manifest knows.
    export NETCL_TUNE_VARIANTS=$srcdir/variants NETCL_TUNE_DERIVE=1
    rm -rf binaries # else it is read when it is built
    reading=$(LD_PRELOAD=$library valgrind --tool=callgrind \
        --callgrind-out-file=/dev/null \
        --toggle-collect=netcl_kernel_state_get \
        "$apps/launches" long.cl scale 1000 1 2>&1 >/dev/null |
        awk '/Collected/ { print $NF; exit }')
    echo "$reading instructions"
    assert "$reading" -gt 1000000 "instructions that were counted"
    # Some 150 ms.
    assert "$reading" -le 600000000 "instructions"
}

@test "a source that is longer than that is not read" {
    prepare
    export NETCL_TUNE_LOG=$BATS_TEST_TMPDIR/log
    long_source 22000 >long.cl
    tuned "$apps/launches" long.cl scale 1000 1
    reason=$(log_field skip .reason)
    [ "$reason" = long-source ]
}

@test "setting an argument costs at most 80 instructions more" {
    prepare
    bare=$(($(each args) - $(each)))
    ours=$(($(tuned_each args) - $(tuned_each)))
    echo "bare $bare, tuned $ours: $(((ours - bare) / 4)) more each"
    assert $(((ours - bare) / 4)) -le 80 "instructions per clSetKernelArg"
}

@test "a kernel that has yet to show its worth costs at most 250 more" {
    prepare
    bare=$(each)
    ours=$(NETCL_TUNE_VARIANTS=/nowhere NETCL_TUNE_DERIVE=1 \
        NETCL_TUNE_DERIVE_AFTER_MS=3600000 tuned_each 2>/dev/null)
    echo "bare $bare, tuned $ours: $((ours - bare)) more"
    assert $((ours - bare)) -le 250 "instructions per launch"
}

@test "a kernel that nobody knows costs at most 125 instructions a launch" {
    prepare
    bare=$(each)
    ours=$(NETCL_TUNE_VARIANTS=/nowhere tuned_each 2>/dev/null)
    echo "bare $bare, tuned $ours: $((ours - bare)) more"
    assert $((ours - bare)) -le 125 "instructions per launch"
}

@test "a kernel whose search is not worth it costs at most 250 more" {
    prepare
    own_family
    rm "$NETCL_AUTOTUNE_CACHE"
    # Never built, so that it waits away what it may.
    sed -i 's|^//fake: scale_wide if.*|//fake: scale_wide build_us=100000000|' \
        families/scale/wide.cl
    export NETCL_TUNE_STALL_MS=20
    bare=$(each)
    ours=$(tuned_each)
    echo "bare $bare, tuned $ours: $((ours - bare)) more"
    assert $((ours - bare)) -le 250 "instructions per launch"
}
