/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_rank2: A[i * lda + j] += u1[i] * v1[j] + u2[i] * v2[j], 0 <= i < rows, 0 <= j < cols.
 *
 * Elementwise, so bound by reading and writing A once. An item updates PER
 * rows of V columns (V = 4 on GPUs, 16 on CPUs): wide accesses, v1 and v2 read
 * once for PER rows, and PER wide loads under way together.
 *
 * Defines: V (4 or 16), PER. Range: one item per V columns and PER rows.
 * A overlaps none of the vectors.
 */
#define TV PASTE(T, V)
#define LOAD PASTE(vload, V)
#define STORE PASTE(vstore, V)

kernel void matvec_rank2_blocks(global T *restrict A, global const T *restrict v1, global const T *restrict v2,
                                global const T *restrict u1, global const T *restrict u2, int rows, int cols, int lda)
{
    const int j = get_global_id(0) * V, i0 = get_global_id(1) * PER;

    if (j >= cols || i0 >= rows)
        return;
    if (j + V <= cols && i0 + PER <= rows) {
        global T *a = A + (size_t)i0 * lda + j;
        const TV w1 = LOAD(0, v1 + j), w2 = LOAD(0, v2 + j);
        TV old[PER];

#pragma unroll
        for (int k = 0; k < PER; k++)
            old[k] = ALIGNED ? *(global const TV *)(a + (size_t)k * lda) : LOAD(0, a + (size_t)k * lda);
#pragma unroll
        for (int k = 0; k < PER; k++) {
            old[k] += u1[i0 + k] * w1 + u2[i0 + k] * w2;
            if (ALIGNED)
                *(global TV *)(a + (size_t)k * lda) = old[k];
            else
                STORE(old[k], 0, a + (size_t)k * lda);
        }
    } else {
        for (int i = i0; i < min(i0 + PER, rows); i++)
            for (int k = j; k < min(j + V, cols); k++)
                A[(size_t)i * lda + k] += u1[i] * v1[k] + u2[i] * v2[k];
    }
}
