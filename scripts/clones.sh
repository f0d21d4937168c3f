#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clones.sh BUILD [N]: is a variant that is the original under another name ever
# taken for a faster one? N searches (200) on PoCL from an empty cache, each of
# four such clones, while another process keeps a core busy. Prints how each
# search ended; ends with 1 if a clone was substituted.
set -eu
abs_builddir=${1:?usage: clones.sh BUILD [N]}
count=${2:-200}
# shellcheck source=/dev/null
. "$(dirname "$0")/../tests/system/outside.bash"
export NETCL_TUNE_DERIVE=0 NETCL_TUNE_STALL_MS=60000 POCL_CACHE_DIR=$PWD/pocl
mkdir pocl

# Fifty multiplications an element: a launch takes some 300 us.
body() {
    cat <<EOF
__kernel void $1(__global float *dst, __global const float *src, float factor,
                 int n)
{
    int i = get_global_id(0);
    float x = i < n ? src[i] : 0;

    for (int k = 0; k < 50; k++)
        x = x * factor + 1;
    if (i < n)
        dst[i] = x;
}
EOF
}

own_family
body scale >families/scale/reference.cl
body scale_wide >families/scale/wide.cl
jq 'del(.pin, .kernels[0].fingerprints) | .variants[0].global = ["global_0"] |
    .variants[0].define.WIDTH = [1, 2, 3, 4]' \
    "$families/scale/manifest.json" >families/scale/manifest.json

while :; do :; done &
busy=$!
clear_away() { kill "$busy" 2>/dev/null; }
for ((n = 0; n < count; n++)); do
    rm -f "$NETCL_AUTOTUNE_CACHE" "$NETCL_TUNE_LOG"
    kernel_file=families/scale/reference.cl tuned launches 3 >/dev/null
    log_field decision '.reason + " " + (.choice | tostring)'
done | sort | uniq -c | tee ended
! grep -qv original ended
