/* SPDX-License-Identifier: Apache-2.0 */
__kernel void plane(__global float *dst, __global const float *src,
                    float factor, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);

    if (x < width && y < height)
        dst[y * width + x] = factor * src[y * width + x];
}
