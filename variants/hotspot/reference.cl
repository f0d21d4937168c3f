/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the hotspot family recognises, plainly written: what "right" means. */

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
#define IS_IN(x, low, high) ((x) >= (low) && (x) <= (high))

/* `iteration` steps of heat in blocks that overlap by as many cells on each side. */
kernel void hotspot(int iteration, global float *power, global float *temp_src, global float *temp_dst, int grid_cols,
                    int grid_rows, int border_cols, int border_rows, float Cap, float Rx, float Ry, float Rz,
                    float step)
{
    local float now[BLOCK_SIZE][BLOCK_SIZE], heat[BLOCK_SIZE][BLOCK_SIZE], next[BLOCK_SIZE][BLOCK_SIZE];
    float amb = 80.0f, by_cap = step / Cap, Rx_1 = 1 / Rx, Ry_1 = 1 / Ry, Rz_1 = 1 / Rz;
    int x = get_local_id(0), y = get_local_id(1), inner = BLOCK_SIZE - iteration * 2;
    int x0 = inner * get_group_id(0) - border_cols, y0 = inner * get_group_id(1) - border_rows;
    int x1 = x0 + BLOCK_SIZE - 1, y1 = y0 + BLOCK_SIZE - 1, index = grid_cols * (y0 + y) + x0 + x;
    int left = x0 < 0 ? -x0 : 0, right = x1 > grid_cols - 1 ? BLOCK_SIZE - 1 - (x1 - grid_cols + 1) : BLOCK_SIZE - 1;
    int top = y0 < 0 ? -y0 : 0, bottom = y1 > grid_rows - 1 ? BLOCK_SIZE - 1 - (y1 - grid_rows + 1) : BLOCK_SIZE - 1;
    int N = max(y - 1, top), S = min(y + 1, bottom), W = max(x - 1, left), E = min(x + 1, right);
    bool computed = false;

    if (IS_IN(y0 + y, 0, grid_rows - 1) && IS_IN(x0 + x, 0, grid_cols - 1)) {
        now[y][x] = temp_src[index];
        heat[y][x] = power[index];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IS_IN(x, i + 1, BLOCK_SIZE - i - 2) && IS_IN(y, i + 1, BLOCK_SIZE - i - 2) && IS_IN(x, left, right)
            && IS_IN(y, top, bottom)) {
            computed = true;
            next[y][x] = now[y][x]
                         + by_cap * (heat[y][x] + (now[S][x] + now[N][x] - 2.0f * now[y][x]) * Ry_1
                                     + (now[y][E] + now[y][W] - 2.0f * now[y][x]) * Rx_1 + (amb - now[y][x]) * Rz_1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == iteration - 1)
            break;
        if (computed)
            now[y][x] = next[y][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        temp_dst[index] = next[y][x];
}
