#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

audits() {
    jq -rc 'select(.event == "audit") | .result' "$NETCL_TUNE_LOG" |
        tr '\n' ' '
}

# variant LINE: how the variant behaves on the fake driver.
variant() {
    use_fake
    own_family
    sed -i "s|^//fake: scale_wide if.*|//fake: scale_wide $1|" \
        families/scale/wide.cl
}

@test "a substitute that is right is audited, and stays" {
    use_fake
    bare=$(launches 200)
    NETCL_TUNE_AUDIT=10 tuned launches 200 >out 2>err
    assert "$(cat out)" = "$bare" "output"
    assert "$(cat err)" = "" "messages"
    assert "$(log_field summary .audits)" = 20 "audits"
    assert "$(log_field summary .substituted)" = 200 "launches substituted"
    assert "$(audits)" = "" "findings"
    assert "$(jq '[.mem, .kernel, .queue] | add // 0' leaks)" = 0 "leaks"
}

@test "without the setting nothing is audited" {
    use_fake
    tuned launches 200
    assert "$(log_field summary '.audits // 0')" = 0 "audits"
}

@test "a substitute that goes wrong later is quarantined" {
    variant "if=WIDTH:8 wrong_byte=7 wrong_after=60 time_us=40"
    bare=$(launches 200)
    NETCL_TUNE_AUDIT=10 tuned launches 200 >out 2>err
    assert "$(cat out)" = "$bare" "output, which the last launch wrote"
    assert "$(audits)" = "differs " "findings"
    assert "$(log_field audit '.choice|tojson')" = '["wide",8]' "choice"
    grep -q "^netcl-tune: Fake Device|1.0::scale::(100000,): .*gave other results than the original; it is not used any more (netcl-tune variants check says more)" \
        err
    assert "$(log_field summary '.substituted < 80')" = true "substituted"
    assert "$(log_field summary .launches)" = 200 "launches"
    assert "$(jq length "$NETCL_AUTOTUNE_CACHE")" = 0 "keys in the cache"
}

@test "a quarantine holds for another kernel object and other arguments" {
    variant "if=WIDTH:8 wrong_byte=7 wrong_after=60 time_us=40"
    bare=$(launches 200 args)
    NETCL_TUNE_AUDIT=10 tuned launches 200 args >out 2>err
    assert "$(cat out)" = "$bare" "output"
    assert "$(audits)" = "differs " "findings"
}

@test "a quarantine hides what a shared cache says" {
    variant "if=WIDTH:8 wrong_byte=7 wrong_after=60 time_us=40"
    tuned launches 20
    mv cache.json shared.json
    export NETCL_TUNE_SHARED_CACHE=$PWD/shared.json
    NETCL_TUNE_AUDIT=10 tuned launches 200 2>err
    assert "$(audits)" = "differs " "findings"
    assert "$(jq -c '.[]' "$NETCL_AUTOTUNE_CACHE")" = '"original"' "own entry"
    rm "$NETCL_TUNE_LOG"
    tuned launches 40
    assert "$(log_field decision .origin)" = tuned "origin"
}

@test "an audit of every launch lets nothing wrong through twice" {
    variant "if=WIDTH:8 wrong_byte=7 wrong_after=60 time_us=40"
    NETCL_TUNE_AUDIT=1 tuned launches 200 2>err
    assert "$(audits)" = "differs " "findings"
    assert "$(jq length "$NETCL_AUTOTUNE_CACHE")" = 0 "keys in the cache"
}

@test "an inexact choice is held to its tolerance" {
    variant "error=0.000001 time_us=10"
    sed -i 's|"shape"|"tolerance": {"rel": 1e-4}, "shape"|' \
        families/scale/manifest.json
    NETCL_TUNE_NUMERICS=tolerant NETCL_TUNE_AUDIT=10 tuned launches 100 2>err
    assert "$(audits)" = "" "findings"
    assert "$(log_field summary '.audits > 5')" = true "audits"
}

@test "a substitute that is slow by now is confirmed again, and reverted" {
    variant ""
    sed -i 's|count=n time_us=60|count=n|' families/scale/wide.cl
    compare=$FAKECL_LINES
    export FAKECL_LINES="$compare;scale_wide time_us=40"
    tuned launches 40
    assert "$(log_field decision '.choice[0]')" = wide "choice at first"
    rm "$NETCL_TUNE_LOG"
    export FAKECL_LINES="$compare;scale_wide time_us=300"
    NETCL_TUNE_AUDIT=5 tuned launches 300 2>err
    assert "$(audits)" = "slower " "findings"
    assert "$(jq -rc 'select(.event == "decision") | .origin + " " +
        (.choice | tojson)' "$NETCL_TUNE_LOG" | tail -n 1)" = \
        'tuned "original"' "last decision"
    assert "$(log_field summary .substituted)" = 15 "launches substituted"
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = '"original"' \
        "stored choice"
}

@test "a substitute that was slow now and then stays" {
    variant "if=WIDTH:8 time_seq=40,40,40,40,40,40,40,40,40,40,300"
    NETCL_TUNE_AUDIT=1 tuned launches 200 2>err
    assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
    assert "$(audits)" = "" "findings"
}

@test "pinned mode is audited for bits, and never tunes" {
    variant "time_us=300"
    NETCL_TUNE_MODE=pinned NETCL_TUNE_AUDIT=5 tuned launches 100 2>err
    assert "$(audits)" = "" "findings"
    assert "$(log_field summary .audits)" = 20 "audits"
    assert "$(log_field summary .substituted)" = 100 "launches substituted"
    variant "wrong_byte=7"
    NETCL_TUNE_MODE=pinned NETCL_TUNE_AUDIT=5 tuned launches 100 2>err
    assert "$(audits)" = "differs " "findings"
    assert "$(log_field summary .substituted)" = 5 "launches substituted"
}

@test "a queue that waits for the program is waited for a while only" {
    use_fake
    bare=$(launches 40)
    tuned launches 40
    rm "$NETCL_TUNE_LOG"
    export NETCL_TUNE_AUDIT=1 NETCL_TUNE_STALL_MS=20
    start=$(date +%s%N)
    assert "$(timeout 20 "$BASH" -c 'LD_PRELOAD=$1 "${@:2}"' - "$library" \
        "$apps/launches" "$families/scale/reference.cl" scale 100000 200 \
        gated)" = "$bare" "output"
    took=$((($(date +%s%N) - start) / 1000000))
    assert "$(log_field summary '.audits // 0')" = 0 "audits"
    assert "$(log_field summary .substituted)" = 200 "launches substituted"
    # Ever more rarely: the 1st, 2nd, 4th, 8th, ...
    assert "$took" -le 2000 "milliseconds for 200 launches"
}

@test "audits work on PoCL" {
    bare=$(launches 100)
    NETCL_TUNE_AUDIT=7 tuned launches 100 >out 2>err
    assert "$(cat out)" = "$bare" "output"
    assert "$(cat err)" = "" "messages"
}
