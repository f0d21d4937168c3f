#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The layers of a network: other sizes than reference.cl has, and numbers that
# show whether what lies outside is added or left out.

load helpers

needs() {
    needs_pocl
}

# small_view FAMILY KERNEL [JQ-FILTER]: a copy of one kernel's entry, with
# check lines that take no time.
small_view() {
    rm -rf families
    mkdir families
    cp -r "$srcdir/variants/$1" families/
    jq --arg kernel "$2" '.kernels |= map(select(.name == $kernel)) |
        .kernels[].check |= map(select([.. | numbers] | max < 100)) |
        .kernels[].check[] |= ('"${3:-.}"')' \
        "$srcdir/variants/$1/manifest.json" >families/"$1"/manifest.json
    chmod -R go-w families
    export NETCL_TUNE_VARIANTS=$PWD/families
}

# number NAME VALUE: another value of a macro in reference.cl.
number() {
    sed -i "s/^#define $1 .*/#define $1 $2/" families/conv_nn/reference.cl
    grep -q "^#define $1 $2$" families/conv_nn/reference.cl
}

# checked FAMILY: nothing inexact or wrong, and something ran.
checked() {
    "$command" variants check --json "families/$1" >told
    jq -c '.lines[].candidates[] | select(.result != "illegal")' told >ran
    assert "$(grep -vc '"result":"exact"' ran)" = 0 "others than exact"
    assert "$(test -s ran && echo ran)" = ran "candidates"
}

@test "gradients of weights: tiles and filters of other sizes" {
    for size in 1 2 5 7; do
        small_view conv_nn conv_grad_weights ".CK = .C * $((size * size)) |
            .OH = ([1, (.H + 2 * .pad - $size) / .stride + 1] | max | floor) |
            .OW = ([1, (.W + 2 * .pad - $size) / .stride + 1] | max | floor)"
        number IGW_KH $size
        number IGW_KW $size
        number IGW_KHW $((size * size))
        number IGW_TOW $((size * 8))
        checked conv_nn
    done
}

@test "layers of 3 x 3: other numbers of inputs and outputs" {
    small_view conv_nn conv_forward_direct
    number DFC_C 5
    number DFC_F 17
    checked conv_nn
    small_view conv_nn conv_grad_input_direct
    number DGI_C 1
    number DGI_F 7
    checked conv_nn
    small_view conv_nn conv_grad_input_ctile
    number DGIC_F 3
    checked conv_nn
}

@test "what is added at an edge and what is left out: infinities, -0, underflow" {
    local numbers='[0.0, -0.0, 1e-30, -1e-30, 0.5, -0.75, 1e-20, 3.0, -1e-25]'
    local weights='[1e39, -1.0, 1e-30, -1e-30, -0.0, 2.0, -1e-22, 0.25, 1e-38]'

    for kernel in conv_forward conv_forward_relu; do
        small_view conv_nn $kernel ".x = $numbers | .w = $weights"
        checked conv_nn
    done
    small_view conv_nn conv_forward_direct ".x = $numbers | .w = $weights |
        .bias = [-0.0, 0.0, 1e-30]"
    checked conv_nn
    for kernel in conv_grad_input_direct conv_grad_input_ctile \
        conv_grad_input; do
        small_view conv_nn $kernel ".go = $numbers | .w = $weights"
        checked conv_nn
    done
    small_view conv_nn conv_grad_weights ".x = $numbers | .grad_out = $weights"
    checked conv_nn
}
