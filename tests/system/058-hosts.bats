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

# host WAY COMMAND...: what it prints is as bare, and launches are substituted.
host() {
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"
    env "${@:2}" "$families/scale/reference.cl" scale 100000 40 >told
    diff bare told
    assert "$(log_field summary '.substituted > 0')" = true "$1"
}

@test "a program built with a sanitizer: preloaded, as a layer, and by run" {
    [ -z "$SANITIZED" ] || skip "sanitized"
    use_fake
    for kind in address thread undefined; do
        cc -fsanitize=$kind -g -o host "$srcdir/tests/apps/launches.c" -lOpenCL ||
            skip "no compiler with sanitizers"
        ASAN_OPTIONS=detect_leaks=0
        ./host "$families/scale/reference.cl" scale 100000 40 >bare
        host "$kind: preloaded" LD_PRELOAD="$library" ./host
        host "$kind: as a layer" OPENCL_LAYERS="$library" ./host
        host "$kind: run" "$command" run --library "$library" -- ./host
    done
}

@test "leaks and faults that a sanitizer finds are the program's own" {
    [ -z "$SANITIZED" ] || skip "sanitized"
    use_fake
    unset ASAN_OPTIONS
    cat >faulty.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
    char *bytes = calloc(10, 1);
    int found = argc > 1 ? bytes[10] : bytes[9];

    free(bytes);
    return found;
}
END
    echo 'const char *__asan_default_options(void) { return "exitcode=33"; }' \
        >options.c
    cc -fsanitize=address -g -o host "$srcdir/tests/apps/launches.c" -lOpenCL &&
        cc -fsanitize=address -o plain faulty.c || skip "no compiler with it"
    run -0 env LD_PRELOAD="$library" ./host "$families/scale/reference.cl" \
        scale 100000 40
    run -1 env LD_PRELOAD="$library" ./plain fault
    grep -q heap-buffer-overflow <<<"$output"
    run -33 env LD_PRELOAD="$library" ASAN_OPTIONS=exitcode=33 ./plain fault
    # A program that has its options within: only run can add to them.
    cc -fsanitize=address -o own faulty.c options.c
    run -33 env LD_PRELOAD="$library" ./own
    grep -q 'does not come first' <<<"$output"
    run -0 "$command" run --library "$library" -- ./own
    run -33 env OPENCL_LAYERS="$library" ./own fault
    run -33 "$command" run --library "$library" -- ./own fault
}
