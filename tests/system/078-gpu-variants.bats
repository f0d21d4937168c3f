#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Variants for GPUs, on PoCL: what they compute, not how fast. Their conditions
# say GPU, so they are read here as a GPU reads them.

load helpers

needs() {
    needs_pocl
}

# gpu_view FAMILY [JQ-FILTER]: a copy that takes this device for a GPU, without
# check lines that are there for timing.
gpu_view() {
    mkdir -p families
    cp -r "$srcdir/variants/$1" families/
    jq "${2:-.}"' |
        .kernels[].check |= map(select([.. | numbers] | max < 200000)) |
        .kernels |= map(select(.check != [])) |
        .variants[].requires |= gsub("\\bis_gpu\\b"; "true") |
        .variants[].requires |= gsub("\\bis_cpu\\b"; "false")' \
        "$srcdir/variants/$1/manifest.json" >families/"$1"/manifest.json
    export NETCL_TUNE_VARIANTS=$PWD/families
}

# checked FAMILY VARIANT... : nothing inexact or wrong, and each VARIANT ran.
checked() {
    local family=$1 variant
    shift
    "$command" variants check --json "families/$family" >told
    jq -c '.lines[].candidates[] | select(.result != "illegal")' told >ran
    assert "$(grep -vc '"result":"exact"' ran)" = 0 "others than exact"
    for variant; do
        assert "$(grep -c "^{\"choice\":\[\"$variant\"" ran)" -gt 0 "$variant"
    done
}

# number NAME VALUE FAMILY: another value of a macro in reference.cl.
number() {
    sed -i "s/^#define $1 .*/#define $1 $2/" "families/$3/reference.cl"
}

@test "histogram, for GPUs" {
    gpu_view histogram
    checked histogram atomics banks_items banks_words
}

@test "scan, for GPUs" {
    gpu_view scan
    checked scan items
}

@test "convolution, for GPUs" {
    gpu_view convolution
    checked convolution rows_tiled columns_window
}

@test "convolution, for GPUs: other radii" {
    for radius in 0 6 16; do
        rm -rf families
        gpu_view convolution '.kernels[].check |= map(select(.height < 1000))'
        number KERNEL_RADIUS $radius convolution
        number COLUMNS_HALO_STEPS 2 convolution
        checked convolution rows_tiled columns_window
    done
}

@test "blackscholes, for GPUs" {
    gpu_view blackscholes
    checked blackscholes quads
}

@test "sort, for GPUs" {
    gpu_view sort
    checked sort step_quads merge_quads runs_registers
}

@test "sort, for GPUs: groups of 1024 elements" {
    gpu_view sort '.kernels[].check[] |= if .local == [256]
        then .local = [512] | .global[0] *= 2 else . end'
    number LOCAL_SIZE_LIMIT 1024 sort
    checked sort runs_registers
    grep -q '^{"choice":\["runs_registers",1024\],"result":"exact"' ran
}

@test "matvec, for GPUs" {
    gpu_view matvec '.kernels |= map(select(.name == "matvec_columns_add" or
        .name == "column_deviations" or .name == "matvec_rows_set"))'
    checked matvec columns_staged rows_staged
}
