/* SPDX-License-Identifier: Apache-2.0 */
//fake: twostep op=scale dst=dst src=src factor=factor count=n time_us=100
__kernel void twostep(__global float *dst, __global const float *src,
                      float factor, int n)
{
    int i = get_global_id(0);
    float value;

    if (i >= n)
        return;
    value = src[i];
    dst[i] = factor * value;
}
