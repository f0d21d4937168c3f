#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl-tune variants new: from a kernel that nobody knows to a family for it.

load helpers

log=$srcdir/tests/data/logs/unmatched.jsonl

new() {
    "$command" variants new --from-log "$@"
}

field() {
    jq -rc "$1" "${2:-add}/manifest.json"
}

# A program whose kernel no manifest knows has run.
run_unknown() {
    mkdir mine
    export NETCL_TUNE_VARIANTS=$PWD/mine
    bare=$(launches 60)
    assert "$(tuned launches 60)" = "$bare" "output"
}

@test "from a program's first run to a substituted variant of one's own" {
    run_unknown
    new "$NETCL_TUNE_LOG" --into mine >out
    grep -q "^mine/scale: a family for scale@" out
    "$command" variants check mine/scale >checked
    grep -q "^1 check line: 1 exact" checked
    # The variant is made faster: here, many numbers an item.
    cat >mine/scale/first.cl <<'CL'
__kernel void scale(__global float *dst, __global const float *src,
                    float factor, int n)
{
    int i = get_global_id(0) * 64, k;

    for (k = i; k < min(i + 64, n); k++)
        dst[k] = factor * src[k];
}
CL
    sed -i 's|"global": \["global_0"\]|"global": ["ceil_div(n, 64)"]|' \
        mine/scale/manifest.json
    "$command" variants check mine/scale
    rm "$NETCL_TUNE_LOG"
    assert "$(NETCL_TUNE_STALL_MS=60000 tuned launches 60)" = "$bare" "output"
    assert "$(log_field decision .family)" = scale "family"
    assert "$(log_count kernel)" = 0 "kernels without a manifest"
}

@test "the log tells of a kernel and its source once, however often it runs" {
    use_fake
    run_unknown
    launches 60 >/dev/null
    assert "$(log_count kernel) $(log_count source)" = "1 1" "lines"
    assert "$(log_field kernel '.args[3]')" = \
        '{"name":"n","type":"int","value":100000}' "argument"
    assert "$(log_field kernel '.args[0].elements')" = 100000 "elements"
    jq -rj 'select(.event == "source") | .text' "$NETCL_TUNE_LOG" |
        cmp - "$families/scale/reference.cl"
}

@test "a known kernel is not told of" {
    use_fake
    tuned launches 5 >/dev/null
    assert "$(log_count kernel) $(log_count source)" = "0 0" "lines"
}

@test "sizes are said in terms of the arguments" {
    new "$log" add >out
    grep -q 'look over `elements` and `shape`' out
    assert "$(field '.kernels[0].args | map(.elements) | .[0:2]')" = \
        '["rows * columns","rows * columns"]' "elements"
    assert "$(field .shape)" = '["rows","columns"]' "shape"
    assert "$(field '.variants[0] | [.global, .local]')" = \
        '[["global_0","global_1"],["local_0","local_1"]]' "range"
    assert "$(field '.kernels[0].check[0]')" = \
        '{"rows":40,"columns":60,"global":[60,40],"local":[6,4]}' "check"
    assert "$(field '.kernels[0].from')" = old "program"
}

@test "build options that define macros become part of the source" {
    new "$log" add@01234567
    assert "$(head -n 2 add/reference.cl)" = \
        "#define REAL float
#define FAST 1" "definitions"
    "$command" variants check add >out
    grep -q "^1 check line: 1 exact" out
}

@test "where sizes are not understood, only the launch that was seen is known" {
    new "$log" --family mine odd >out
    grep -q "only for the launch that was seen" out
    assert "$(field '.kernels[0].requires' mine)" = \
        "work_dim == 1 && global_0 == 4 && n == 4" "requirement"
    assert "$(field '.kernels[0].args[0].elements' mine)" = 7 "elements"
}

@test "what cannot be done is said, with what to do instead" {
    run -1 new "$log"
    assert "${lines[0]}" = "netcl-tune: variants new: say which kernel:" "one"
    assert "${lines[1]}" = "  add@01234567" "names"
    run -1 new "$log" vec
    [[ $output == *"argument scale is a 'float4', which has no role; write"* ]]
    run -1 new "$log" long
    [[ $output == *"too long for the log: write this manifest by hand"* ]]
    run -1 new "$log" nothing
    [[ $output == *"no kernel 'nothing' without a manifest (netcl-tune explain"* ]]
    mkdir add
    run -1 new "$log" add
    [[ $output == *"File exists (choose another --family or --into)"* ]]
    run -2 "$command" variants new add
}
