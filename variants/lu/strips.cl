/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lu_strips: right of and below the block of K at offset on the diagonal, m -= (the block's columns) * (its rows).
 *
 * An item does HIGH rows of WIDE vectors of V columns, ROWS of them at once with the sums in registers: an element of
 * the block's rows serves ROWS rows, one of its columns all the columns. There is no local memory and no barrier. It
 * is a group of its own, because the range changes at every launch and PoCL compiles for each size of a group.
 *
 * Order: one sum an element, K products fused into it from the first to the last, then one subtraction. The last item
 * of a row has fewer vectors; rows and columns are multiples of ROWS and V.
 */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define FV JOIN(float, V)
#define LOAD(p) JOIN(vload, V)(0, p)
#define STORE(x, p) JOIN(vstore, V)(x, 0, p)

static inline void strip(global float *restrict to, global const float *restrict left, global const float *restrict top,
                         int n, int wide)
{
    FV sum[ROWS][WIDE];

#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int c = 0; c < WIDE; c++)
            sum[r][c] = 0;
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int c = 0; c < WIDE; c++) {
            const FV above = LOAD(top + i * n + min(c, wide - 1) * V);

#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r][c] += left[r * n + i] * above;
        }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int c = 0; c < WIDE; c++)
            if (c < wide)
                STORE(LOAD(to + r * n + c * V) - sum[r][c], to + r * n + c * V);
}

kernel void lu_strips(global float *restrict m, int n, int rows, int columns, int offset)
{
    const int x = get_global_id(0) * WIDE * V, y0 = get_global_id(1) * HIGH;
    global float *top = m + offset * n + offset + K + x;
    global float *left = m + (offset + K) * n + offset;

    for (int y = y0; y < min(rows, y0 + HIGH); y += ROWS)
        strip(left + y * n + K + x, left + y * n, top, n, min(WIDE, (columns - x) / V));
}
