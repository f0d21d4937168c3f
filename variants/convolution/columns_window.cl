/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convolve_columns_window: a separable filter along the columns, PY outputs below each other an item; for GPUs.
 *
 * An item walks down PY rows and the halo, reads every pixel once and adds it to every output that it belongs to:
 * sums and weights are in registers, so there is no local memory and no barrier, and all its reads may be under way
 * at once. Neighbours in a row are neighbours in a group. Outputs meet their pixels from top to bottom, so each adds
 * its products in the order of the original; pixels outside count as 0 and are multiplied all the same.
 *
 * RADIUS: of the filter. VX: columns an item, 4 only where rows and their ends are 16-byte aligned.
 * Range: VX columns x PY rows an item, groups of 32 x 4.
 */
#if VX == 4
#define TV float4
#else
#define TV float
#endif

kernel __attribute__((reqd_work_group_size(32, 4, 1))) void convolve_columns_window(global float *dst,
                                                                                    global const float *src,
                                                                                    constant float *weights,
                                                                                    int width, int height, int pitch)
{
    const int x = get_global_id(0) * VX, y0 = get_global_id(1) * PY;
    TV sum[PY];
    float w[2 * RADIUS + 1];

    if (x >= width)
        return;
    src += x;
    dst += x;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        w[k] = weights[k];
#pragma unroll
    for (int o = 0; o < PY; o++)
        sum[o] = 0.0f;
#pragma unroll
    for (int e = -RADIUS; e < PY + RADIUS; e++) {
        const int y = y0 + e, from = clamp(y, 0, height - 1);
        const TV read = *(global const TV *)(src + (size_t)from * pitch), pixels = y == from ? read : (TV)(0.0f);
#pragma unroll
        for (int o = 0; o < PY; o++)
            if (e - o >= -RADIUS && e - o <= RADIUS)
                sum[o] += w[RADIUS - (e - o)] * pixels;
    }
#pragma unroll
    for (int o = 0; o < PY; o++)
        if (y0 + o < height)
            *(global TV *)(dst + (size_t)(y0 + o) * pitch) = sum[o];
}
