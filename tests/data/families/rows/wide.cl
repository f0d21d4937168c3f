/* SPDX-License-Identifier: Apache-2.0 */
/* dst = factor * src, WIDTH elements a work-item. */
//fake: scale_wide op=scale dst=dst src=src factor=factor count=n time_us=60
//fake: scale_wide if=WIDTH:8 time_us=40
__kernel void scale_wide(__global float *dst, __global const float *src,
                         float factor, int n)
{
    int i, first = get_global_id(0) * WIDTH;

    for (i = first; i < min(first + WIDTH, n); i++)
        dst[i] = factor * src[i];
}
