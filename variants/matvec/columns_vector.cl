/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_columns_vector: y[j] = START(y[j]) + sum over i of TERM(A[i * lda + j]) * x[i],
 *                        0 <= j < cols, i = 0 .. rows - 1 in order.
 *
 * For CPUs. An item owns 16 * NV columns and keeps their sums in NV vectors; it
 * walks down the rows, eight at a time, and reads 64 * NV bytes of each, whole
 * cache lines in a row, where a column per item would touch a new line for
 * every element. A sum is loaded and stored once for eight rows, so that there
 * may be more of them than registers. Additions stay in order: lanes are columns.
 *
 * Range: one item per 16 * NV columns.
 */
#define ROWS 8

/* vload16 and vstore16 come out as quarters on PoCL. */
typedef T16 anywhere __attribute__((aligned(sizeof(T))));
#define AT(v, p) (((global const anywhere *)(p))[v])

kernel void matvec_columns_vector(global const T *A, global const T *x, global T *y, global const T *z,
                                  T alpha, T beta, int rows, int cols, int lda)
{
    const int j0 = get_global_id(0) * 16 * NV;
    global const T *a = A + FRAME * (lda + 1) + j0;

    y += FRAME;
    z += FRAME;

    if (j0 + 16 * NV <= cols) {
        T16 sum[NV];
        int i = 0;

        for (int v = 0; v < NV; v++)
            sum[v] = START(AT(v, y + j0));
        for (; i + ROWS <= rows; i += ROWS, a += (size_t)ROWS * lda)
            for (int v = 0; v < NV; v++) {
                T16 s = sum[v];
#if USE_Z
                const T16 of_z = AT(v, z + j0);
#endif
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    STEP(s, AT(v, a + (size_t)r * lda), x[i + r], of_z);
                sum[v] = s;
            }
        for (; i < rows; i++, a += lda)
            for (int v = 0; v < NV; v++)
                STEP(sum[v], AT(v, a), x[i], AT(v, z + j0));
        for (int v = 0; v < NV; v++) {
#if ADD_Z
            sum[v] += AT(v, z + j0);
#endif
            ((global anywhere *)(y + j0))[v] = FINISH(sum[v]);
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
