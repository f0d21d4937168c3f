/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transpose_tiled: out[x * ld_out + y] = in[y * ld_in + x + offset],
 *                  0 <= x < width, 0 <= y < height.
 *
 * A group of ITEMS_X x ITEMS_Y items moves a TILE x TILE square through local
 * memory: consecutive items read along a row of `in` and write along a row of
 * `out`, so both sides are coalesced. One column of padding puts the elements
 * of a tile's column into different banks. An item moves TILE * TILE /
 * (ITEMS_X * ITEMS_Y) elements, all loads issued before the first store, so
 * that many loads are under way at once.
 *
 * Defines: T (element, default float), TILE, ITEMS_X (divides TILE), ITEMS_Y
 * (divides TILE). Range: local ITEMS_X x ITEMS_Y, one group per tile.
 * `in` and `out` do not overlap.
 */
#ifndef T
#define T float
#endif
#define NX (TILE / ITEMS_X)
#define NY (TILE / ITEMS_Y)

kernel __attribute__((reqd_work_group_size(ITEMS_X, ITEMS_Y, 1)))
void transpose_tiled(global T *restrict out, global const T *restrict in,
                     int width, int height, int ld_in, int ld_out, int offset)
{
    local T square[TILE][TILE + 1];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
    const bool whole = x0 + TILE <= width && y0 + TILE <= height;

    in += (size_t)(y0 + ly) * ld_in + x0 + lx + offset;
    out += (size_t)(x0 + ly) * ld_out + y0 + lx;
    if (whole) {
#pragma unroll
        for (int j = 0; j < NY; j++)
#pragma unroll
            for (int i = 0; i < NX; i++)
                square[ly + j * ITEMS_Y][lx + i * ITEMS_X] = in[(size_t)(j * ITEMS_Y) * ld_in + i * ITEMS_X];
    } else {
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                if (y0 + ly + j * ITEMS_Y < height && x0 + lx + i * ITEMS_X < width)
                    square[ly + j * ITEMS_Y][lx + i * ITEMS_X] = in[(size_t)(j * ITEMS_Y) * ld_in + i * ITEMS_X];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (whole) {
#pragma unroll
        for (int j = 0; j < NY; j++)
#pragma unroll
            for (int i = 0; i < NX; i++)
                out[(size_t)(j * ITEMS_Y) * ld_out + i * ITEMS_X] = square[lx + i * ITEMS_X][ly + j * ITEMS_Y];
    } else {
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                if (x0 + ly + j * ITEMS_Y < width && y0 + lx + i * ITEMS_X < height)
                    out[(size_t)(j * ITEMS_Y) * ld_out + i * ITEMS_X] = square[lx + i * ITEMS_X][ly + j * ITEMS_Y];
    }
}
