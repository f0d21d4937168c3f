/* SPDX-License-Identifier: Apache-2.0 */
/* A work-item does a whole row. OFF: what it adds, for tests of wrong ones. */
//fake: blur_rows op=scale dst=dst src=src factor=count count=global*width
//fake: blur_rows time_us=40
//fake: blur_rows if=OFF:1 wrong_byte=7
kernel void blur_rows(read_only image2d_t src, write_only image2d_t dst,
                      sampler_t by, int count, int width)
{
    int x, y = get_global_id(0), i;
    uint4 sum;

    for (x = 0; x < width; x++) {
        sum = (uint4)(0);
        for (i = 0; i < count; i++)
            sum += read_imageui(src, by, (int2)(x + i, y));
        write_imageui(dst, (int2)(x, y), (sum + (x == 7 ? OFF : 0)) & 255);
    }
}
