#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers
load compare

@test "two buffers that change places" {
    everywhere arguments ping-pong
    some_substituted
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
