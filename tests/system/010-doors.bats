#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# The fake driver's log tells how often each call went through.
substituted() {
    assert "$(log_field summary .substituted)" = "$1" "launches substituted"
}

# Decide once, so that what follows is all substituted.
remember() {
    use_fake
    tuned launches 40 >/dev/null
    rm "$NETCL_TUNE_LOG"
}

@test "preloaded: the constructor makes the loader use the layer" {
    remember
    tuned launches 7
    substituted 7
}

@test "OPENCL_LAYERS alone is a way in" {
    remember
    OPENCL_LAYERS=$library launches 7
    substituted 7
}

@test "both ways at once: each launch is handled once" {
    remember
    OPENCL_LAYERS=$library FAKECL_LOG=calls tuned launches 7
    substituted 7
    assert "$(grep -c clEnqueueNDRangeKernel calls)" = 7 "launches seen below"
}

@test "a layer of someone else's before ours stays where it is" {
    remember
    OPENCL_LAYERS=$builddir/tests/.libs/libotherlayer.so tuned launches 7
    substituted 7
}

@test "a program that opens the loader at run time is caught" {
    remember
    for name in libOpenCL.so.1 "$(ldconfig -p |
        awk '/libOpenCL.so.1 / { print $NF; exit }')"; do
        rm -f "$NETCL_TUNE_LOG"
        tuned "$apps/opened" "$name" 5 local
        substituted 5
        rm -f "$NETCL_TUNE_LOG"
        [ -z "$SANITIZED" ] || continue # refuses DEEPBIND
        tuned "$apps/opened" "$name" 5 deepbind
        substituted 5
    done
}

@test "a program that clears its environment is caught" {
    remember
    tuned launches 7 cleared
    substituted 7
}

@test "a loader without layers: the exported symbols do it, once" {
    remember
    export LD_LIBRARY_PATH=$builddir/tests/plain/.libs
    OPENCL_LAYERS=$library launches 7
    assert "$(log_count summary)" = 0 "not reached as a layer"
    FAKECL_LOG=calls tuned launches 7
    substituted 7
    assert "$(grep -c clEnqueueNDRangeKernel calls)" = 7 "launches seen below"
}

@test "netcl-tune run puts a loader with layers in front of one without" {
    remember
    export LD_LIBRARY_PATH=$builddir/tests/plain/.libs
    for name in libOpenCL.so.1 libOpenCL.so; do
        rm -f "$NETCL_TUNE_LOG"
        "$apps/opened" "$name" 5
        LD_PRELOAD=$runtime${runtime:+:}$library "$apps/opened" "$name" 5
        assert "$(log_count summary)" = 0 "not reached by preloading alone"
        FAKECL_LOG=calls "$command" run --library "$library" -- \
            "$apps/opened" "$name" 5
        substituted 5
    done
    rm -f "$NETCL_TUNE_LOG" calls
    FAKECL_LOG=calls "$command" run --library "$library" -- \
        "$apps/launches" "$families/scale/reference.cl" scale 100000 7
    substituted 7
    assert "$(grep -c clEnqueueNDRangeKernel calls)" = 7 "launches seen below"
}

# way PROGRAM: which door doctor sees.
way() {
    "$command" doctor --library "$library" --json "$1" | jq -r .program.way
}

@test "doctor says which door a program has, and does not run it" {
    use_fake
    assert "$(way "$apps/launches")" = layer "linked"
    assert "$(way "$apps/opened")" = opened "opens one"
    printf '#!/bin/sh\ntouch ran\n' >script && chmod +x script
    assert "$(way ./script)" = script "script"
    assert "$(way nowhere)" = absent "no program"
    run -1 "$command" doctor --library "$library" nowhere
    grep -q '^program *nowhere: there is no such program' <<<"$output"
    export LD_LIBRARY_PATH=$builddir/tests/plain/.libs
    assert "$(way "$apps/launches")" = preload "linked, no layers"
    assert "$(way "$apps/opened")" = in-front "opens one, no layers"
    "$command" doctor --library "$library" "$apps/launches" |
        grep -q "^program *$apps/launches ($LD_LIBRARY_PATH/libOpenCL.so.1): reached by LD_PRELOAD"
    unset LD_LIBRARY_PATH
    echo 'int main(void) { return 0; }' >main.c
    cc -static -o static main.c && assert "$(way ./static)" = static "static"
    cc -m32 -o narrow main.c 2>/dev/null && assert "$(way ./narrow)" = foreign "32 bits"
    assert "$(test -e ran && echo ran)" = "" "the script"
    [ "$(id -u)" -eq 0 ] || return 0
    cp static raised && chown nobody raised && chmod u+s raised
    assert "$(way ./raised)" = raised "set-user-id"
}

@test "a child forked after OpenCL was used is left alone" {
    remember
    FAKECL_LOG=calls tuned "$apps/opened" forked 5
    substituted 5
    # Our kernel in the parent, the program's own in the child.
    assert "$(grep -o 'clEnqueueNDRangeKernel.*kernel=0x[0-9a-f]*' calls |
        grep -o 'kernel=.*' | sort | uniq -c | awk '{ print $1 }' |
        tr '\n' ' ')" = "5 5 " "launches per kernel"
}

@test "a set-user-id program's environment is not looked at" {
    [ "$(id -u)" -eq 0 ] || skip "needs root to make one"
    cp "$apps/.libs/launches" . 2>/dev/null || cp "$apps/launches" .
    chown nobody launches && chmod u+s launches
    run tuned ./launches "$families/scale/reference.cl" scale 1000 1
    assert "$(test -e "$NETCL_TUNE_LOG" && echo log)" = "" "a log"
}
