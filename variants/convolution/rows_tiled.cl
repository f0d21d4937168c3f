/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convolve_rows_tiled: a separable filter along the rows, PX outputs an item; for GPUs.
 *
 * A group reads pieces of 8 rows with their halo into local memory, whole lines at a time. An item then reads its
 * pixels four at a time, each once, and adds it to every output that it belongs to, where the original reads a pixel
 * from local memory for each product. The weights are in registers. Outputs meet their pixels from left to right, so
 * each adds its products in the order of the original; pixels outside count as 0 and are multiplied all the same.
 *
 * RADIUS: of the filter. VEC: 4 where rows and their ends are 16-byte aligned, 1 otherwise.
 * Range: pieces of 32 * PX pixels x 8 rows, groups of 32 x 8.
 */
#define HALO ((RADIUS + 3) / 4 * 4)
#define LINE (32 * PX + 2 * HALO)
#if VEC == 4
#define TV float4
#else
#define TV float
#endif

/* A pixel's part in PX sums; e counts pixels from the first of the window. */
#define ADD(e, pixel)                                                              \
    _Pragma("unroll") for (int o = 0; o < PX; o++)                                 \
        if ((e) - HALO - o >= -RADIUS && (e) - HALO - o <= RADIUS)                 \
            sum[o] += w[RADIUS - ((e) - HALO - o)] * (pixel)

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void convolve_rows_tiled(global float *dst,
                                                                                global const float *src,
                                                                                constant float *weights, int width,
                                                                                int height, int pitch)
{
    local __attribute__((aligned(16))) float lines[8][LINE];
    local float *line = lines[get_local_id(1)];
    const int own = get_local_id(0), y = get_global_id(1), x0 = get_group_id(0) * 32 * PX, x = x0 + own * PX;
    float sum[PX], w[2 * RADIUS + 1];

#pragma unroll
    for (int i = own * VEC; i < LINE; i += 32 * VEC) {
        const int from = x0 - HALO + i;
        const bool is_inside = from >= 0 && from < width && y < height;
        *(local TV *)(line + i) = is_inside ? *(global const TV *)(src + (size_t)y * pitch + from) : (TV)(0.0f);
    }
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        w[k] = weights[k];
#pragma unroll
    for (int o = 0; o < PX; o++)
        sum[o] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int e = 0; e < PX + 2 * HALO; e += 4) {
        const float4 pixels = *(local const float4 *)(line + own * PX + e);
        ADD(e, pixels.x);
        ADD(e + 1, pixels.y);
        ADD(e + 2, pixels.z);
        ADD(e + 3, pixels.w);
    }
    if (y >= height)
        return;
    dst += (size_t)y * pitch + x;
#pragma unroll
    for (int o = 0; o < PX; o += VEC)
        if (x + o < width)
#if VEC == 4
            *(global float4 *)(dst + o) = (float4)(sum[o], sum[o + 1], sum[o + 2], sum[o + 3]);
#else
            dst[o] = sum[o];
#endif
}
