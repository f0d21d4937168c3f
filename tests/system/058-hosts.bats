#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# What a program brings along must not be taken for ours.

@test "a program that exports functions of libcjson's names" {
    # A sanitizer lets no library be bound to itself first.
    [ -z "$SANITIZED" ] || skip "sanitized"
    use_fake
    run -0 tuned "$apps/ownjson" "$families"
    assert "$output" = fine "output"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
}
