# SPDX-License-Identifier: Apache-2.0
# Programs that check their own results: the same without us, while we measure,
# and with every launch substituted that can be.

# on_pocl PROGRAM CASE: the same bare, tuned, and with every launch substituted.
# on_fake: the same there.
on_pocl() {
    bare=$("$apps/$1" "$families" "$2")
    assert "$(tuned "$apps/$1" "$families" "$2")" = "$bare" "$2 tuned"
    rm -f "$NETCL_TUNE_LOG"
    NETCL_TUNE_MODE=pinned NETCL_AUTOTUNE_CACHE=$PWD/none.json \
        tuned "$apps/$1" "$families" "$2" >pinned
    assert "$(cat pinned)" = "$bare" "$2 substituted"
}

on_fake() {
    use_fake
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"
    on_pocl "$@"
    assert "$(jq '.invalid + .out_of_bounds' leaks)" = 0 "$2: wrong uses"
}

everywhere() {
    on_pocl "$@"
    substituted=$(log_field summary .substituted)
    on_fake "$@"
}

some_substituted() {
    assert "$substituted" -gt 0 "substituted on PoCL"
    assert "$(log_field summary .substituted)" -gt 0 "substituted on the fake"
}
