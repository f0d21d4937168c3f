/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convolution: one direction of a separable filter, groups with a halo in local memory as SDK samples write them.
 *
 * What lies outside the image counts as 0; weights run against the pixels.
 */
#ifndef KERNEL_RADIUS
#define KERNEL_RADIUS 8
#endif
#ifndef ROWS_BLOCKDIM_X
#define ROWS_BLOCKDIM_X 16
#endif
#ifndef ROWS_BLOCKDIM_Y
#define ROWS_BLOCKDIM_Y 4
#endif
#ifndef ROWS_RESULT_STEPS
#define ROWS_RESULT_STEPS 8
#endif
#ifndef ROWS_HALO_STEPS
#define ROWS_HALO_STEPS 1
#endif
#ifndef COLUMNS_BLOCKDIM_X
#define COLUMNS_BLOCKDIM_X 16
#endif
#ifndef COLUMNS_BLOCKDIM_Y
#define COLUMNS_BLOCKDIM_Y 8
#endif
#ifndef COLUMNS_RESULT_STEPS
#define COLUMNS_RESULT_STEPS 8
#endif
#ifndef COLUMNS_HALO_STEPS
#define COLUMNS_HALO_STEPS 1
#endif

/* Range: width / ROWS_RESULT_STEPS x height, groups of ROWS_BLOCKDIM_X x ROWS_BLOCKDIM_Y. */
kernel void convolve_rows(global float *dst, global float *src, constant float *weights, int width, int height,
                          int pitch)
{
    local float line[ROWS_BLOCKDIM_Y][(ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X];
    const int x0 = (get_group_id(0) * ROWS_RESULT_STEPS - ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X + get_local_id(0);
    const int y = get_global_id(1), own = get_local_id(1);

    for (int i = 0; i < ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS; i++) {
        const int x = x0 + i * ROWS_BLOCKDIM_X;
        line[own][get_local_id(0) + i * ROWS_BLOCKDIM_X] = x >= 0 && x < width ? src[y * pitch + x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = ROWS_HALO_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS; i++) {
        float sum = 0.0f;
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += weights[KERNEL_RADIUS - j] * line[own][get_local_id(0) + i * ROWS_BLOCKDIM_X + j];
        dst[y * pitch + x0 + i * ROWS_BLOCKDIM_X] = sum;
    }
}

/* Range: width x height / COLUMNS_RESULT_STEPS, groups of COLUMNS_BLOCKDIM_X x COLUMNS_BLOCKDIM_Y. */
kernel void convolve_columns(global float *dst, global float *src, constant float *weights, int width, int height,
                             int pitch)
{
    local float line[COLUMNS_BLOCKDIM_X][(COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + 1];
    const int x = get_global_id(0), own = get_local_id(0);
    const int y0 =
        (get_group_id(1) * COLUMNS_RESULT_STEPS - COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + get_local_id(1);

    for (int i = 0; i < COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS; i++) {
        const int y = y0 + i * COLUMNS_BLOCKDIM_Y;
        line[own][get_local_id(1) + i * COLUMNS_BLOCKDIM_Y] = y >= 0 && y < height ? src[y * pitch + x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = COLUMNS_HALO_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; i++) {
        float sum = 0.0f;
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += weights[KERNEL_RADIUS - j] * line[own][get_local_id(1) + i * COLUMNS_BLOCKDIM_Y + j];
        dst[(y0 + i * COLUMNS_BLOCKDIM_Y) * pitch + x] = sum;
    }
}
