/* SPDX-License-Identifier: Apache-2.0 */
/* A rectangle of dst = factor * src, one work-item a line. */
__kernel void plane_line(__global float *dst, __global const float *src,
                         float factor, int width, int left, int top,
                         int columns)
{
    int x, y = top + get_global_id(0);

    for (x = left; x < left + columns; x++)
        dst[y * width + x] = factor * src[y * width + x];
}
