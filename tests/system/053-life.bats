#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# How a program ends, or begins anew, while a tuning is under way.

# ends HOW LAUNCHES: the same status and output bare, tuning, and a second
# time; what is written down is whole, and nothing of ours stays behind.
ends() {
    file=$families/scale/reference.cl
    bare=0 status=0
    timeout 60 "$apps/life" "$file" "$2" "$1" >bare || bare=$?
    # Little at a time, so that it is never done.
    for stall in 1 250; do
        status=0
        NETCL_TUNE_STALL_MS=$stall tuned timeout 60 \
            "$apps/life" "$file" "$2" "$1" >out || status=$?
        assert "$status" = "$bare" "status of the program that ends by $1"
        diff bare out
        [ ! -e "$NETCL_AUTOTUNE_CACHE" ] || jq . "$NETCL_AUTOTUNE_CACHE" >/dev/null
        [ ! -e "$NETCL_TUNE_LOG" ] || jq . "$NETCL_TUNE_LOG" >/dev/null
        assert "$(find . -name '*.tmp*' | head -n 1)" = "" "left behind"
    done
}

ends_everywhere() {
    ends "$1" 5
    (use_fake && rm -f "$NETCL_AUTOTUNE_CACHE" && ends "$1" 5)
}

@test "a program ends without releasing anything: exit, _exit, quick_exit" {
    ends_everywhere exit
    ends_everywhere _exit
    ends_everywhere quick
}

@test "a program releases everything when main is over" {
    ends_everywhere late
}

@test "a program exits while another thread launches" {
    ends_everywhere threads
}

@test "a signal ends a program" {
    ends_everywhere term
    ends_everywhere kill
}

@test "a program's own handler of a signal ends it" {
    ends_everywhere handled
}

@test "a forked child, and its parent, go on" {
    ends_everywhere fork
}

# As a layer alone, so that nothing of ours keeps the loader.
@test "a loader is unloaded in the middle of a tuning, and opened again" {
    file=$families/scale/reference.cl
    for driver in "" "$fakecl"; do
        [ -z "$driver" ] || use_fake
        "$apps/life" "$file" 1 reopen >bare
        for stall in 5 60; do
            rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
            NETCL_TUNE_STALL_MS=$stall OPENCL_LAYERS=$library \
                timeout 60 "$apps/life" "$file" 1 reopen >out
            diff bare out
            assert "$(log_field summary .launches)" = 7 "launches seen"
        done
    done
    ends_everywhere reopen
}
