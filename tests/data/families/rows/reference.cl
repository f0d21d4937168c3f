/* SPDX-License-Identifier: Apache-2.0 */
/* dst = factor * src, each in a way that is special to the program. */
//fake: staged op=scale dst=dst src=src factor=factor count=n time_us=100
//fake: fixed op=scale dst=dst src=src factor=factor count=n time_us=100
//fake: tinted op=scale dst=dst src=src factor=factor count=n time_us=100
//fake: optioned op=scale dst=dst src=src factor=factor count=n time_us=100
//fake: optioned if=THRICE factor=3
//fake: talk op=scale dst=dst src=src factor=factor count=n time_us=100
__kernel void staged(__global float *dst, __global const float *src,
                     __local float *tile, float factor, int n)
{
    int i = get_global_id(0);

    tile[get_local_id(0)] = i < n ? src[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        dst[i] = factor * tile[get_local_id(0)];
}

__kernel __attribute__((reqd_work_group_size(20, 1, 1))) void
fixed(__global float *dst, __global const float *src, float factor, int n)
{
    int i = get_global_id(0);

    if (i < n)
        dst[i] = factor * src[i];
}

struct tint {
    float weights[5];
    int mode;
};

__kernel void tinted(__global float *dst, __global const float *src,
                     struct tint tint, float4 shade, float factor, int n)
{
    int i = get_global_id(0);

    if (i < n)
        dst[i] = src[i] * factor;
}

__kernel void optioned(__global float *dst, __global const float *src,
                       float factor, int n)
{
    int i = get_global_id(0);

    if (i < n)
#ifdef THRICE
        dst[i] = 3 * src[i];
#else
        dst[i] = factor * src[i];
#endif
}

__kernel void talk(__global float *dst, __global const float *src,
                   float factor, int n)
{
    int i = get_global_id(0);

    if (i == 0)
        printf("talk\n");
    if (i < n)
        dst[i] = factor * src[i];
}
