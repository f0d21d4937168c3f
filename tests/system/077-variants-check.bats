#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# netcl-tune variants check: what it waits for, and what it runs on.

load helpers

@test "programs that take long to build are waited for" {
    use_fake
    own_family
    sed -i 's/time_us=[0-9]*/& build_us=400000 real/' families/scale/*.cl
    "$command" variants check --variant wide families/scale >checked
    grep -q "^1 check line: 2 exact" checked
}

@test "buffers hold the numbers that a check line names, over and over" {
    own_family
    # Right for 1, 2, 1, 2 and nothing else.
    cat >families/scale/wide.cl <<'CL'
kernel void scale_wide(global float *dst, global const float *src,
                       float factor, int n)
{
    for (int i = get_global_id(0) * WIDTH, k = 0; k < WIDTH; k++)
        if (i + k < n)
            dst[i + k] = factor * (1 + k % 2);
}
CL
    run -1 "$command" variants check families/scale
    jq '.kernels[0].check[0].src = [1, 2]' families/scale/manifest.json >new
    mv new families/scale/manifest.json
    "$command" variants check families/scale >checked
    grep -q "^1 check line: 2 exact" checked
}
