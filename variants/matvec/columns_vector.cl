/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_columns_vector: y[j] = START(y[j]) + sum over i of TERM(A[i * lda + j]) * x[i],
 *                        0 <= j < cols, i = 0 .. rows - 1 in order.
 *
 * For CPUs. An item owns 16 * NV columns and keeps their sums in NV vector
 * registers; it walks down the rows and reads 64 * NV bytes of each, whole
 * cache lines in a row, where a column per item would touch a new line for
 * every element. Additions stay in order: lanes are columns.
 *
 * Range: one item per 16 * NV columns.
 */
kernel void matvec_columns_vector(global const T *A, global const T *x, global T *y, global const T *z,
                                  T alpha, T beta, int rows, int cols, int lda)
{
    const int j0 = get_global_id(0) * 16 * NV;
    global const T *a = A + FRAME * (lda + 1) + j0;

    y += FRAME;
    z += FRAME;

    if (j0 + 16 * NV <= cols) {
        T16 sum[NV];

#pragma unroll
        for (int v = 0; v < NV; v++)
            sum[v] = START(vload16(v, y + j0));
#if USE_Z
        T16 of_z[NV];
#pragma unroll
        for (int v = 0; v < NV; v++)
            of_z[v] = vload16(v, z + j0);
#endif
        for (int i = 0; i < rows; i++, a += lda) {
            const T xi = x[i];
#pragma unroll
            for (int v = 0; v < NV; v++)
                STEP(sum[v], vload16(v, a), xi, of_z[v]);
        }
#pragma unroll
        for (int v = 0; v < NV; v++) {
#if ADD_Z
            sum[v] += vload16(v, z + j0);
#endif
            vstore16(FINISH(sum[v]), v, y + j0);
        }
    } else {
        /* the last columns: the same in one pass, vectors and then single columns */
        const int vectors = (cols - j0) / 16, rest = (cols - j0) % 16;
        T16 sum[NV];
        T one[16];

        for (int v = 0; v < vectors; v++)
            sum[v] = START(vload16(v, y + j0));
        for (int k = 0; k < rest; k++)
            one[k] = START(y[j0 + 16 * vectors + k]);
        for (int i = 0; i < rows; i++, a += lda) {
            const T xi = x[i];

            for (int v = 0; v < vectors; v++)
                STEP(sum[v], vload16(v, a), xi, vload16(v, z + j0));
            for (int k = 0; k < rest; k++)
                STEP(one[k], a[16 * vectors + k], xi, z[j0 + 16 * vectors + k]);
        }
        for (int v = 0; v < vectors; v++) {
#if ADD_Z
            sum[v] += vload16(v, z + j0);
#endif
            vstore16(FINISH(sum[v]), v, y + j0);
        }
        for (int k = 0; k < rest; k++) {
#if ADD_Z
            one[k] += z[j0 + 16 * vectors + k];
#endif
            y[j0 + 16 * vectors + k] = FINISH(one[k]);
        }
    }
}
