/* SPDX-License-Identifier: Apache-2.0 */
/* C(i,j) = sum over k of A(i,k) * B(k,j), C by rows, A by rows or (A_COLS) by columns, B by rows or (B_COLS) by
 * columns; for CPUs.
 *
 * A work-item, alone in its group, makes MB x NB outputs as a library would: it copies KB steps of its columns of B
 * into strips of 2 * VL columns and of RT of its rows into a strip of A, both contiguous in its own stack, so that the
 * innermost loop reads memory in order whatever the strides are, and keeps RT x 2 vectors of sums in registers: per
 * step two vector reads, RT broadcasts and 2 * RT vector multiply-adds. The original reads two operands and writes a
 * sum for each product, one float at a time.
 *
 * Order: an output is one lane, to which the products are added at k = 0, 1, 2, ...; between blocks of k it rests
 * in a float, which loses nothing.
 *
 * Any M, N, K: strips beyond the edge are filled with zeros, and what is made of them is not stored.
 *
 * Macros of a kernel entry: LOAD_A(x) what A's element enters the product as; INIT(c) what the sum starts from
 * (default 0, C not read); FINISH(sum, c) what is stored (default the sum); A_COLS; B_COLS; DIAGONAL(sum, c, i): C is
 * symmetric, what lies above its diagonal is made and stored twice, and this is what the diagonal becomes;
 * FRAME 1: the matrices have a row and a column before the first.
 */
#ifndef T
#define T float
#endif
#ifndef LOAD_A
#define LOAD_A(x) (x)
#endif
#ifndef FRAME
#define FRAME 0
#endif
#ifdef A_COLS
#define A_LINES K
#else
#define A_LINES M
#endif
#ifndef FINISH
#define FINISH(sum, c) (sum)
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V JOIN(T, VL)
#define W (2 * VL)

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gemm_packed(global const T *restrict A, global const T *restrict B, global T *restrict C,
                 T alpha, T beta, int M, int N, int K, int lda, int ldb, int ldc, int slice)
{
    const int row0 = get_global_id(1) * MB, col0 = get_global_id(0) * NB;
#ifdef DIAGONAL
    if (row0 >= col0 + NB)
        return;
#endif
    const int rows = min(MB, M - row0), cols = min(NB, N - col0);
    const int row_strips = (rows + RT - 1) / RT, col_strips = (cols + W - 1) / W;
    T a[RT * KB] __attribute__((aligned(64)));
    T b[NB * KB] __attribute__((aligned(64)));
    T sum[MB * NB] __attribute__((aligned(64)));

    A += (size_t)slice * lda * A_LINES + FRAME * (lda + 1);
    B += FRAME * (ldb + 1);
    C += (size_t)slice * ldc * M + FRAME * (ldc + 1);
    for (int i = 0; i < row_strips * RT; i++)
        for (int j = 0; j < col_strips * W; j++)
            sum[i * NB + j] = 0;
#ifdef INIT
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sum[i * NB + j] = INIT(C[(size_t)(row0 + i) * ldc + col0 + j]);
#endif

    for (int k0 = 0; k0 < K; k0 += KB) {
        const int steps = min(KB, K - k0);
        for (int s = 0; s < col_strips; s++) {
            T *to = b + s * W * KB;
            const int n = min(W, cols - s * W);
#ifdef B_COLS
            for (int j = 0; j < W; j++) {
                global const T *from = B + (size_t)(col0 + s * W + min(j, n - 1)) * ldb + k0;
                for (int k = 0; k < steps; k++)
                    to[k * W + j] = from[k];
            }
#else
            global const T *from = B + (size_t)k0 * ldb + col0 + s * W;
            if (n == W)
                for (int k = 0; k < steps; k++, from += ldb, to += W) {
                    const V x = JOIN(vload, VL)(0, from), y = JOIN(vload, VL)(1, from);
                    *(V *)to = x;
                    *(V *)(to + VL) = y;
                }
            else
                for (int k = 0; k < steps; k++, from += ldb, to += W)
                    for (int j = 0; j < W; j++)
                        to[j] = j < n ? from[j] : (T)0;
#endif
        }
        for (int r = 0; r < row_strips; r++) {
            const int n = min(RT, rows - r * RT);
#ifdef A_COLS
            global const T *from = A + (size_t)k0 * lda + row0 + r * RT;
            for (int k = 0; k < steps; k++, from += lda)
                for (int i = 0; i < RT; i++)
                    a[k * RT + i] = i < n ? LOAD_A(from[i]) : (T)0;
#else
            for (int i = 0; i < RT; i++) {
                global const T *from = A + (size_t)(row0 + r * RT + min(i, n - 1)) * lda + k0;
                for (int k = 0; k < steps; k++)
                    a[k * RT + i] = LOAD_A(from[k]);
            }
#endif
            for (int s = 0; s < col_strips; s++) {
#ifdef DIAGONAL
                if (row0 + r * RT >= col0 + (s + 1) * W)
                    continue;
#endif
                T *p = sum + r * RT * NB + s * W;
                const T *q = b + s * W * KB;
                V acc[RT][2];
#pragma unroll
                for (int i = 0; i < RT; i++) {
                    acc[i][0] = *(V *)(p + i * NB);
                    acc[i][1] = *(V *)(p + i * NB + VL);
                }
#ifdef FOURS
                for (int k = 0; k < steps; k += 4) {
                    const V *x = (const V *)(q + k * W);
#pragma unroll
                    for (int i = 0; i < RT; i++) {
                        const T *e = a + k * RT + i;
                        acc[i][0] += e[0] * x[0] + e[RT] * x[2] + e[2 * RT] * x[4] + e[3 * RT] * x[6];
                        acc[i][1] += e[0] * x[1] + e[RT] * x[3] + e[2 * RT] * x[5] + e[3 * RT] * x[7];
                    }
                }
#else
                for (int k = 0; k < steps; k++) {
                    const V x = *(const V *)(q + k * W), y = *(const V *)(q + k * W + VL);
#pragma unroll
                    for (int i = 0; i < RT; i++) {
                        acc[i][0] += a[k * RT + i] * x;
                        acc[i][1] += a[k * RT + i] * y;
                    }
                }
#endif
#pragma unroll
                for (int i = 0; i < RT; i++) {
                    *(V *)(p + i * NB) = acc[i][0];
                    *(V *)(p + i * NB + VL) = acc[i][1];
                }
            }
        }
    }

#ifdef DIAGONAL
    for (int i = 0; i < rows; i++) {
        global T *p = C + (size_t)(row0 + i) * ldc + col0;
        const int d = row0 + i - col0;
        if (d >= 0 && d < cols)
            p[d] = DIAGONAL(sum[i * NB + d], p[d], row0 + i);
        for (int j = max(d + 1, 0); j < cols; j++)
            p[j] = sum[i * NB + j];
    }
    for (int j = 0; j < cols; j++) {
        global T *p = C + (size_t)(col0 + j) * ldc + row0;
        for (int i = 0; i < min(rows, col0 + j - row0); i++)
            p[i] = sum[i * NB + j];
    }
#else
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            global T *p = C + (size_t)(row0 + i) * ldc + col0 + j;
            *p = FINISH(sum[i * NB + j], *p);
        }
#endif
}
