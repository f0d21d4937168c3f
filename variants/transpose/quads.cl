/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transpose_quads: out[x * ld_out + y] = in[y * ld_in + x + offset],
 *                  0 <= x < width, 0 <= y < height.
 *
 * As transpose_tiled, with four elements to an access: 16 x 16 items move a
 * 64 x 64 square, each four times four elements, which is a quarter of the
 * memory instructions and 64 bytes under way per item. The padding of one
 * leaves two-way bank conflicts, less than what the wide accesses save.
 *
 * Assumes width, height, ld_in, ld_out and offset divisible by 4, and base
 * addresses of whole buffers (aligned to 4 elements).
 * Defines: T (element, default float). Range: local 16 x 16, a group per tile.
 * `in` and `out` do not overlap.
 */
#ifndef T
#define T float
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define T4 PASTE(T, 4)

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose_quads(global T *restrict out, global const T *restrict in,
                     int width, int height, int ld_in, int ld_out, int offset)
{
    local T square[64][65];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * 64, y0 = get_group_id(1) * 64;
    const bool whole = x0 + 64 <= width && y0 + 64 <= height;
    T4 v[4];

    if (whole || x0 + 4 * lx < width) {
        global const T *from = in + (size_t)(y0 + ly) * ld_in + x0 + 4 * lx + offset;
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (whole || y0 + ly + 16 * j < height)
                v[j] = *(global const T4 *)(from + (size_t)(16 * j) * ld_in);
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (whole || y0 + ly + 16 * j < height) {
                square[ly + 16 * j][4 * lx] = v[j].x;
                square[ly + 16 * j][4 * lx + 1] = v[j].y;
                square[ly + 16 * j][4 * lx + 2] = v[j].z;
                square[ly + 16 * j][4 * lx + 3] = v[j].w;
            }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (whole || y0 + 4 * lx < height) {
        global T *to = out + (size_t)(x0 + ly) * ld_out + y0 + 4 * lx;
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (whole || x0 + ly + 16 * j < width)
                *(global T4 *)(to + (size_t)(16 * j) * ld_out) =
                    (T4)(square[4 * lx][ly + 16 * j], square[4 * lx + 1][ly + 16 * j],
                         square[4 * lx + 2][ly + 16 * j], square[4 * lx + 3][ly + 16 * j]);
    }
}
