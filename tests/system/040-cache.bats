#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

only_key() {
    jq -r 'keys[0]' "$NETCL_AUTOTUNE_CACHE"
}

@test "the key is device|driver::kernel::shape" {
    use_fake
    tuned launches 40
    assert "$(only_key)" = "Fake Device|1.0::scale::(100000,)" "key"
}

@test "a bare choice of an older cache is checked once, then rewritten" {
    use_fake
    echo '{"Fake Device|1.0::scale::(100000,)": ["wide", 4]}' \
        >"$NETCL_AUTOTUNE_CACHE"
    tuned launches 40
    assert "$(log_field decision .origin)" = tuned "origin"
    assert "$(log_field decision '.candidates | length')" = 2 "candidates"
    assert "$(jq -c '.[].choice' "$NETCL_AUTOTUNE_CACHE")" = '["wide",4]' \
        "stored choice"
    rm "$NETCL_TUNE_LOG"
    tuned launches 40
    assert "$(log_field decision .origin)" = cache "origin afterwards"
}

@test "a choice that is no longer offered is tuned again" {
    use_fake
    echo '{"Fake Device|1.0::scale::(100000,)": ["narrow", 4]}' \
        >"$NETCL_AUTOTUNE_CACHE"
    tuned launches 40
    assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
}

@test "a changed variant is checked again" {
    use_fake
    own_family
    tuned launches 40
    sed -i 's|time_us=40|time_us=200|; s|time_us=60|time_us=200|' \
        families/scale/wide.cl
    rm "$NETCL_TUNE_LOG"
    tuned launches 60
    assert "$(log_field decision .choice)" = original "choice"
}

@test "that the original is best is remembered" {
    use_fake
    own_family
    sed -i 's|time_us=40|time_us=200|; s|time_us=60|time_us=200|' \
        families/scale/wide.cl
    tuned launches 40
    rm "$NETCL_TUNE_LOG"
    tuned launches 40
    assert "$(log_field decision '.origin + .choice')" = cacheoriginal \
        "decision"
}

@test "a torn cache file is named, kept aside, and costs nothing" {
    use_fake
    echo '{"a": 1, "b' >"$NETCL_AUTOTUNE_CACHE"
    bare=$(launches 40)
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    grep -q "^netcl-tune: $NETCL_AUTOTUNE_CACHE: " err
    assert "$(log_field decision '.choice[0]')" = wide "choice"
    assert "$(ls cache.json.broken* | wc -l)" = 1 "files kept aside"
}

@test "what others have written stays, byte for byte" {
    use_fake
    printf '%s' '{"other|1::k::(1,)":  {"choice": 16, "mine": [1.50, "\u00e9"]}}' \
        >"$NETCL_AUTOTUNE_CACHE"
    tuned launches 40
    grep -qF '{"choice": 16, "mine": [1.50, "\u00e9"]}' "$NETCL_AUTOTUNE_CACHE"
}

@test "a cache that cannot be written is named once, and the program goes on" {
    use_fake
    export NETCL_AUTOTUNE_CACHE=/proc/none/cache.json
    tuned launches 40 2>err
    assert "$(grep -c '^netcl-tune: /proc/none/cache.json' err)" = 1 "messages"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
}

@test "a shared cache is read under the user's own, and never written" {
    use_fake
    tuned launches 40
    mv cache.json shared.json
    chmod a-w shared.json
    before=$(md5sum <shared.json)
    rm "$NETCL_TUNE_LOG"
    NETCL_TUNE_SHARED_CACHE=$PWD/shared.json tuned launches 40
    assert "$(log_field decision .origin)" = shared "origin"
    assert "$(md5sum <shared.json)" = "$before" "the shared file"
}

@test "a program that caches its binaries is substituted in its second run" {
    use_fake
    export NETCL_TUNE_VARIANTS=$families
    "$apps/binaries" "$families/scale/reference.cl" scale bin >bare
    rm bin
    tuned "$apps/binaries" "$families/scale/reference.cl" scale bin >first
    rm "$NETCL_TUNE_LOG"
    tuned "$apps/binaries" "$families/scale/reference.cl" scale bin >second
    cmp bare first && cmp bare second
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    assert "$(log_field summary .keys_tuned)" = 0 "keys tuned"
}

@test "100,000 keys cost a start at most 100 ms" {
    [ -z "$SANITIZED" ] || skip "sanitizers cost time too"
    use_fake
    tuned launches 40
    key=$(only_key)
    value=$(jq -c '.[]' "$NETCL_AUTOTUNE_CACHE")
    { echo "{"; seq 100000 | awk -v v="$value" '{
        printf "\"Some Device|1.%d::kernel::(%d, %d)\": %s,\n", $1, $1, $1, v }'
      echo "\"$key\": $value}"; } >"$NETCL_AUTOTUNE_CACHE"
    rm "$NETCL_TUNE_LOG"
    # Processor time, so that a busy machine does not count; best of five.
    best() {
        TIMEFORMAT="%U %S"
        for _ in 1 2 3 4 5; do
            { time tuned launches 1 >/dev/null; } 2>&1 |
                awk '{ print int(1000000 * ($1 + $2)) }'
        done | sort -n | head -n 1
    }
    many=$(best)
    assert "$(log_field decision .origin)" = cache "origin"
    echo "{\"$key\": $value}" >"$NETCL_AUTOTUNE_CACHE"
    one=$(best)
    echo "100,000 keys: $many us, one key: $one us"
    assert $((many - one)) -le 100000 "microseconds for 100,000 keys"
}
