/* SPDX-License-Identifier: Apache-2.0 */
//fake: scale op=scale dst=dst src=src factor=factor count=n time_us=100
__kernel void scale(__global float *dst, __global const float *src,
                    float factor, int n)
{
    int i = get_global_id(0);

    if (i < n)
        dst[i] = factor * src[i];
}
