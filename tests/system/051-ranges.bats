#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers
load compare

@test "what the driver refuses stays refused" {
    everywhere ranges refused
    some_substituted
}

@test "a wrong wait list costs one launch only" {
    on_fake ranges bad-wait # PoCL does not check
    assert "$(log_field summary .substituted)" = 60 "substituted"
}

@test "a required work-group size is still required" {
    everywhere ranges required-size
    some_substituted
}

@test "one, two and three dimensions, with and without a local size" {
    everywhere ranges dimensions
    some_substituted
}

@test "a global offset that the family does not know" {
    on_pocl ranges offset # the fake driver computes the whole count
    assert "$(log_field skip .reason)" = offset "reason"
    assert "$(log_field summary .substituted)" -gt 0 "substituted"
}

@test "a two-dimensional range whose offset moves" {
    on_pocl ranges plane
    assert "$(log_field summary .substituted)" = 120 "substituted"
}

@test "a program built again with other options" {
    everywhere ranges rebuilt
    some_substituted
}

@test "a second build that the driver refuses changes nothing" {
    everywhere ranges rebuilt-in-vain
    some_substituted
}

@test "a program that is made from an intermediate language" {
    on_fake ranges il # PoCL takes none
    assert "$(log_field skip .reason)" = no-source "reason"
    assert "$(log_field summary '"\(.launches > 0) \(.substituted)"')" \
        = "true 0" "launches, substituted"
}

@test "one kernel on two devices" {
    export FAKECL_DEVICES=2
    on_fake ranges two-devices
    assert "$(log_field summary .substituted)" = 120 "substituted"
}

@test "two devices with a build each" {
    export FAKECL_DEVICES=2
    on_fake ranges two-builds # PoCL ends the program
    assert "$(log_field skip .reason)" = no-source "reason"
    assert "$(log_field summary .substituted)" = 0 "substituted"
}

# PoCL counts its commands in flight too, in the queue and the context.
steady_counts() {
    "$@" "$apps/ranges" "$families" references | sed 's/queue [0-9]*//; /^con/d'
}

@test "reference counts are the program's own" {
    on_fake ranges references
    unset OCL_ICD_VENDORS
    bare=$(steady_counts env)
    assert "$(steady_counts tuned)" = "$bare" "counts on PoCL"
}

@test "a kernel's and a program's own description" {
    everywhere ranges queries
    some_substituted
}

@test "a queue that is retained and released around each launch" {
    everywhere ranges copied-queue
    some_substituted
    assert "$(log_field summary .substituted)" = 600 "substituted"
}
