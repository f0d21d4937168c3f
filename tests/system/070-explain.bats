#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl-tune explain: why is my kernel not faster, and what would help?

load helpers

logs=$srcdir/tests/data/logs

explain() {
    "$command" explain "$@"
}

says() {
    grep -qF -- "$1" out || {
        echo "not said: $1" >&2
        cat out >&2
        return 1
    }
}

@test "a faster kernel: its family, what was tried, what was chosen" {
    use_fake
    tuned launches 60 >/dev/null
    explain scale >out
    says "scale: family scale, a test family: dst = factor * src"
    says "100000: wide 8 is 2.50x as fast, exact: 40.0 us, the original 100 us"
    says "tried 2: 1 won, 1 lost"
    says "next best: wide 4, 60.0 us (0.67x the speed of what is used)"
    says "launches substituted"
}

@test "without a log the cache tells what was chosen, and why" {
    use_fake
    own_family
    sed -i 's|time_us=[0-9]*|time_us=500|' families/scale/wide.cl
    tuned launches 60 >/dev/null
    unset NETCL_TUNE_LOG
    explain scale >out
    says "100000: the original stays: no candidate is faster"
    says "what would help: a variant of your own may be: doc/tutorial.md"
}

@test "an inexact candidate that is faster is named with the setting for it" {
    explain --log "$logs/derived.jsonl" mvt >out
    says "inexact: derived fast-relaxed-math, 25.0 us (4.00x the speed of what is used)"
    says "what would help: where rounding may differ: NETCL_TUNE_NUMERICS=tolerant"
}

@test "derived variants: which changes were tried, and what each gained" {
    explain --log "$logs/derived.jsonl" mvt >out
    says "mvt@0a1b2c3d: no family knows it"
    says "4096: derived restrict literals local:64,1 is 4.00x as fast"
    grep -Eq "restrict +3 +100 us +400 us +4.00x" out
    grep -Eq "items +1 +900 us +100 us +0.11x" out
    says "not worth it: required, registers, mad, denorms-are-zero"
}

@test "a kernel that is left alone: the reason, its meaning, and what helps" {
    explain --log "$logs/derived.jsonl" draw >out
    says "left alone (image): an argument is a pipe, a queue, or an image that shares its memory"
    says "what would help: nothing: such arguments cannot be copied aside"
}

@test "a search that the program did not live to see" {
    explain --log "$logs/derived.jsonl" slow >out
    says "not decided: the program ended before the search did"
}

@test "--json says the same" {
    explain --log "$logs/derived.jsonl" --json >out
    assert "$(jq -r '.kernels[0].keys[0].what_would_help' out)" = \
        "where rounding may differ: NETCL_TUNE_NUMERICS=tolerant" "advice"
    assert "$(jq -rc '.kernels[0].keys[0].derived[0]' out)" = \
        '{"name":"restrict","tried":3,"with_us":100,"without_us":400}' "gain"
    assert "$(jq -r '.skips[0].reason' out)" = image "skip"
    assert "$(jq -r '.kernels[1].is_undecided' out)" = true "undecided"
}

@test "a search that a former process did not end" {
    unset NETCL_TUNE_LOG
    echo '{"D|1::k@00000000::(8,)": {"choice":["derived","restrict"],
        "reason":"unfinished","speedup":2}}' >"$NETCL_AUTOTUNE_CACHE"
    explain k@ >out
    says "8: not decided yet, derived restrict looked fastest so far"
    says "what would help: give it more time a launch, once \
(NETCL_TUNE_STALL_MS=5000), or decide ahead of time: netcl-tune warm"
    sed -i 's|\["derived","restrict"\]|"original"|' "$NETCL_AUTOTUNE_CACHE"
    explain k@ >out
    says "8: not decided yet, nothing was faster so far"
}

@test "what is not there is said, with where to look" {
    run -1 explain --log "$logs/derived.jsonl" nothing
    assert "${lines[0]}" = "netcl-tune: explain: no kernel with 'nothing' in \
its name (netcl-tune explain names all)" "message"
    unset NETCL_TUNE_LOG
    run -1 explain
    assert "${lines[0]}" = "netcl-tune: explain: no OpenCL kernel was seen \
(netcl-tune doctor says whether the tuner gets in)" "message"
    run -1 explain --log absent
    run -2 explain a b
    run -2 explain --nothing
}
