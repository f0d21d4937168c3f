/* SPDX-License-Identifier: Apache-2.0 */
/* dst = factor * src by way of scratch memory, in two launches. */
//fake: gather op=copy dst=to src=from count=n time_us=20
//fake: spread op=scale dst=dst src=from factor=factor count=n time_us=20
__kernel void gather(__global float *to, __global const float *from, int n)
{
    int i = get_global_id(0);

    if (i < n)
        to[i] = from[i];
}

__kernel void spread(__global float *dst, __global const float *from,
                     float factor, int n)
{
    int i = get_global_id(0);

    if (i < n)
        dst[i] = factor * from[i];
}
