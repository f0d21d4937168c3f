/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convolve_strips: one direction of a separable filter, strips of 64 pixels in registers; for CPUs.
 *
 * Each output adds its products in the order of the original. A row's neighbours are loads at shifted addresses, a
 * column's the same strip of other rows, which the first cache still holds from the row above. Pixels outside count
 * as 0 and are multiplied and added all the same, as there.
 *
 * ALONG_X: 1 for rows, 0 for columns.
 * Range: strips of 64 columns x blocks of PER rows.
 */
float pixel(global const float *src, int x, int y, int width, int height, int pitch)
{
    return x >= 0 && x < width && y >= 0 && y < height ? src[(size_t)y * pitch + x] : 0.0f;
}

float convolve_one(global const float *src, constant float *weights, int x, int y, int width, int height, int pitch,
                   int radius)
{
    float sum = 0.0f;

    for (int j = -radius; j <= radius; j++)
        sum += weights[radius - j] * pixel(src, x + ALONG_X * j, y + !ALONG_X * j, width, height, pitch);
    return sum;
}

/* 64 pixels whose row neighbours are all inside. */
void convolve_strip(global float *dst, global const float *src, constant float *weights, int x, int y, int height,
                    int pitch, int radius)
{
    float16 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;

    for (int j = -radius; j <= radius; j++) {
        const int from = y + !ALONG_X * j;
        const float16 w = weights[radius - j];
        global const float *p = src + (size_t)from * pitch + x + ALONG_X * j;
        const bool is_inside = from >= 0 && from < height;
        a += w * (is_inside ? vload16(0, p) : (float16)(0.0f));
        b += w * (is_inside ? vload16(1, p) : (float16)(0.0f));
        c += w * (is_inside ? vload16(2, p) : (float16)(0.0f));
        d += w * (is_inside ? vload16(3, p) : (float16)(0.0f));
    }
    dst += (size_t)y * pitch + x;
    vstore16(a, 0, dst);
    vstore16(b, 1, dst);
    vstore16(c, 2, dst);
    vstore16(d, 3, dst);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void convolve_strips(global float *dst, global const float *src,
                                                                           constant float *weights, int width,
                                                                           int height, int pitch, int radius)
{
    const int x = get_global_id(0) * 64, end = min(x + 64, width), first = get_global_id(1) * PER;
    const int reach = ALONG_X ? radius : 0;

    for (int y = first; y < min(first + PER, height); y++)
        if (x >= reach && x + 64 + reach <= width)
            convolve_strip(dst, src, weights, x, y, height, pitch, radius);
        else
            for (int i = x; i < end; i++)
                dst[(size_t)y * pitch + i] = convolve_one(src, weights, i, y, width, height, pitch, radius);
}
