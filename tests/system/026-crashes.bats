#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# A candidate that ends the process, or hangs, does so once.

load helpers

# variant LINE: how WIDTH=8 behaves, which would be the fastest.
variant() {
    use_fake
    own_family
    sed -i "s|^//fake: scale_wide if.*|//fake: scale_wide if=WIDTH:8 time_us=40 $1|" \
        families/scale/wide.cl
}

# In a folder of its own the library finds no compile process.
alone() {
    mkdir alone
    cp "$library" alone/
    library=$PWD/alone/libnetcl_tune.so
}

status_of_8() {
    log_field decision '.candidates[] | select(.choice == ["wide",8]) | .status'
}

# The next process: says so, does without, and gets the right result.
expect_survivor() {
    local bare
    bare=$(launches 40)
    assert "$(tuned launches 40 2>err)" = "$bare" "output of the next process"
    assert "$(grep -c '^netcl-tune: .*cache.json.trials: .*\["wide",8\]' err)" = 1 \
        "messages"
    assert "$(status_of_8)" = crashed "status"
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    rm cache.json
    assert "$(tuned launches 40 2>err)" = "$bare" "output of a later process"
    assert "$(cat err)" = "" "messages of a later process"
    assert "$(status_of_8)" = crashed "status in a later process"
}

@test "a candidate that crashes the program does so once" {
    variant crash
    alone
    run ! tuned launches 40
    expect_survivor
}

@test "a candidate whose build crashes the program does so once" {
    variant build_crash
    alone
    run ! tuned launches 40
    expect_survivor
}

@test "a candidate that crashes the compile process never gets into the program" {
    variant crash
    bare=$(launches 40)
    assert "$(tuned launches 40)" = "$bare" "output"
    assert "$(status_of_8)" = crashed "status"
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    assert "$(grep -c '^[rx]' cache.json.trials)" = 0 "lines in the journal"
}

@test "a candidate that hangs is left behind, and not tried again" {
    variant hang
    alone
    bare=$(launches 40)
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    grep -q '^netcl-tune: \["wide",8\] of scale does not come to an end: it is not tried again, and nothing else in this process (netcl-tune variants check says whether it ends alone)$' err
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
    assert "$(log_field skip .reason)" = crashed "reason"
    rm "$NETCL_TUNE_LOG"
    assert "$(tuned launches 40 2>err)" = "$bare" "output afterwards"
    assert "$(status_of_8)" = crashed "status"
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
}

@test "a call that never returns: whoever is killed for it, the next one goes on" {
    use_fake
    alone
    bare=$(launches 40)
    # The program's own, the original twice with a look at what it did, and
    # then the first launch of a candidate.
    for entry in clEnqueueNDRangeKernel:4 clEnqueueNDRangeKernel:6 \
        clBuildProgram:5; do
        rm -f cache.json cache.json.trials
        run -137 env FAKECL_HANG=$entry LD_PRELOAD="$runtime${runtime:+:}$library" \
            timeout -s KILL 1 "$apps/launches" \
            "$families/scale/reference.cl" scale 100000 40
        assert "$(grep -c ^r cache.json.trials)" = 1 "lines in the journal"
        assert "$(tuned launches 40 2>err)" = "$bare" "output"
        assert "$(grep -c 'a process ended while it tried .*that is not tried again (netcl-tune cache clear forgets it)$' err)" = 1 "messages"
    done
}

@test "a changed candidate is tried again, and so are all after cache clear" {
    variant crash
    alone
    run ! tuned launches 40
    sed -i 's| crash$||' families/scale/wide.cl
    tuned launches 40
    assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
    variant crash
    rm cache.json
    tuned launches 40
    assert "$(status_of_8)" = crashed "status"
    "$command" cache clear --yes || "$command" cache clear
    run ! tuned launches 40
}

@test "the original's copy that crashes is not made again" {
    use_fake
    alone
    # On our queue alone: the first launch of all is the program's.
    bare=$(launches 40)
    run -137 env FAKECL_HANG=clEnqueueNDRangeKernel:1 \
        LD_PRELOAD="$runtime${runtime:+:}$library" \
        timeout -s KILL 1 "$apps/launches" \
        "$families/scale/reference.cl" scale 100000 40
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
    assert "$(log_field skip .reason)" = crashed "reason"
    assert "$(log_field summary .substituted)" = 0 "launches substituted"
}

@test "kill -9 at random moments: cache and journal stay readable" {
    use_fake
    bare=$(launches 40)
    "$BASH" "$srcdir/scripts/kills.sh" "$builddir" "${KILLS:-20}" >out
    cat out
    assert "$(tuned launches 40 2>err)" = "$bare" "output"
}
