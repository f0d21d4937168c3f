#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# broken SED-EXPRESSION: what the user is told about the changed manifest.
broken() {
    use_fake
    own_family
    cp -r families/scale families/other
    sed -i 's|"family": "scale"|"family": "other"|; s|"name": "scale"|"name": "other", "function": "scale"|' \
        families/other/manifest.json
    sed -i 's|factor \* src\[i\]|src[i] * factor|' families/other/reference.cl
    sed -i "$1" families/other/manifest.json
    tuned launches 40 2>err >out
    assert "$(cat out)" = "$(launches 40)" "output"
    # Everything else goes on.
    assert "$(log_field decision '.choice[0]')" = wide "the other family"
}

told() {
    expected="netcl-tune: $PWD/families/other/manifest.json: $1"
    assert "$(cat err)" = "$expected" "message"
}

@test "a syntax error is named with its place" {
    broken 's|"format": 1,|"format": 1|'
    grep -q "^netcl-tune: $PWD/families/other/manifest.json: .*line 3" err
}

@test "an unknown key is named" {
    broken 's|"elements": "n", "access": "read"|"element": "n", "access": "read"|'
    grep -q "manifest.json: kernels\[0\].args\[1\].element: " err
}

@test "a missing source is named" {
    broken 's|"wide.cl"|"none.cl"|'
    grep -q "manifest.json: variants\[0\].source: .*none.cl" err
}

@test "a bad expression is named" {
    broken 's|ceil_div(n, WIDTH)|ceil_div(n, WITH)|'
    grep -q "manifest.json: variants\[0\].global\[0\]: .*WITH" err
}

@test "a define value that does not build costs that candidate alone" {
    use_fake
    own_family
    sed -i 's|^//fake: scale_wide if.*|//fake: scale_wide if=WIDTH:8 build_fail|' \
        families/scale/wide.cl
    tuned launches 40 2>err
    assert "$(cat err)" = "" "messages"
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    assert "$(log_field decision '[.candidates[] |
        select(.choice == ["wide", 8]) | .status] | first')" = build-failed \
        "status"
}

@test "a variants folder that anyone may write is refused" {
    use_fake
    own_family
    chmod o+w families/scale
    NETCL_TUNE_DERIVE=0 tuned launches 40 2>err
    grep -q "netcl-tune: $PWD/families/scale.*: " err
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}

@test "a setting that is not known, or malformed, is named" {
    use_fake
    NETCL_TUNE_STALL=1 NETCL_TUNE_REPS=many tuned launches 2 2>err >out
    grep -qx "netcl-tune: NETCL_TUNE_STALL: unknown setting, ignored (netcl-tune --help names all)" err
    grep -q "^netcl-tune: NETCL_TUNE_REPS: 'many' is not" err
}
