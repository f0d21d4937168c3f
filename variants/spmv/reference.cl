/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the spmv family recognises, plainly written: what "right"
 * means. */
#ifndef MAX_IMG_WIDTH
#define MAX_IMG_WIDTH 64
#endif

constant sampler_t NEAREST = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

float element(read_only image2d_t x, int i)
{
    return read_imagef(x, NEAREST, (int2)(i % MAX_IMG_WIDTH, i / MAX_IMG_WIDTH)).x;
}

/* y = A x, a row per work-item; row i has the elements first[i] to first[i + 1]
 * - 1. */
kernel void spmv_csr_scalar(global const float *restrict value, global const float *restrict x,
                            global const int *restrict column, global const int *restrict first, const int rows,
                            global float *restrict y)
{
    const int row = get_global_id(0);
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = first[row]; j < first[row + 1]; j++)
        sum += value[j] * x[column[j]];
    y[row] = sum;
}

/* The same, x in an image. */
kernel void spmv_csr_scalar_image(global const float *restrict value, read_only image2d_t x,
                                  global const int *restrict column, global const int *restrict first, const int rows,
                                  global float *restrict y)
{
    const int row = get_global_id(0);
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = first[row]; j < first[row + 1]; j++)
        sum += value[j] * element(x, column[j]);
    y[row] = sum;
}

/* The same, a row per `width` neighbours, whose sums are added as a tree. */
kernel void spmv_csr_vector(global const float *restrict value, global const float *restrict x,
                            global const int *restrict column, global const int *restrict first, const int rows,
                            const int width, global float *restrict y)
{
    const int l = get_local_id(0), lane = l & (width - 1);
    const int row = get_group_id(0) * (get_local_size(0) / width) + l / width;
    local float sums[128];
    float sum = 0;

    if (row < rows)
        for (int j = first[row] + lane; j < first[row + 1]; j += width)
            sum += value[j] * x[column[j]];
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int rest = width / 2; rest > 0; rest /= 2) {
        if (lane < rest)
            sums[l] += sums[l + rest];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows)
        y[row] = sums[l];
}

/* The same, x in an image. */
kernel void spmv_csr_vector_image(global const float *restrict value, read_only image2d_t x,
                                  global const int *restrict column, global const int *restrict first, const int rows,
                                  const int width, global float *restrict y)
{
    const int l = get_local_id(0), lane = l & (width - 1);
    const int row = get_group_id(0) * (get_local_size(0) / width) + l / width;
    local float sums[128];
    float sum = 0;

    if (row < rows)
        for (int j = first[row] + lane; j < first[row + 1]; j += width)
            sum += value[j] * element(x, column[j]);
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int rest = width / 2; rest > 0; rest /= 2) {
        if (lane < rest)
            sums[l] += sums[l + rest];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows)
        y[row] = sums[l];
}

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* The same in double. */
kernel void spmv_csr_scalar_double(global const double *restrict value, global const double *restrict x,
                                   global const int *restrict column, global const int *restrict first, const int rows,
                                   global double *restrict y)
{
    const int row = get_global_id(0);
    double sum = 0;

    if (row >= rows)
        return;
    for (int j = first[row]; j < first[row + 1]; j++)
        sum += value[j] * x[column[j]];
    y[row] = sum;
}

/* The same in double. */
kernel void spmv_csr_vector_double(global const double *restrict value, global const double *restrict x,
                                   global const int *restrict column, global const int *restrict first, const int rows,
                                   const int width, global double *restrict y)
{
    const int l = get_local_id(0), lane = l & (width - 1);
    const int row = get_group_id(0) * (get_local_size(0) / width) + l / width;
    local double sums[128];
    double sum = 0;

    if (row < rows)
        for (int j = first[row] + lane; j < first[row + 1]; j += width)
            sum += value[j] * x[column[j]];
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int rest = width / 2; rest > 0; rest /= 2) {
        if (lane < rest)
            sums[l] += sums[l + rest];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows)
        y[row] = sums[l];
}
#endif
