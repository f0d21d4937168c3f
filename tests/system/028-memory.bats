#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Nothing grows, and what the tuner holds the program does not miss. TIMES=10
# makes it the long form.

load helpers

times=${TIMES:-1}

prepare() {
    use_fake
    [ -z "$SANITIZED" ] || skip "sanitizers keep what was freed"
}

growth() {
    tuned "$apps/growth" "$families" "$@"
}

@test "nothing grows over launches" {
    prepare
    grown=$(growth launches $((1000000 * times)))
    echo "$grown KiB over $((1000000 * times)) launches"
    assert "$grown" -le 256 "KiB grown"
}

@test "nothing grows over kernels created and released" {
    prepare
    grown=$(growth kernels $((10000 * times)))
    echo "$grown KiB over $((10000 * times)) kernels"
    assert "$grown" -le 256 "KiB grown"
    assert "$(jq .kernel leaks)" = 0 "kernels left"
}

@test "nothing grows over contexts created and released" {
    prepare
    # The fake driver keeps the last 4096 objects that were released.
    bare=$("$apps/growth" "$families" contexts $((200 * times)))
    grown=$(growth contexts $((200 * times)))
    echo "$grown KiB over $((200 * times)) contexts, $bare KiB without the tuner"
    assert "$grown" -le $((bare > 0 ? bare + 2048 : 2048)) "KiB grown"
    assert "$(jq '[.context, .mem, .queue, .program, .kernel] | add' leaks)" = 0 \
        "objects left"
}

@test "sizes without end are bounded" {
    prepare
    # The long form looks when as many are known, and at rest, as may be.
    sizes=$((times > 1 ? 40000 * times : 5000))
    grown=$(growth sizes $sizes)
    echo "$grown KiB over $sizes sizes"
    assert "$grown" -le 4096 "KiB grown"
}

@test "searches that rest hold no more than there is to spare" {
    use_fake
    # 100 sizes in turn, and no time for any of them: 250 KB a search.
    export FAKECL_MEM=4000000 NETCL_TUNE_STALL_MS=1 NETCL_TUNE_SEARCH=exhaustive
    export NETCL_TUNE_REPS=100 FAKECL_LOG=calls
    own_family
    sed -i 's/time_us=[0-9]*/&0 real/' families/scale/*.cl
    tuned "$apps/growth" "$families" rounds 1000
    assert "$(jq -r 'select(.event == "skip") | .reason' log | grep -c too-big)" \
        = 0 "kernels that were too big"
    assert "$(grep -c 'clCreateBuffer.*-> -4' calls)" = 0 "refusals"
}

@test "a program that takes all the memory there is gets it while it is tuned" {
    use_fake
    own_family
    # Runs that take their time, so that a search goes on for many launches.
    sed -i 's/time_us=[0-9]*/&0 real/' families/scale/*.cl
    export FAKECL_MEM=4000000 NETCL_TUNE_STALL_MS=20
    families=$PWD/families FAKECL_LOG=calls growth full 100 >out
    # The driver refused, and was asked again when there was room.
    assert "$(grep -c 'clCreateBuffer.*-> -4' calls)" -gt 0 "refusals"
}

# room CASE LAUNCHES: while a search goes on for many launches.
room() {
    use_fake
    own_family
    sed -i 's/time_us=[0-9]*/&0 real/' families/scale/*.cl
    export FAKECL_MEM=4000000 NETCL_TUNE_STALL_MS=10
    cp "$library" . # where there is no compile process to wait for
    FAKECL_LOG=calls library=$PWD/libnetcl_tune.so \
        tuned "$apps/room" "$PWD/families" "$@"
    assert "$(grep -c 'clCreateBuffer.*-> -4' calls)" -gt 0 "refusals"
    assert "$(jq '[.context, .mem, .queue, .program, .kernel] | add' leaks)" = 0 \
        "objects left"
}

@test "memory is to be had in one context while another one is tuned" {
    room contexts 1000
    # What was abandoned in one context begins anew in the other: two queues of
    # the program's, and two for trials.
    assert "$(grep -c ^clCreateCommandQueue calls)" = 4 "queues"
    assert "$(jq -r 'select(.event == "skip") | .reason' log |
        grep -vc not-worth-it)" = 0 "skips"
}

@test "memory is to be had in one thread while another one is tuned" {
    export NETCL_TUNE_SEARCH=exhaustive NETCL_TUNE_REPS=100
    room threads 300
}

@test "shadows that do not fit leave the kernel as it is" {
    use_fake
    export FAKECL_MEM=1000000
    bare=$(launches 40)
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(log_field skip .reason)" = too-big "reason"
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}
