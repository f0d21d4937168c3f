#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Each call of a session fails once, on the fake driver; scripts/faults.sh is
# the same with every error and every fault at every call.

load helpers

# The first six calls are the loader's.
first=7

prepare() {
    use_fake
    export library apps families runtime
    walked=0
}

# No family knows the kernels, and the fake driver does whatever their text.
derive() {
    mkdir none
    export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE=1 \
        NETCL_TUNE_DERIVE_AFTER_MS=0 FAKECL_LINES="$FAKECL_LINES;scale op=scale \
dst=dst src=src factor=factor count=n time_us=50;blur op=scale dst=dst src=src \
factor=count count=1000 time_us=50"
}

# In a folder of its own the library finds no compile process.
alone() {
    mkdir alone
    cp "$library" alone/
    export alone=$PWD/alone/libnetcl_tune.so
}

walk() {
    local line
    line=$("$BASH" "$srcdir/tests/system/walk.bash" "$@" | tail -n 1)
    echo "$line"
    [[ $line == *" 0 bad" ]]
    line=${line% runs*}
    walked=$((walked + ${line##* }))
}

# Decided before: the walk is over a session that substitutes from the start.
remember() {
    FAKECL_LEAKS='' NETCL_TUNE_STALL_MS=60000 library=$alone \
        tuned "$apps/faulted" "$families" "$1" 40
    jq -e 'map(.choice != "original") | all' cache.json
    mv cache.json kept.json
}

@test "one call fails, whichever: a candidate of one launch" {
    prepare
    alone
    walk at fail $first 3 40 scale
    assert "$walked" -gt 100 "runs"
}

@test "one call fails, whichever: a candidate of two launches" {
    prepare
    alone
    walk at fail $first 3 40 twostep
    assert "$walked" -gt 100 "runs"
}

@test "one call fails, whichever: a kernel that works in place" {
    prepare
    alone
    walk at fail $first 3 40 bump
    assert "$walked" -gt 90 "runs"
}

@test "one call fails, whichever: a remembered decision" {
    prepare
    alone
    for family in scale twostep; do
        remember $family
        walk at fail $first 3 20 $family
    done
    assert "$walked" -gt 60 "runs"
}

@test "one call fails, whichever: audits" {
    prepare
    alone
    export NETCL_TUNE_AUDIT=5
    for family in scale bump; do
        remember $family
        walk at fail $first 3 20 $family
    done
    assert "$walked" -gt 50 "runs"
}

@test "one call fails, whichever: images" {
    prepare
    alone
    walk at fail $first 7 40 blur
    for kind in exec bytes zero huge; do
        walk at $kind $first 12 40 blur
    done
    walk on 40 blur
    assert "$walked" -gt 200 "runs"
}

@test "one call fails, whichever: shared virtual memory" {
    prepare
    alone
    walk at fail $first 5 40 shared
    for kind in exec bytes; do
        walk at $kind $first 9 40 shared
    done
    walk on 40 shared
    remember shared
    NETCL_TUNE_AUDIT=5 walk at fail $((first + 1)) 7 20 shared
    assert "$walked" -gt 150 "runs"
}

@test "one call fails, whichever: images, remembered, audited and derived" {
    prepare
    alone
    remember blur
    walk at fail $first 5 20 blur
    NETCL_TUNE_AUDIT=5 walk at fail $((first + 1)) 7 20 blur
    rm kept.json
    derive
    walk at fail $((first + 2)) 20 40 blur
    assert "$walked" -gt 100 "runs"
}

@test "one call fails in both processes, whichever: with the compile process" {
    prepare
    walk at fail $first 5 40 scale
    walk at fail $first 9 40 twostep
    walk at fail $first 19 40 blur
    assert "$walked" -gt 80 "runs"
}

@test "whole kinds of calls fail, from some call on" {
    prepare
    alone
    for family in scale twostep bump; do
        walk on 40 $family
    done
    assert "$walked" -gt 100 "runs"
}

@test "commands fail when they run, bytes are wrong, times are nonsense" {
    prepare
    alone
    for kind in exec bytes zero huge; do
        walk at $kind $first 5 40 scale
        walk at $kind $((first + 3)) 7 40 twostep
    done
    assert "$walked" -gt 100 "runs"
}

@test "one call fails, whichever: derived candidates" {
    prepare
    alone
    derive
    walk at fail $first 9 40 scale
    walk at exec $first 15 40 scale
    walk at bytes $first 15 40 scale
    walk at huge $first 15 40 scale
    assert "$walked" -gt 80 "runs"
}

@test "one call fails, whichever: netcl_autotune()" {
    prepare
    alone
    # The kernel itself stays as it is.
    mkdir none
    export NETCL_TUNE_VARIANTS=$PWD/none
    walk at fail $first 3 20 asked
    walk at exec $first 8 20 asked
    assert "$walked" -gt 30 "runs"
}

@test "a driver that gives the tuner no queue is asked ever more rarely" {
    prepare
    alone
    set -- "$apps/launches" "$families/scale/reference.cl" scale 100 1000
    bare=$("$@")
    export FAKECL_FAIL=clCreateCommandQueue:2+:-5 FAKECL_LOG=calls
    got=$(library=$alone tuned "$@")
    assert "$got" = "$bare" "output"
    assert "$(grep -c ^clCreateCommandQueue calls)" -lt 60 "queues asked for"
}

@test "calls that take 300 ms" {
    prepare
    alone
    walk at late $first 60 40 scale
    assert "$walked" -gt 5 "runs"
}
