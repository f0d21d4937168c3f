/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduction: many numbers to few, one sum per work-group.
 *
 * Plain statements of what each recognised kernel computes; every variant is
 * compared with them bit for bit. The launch belongs to the meaning: an item
 * adds its elements in order, and the items of a group add their sums as a
 * tree, halves first or neighbours first. Some originals leave out barriers
 * below 32 items and trust that a warp runs in step; here they are written.
 */

/* what the originals are compiled with; "check" in the manifest assumes it */
#ifndef blockSize
#define blockSize 128
#endif
#ifndef nIsPow2
#define nIsPow2 0
#endif

/* an element per item, neighbours first */
kernel void reduction_neighbours(global float *in, global float *out, uint n, local float *sum)
{
    const uint t = get_local_id(0);
    uint i = get_global_id(0);

    sum[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        const uint k = 2 * s * t;

        if (k < get_local_size(0))
            sum[k] += sum[k + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* an element per item, halves first */
kernel void reduction_halves(global float *in, global float *out, uint n, local float *sum)
{
    const uint t = get_local_id(0);
    uint i = get_global_id(0);

    sum[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* two elements per item, a group apart */
kernel void reduction_pairs(global float *in, global float *out, uint n, local float *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = i < n ? in[i] : 0;
    if (i + get_local_size(0) < n)
        sum[t] += in[i + get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* the same; the group size is a macro */
kernel void reduction_pairs_unrolled(global float *in, global float *out, uint n, local float *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = i < n ? in[i] : 0;
    if (i + get_local_size(0) < n)
        sum[t] += in[i + get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* as many pairs per item as it takes; nIsPow2 promises whole pairs */
kernel void reduction_grid(global float *in, global float *out, uint n, local float *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = 0;
    while (i < n) {
        sum[t] += in[i];
        if (nIsPow2 || i + get_local_size(0) < n)
            sum[t] += in[i + get_local_size(0)];
        i += 2 * get_global_size(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* an element per item, neighbours first */
kernel void reduction_neighbours_int(global int *in, global int *out, uint n, local int *sum)
{
    const uint t = get_local_id(0);
    uint i = get_global_id(0);

    sum[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        const uint k = 2 * s * t;

        if (k < get_local_size(0))
            sum[k] += sum[k + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* an element per item, halves first */
kernel void reduction_halves_int(global int *in, global int *out, uint n, local int *sum)
{
    const uint t = get_local_id(0);
    uint i = get_global_id(0);

    sum[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* two elements per item, a group apart */
kernel void reduction_pairs_int(global int *in, global int *out, uint n, local int *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = i < n ? in[i] : 0;
    if (i + get_local_size(0) < n)
        sum[t] += in[i + get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* the same; the group size is a macro */
kernel void reduction_pairs_unrolled_int(global int *in, global int *out, uint n, local int *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = i < n ? in[i] : 0;
    if (i + get_local_size(0) < n)
        sum[t] += in[i + get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* as many pairs per item as it takes; nIsPow2 promises whole pairs */
kernel void reduction_grid_int(global int *in, global int *out, uint n, local int *sum)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = 0;
    while (i < n) {
        sum[t] += in[i];
        if (nIsPow2 || i + get_local_size(0) < n)
            sum[t] += in[i + get_local_size(0)];
        i += 2 * get_global_size(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* both elements of a pair added to each other first; whole pairs only */
kernel void reduction_grid_sums(global const float *in, global float *out, local float *sum, const uint n)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = 0;
    while (i < n) {
        sum[t] += in[i] + in[i + get_local_size(0)];
        i += 2 * get_global_size(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* a scalar product, an element per item and step */
kernel void reduction_dot(global const float *restrict a, global const float *restrict b, global float *restrict out,
                   local float *restrict sum, int n)
{
    const size_t t = get_local_id(0);

    sum[t] = 0;
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        sum[t] += a[i] * b[i];
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < s)
            sum[t] += sum[t + s];
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* both elements of a pair added to each other first; whole pairs only */
#ifdef cl_khr_fp64
kernel void reduction_grid_sums_double(global const double *in, global double *out, local double *sum, const uint n)
{
    const uint t = get_local_id(0);
    uint i = get_group_id(0) * (2 * get_local_size(0)) + t;

    sum[t] = 0;
    while (i < n) {
        sum[t] += in[i] + in[i + get_local_size(0)];
        i += 2 * get_global_size(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}
#endif

/* a scalar product, an element per item and step */
#ifdef cl_khr_fp64
kernel void reduction_dot_double(global const double *restrict a, global const double *restrict b, global double *restrict out,
                   local double *restrict sum, int n)
{
    const size_t t = get_local_id(0);

    sum[t] = 0;
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        sum[t] += a[i] * b[i];
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < s)
            sum[t] += sum[t + s];
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}
#endif

/* two neighbours per item, four integers to an element, halves first */
kernel void reduction_uint4(global uint4 *in, global uint4 *out, local uint4 *sum)
{
    const uint t = get_local_id(0), i = 2 * get_global_id(0);

    sum[t] = in[i] + in[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sum[0];
}

/* partial sums only, one per item */
kernel void reduction_partials(global float *out, global float *in, int n)
{
    const int t = get_global_id(0);
    float sum = 0;

    for (int i = t; i < n; i += get_global_size(0))
        sum += in[i];
    out[t] = sum;
}
