/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lu_tiles: right of and below the block of K at offset on the diagonal, m -= (the block's columns) * (its rows).
 *
 * A group of SIDE x SIDE items does a tile of PER times as many rows and columns, PER x PER elements an item: what it
 * brings to local memory is used PER times as often as in the original, and each element of m is still read and
 * written by neighbours side by side.
 *
 * Order: one sum an element, K products fused into it from the first to the last, then one subtraction. Any number of
 * rows and columns.
 */
#define TILE (SIDE * PER)

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void lu_tiles(global float *restrict m, int n, int rows,
                                                                          int columns, int offset)
{
    local float top[K][TILE], left[TILE][K + 1];
    const int x = get_local_id(0), y = get_local_id(1), l = y * SIDE + x;
    const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE, start = offset + K;
    float sum[PER][PER];

    for (int i = l; i < K * TILE; i += SIDE * SIDE) {
        const int at = min(x0 + i % TILE, columns - 1), row = min(y0 + i / K, rows - 1);

        top[i / TILE][i % TILE] = m[(offset + i / TILE) * n + start + at];
        left[i / K][i % K] = m[(start + row) * n + offset + i % K];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < PER; r++)
#pragma unroll
        for (int c = 0; c < PER; c++)
            sum[r][c] = 0;
#pragma unroll
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int r = 0; r < PER; r++)
#pragma unroll
            for (int c = 0; c < PER; c++)
                sum[r][c] += left[y + r * SIDE][i] * top[i][x + c * SIDE];
#pragma unroll
    for (int r = 0; r < PER; r++)
#pragma unroll
        for (int c = 0; c < PER; c++)
            if (y0 + y + r * SIDE < rows && x0 + x + c * SIDE < columns)
                m[(start + y0 + y + r * SIDE) * n + start + x0 + x + c * SIDE] -= sum[r][c];
}
