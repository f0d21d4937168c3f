#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Images and samplers on PoCL: copied aside, compared, substituted.

load helpers

needs() {
    needs_pocl
}

begin() {
    mkdir none
    export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE_AFTER_MS=0
    export NETCL_TUNE_STALL_MS=600000 NETCL_TUNE_SEARCH=exhaustive
    export NETCL_TUNE_REPS=1 NETCL_TUNE_BUDGET_S=600
}

# kernel IMAGE COORDINATES STEP [f]: in k.cl.
kernel() {
    type=${4:-ui}
    [ "$type" = f ] && { vector=float4 keep=; } || { vector=uint4 keep='& 255'; }
    cat >k.cl <<END
kernel void k(read_only $1 src, write_only $1 dst, sampler_t by, int m)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), i;
    $vector sum = ($vector)(0);
    for (i = 0; i < m; i++)
        sum += read_image$type(src, by, $2 + i * $3);
    write_image$type(dst, $2, sum $keep);
}
END
}

# for_shape SHAPE [f]: its kernel.
for_shape() {
    case $1 in
    1d) kernel image1d_t x 1 "$2" ;;
    1d-array) kernel image1d_array_t '(int2)(x, y)' '(int2)(1, 0)' "$2" ;;
    2d) kernel image2d_t '(int2)(x, y)' '(int2)(1, 1)' "$2" ;;
    2d-array) kernel image2d_array_t '(int4)(x, y, z, 0)' '(int4)(1, 1, 0, 0)' "$2" ;;
    3d) kernel image3d_t '(int4)(x, y, z, 0)' '(int4)(1, 0, 1, 0)' "$2" ;;
    esac
}

images() {
    "$apps/images" k.cl "$@"
}

equal() {
    bare=$(images "$@")
    assert "$(tuned images "$@")" = "$bare" "output of $*"
}

statuses() {
    log_field decision '[.candidates[].status] | unique | join(" ")'
}

@test "every shape of an image is tuned, and right when substituted" {
    begin
    for shape in 1d 1d-array 2d 2d-array 3d; do
        for_shape $shape
        for format in r8 rgba8; do
            rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
            equal $shape $format 4
            assert "$(log_count skip)" = 0 "$shape $format: skips"
            assert "$(log_field decision '[.candidates[].choice] | length > 4')" \
                = true "$shape $format: candidates"
            for bad in differs launch-failed build-failed crashed; do
                assert "$(statuses | grep -cw $bad)" = 0 "$shape $format: $bad"
            done
            force '["derived","literals","items:4x,blocked"]'
            equal $shape $format 4
            substituted 4
        done
    done
}

@test "elements of float" {
    begin; for_shape 2d f
    equal 2d f32 6
    assert "$(log_count skip)" = 0 "skips"
    force '["derived","restrict","literals","items:8x,strided","local:16,2"]'
    equal 2d f32 6
    substituted 6
}

@test "what is remembered follows images and samplers made anew" {
    begin; for_shape 2d
    equal 2d rgba8 8 renew edges
    force '["derived","literals","local:1,5"]'
    equal 2d rgba8 8 renew edges
    substituted 8
}

@test "an image of a buffer, one as two arguments, a mapped one: reasons" {
    begin
    cat >k.cl <<'END'
kernel void k(read_only image1d_buffer_t src, write_only image1d_buffer_t dst,
              sampler_t by, int m)
{
    int x = get_global_id(0);
    write_imageui(dst, x, read_imageui(src, x) + m);
}
END
    equal buffer rgba8 4
    assert "$(log_field skip .reason)" = image "of a buffer"
    rm -f "$NETCL_TUNE_LOG"
    for_shape 2d
    equal 2d rgba8 4 same
    assert "$(log_field skip .reason)" = overlap "twice"
    rm -f "$NETCL_TUNE_LOG"
    equal 2d rgba8 6 mapped
    assert "$(log_field skip .reason)" = mapped "mapped"
    substituted 0
}

@test "a buffer and its image in one launch, and the buffer alone" {
    begin
    cat >k.cl <<'END'
kernel void k(read_only image1d_buffer_t src, global uchar4 *dst, sampler_t by,
              int m)
{
    int x = get_global_id(0);
    dst[x] = convert_uchar4(read_imageui(src, x)) + (uchar)m;
}
END
    equal buffer rgba8 4 above
    assert "$(log_field skip .reason)" = image "the source's own buffer"
    substituted 0
    rm -f "$NETCL_TUNE_LOG"
    cat >k.cl <<'END'
kernel void k(global const uchar4 *src, global uchar4 *dst, sampler_t by, int m)
{
    int x = get_global_id(0);
    dst[x] = src[x] + (uchar)m;
}
END
    equal buffer rgba8 4 below
    force '["derived","restrict","literals","items:4x,blocked"]'
    equal buffer rgba8 4 below
    substituted 4
}

# In place: a trial starts from what the image held before.
@test "an image that a kernel reads and writes" {
    begin
    cat >k.cl <<'END'
kernel void k(read_write image2d_t src, write_only image2d_t dst, sampler_t by,
              int m)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint4 value = read_imageui(src, at);
    write_imageui(src, at, (value + m) & 255);
    write_imageui(dst, at, value);
}
END
    images 2d rgba8 1 -cl-std=CL2.0 >/dev/null || skip "no such images"
    equal 2d rgba8 6 -cl-std=CL2.0 same
    assert "$(log_field skip .reason)" = overlap "as two arguments"
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"
    equal 2d rgba8 6 -cl-std=CL2.0
    assert "$(log_count skip)" = 0 "skips"
    assert "$(log_count decision)" = 1 "decisions"
    for bad in differs launch-failed build-failed crashed; do
        assert "$(statuses | grep -cw $bad)" = 0 "$bad"
    done
    force '["derived","literals","items:2x,strided"]'
    equal 2d rgba8 6 -cl-std=CL2.0 renew
    substituted 6
}

@test "an audit compares images too" {
    begin; for_shape 3d
    equal 3d r8 6
    force '["derived","literals"]'
    export NETCL_TUNE_AUDIT=2
    equal 3d r8 8
    substituted 8
    assert "$(log_field summary .audits)" -gt 0 "audits"
    assert "$(log_count audit)" = 0 "complaints"
}

@test "a kernel that leaves its image as it was is not decided" {
    begin
    cat >k.cl <<'END'
kernel void k(read_only image2d_t src, write_only image2d_t dst, sampler_t by,
              int m)
{
    if (m > 5)
        write_imageui(dst, (int2)(0, 0), (uint4)(get_global_id(0)));
}
END
    equal 2d rgba8 3
    assert "$(log_field summary .substituted)" = 0 "substituted"
    assert "$(log_count decision)" = 0 "decisions"
}

@test "a family's variants take images, and one that is wrong in a pixel is out" {
    begin
    export NETCL_TUNE_VARIANTS=$families NETCL_TUNE_DERIVE=0
    sed 's/void blur/void k/' "$families/blur/reference.cl" >k.cl
    equal 2d rgba8 6
    assert "$(log_field decision .kernel)" = blur "kernel"
    assert "$(log_field decision '.candidates[] |
        select(.choice == ["rows",1]) | .status')" = differs "the wrong one"
    log_field decision '.candidates[] | select(.choice == ["rows",0]) |
        .status' | grep -Eq 'won|lost|screened'
    force '["rows",0]'
    equal 2d rgba8 8 renew
    substituted 8
    "$command" variants check "$families/blur" >told || cat told
    grep -Eq 'rows.*0' told
}

@test "an audit finds the pixel that a variant gets wrong" {
    begin
    export NETCL_TUNE_VARIANTS=$families NETCL_TUNE_DERIVE=0
    sed 's/void blur/void k/' "$families/blur/reference.cl" >k.cl
    equal 2d rgba8 3
    force '["rows",1]'
    NETCL_TUNE_AUDIT=2 tuned images 2d rgba8 6 >told
    assert "$(log_field audit .result)" = differs "the audit"
    assert "$(tail -n 1 told)" = "$(images 2d rgba8 6 | tail -n 1)" \
        "the last launch"
}
