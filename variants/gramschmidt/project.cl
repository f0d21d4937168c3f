/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gramschmidt_project: for the columns j > k: r(k,j) = sum over i of q(i,k) * a(i,j), i = 0 .. rows - 1 in order,
 *                      then a(i,j) -= q(i,k) * r(k,j).
 *
 * For GPUs. A column is one chain of additions. A group of ITEMS items reads tiles of TR rows by CB columns into local
 * memory and CB of them add, in order, while the next tile travels in registers; then all take their share of the
 * second pass. The original has an item per column, which waits for each element, and keeps its sum in memory.
 */
#ifndef T
#define T float
#endif
#define PER (TR * CB / ITEMS)
#define DOWN (ITEMS / CB)
#define PER_Q ((TR + ITEMS - 1) / ITEMS)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gramschmidt_project(global T *a, global T *r, global const T *q, int k, int rows, int lda, int most)
{
    const int cols = min(lda - k - 1, most) + k + 1;
    local T tile[2][TR * CB], qs[2][TR], of_r[CB];
    const int lid = get_local_id(0), col = lid % CB, row = lid / CB;
    const int first = k + 1 + get_group_id(0) * CB, j = min(first + col, cols - 1);
    const bool adds = lid < CB && first + lid < cols, within = first + col < cols;
    T hold[PER], hold_q[PER_Q], sum = 0;

#define FETCH(i0)                                                          \
    do {                                                                   \
        _Pragma("unroll") for (int n = 0; n < PER; n++)                    \
            if ((i0) + row + n * DOWN < rows)                              \
                hold[n] = a[(size_t)((i0) + row + n * DOWN) * lda + j];    \
        _Pragma("unroll") for (int n = 0; n < PER_Q; n++)                  \
            if (lid + n * ITEMS < TR && (i0) + lid + n * ITEMS < rows)     \
                hold_q[n] = q[(size_t)((i0) + lid + n * ITEMS) * lda + k]; \
    } while (0)

    FETCH(0);
    for (int i0 = 0, slot = 0; i0 < rows; i0 += TR, slot ^= 1) {
        const int count = min(TR, rows - i0);
#pragma unroll
        for (int n = 0; n < PER; n++)
            tile[slot][(row + n * DOWN) * CB + col] = hold[n];
#pragma unroll
        for (int n = 0; n < PER_Q; n++)
            if (lid + n * ITEMS < TR)
                qs[slot][lid + n * ITEMS] = hold_q[n];
        FETCH(i0 + TR);
        barrier(CLK_LOCAL_MEM_FENCE); /* this tile is here; the next one goes to the other slot */
        if (adds) {
#pragma unroll 16
            for (int i = 0; i < count; i++)
                sum += qs[slot][i] * tile[slot][i * CB + lid];
        }
    }
    if (adds) {
        of_r[lid] = sum;
        r[(size_t)k * lda + first + lid] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (within) {
        const T s = of_r[col];
#pragma unroll 8
        for (int i = row; i < rows; i += DOWN)
            a[(size_t)i * lda + j] -= q[(size_t)i * lda + k] * s;
    }
}
