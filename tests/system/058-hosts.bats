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

@test "a program built with a sanitizer, as a layer and by netcl-tune run" {
    [ -z "$SANITIZED" ] || skip "sanitized"
    for kind in address thread; do
        cc -fsanitize=$kind -g -o host "$srcdir/tests/apps/launches.c" -lOpenCL ||
            skip "no compiler with sanitizers"
        use_fake
        export ASAN_OPTIONS=detect_leaks=0
        OPENCL_LAYERS=$library ./host "$families/scale/reference.cl" scale \
            100000 40 >layer
        assert "$(log_field summary '.substituted > 0')" = true "as a layer"
        rm -f "$NETCL_TUNE_LOG"
        "$command" run --library "$library" -- ./host \
            "$families/scale/reference.cl" scale 100000 40 >run
        assert "$(log_field summary '.substituted > 0')" = true "run"
        diff layer run
        rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"
    done
}
