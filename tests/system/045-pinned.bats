#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# Kernel launches that the driver saw.
driver_launches() {
    jq .launches leaks
}

# remember SHAPE CHOICE [EXACT]: a decision as this version stores it.
remember() {
    [ -s "$NETCL_AUTOTUNE_CACHE" ] || echo '{}' >"$NETCL_AUTOTUNE_CACHE"
    jq -c ".[\"Fake Device|1.0::scale::$1\"] = {choice: $2, digest: \"0\",
        exact: ${3:-true}, speedup: 2}" "$NETCL_AUTOTUNE_CACHE" >new
    mv new "$NETCL_AUTOTUNE_CACHE"
}

# without_rules: the scale family, which pins nothing.
without_rules() {
    own_family
    sed -i 's|^  "pin": .*|  "pin": []|' families/scale/manifest.json
}

# An inexact variant that the rule chooses.
inexact_rule() {
    use_fake
    own_family
    sed -i 's|^//fake: scale_wide if.*|//fake: scale_wide error=0.000001 time_us=10|' \
        families/scale/wide.cl
    sed -i 's|"shape"|"tolerance": {"rel": 1e-4}, "shape"|' \
        families/scale/manifest.json
}

@test "pinned mode takes the manifest's rule and measures nothing" {
    use_fake
    export NETCL_TUNE_MODE=pinned
    bare=$(launches 40)
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
    assert "$(log_field decision '.origin + " " + .reason')" = \
        "pinned pin-rule" "decision"
    assert "$(driver_launches)" = 40 "launches"
    assert "$(log_field summary .substituted)" = 40 "launches substituted"
    assert "$(ls cache.json 2>&1 | grep -c '^cache.json')" = 0 "caches stored"
}

@test "pinned mode takes a stored decision before the rule" {
    use_fake
    remember "(100000,)" '["wide",4]'
    NETCL_TUNE_MODE=pinned tuned launches 40
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    assert "$(log_field decision .origin)" = cache "origin"
    assert "$(driver_launches)" = 40 "launches"
}

@test "without a rule the nearest remembered shape is asked" {
    use_fake
    without_rules
    remember "(1000,)" '"original"'
    remember "(90000,)" '["wide",4]'
    remember "(900000,)" '["wide",8]'
    NETCL_TUNE_MODE=pinned tuned launches 40
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    assert "$(log_field decision .reason)" = nearest "reason"
    assert "$(driver_launches)" = 40 "launches"
}

@test "the nearest shape's choice is passed over where it is not legal" {
    use_fake
    without_rules
    sed -i 's|"args": \["dst"|"requires": "WIDTH == 4 \|\| n > 200000", "args": ["dst"|' \
        families/scale/manifest.json
    remember "(90000,)" '["wide",8]'
    remember "(900000,)" '["wide",4]'
    NETCL_TUNE_MODE=pinned tuned launches 40
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
}

@test "what other kernels or devices remember is no neighbour" {
    use_fake
    without_rules
    echo '{"Fake Device 2|1.0::scale::(90000,)":
             {"choice": ["wide", 4], "digest": "0", "exact": true},
           "Fake Device|1.0::scale2::(90000,)":
             {"choice": ["wide", 4], "digest": "0", "exact": true}}' \
        >"$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_MODE=pinned tuned launches 40
    assert "$(log_field decision .choice)" = original "choice"
    assert "$(log_field decision .reason)" = unmeasured "reason"
}

@test "a rule's variant has to be asked for where the compiler may reorder" {
    use_fake
    export NETCL_TUNE_MODE=pinned
    for option in -cl-fast-relaxed-math -cl-unsafe-math-optimizations; do
        tuned launches 40 "options=-DA=1 $option"
        assert "$(log_field decision .choice)" = original "choice"
        NETCL_TUNE_NUMERICS=pinned tuned launches 40 "options=-DA=1 $option"
        assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
    done
    # What was compared at this very shape is as good as ever.
    without_rules
    remember "(90000,)" '["wide",4]'
    tuned launches 40 options=-cl-fast-relaxed-math
    assert "$(log_field decision .choice)" = original "choice by a neighbour"
    NETCL_TUNE_MODE=tune tuned launches 40 options=-cl-fast-relaxed-math
    tuned launches 40 options=-cl-fast-relaxed-math
    assert "$(log_field decision .origin)" = cache "origin"
    assert "$(log_field summary .substituted)" = 40 "launches substituted"
}

@test "pinned numerics give the same bits on an empty and on a full cache" {
    inexact_rule
    export NETCL_TUNE_NUMERICS=pinned
    bare=$(launches 40)
    first=$(tuned launches 40)
    assert "$first" != "$bare" "output of an inexact variant"
    assert "$(log_field decision '(.choice | tojson) + (.exact | tostring)')" \
        = '["wide",8]false' "choice, not known to be exact"
    assert "$(tuned launches 1)" = "$first" "output of one launch"
    # Full of what other settings have found.
    NETCL_TUNE_NUMERICS=exact tuned launches 40
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = '"original"' \
        "exact choice"
    assert "$(tuned launches 40)" = "$first" "output on an exact cache"
    rm "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_NUMERICS=tolerant tuned launches 40
    assert "$(tuned launches 40)" = "$first" "output on a tolerant cache"
    NETCL_TUNE_MODE=pinned tuned launches 40 >pinned
    assert "$(cat pinned)" = "$first" "output in pinned mode"
}

@test "pinned numerics refuse an inexact choice that no rule made" {
    inexact_rule
    sed -i 's|^  "pin": .*|  "pin": []|' families/scale/manifest.json
    bare=$(launches 40)
    export NETCL_TUNE_NUMERICS=pinned
    remember "(100000,)" '["wide",8]' false
    assert "$(tuned launches 40)" = "$bare" "output"
    NETCL_TUNE_MODE=pinned tuned launches 40 >pinned
    assert "$(cat pinned)" = "$bare" "output in pinned mode"
}

@test "pinned numerics tune as ever where the rule keeps the original" {
    use_fake
    own_family
    sed -i 's|"when": "n >= 1000"|"when": "n >= 1000000"|' \
        families/scale/manifest.json
    bare=$(launches 40)
    export NETCL_TUNE_NUMERICS=pinned
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(log_field decision '(.choice | tojson) + (.exact | tostring)')" \
        = '["wide",8]true' "choice"
}

@test "a part of a program is pinned, and the rest is tuned" {
    use_fake
    bare=$("$apps/pins" "$families/scale/reference.cl" 5 35)
    assert "$(tuned "$apps/pins" "$families/scale/reference.cl" 5 35)" = \
        "$bare" "output"
    assert "$(jq -rc 'select(.event == "decision") | .origin' \
        "$NETCL_TUNE_LOG" | tr '\n' ' ')" = "pinned tuned " "decisions"
    assert "$(log_field summary '.substituted >= 6')" = true "substituted"
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = '["wide",8]' \
        "stored choice"
}

@test "a part is pinned while the search rests" {
    use_fake
    own_family
    sed -i 's|^//fake: scale_wide if.*|//fake: scale_wide build_us=20000000 real|' \
        families/scale/wide.cl
    # At the end of these launches, each look is followed by many without.
    NETCL_TUNE_STALL_MS=20 tuned "$apps/pins" \
        "$families/scale/reference.cl" 5 0 4000
    assert "$(log_field decision .origin)" = pinned "origin"
    assert "$(log_field summary .substituted)" = 5 "launches substituted"
}

@test "a part that is pinned measures nothing" {
    use_fake
    tuned "$apps/pins" "$families/scale/reference.cl" 20 0
    assert "$(driver_launches)" = 20 "launches"
    assert "$(log_field summary .substituted)" = 20 "launches substituted"
}

@test "another driver version confirms its choice instead of searching" {
    use_fake
    tuned launches 40
    rm "$NETCL_TUNE_LOG"
    FAKECL_DRIVER=2.0 tuned launches 40
    assert "$(log_field decision .origin)" = tuned "origin"
    assert "$(log_field decision '.candidates | length')" = 2 "candidates"
    assert "$(jq -c '.["Fake Device|2.0::scale::(100000,)"].choice' \
        "$NETCL_AUTOTUNE_CACHE")" = '["wide",8]' "stored choice"
    assert "$(jq length "$NETCL_AUTOTUNE_CACHE")" = 2 "keys"
}

@test "what another driver version liked is searched again where it is slow" {
    use_fake
    own_family
    tuned launches 40
    sed -i 's|time_us=40|time_us=200|' families/scale/wide.cl
    rm "$NETCL_TUNE_LOG"
    FAKECL_DRIVER=2.0 tuned launches 80
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
}

@test "a rule that is not exact is for those who allow that" {
    use_fake
    own_family
    sed -i 's|"choice": \["wide", 8\]|&, "exact": false|' \
        families/scale/manifest.json
    export NETCL_TUNE_MODE=pinned
    tuned launches 10
    assert "$(log_field decision .choice)" = original "by default"
    for numerics in tolerant pinned; do
        rm "$NETCL_TUNE_LOG"
        NETCL_TUNE_NUMERICS=$numerics tuned launches 10
        assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "$numerics"
    done
}
