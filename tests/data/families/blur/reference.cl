/* SPDX-License-Identifier: Apache-2.0 */
/* dst = the sum of `count` elements of src along x, as bytes. */
//fake: blur op=scale dst=dst src=src factor=count time_us=100
kernel void blur(read_only image2d_t src, write_only image2d_t dst,
                 sampler_t by, int count)
{
    int x = get_global_id(0), y = get_global_id(1), i;
    uint4 sum = (uint4)(0);

    for (i = 0; i < count; i++)
        sum += read_imageui(src, by, (int2)(x + i, y));
    write_imageui(dst, (int2)(x, y), sum & 255);
}
