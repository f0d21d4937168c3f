#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Derived variants on PoCL: what they rest on is looked at again at each launch.

load helpers

needs() {
    needs_pocl
}

begin() {
    mkdir none
    export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE_AFTER_MS=0
    export NETCL_TUNE_STALL_MS=600000 NETCL_TUNE_SEARCH=exhaustive
    export NETCL_TUNE_REPS=1
}

# kernel BODY: in k.cl.
kernel() {
    printf 'kernel void k(global int *d, global int *s, int n, int m)\n{\n%s\n}\n' \
        "$1" >k.cl
}

plain='int i = get_global_id(0), k;
    if (i >= n) return;
    for (k = 0; k < m; k++) d[i] += s[(i + k) % n] * k;'

derived() {
    "$apps/derived" k.cl k 4096 "$@"
}

equal() {
    bare=$(derived "$@")
    assert "$(tuned derived "$@")" = "$bare" "output"
}

# choices FILTER: how many of the last decision match.
choices() {
    log_field decision "[.candidates[].choice | tojson | select(test(\"$1\"))] |
        length"
}

@test "a kernel nobody knows gets variants, named name@fingerprint" {
    begin; kernel "$plain"
    equal 6
    log_field decision .kernel | grep -Eq '^k@[0-9a-f]{8}$'
    assert "$(log_field decision '[.candidates | length] | .[0] >= 8')" = true "many"
    assert "$(log_field decision '[.candidates[] | select(.choice != "original")
        | .choice[0]] | unique | join(",")')" = derived "choices"
}

@test "each transformation is exact, forced upon it" {
    begin; kernel "$plain"
    equal 6
    for choice in '["derived","restrict"]' '["derived","literals"]' \
        '["derived","restrict","literals","items:4x,blocked"]' \
        '["derived","items:8x,strided","local:32"]' \
        '["derived","local:64","required"]' '["derived","local:16"]'; do
        force "$choice"
        equal 6
        substituted 6
    done
}

@test "a kernel whose types and statements #if chooses is derived from" {
    begin; kernel 'real x = s[get_global_id(0)];
#if WIDE == 1 && MODE > 2
        x = convert(x);
#elif MODE == 2
        x += m;
#endif
        d[get_global_id(0)] = x + n;'
    sed -i '1i #define WIDE 0\n#ifndef MODE\n#define MODE 2\n#endif\n#if WIDE\ntypedef long real;\n#else\ntypedef int real;\n#endif' k.cl
    sed -i 's/global int/global real/g' k.cl
    equal 6
    force '["derived","restrict","literals","items:4x,strided"]'
    equal 6
    substituted 6
}

@test "buffers that overlap fall back to the original" {
    begin; kernel 'int i = get_global_id(0); d[i] = s[i] + n + m;'
    equal 6
    force '["derived","restrict","items:4x,blocked"]'
    equal 6 offset=1024
    assert "$(log_field skip .reason)" = overlap "reason"
    substituted 0
}

@test "a real is no literal: its product with another would be rounded" {
    cd "$builddir"
    "$srcdir/scripts/derive-random" --forced 1 745 6
}

@test "a changed literal falls back, and one that keeps changing is dropped" {
    begin; kernel "$plain"
    equal 6 steps=8
    force '["derived","literals"]'
    NETCL_TUNE_BUDGET_S=0 equal 8 steps=8,8,8,3
    substituted 6
    rm "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"
    # So many that the search ends on a busy machine, too: builds take their time.
    # Not from the second launch on, as one that takes 1 ms would have it.
    NETCL_TUNE_DERIVE_AFTER_MS=20 equal 4000 steps=1,2,3,4,5,6,7,8,9,10,11,12
    # One for good; slow machines may take the first values for long runs.
    assert "$(log_count decision)" -le 3 "decisions"
    assert "$(log_field decision '.shape | length')" = 7 "shape"
}

@test "an elimination ends with one decision for each class of sizes" {
    begin
    export NETCL_TUNE_DERIVE_AFTER_MS=400
    kernel 'int i = get_global_id(0), k; if (i + m >= n) return;
        for (k = 0; k < 2000; k++) d[i] += s[(i + k) % n] * (k + m);'
    equal 48 shrink=32
    jq -r 'select(.event == "decision") | .key' "$NETCL_TUNE_LOG" >keys
    cat keys
    assert "$(wc -l <keys)" -le 2 "decisions"
    assert "$(sort -u keys | wc -l)" = "$(wc -l <keys)" "different keys"
    assert "$(log_field decision '.shape | length')" = 7 "sizes and n"
    assert "$(log_field summary '.tuning_ms < 60000')" = true "tuning"
    assert "$(log_field summary '.break_even != null')" = true "break-even"
    assert "$(log_field summary .substituted)" -gt 0 "launches substituted"
}

@test "in-place, data-dependent kernels and early ends are right" {
    begin
    for body in 'int i = get_global_id(0); d[i] = d[i] * 3 + m;' \
        'int i = get_global_id(0); while (d[i] < s[i]) d[i] += 1 + m;' \
        'int i = get_global_id(0); if (d[i] & 1) return; d[i] = s[n - 1 - i];'
    do
        rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
        kernel "$body"
        equal 5
        force '["derived","restrict","literals","items:4x,strided"]'
        equal 5
        substituted 5
    done
}

@test "barriers and local memory: the text may change, the order not" {
    begin
    kernel 'local int t[64]; int l = get_local_id(0), i = get_global_id(0);
        t[l] = s[i]; barrier(CLK_LOCAL_MEM_FENCE); d[i] = t[63 - l] + n + m;'
    equal 5 local=64
    assert "$(log_field decision '[.candidates[].choice | tojson |
        select(test("items|local"))] | length')" = 0 "forbidden candidates"
}

@test "the local size of the program becomes part of the text" {
    begin
    kernel 'local int t[64]; int l = get_local_id(0), i = get_global_id(0);
        t[l] = s[i]; barrier(CLK_LOCAL_MEM_FENCE);
        d[i] = t[get_local_size(0) - 1 - l] + n + m;'
    equal 5 local=64
    assert "$(choices required)" -gt 0 "candidates"
    force '["derived","restrict","literals","required"]'
    equal 5 local=64
    substituted 5
    rm "$NETCL_TUNE_LOG"
    export NETCL_TUNE_MODE=pinned
    equal 5 local=32
    substituted 5
    rm "$NETCL_TUNE_LOG"
    equal 5
    substituted 0 # the driver's choice is not known
}

@test "atomics and volatile keep their order" {
    begin; kernel 'atomic_add(&d[get_global_id(0) % 16], s[0] + n + m);'
    equal 5
    assert "$(log_field decision '[.candidates[].choice | tojson |
        select(test("items|local"))] | length')" = 0 "with atomics"
    rm "$NETCL_TUNE_LOG"
    kernel 'volatile global int *v = d; v[get_global_id(0)] += s[0] + n + m;'
    equal 5
    assert "$(log_field decision '[.candidates[].choice | tojson |
        select(test("items"))] | length')" = 0 "with volatile"
}

@test "what cannot be derived from is left alone, with a reason" {
    begin
    kernel 'd[get_local_id(0)] = n + m + s[0] + __LINE__;'
    equal 3
    assert "$(log_field skip .reason)" = underivable "reason"
    rm "$NETCL_TUNE_LOG"
    kernel "$plain"
    NETCL_TUNE_DERIVE=0 equal 3
    assert "$(log_field skip .reason)" = unknown-kernel "reason"
}

@test "a second process takes what the first has found, from its first launch" {
    begin; kernel "$plain"
    equal 6
    force '["derived","restrict","literals","local:64"]'
    unset NETCL_TUNE_DERIVE_AFTER_MS NETCL_TUNE_STALL_MS
    equal 6
    substituted 6
    assert "$(log_field summary .keys_tuned)" = 0 "keys tuned"
    assert "$(log_field decision .origin)" = cache "origin"
}

@test "pinned mode takes what is remembered, or what is near, and measures nothing" {
    begin; kernel "$plain"
    equal 6 steps=8
    force '["derived","restrict","local:64"]'
    export NETCL_TUNE_MODE=pinned
    equal 6 steps=8
    substituted 6
    rm "$NETCL_TUNE_LOG"
    equal 6 steps=9
    substituted 6
    assert "$(log_field decision '[.origin, .reason] | join(" ")')" = \
        "pinned nearest" "why"
    assert "$(log_field summary .tuning_ms)" = 0 "tuning"
}

@test "sizes in classes of powers of two share what is legal for them" {
    begin; kernel "$plain"
    export NETCL_TUNE_SHAPES=pow2
    equal 6
    force '["derived","restrict","literals","items:4x,blocked","local:64"]'
    bare=$("$apps/derived" k.cl k 4000 4)
    assert "$(tuned "$apps/derived" k.cl k 4000 4)" = "$bare" "at 4000"
    substituted 4
    rm "$NETCL_TUNE_LOG"
    force '["derived","local:4096"]'
    bare=$("$apps/derived" k.cl k 4000 4)
    assert "$(tuned "$apps/derived" k.cl k 4000 4)" = "$bare" "not legal"
    substituted 0
}

@test "another driver's derived choice is a hint that has to prove itself" {
    begin; kernel "$plain"
    equal 6
    jq -c 'with_entries(.key |= sub("\\|[^:]*::"; "|0.1::") |
        .value.choice = ["derived","restrict","literals","local:64"])' \
        "$NETCL_AUTOTUNE_CACHE" >old
    mv old "$NETCL_AUTOTUNE_CACHE"
    rm "$NETCL_TUNE_LOG"
    equal 6
    assert "$(log_field decision .origin)" = tuned "origin"
    assert "$(jq -r 'length' "$NETCL_AUTOTUNE_CACHE")" = 2 "keys"
}

@test "an audit runs the original beside a derived variant" {
    begin; kernel "$plain"
    equal 6
    force '["derived","restrict","literals"]'
    export NETCL_TUNE_AUDIT=2
    equal 8
    substituted 8
    assert "$(log_field summary .audits)" -gt 0 "audits"
    assert "$(log_count audit)" = 0 "complaints"
}

@test "the report tells of derived variants" {
    begin; kernel "$plain"
    equal 6
    "$command" report "$NETCL_TUNE_LOG" >told
    grep -q 'k@' told
    grep -q 'derived' told
}

# inexact: of the last decision, how the one with fast math ended. (The other
# options happen to change nothing here.)
inexact() {
    log_field decision '[.candidates[] |
        select(.choice | tojson | test("fast")) | .status] | join(" ")'
}

@test "inexact options only where they are tolerated, and as far as that goes" {
    begin
    printf '%s\n' 'kernel void k(global float *d, global int *s, int n, int m)
        { int i = get_global_id(0), k; float x = 0;
          for (k = 0; k < 64 * m; k++)
              x += (float)s[(i + k) % n] * 0.3f - x / 1.7f;
          d[i] = x; }' >k.cl
    equal 3
    assert "$(inexact)" = "" "when exact"
    export NETCL_TUNE_NUMERICS=tolerant
    rm "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_TOLERANCE=1e-30 equal 3
    assert "$(inexact)" = differs "beyond the tolerance"
    rm "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_TOLERANCE=0.1 tuned derived 3 >/dev/null
    inexact | grep -Eq 'won|lost|screened'
    errors=$(log_field decision '[.candidates[].max_rel // 0] | max')
    assert "$(jq -n "$errors > 0 and $errors <= 0.1")" = true "reported error"
    # What was decided so says nothing to others.
    force '["derived","fast-relaxed-math"]'
    jq -c 'map_values(.exact = false)' "$NETCL_AUTOTUNE_CACHE" >forced
    mv forced "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_NUMERICS=exact NETCL_TUNE_MODE=pinned equal 3
    substituted 0
    rm "$NETCL_TUNE_LOG"
    NETCL_TUNE_TOLERANCE=1e-30 equal 3
    assert "$(log_field decision .origin)" = tuned "tuned again"
}

@test "an audit tolerates what NETCL_TUNE_TOLERANCE does" {
    begin
    printf '%s\n' 'kernel void k(global float *d, global int *s, int n, int m)
        { int i = get_global_id(0), k; float x = 0;
          for (k = 0; k < 64 * m; k++)
              x += (float)s[(i + k) % n] * 0.3f - x / 1.7f;
          d[i] = x; }' >k.cl
    export NETCL_TUNE_NUMERICS=tolerant NETCL_TUNE_TOLERANCE=0.1
    tuned derived 3 >/dev/null
    force '["derived","fast-relaxed-math"]'
    jq -c 'map_values(.exact = false)' "$NETCL_AUTOTUNE_CACHE" >forced
    mv forced "$NETCL_AUTOTUNE_CACHE"
    NETCL_TUNE_AUDIT=1 tuned derived 4 >/dev/null
    substituted 4
    assert "$(log_field summary .audits)" -gt 0 "audits"
    assert "$(log_count audit)" = 0 "complaints"
}

@test "a manifest's kernel has derived candidates beside its variants" {
    begin
    export NETCL_TUNE_VARIANTS=$families
    bare=$(launches 6)
    # Where both runs of the original are disturbed, the variants are so far
    # ahead of it that nothing else is tried.
    for _ in 1 2 3; do
        rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
        assert "$(tuned launches 6)" = "$bare" "output"
        [ "$(choices derived)" = 0 ] || break
    done
    assert "$(choices wide)" -gt 0 "variants"
    assert "$(choices derived)" -gt 0 "derived ones"
    assert "$(log_field decision '[.kernel, .family] | join(" ")')" = \
        "scale scale" "names"
    force '["derived","restrict","literals","local:32"]'
    assert "$(tuned launches 6)" = "$bare" "output, forced"
    substituted 6
    rm "$NETCL_TUNE_LOG"
    NETCL_TUNE_DERIVE=0 tuned launches 6 >/dev/null
    assert "$(choices derived)" = 0 "derived ones, when told not to"
}

# made SOURCE: what becomes of kernel k of this source: a reason, or choices.
# A required size is tried only where the fastest so far has a local size, which
# is the machine's affair.
made() {
    printf '%s\n' "$1" >k.cl
    rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
    equal 3
    told=$(log_field skip .reason)
    [ -n "$told" ] || told=$(log_field decision '[.candidates[].choice |
        select(type == "array") | .[1:][] | sub(":.*"; "")] | unique |
        map(select(. != "required")) | join(" ")')
    echo "$told"
}

@test "kernels of macros and conditions: as doc/derived.md says" {
    begin
    list='(global int *d, global int *s, int n, int m)'
    body='{ int i = get_global_id(0); if (i < n) d[i] = s[i] * m; }'
    assert "$(made "#define MAKE(name, T) kernel void name$list $body
MAKE(k, int)")" = unknown-kernel "made as a whole"
    assert "$(made "#define BEGIN kernel void
BEGIN k$list $body")" = "literals local restrict" "its head"
    assert "$(made "#define LIST global int *d, global int *s, int n, int m
kernel void k(LIST) $body")" = underivable "its arguments"
    assert "$(made "#define MAKE(name) int name(int x) { return x; }
MAKE(same)
kernel void k$list $body")" = underivable "a neighbour"
    assert "$(made "#ifdef OTHER
kernel void k$list { d[0] = n + m + s[0]; }
#else
kernel void k$list $body
#endif")" = local "one of two"
    assert "$(made "#define D(i) d[i]
#line 7 \"elsewhere.cl\"
kernel void other$list { d[0] = n + m + s[0]; }
int plus(int x) { return x + 1; }
kernel void k$list { int i = get_global_id(0); if (i < n) D(i) = plus(s[i]); }")" \
        = "items literals local restrict" "macros, neighbours, functions, #line"
}

@test "a short program is not tuned at first sight" {
    begin; kernel "$plain"
    unset NETCL_TUNE_DERIVE_AFTER_MS
    equal 2
    assert "$(log_count decision)" = 0 "decisions"
}

@test "random kernels are equal, with variants forced upon them" {
    begin
    export abs_builddir=$builddir
    run -0 "$srcdir/scripts/derive-random" "${NETCL_RANDOM_KERNELS:-3}" 1 1
    echo "$output"
    run -0 "$srcdir/scripts/derive-random" --forced 8 4 1
    echo "$output"
}
