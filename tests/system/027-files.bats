#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Many processes on one cache, and files that are not as they should be.

load helpers

# scripts/reliability.sh asks for 64.
crowd=${CROWD:-8}

# sized COUNT: a key of its own.
sized() {
    "$apps/launches" "$families/scale/reference.cl" scale "$1" 40
}

# expect_said FILE WHAT: the program ran as it does bare, was substituted, and
# said once of FILE what is wrong with it, and nothing else.
expect_said() {
    bare=$(launches 40)
    rm -f "$NETCL_TUNE_LOG"
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    assert "$(grep -c "^netcl-tune: $1: $2" err)" = 1 "messages about $1"
    assert "$(grep -vc "^netcl-tune: $1: $2" err)" = 0 "other messages"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
}

@test "many processes on one cold cache: no lost decision, each key tuned about once" {
    use_fake
    unset FAKECL_LEAKS
    # So many on a few cores are not done in the usual time.
    export NETCL_TUNE_STALL_MS=20000
    mkdir alone
    cp "$library" alone/
    library=$PWD/alone/libnetcl_tune.so
    echo '{"other|1::k::(1,)": 16}' >cache.json
    for ((n = 1; n <= crowd; n++)); do
        tuned sized $((50000 + n)) >/dev/null &
        tuned launches 40 >/dev/null &
    done
    wait
    assert "$(jq length cache.json)" = $((crowd + 2)) "keys"
    assert "$(jq '[.[] | select(.choice? == ["wide",8])] | length' cache.json)" = \
        $((crowd + 1)) "decisions"
    # Who begins at the same moment cannot know of the others.
    assert "$(jq -r 'select(.event == "decision" and .origin == "tuned") | .key' \
        log | sort -u | wc -l)" = $((crowd + 1)) "keys tuned"
    assert "$(jq -r 'select(.event == "decision" and .origin == "tuned") | .key' \
        log | wc -l)" -le $((2 * crowd)) "tunings"
    rm log
    for ((n = 1; n <= crowd; n++)); do
        tuned sized $((50000 + n)) >/dev/null &
    done
    wait
    assert "$(log_count decision)" = "$crowd" "decisions"
    assert "$(jq -r 'select(.origin == "tuned") | .key' log | wc -l)" = 0 "tunings"
}

@test "a home that cannot be written" {
    use_fake
    unset NETCL_AUTOTUNE_CACHE
    HOME=/proc/none expect_said /proc/none/.cache/netcl/autotune.json \
        "cannot be written"
}

@test "a disk that is full, and a limit that ends whoever writes beyond it" {
    use_fake
    unset FAKECL_LEAKS NETCL_TUNE_LOG
    bare=$(launches 40)
    for blocks in 0 1; do
        rm -f cache.json
        (
            ulimit -f $blocks
            [ $blocks = 0 ] || yes | head -c 4000 | sed 's/.*/ /' >cache.json || :
            tuned launches 40 >/dev/full 2>&1 || :
        )
        # The program itself may write nothing here but to a pipe.
        assert "$( (ulimit -f $blocks; tuned launches 40 2>/dev/null) | cat)" = \
            "$bare" "output"
        [ ! -s cache.json ] || jq -e . cache.json >/dev/null
        assert "$(find . -name 'cache.json.[0-9]*' | wc -l)" = 0 "files left"
    done
    if mkdir small && mount -t tmpfs -o size=8k none small 2>/dev/null; then
        head -c 8192 /dev/zero >small/filler || :
        export NETCL_AUTOTUNE_CACHE=$PWD/small/cache.json
        NETCL_TUNE_LOG=$PWD/log expect_said "$NETCL_AUTOTUNE_CACHE" \
            "cannot be written" || { umount small; return 1; }
        umount small
    fi
}

@test "a cache that another user owns or anybody may write" {
    use_fake
    echo '{}' >cache.json
    chmod 666 cache.json
    expect_said "$PWD/cache.json" "not used: another user owns it"
    assert "$(cat cache.json)" = '{}' "the file"
    if [ "$(id -u)" = 0 ]; then
        chmod 600 cache.json
        chown 65534 cache.json
        expect_said "$PWD/cache.json" "not used: another user owns it"
    fi
}

@test "a cache that cannot be read" {
    use_fake
    mkdir cache.json
    expect_said "$PWD/cache.json" "cannot be read"
}

@test "no link is followed out of the cache folder" {
    use_fake
    echo '{"mine": 1}' >elsewhere
    ln -s "$PWD/elsewhere" cache.json
    expect_said "$PWD/cache.json" "not used: a link stands there (put the file itself there, or set NETCL_AUTOTUNE_CACHE)"
    assert "$(cat elsewhere)" = '{"mine": 1}' "what it leads to"
    rm cache.json
    ln -s "$PWD/nowhere" cache.json.lock
    expect_said "$PWD/cache.json" "cannot be written"
    rm cache.json.lock
    ln -sf "$PWD/nowhere" cache.json.trials
    tuned launches 40
    assert "$(find . -name nowhere | wc -l)" = 0 "files made behind a link"
}

@test "binaries in a folder that anybody may write are not run" {
    use_fake
    tuned launches 40
    assert "$(find binaries -name 'scale-*.bin' | wc -l)" = 1 "binaries"
    for file in binaries/*.bin; do
        printf garbage >"$file"
    done
    chmod 777 binaries
    FAKECL_LOG=calls tuned launches 40
    assert "$(grep -c 'clCreateProgramWithBinary.*-> -42' calls || :)" = 0 \
        "garbage given to the driver"
}

@test "variants that anybody may write are refused with one line" {
    use_fake
    own_family
    bare=$(launches 40)
    chmod 666 families/scale/wide.cl
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    assert "$(grep -c '^netcl-tune: .*wide.cl.*others could have written it' err)" \
        = 1 "messages about a source"
    chmod 644 families/scale/wide.cl
    chmod 777 families/scale
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    assert "$(grep -c '^netcl-tune: .*families/scale' err)" = 1 \
        "messages about a folder"
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}

@test "a file system without locks: decisions stay in the process" {
    use_fake
    bare=$(launches 40)
    library=$apps/.libs/libnolocks.so:$library
    expect_said "$PWD/cache.json" "cannot be written (No locks available)"
    [ ! -e cache.json ]
}

@test "a set-user-id program is left alone" {
    [ "$(id -u)" = 0 ] || skip "needs root"
    use_fake
    # The loader drops LD_PRELOAD there; this is a program linked with us.
    cp "$apps/launches" suid
    [ -f "$apps/.libs/launches" ] && cp "$apps/.libs/launches" suid
    chmod 4755 suid
    chmod 755 .
    setpriv --reuid 65534 --clear-groups env NETCL_TUNE_LOG="$PWD/log" \
        LD_PRELOAD="$library" ./suid "$families/scale/reference.cl" scale 1000 5 \
        >out 2>err || skip "no way to run one here"
    [ ! -e log ]
    [ ! -e cache.json ]
}
