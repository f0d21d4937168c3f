#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The host has no memory left when one of ours is asked for: the program's
# output is the bare program's, and the command says so. scripts/nomemory.sh is
# the same with every allocation.

load helpers
load nomemory-sessions

needs() {
    [ -z "$SANITIZED" ] || skip "sanitizers have an allocator of their own"
}

# walk HOW STRIDE SESSION...
walk() {
    local session line
    for session in "${@:3}"; do
        line=$(walk_session "$session" "$1" "$2" | tail -n 1)
        echo "$session: $line"
        [[ $line == *" 0 bad" ]]
        line=${line% runs*}
        walked=$((${walked:-0} + ${line##* }))
    done
}

@test "one allocation fails, whichever: a search" {
    prepare_sessions
    walk one 23 cold
    walk one 41 twostep images derived two-processes
    assert "$walked" -gt 90 "runs"
}

@test "one allocation fails, whichever: a remembered decision, by rule, audited" {
    prepare_sessions
    walk one 29 cached
    walk one 53 pinned audited binaries stored
    walk one 17 autotune
    assert "$walked" -gt 60 "runs"
}

@test "memory runs out for good, anywhere in a program" {
    prepare_sessions
    walk rest 37 cold cached
    walk rest 61 twostep images derived pinned audited two-processes
    assert "$walked" -gt 100 "runs"
}

@test "one allocation fails, whichever: commands" {
    prepare_sessions
    walk one 7 list list-json show merge merge-into export clear run
    walk one 41 variants fingerprint new report report-json page
    walk one 83 check warm explain doctor
    assert "$walked" -gt 110 "runs"
}

@test "memory runs out for good, anywhere in a command" {
    prepare_sessions
    walk rest 29 list merge merge-into
    walk rest 89 variants report check warm
    assert "$walked" -gt 40 "runs"
}

@test "a command without memory says so, and ends" {
    use_fake
    run -1 env LD_PRELOAD="$builddir/tests/.libs/libnomemory.so" NOMEMORY=1 \
        "$command" variants list
    assert "$output" = "netcl-tune: out of memory (free some, and start again)" \
        "message"
}

@test "a cache that there is no memory to read stays as it is" {
    use_fake
    truncate -s 100G cache.json
    bare=$(launches 40)
    # (bats waits for whoever has its descriptors.)
    got=$(ulimit -v 8000000 && tuned launches 40 2>err 3>&-)
    assert "$got" = "$bare" "output"
    assert "$(cat err)" = "netcl-tune: $PWD/cache.json: no memory to read it \
(free some: it is read at the next start)" "message"
    assert "$(stat -c %s cache.json)" = $((100 << 30)) "bytes in the cache"
    assert "$(log_field summary '.substituted > 0')" = true "tuned all the same"
}

@test "no table of ours ends the program" {
    # uthash calls exit() unless it is told not to.
    assert "$(cd "$srcdir" && grep -rl '<uthash.h>' src)" = src/base/dict.h \
        "files that include uthash"
}
