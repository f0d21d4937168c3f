#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

warm() {
    "$command" warm "$@"
}

keys() {
    jq -r 'keys[]' "$NETCL_AUTOTUNE_CACHE" | sort
}

@test "after warming, a program's first run stalls for nothing" {
    use_fake
    own_family
    bare=$(launches 40)
    warm --sizes 1000,100000 >out
    assert "$(tail -n 1 out)" = "2 decided, 0 known already, 0 not possible \
here, 0 left for another time" "last line"
    rm "$NETCL_TUNE_LOG"
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(log_field decision '.origin + (.choice|tojson)')" = \
        'cache["wide",8]' "decision"
    assert "$(log_field summary .substituted)" = 40 "launches substituted"
    assert "$(jq .launches leaks)" = 40 "launches that the driver saw"
}

@test "a line for each key, and no progress bar, where nobody is looking" {
    use_fake
    own_family
    warm --sizes 1000 >out 2>err
    assert "$(head -n 1 out)" = \
        "Fake Device|1.0::scale::(1000,)  wide 8  2.50x" "line"
    assert "$(cat err)" = "" "stderr"
}

@test "--json: the keys that were decided, and how many of each outcome" {
    use_fake
    own_family
    warm --sizes 1000 --json >out
    assert "$(jq -c '[.decided, .known, .refused, .late, (.keys | length)]' out)" = \
        "[1,0,0,0,1]" "counts"
    assert "$(jq -c '.keys[0] | [.key, .choice, .original_us]' out)" = \
        '["Fake Device|1.0::scale::(1000,)",["wide",8],100]' "key"
}

@test "what is decided already is passed over" {
    use_fake
    own_family
    warm --sizes 1000,2000 >out
    before=$(md5sum <"$NETCL_AUTOTUNE_CACHE")
    warm --sizes 1000,2000,3000 >out
    assert "$(wc -l <out)" = 2 "lines"
    grep -q "^1 decided, 2 known already" out
    warm --sizes 1000,2000,3000 >out
    grep -q "^0 decided, 3 known already" out
}

@test "jobs share the grid: each key once, all of them together" {
    use_fake
    own_family
    warm --kernel scale >whole
    keys >all
    rm "$NETCL_AUTOTUNE_CACHE"
    for job in 1 2 3; do
        warm --jobs "$job/3" >>parts &
    done
    wait
    keys | cmp - all
    assert "$(grep -c '^Fake Device' parts)" = "$(wc -l <all)" "keys decided"
}

@test "a budget stops the work, and the rest is done another time" {
    use_fake
    own_family
    own_family
    sed -i 's|time_us=100|time_us=50000 real|' families/scale/reference.cl
    warm --sizes 1000,2000,3000,4000 --budget 0.4 >out
    run ! grep -q " 0 left for another time" out
    warm --sizes 1000,2000,3000,4000 >out
    grep -q " 0 left for another time" out
    assert "$(keys | wc -l)" = 4 "keys"
}

@test "an argument of one name has sizes of its own" {
    use_fake
    own_family
    warm --sizes n=77,99 >out
    assert "$(keys | tr '\n' ' ')" = \
        "Fake Device|1.0::scale::(77,) Fake Device|1.0::scale::(99,) " "keys"
}

@test "settings that spare a program do not spare the warming" {
    use_fake
    own_family
    NETCL_TUNE_MODE=pinned NETCL_TUNE_STALL_MS=0 NETCL_AUTOTUNE=0 \
        warm --sizes 1000 >out
    grep -q "^1 decided" out
}

@test "what is asked for wrongly is named" {
    use_fake
    own_family
    run -2 warm --jobs 4/3
    run -2 warm --jobs 0/3
    run -2 warm --sizes 1,,2
    run -2 warm --budget soon
    run -1 warm --family nothing
    run -1 warm --kernel nothing
}

@test "our own families can be warmed on PoCL" {
    export NETCL_TUNE_VARIANTS=$srcdir/variants
    warm --family transpose --kernel transpose_range --sizes 256 >out
    grep -q "::transpose_range::(256, 256" out
    assert "$(keys | wc -l)" -ge 1 "keys"
    warm --kernel mmul_elem --sizes 64 >out
    grep -q "::mmul_elem::(64, 64, 64)" out
}
