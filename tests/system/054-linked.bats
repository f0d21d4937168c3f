#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers
load compare

# Programs that are compiled and linked; the fake driver does neither.
linked() {
    on_pocl linked "$1"
    assert "$(log_field summary .substituted)" = "$2" "substituted"
}

@test "a compiled program with an embedded header, linked alone" {
    linked embedded 60
}

@test "a kernel that calls a function of another input" {
    linked called 60
}

@test "a library among the inputs" {
    linked library 60
}

@test "a kernel whose neighbours have other options and macros" {
    linked alone 60
}

@test "inputs that mean something else together are left alone" {
    linked apart 0
    assert "$(log_field skip .reason)" = linked "reason"
}

@test "the binary of a linked program, created again" {
    linked kept 60
}

@test "the binary of a program linked from several, created again" {
    linked joined 60
}

@test "the same in the next process, which reads what this one kept" {
    for name in stored objects; do
        tuned "$apps/linked" "$families" $name
        linked $name 60
    done
}

@test "a callback makes the kernel before the link or the build returns" {
    linked asked 60
    linked built 60
}

@test "the same where the loader knows no layers" {
    export LD_LIBRARY_PATH=$builddir/tests/plain/.libs
    OCL_ICD_VENDORS=$(ldconfig -p | awk '/libpocl\.so/ { print $NF; exit }')
    export OCL_ICD_VENDORS
    [ -n "$OCL_ICD_VENDORS" ] || skip "PoCL is not where loaders look"
    linked asked 60
    linked built 60
}

@test "a compilation that the driver refuses changes nothing" {
    linked refused 60
    on_fake linked refused
    assert "$(log_field summary .substituted)" = 60 "substituted on the fake"
}

@test "a program that includes files of a folder it names" {
    own_family
    mkdir -p families/include
    printf '%s\n' '#pragma once' '#include "more/plus.h"' >families/include/times.h
    mkdir families/include/more
    cat >families/include/more/plus.h <<'END'
#ifndef PLUS_H
#define PLUS_H
#include "../times.h"
float times(float a, float b);
float times(float a, float b) { return a * b; }
#endif
END
    families=$PWD/families linked folder 60
    # Where the working folder has another of that name, who knows.
    mkdir include
    printf '%s\n' 'float times(float a, float b);' \
        'float times(float a, float b) { return b * a; }' >include/times.h
    families=$PWD/families linked folder 0
    assert "$(log_field skip .reason)" = include "reason"
}
