/* SPDX-License-Identifier: Apache-2.0 */
/* C(i,j) = sum over k of A(i,k) * B(k,j), C by rows, A by rows or (A_COLS) by columns, B by rows or (B_COLS) by
 * columns; tiny products.
 *
 * A work-item makes ROWS outputs of one column in registers; neighbours have neighbouring columns. No local memory, no
 * barrier, no tile to fill: each element of B is read once for ROWS products, A's are the same for all neighbours.
 * Wins where a product is too small to fill one tile, and where a device has no local memory for tiles.
 *
 * Order: an output is one register to which the products are added at k = 0, 1, 2, ..., starting from INIT.
 * Any M, N, K: rows beyond the edge are read at the edge and not stored.
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

kernel void gemm_strip(global const T *restrict A, global const T *restrict B, global T *restrict C,
                       T alpha, T beta, int M, int N, int K, int lda, int ldb, int ldc,
                       int slice)
{
    const int j = get_global_id(0), i0 = get_global_id(1) * ROWS;
    if (j >= N)
        return;
    A += (size_t)slice * lda * A_LINES + FRAME * (lda + 1);
    B += FRAME * (ldb + 1);
    C += (size_t)slice * ldc * M + FRAME * (ldc + 1);
    T acc[ROWS];
    global const T *a[ROWS];
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        const size_t r = min(i0 + i, M - 1);
#ifdef INIT
        acc[i] = INIT(C[r * ldc + j]);
#else
        acc[i] = 0;
#endif
#ifdef A_COLS
        a[i] = A + r;
#else
        a[i] = A + r * lda;
#endif
    }
#ifdef B_COLS
    B += (size_t)j * ldb;
    const int next_b = 1;
#else
    B += j;
    const int next_b = ldb;
#endif
#pragma unroll 4
    for (int k = 0; k < K; k++) {
        const T b = *B;
        B += next_b;
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            acc[i] += LOAD_A(*a[i]) * b;
#ifdef A_COLS
            a[i] += lda;
#else
            a[i]++;
#endif
        }
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (i0 + i < M) {
            global T *p = C + (size_t)(i0 + i) * ldc + j;
#ifdef DIAGONAL
            if (j > i0 + i)
                *p = C[(size_t)j * ldc + i0 + i] = acc[i];
            else if (j == i0 + i)
                *p = DIAGONAL(acc[i], *p, j);
#else
            *p = FINISH(acc[i], *p);
#endif
        }
}
