#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# NETCL_TUNE_SHAPES=pow2: sizes share decisions, and legality does not.

load helpers

sizes() {
    "$apps/sizes" "${kernel_file:-$families/scale/reference.cl}" "$@"
}

keys() {
    jq -r 'keys[]' "$NETCL_AUTOTUNE_CACHE" | sort -t '(' -k 2n | tr '\n' ' '
}

@test "a program whose size changes at every launch tunes a few classes" {
    use_fake
    export NETCL_TUNE_SHAPES=pow2
    all=$(seq 50000 1000 249000)
    bare=$(sizes $all)
    assert "$(tuned sizes $all)" = "$bare" "output"
    assert "$(keys)" = "Fake Device|1.0::scale::(65536,) \
Fake Device|1.0::scale::(131072,) Fake Device|1.0::scale::(262144,) " "keys"
    assert "$(log_field summary .keys_tuned)" = 3 "keys tuned"
    assert "$(log_field summary .launches)" = 200 "launches"
    assert "$(log_field summary '.substituted >= 190')" = true "substituted"
}

@test "exact shapes, which are the default, tune each size" {
    use_fake
    export NETCL_TUNE_STALL_MS=20000 # the machine may be busy
    tuned sizes 50000 50001 50002
    assert "$(keys | wc -w)" = 6 "words of three keys"
}

@test "a class's decision is used where it is legal for the exact size" {
    use_fake
    own_family
    export NETCL_TUNE_SHAPES=pow2
    export NETCL_TUNE_STALL_MS=20000 # the machine may be busy
    # Only 4 elements an item divide every size; 8 divide the first.
    sed -i 's|"args": \["dst"|"requires": "n % WIDTH == 0", "args": ["dst"|' \
        families/scale/manifest.json
    all="80000 80000 80004 80001 80008 80003"
    bare=$(sizes $all)
    assert "$(tuned sizes $all 2>err)" = "$bare" "output"
    assert "$(cat err)" = "" "messages"
    assert "$(log_field decision '.choice|tojson')" = '["wide",8]' "choice"
    assert "$(log_count decision)" = 1 "decisions"
    assert "$(log_count skip)" = 0 "skips"
    # All but 80004, 80001 and 80003.
    assert "$(log_field summary .substituted)" = 3 "launches substituted"
    # The same from the cache.
    rm "$NETCL_TUNE_LOG"
    assert "$(tuned sizes $all)" = "$bare" "output on a full cache"
    assert "$(log_field summary .substituted)" = 3 "substituted on a full cache"
}

@test "a class decided at a size where nothing is legal keeps the original" {
    use_fake
    own_family
    export NETCL_TUNE_SHAPES=pow2
    sed -i 's|"args": \["dst"|"requires": "n % WIDTH == 0", "args": ["dst"|' \
        families/scale/manifest.json
    bare=$(sizes 80001 80000)
    assert "$(tuned sizes 80001 80000)" = "$bare" "output"
    assert "$(log_field decision '.choice + " " + .reason')" = \
        "original no-candidate" "decision"
}

@test "pinned mode rounds the key and checks the exact size" {
    use_fake
    own_family
    export NETCL_TUNE_SHAPES=pow2 NETCL_TUNE_MODE=pinned
    sed -i 's|"args": \["dst"|"requires": "n % WIDTH == 0", "args": ["dst"|' \
        families/scale/manifest.json
    bare=$(sizes 80000 80001)
    assert "$(tuned sizes 80000 80001)" = "$bare" "output"
    assert "$(log_field decision .key)" = \
        "Fake Device|1.0::scale::(131072,)" "key"
    assert "$(log_field summary .substituted)" = 1 "launches substituted"
}

# bound_family REQUIRES: scale, searched on 32768 elements at most.
bound_family() {
    own_family
    sed -i 's|"requires": "global_0|"bound": {"n": 32768, "global_0": 32768}, &|
        s|"args": \["dst"|"requires": "'"$1"'", &|' families/scale/manifest.json
}

@test "a bound: searches run a part, and larger launches share their decision" {
    use_fake
    bound_family true
    all="50000 50004 70001 1000 99999"
    bare=$(sizes $all)
    assert "$(FAKECL_LOG=calls tuned sizes $all)" = "$bare" "output"
    assert "$(keys)" = "Fake Device|1.0::scale::(1000,) \
Fake Device|1.0::scale::(32768,) " "keys"
    assert "$(log_field summary .keys_tuned)" = 2 "keys tuned"
    # The first of a size is tuned before it runs.
    assert "$(log_field summary .substituted)" = 5 "launches substituted"
    assert "$(grep -c 'name=scale global=50000,' calls)" = 0 \
        "whole launches of the original"
    assert "$(grep -c 'name=scale global=32768,' calls)" -gt 5 \
        "launches of its part"
}

@test "a bound: what is legal in the part alone is not chosen" {
    use_fake
    bound_family "n % WIDTH == 0"
    bare=$(sizes 50004)
    assert "$(tuned sizes 50004)" = "$bare" "output"
    assert "$(log_field decision '.choice|tojson')" = '["wide",4]' "choice"
    assert "$(log_field summary .substituted)" = 1 "launches substituted"
}

@test "a bound: a part that the entry does not know is not run" {
    use_fake
    bound_family true
    sed -i 's|global_0 >= n|n > 40000 \&\& &|' families/scale/manifest.json
    assert "$(tuned sizes 50000)" = "$(sizes 50000)" "output"
    assert "$(keys)" = "Fake Device|1.0::scale::(50000,) " "keys"
}
