#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl-tune cache: looking at what is remembered, and passing it on.

load helpers

cache() {
    "$command" cache "$@"
}

# entry KEY CHOICE SPEEDUP [more fields]
entry() {
    echo "\"D|1::$1::(8,)\": {\"choice\":$2,\"digest\":\"d\",\"speedup\":$3,\
\"exact\":true${4-}}"
}

choice_of() {
    jq -c ".\"D|1::$1::(8,)\" | .choice? // ." "${2:-$NETCL_AUTOTUNE_CACHE}"
}

@test "list and show: keys, choices, and where they are from" {
    echo "{$(entry a '["v",1]' 2.5)}" >"$NETCL_AUTOTUNE_CACHE"
    echo "{$(entry b '"original"' 1)}" >shared.json
    export NETCL_TUNE_SHARED_CACHE=$PWD/shared.json
    cache list >out
    grep -q "^D|1::a::(8,) *v 1 *2.50x  exact" out
    grep -q "^D|1::b::(8,) *original .*shared" out
    assert "$(cache list --json | jq -c '.keys | map(.origin)')" = \
        '["cache","shared"]' "origins"
    cache show b | grep -q "kept in: the shared cache"
    run -1 cache show nothing
    assert "${lines[0]}" = "netcl-tune: $NETCL_AUTOTUNE_CACHE: no key with \
'nothing' in it (netcl-tune cache list shows all)" "message"
}

@test "merge: new keys come in, and the better decision stays" {
    echo "{$(entry a '["v",1]' 2), $(entry b '["v",1]' 3),
        $(entry c '["v",1]' 9 | sed 's/true/false/'),
        \"D|1::d::(8,)\": [\"bare\"]}" >"$NETCL_AUTOTUNE_CACHE"
    echo "{$(entry a '["v",2]' 4), $(entry b '["v",2]' 2),
        $(entry c '["v",2]' 2), $(entry d '["v",2]' 1.1)}" >one.json
    echo "{$(entry e '["v",3]' 5), \"odd\": null}" >two.json
    cache merge one.json two.json >out
    assert "$(cat out)" = "$NETCL_AUTOTUNE_CACHE: 4 taken over, 2 kept as they \
were, from 2 files" "what is said"
    assert "$(choice_of a) $(choice_of b) $(choice_of c) $(choice_of d) $(choice_of e)" = \
        '["v",2] ["v",1] ["v",2] ["v",2] ["v",3]' "choices"
    assert "$(cache merge --json one.json | jq -c '[.taken, .kept, .files]')" = \
        "[0,4,1]" "again"
}

@test "merge --into another file, of which no field is lost" {
    echo "{$(entry a '["v",1]' 2 ',"note":"kept"')}" >one.json
    cache merge --into fleet.json one.json
    assert "$(jq -c '."D|1::a::(8,)".note' fleet.json)" = '"kept"' "field"
    assert "$(ls "$NETCL_AUTOTUNE_CACHE" 2>/dev/null)" = "" "the user's cache"
}

@test "merging many users' files at once loses nothing" {
    for user in 1 2 3 4 5 6 7 8; do
        echo "{$(entry "k$user" '["v",1]' 2)}" >"user$user.json"
        cache merge "user$user.json" >/dev/null &
    done
    wait
    assert "$(jq length "$NETCL_AUTOTUNE_CACHE")" = 8 "keys"
}

@test "a file that cannot be read is named, and the others are taken" {
    echo "{$(entry a '["v",1]' 2)}" >one.json
    run -1 cache merge absent.json one.json
    assert "${lines[0]}" = \
        "netcl-tune: absent.json: cannot be read: No such file or directory (name a \
cache file)" "message"
    assert "$(choice_of a)" = '["v",1]' "choice"
}

@test "what is exported serves as a shared cache" {
    use_fake
    tuned launches 60 >/dev/null
    cache export --key scale >fleet.json
    assert "$(jq length fleet.json)" = 1 "keys"
    rm "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
    chmod a-w fleet.json
    NETCL_TUNE_SHARED_CACHE=$PWD/fleet.json tuned launches 60 >/dev/null
    assert "$(log_field decision .origin)" = shared "origin"
    assert "$(log_field summary .substituted)" = 60 "substituted"
    assert "$(cache export --key nothing | jq -c .)" = "{}" "no key"
}

@test "clear: all, or the keys of one kernel; it asks first" {
    echo "{$(entry a '["v",1]' 2), $(entry b '["v",1]' 3)}" \
        >"$NETCL_AUTOTUNE_CACHE"
    run -2 cache clear </dev/null
    assert "$(cache clear --yes ::a::)" = "$NETCL_AUTOTUNE_CACHE: 1 key \
cleared" "what is said"
    assert "$(choice_of a) $(choice_of b)" = 'null ["v",1]' "choices"
    assert "$(cache clear --yes --json | jq .cleared)" = 1 "cleared"
    assert "$(jq -c . "$NETCL_AUTOTUNE_CACHE")" = "{}" "what is left"
}

@test "wrong uses are named" {
    run -2 cache merge
    run -2 cache merge --into
    run -2 cache export what
    run -2 cache clear --yes a b
    run -2 cache nothing
}
