/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the gemm family recognises, plainly written: what "right" means.
 *
 * Each does what its namesake does, over the same range and with the same arguments: one sum per output, products
 * added at k = 0, 1, 2, ... Where the namesake stages tiles in local memory, these read the operands where they are:
 * the products and their order are the same.
 */

/* Tile constants that programs set; the manifest's conditions need their values. */
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
#ifndef blksz
#define blksz 16
#endif
#ifndef TS
#define TS 32
#endif
#ifndef WPT
#define WPT 8
#endif
#ifndef TSDK
#define TSDK 16
#endif
#ifndef TSM
#define TSM 128
#endif
#ifndef TSN
#define TSN 128
#endif
#ifndef TSK
#define TSK 16
#endif
#ifndef WPTM
#define WPTM 8
#endif
#ifndef WPTN
#define WPTN 8
#endif
#ifndef TILE_N
#define TILE_N 16
#endif
#ifndef TILE_TB_HEIGHT
#define TILE_TB_HEIGHT 8
#endif
#ifndef TILE_M
#define TILE_M 128
#endif

/* By rows, the sum in memory: C = beta * C, then C += (alpha * A) * B. */
kernel void gemm(global float *a, global float *b, global float *c, float alpha, float beta, int ni, int nj, int nk)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni && j < nj) {
        c[i * nj + j] *= beta;
        for (int k = 0; k < nk; k++)
            c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
    }
}

/* From 0, alpha. */
kernel void mm2_kernel1(global float *tmp, global float *a, global float *b, int ni, int nj, int nk, int nl,
                        float alpha, float beta)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni && j < nj) {
        tmp[i * nj + j] = 0;
        for (int k = 0; k < nk; k++)
            tmp[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
    }
}

/* From beta * D. */
kernel void mm2_kernel2(global float *tmp, global float *c, global float *d, int ni, int nj, int nk, int nl,
                        float alpha, float beta)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni && j < nl) {
        d[i * nl + j] *= beta;
        for (int k = 0; k < nj; k++)
            d[i * nl + j] += tmp[i * nj + k] * c[k * nl + j];
    }
}

/* From 0: the three products of 3mm differ only in their names. */
kernel void mm3(global float *a, global float *b, global float *e, int ni, int nj, int nk)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni && j < nj) {
        e[i * nj + j] = 0;
        for (int k = 0; k < nk; k++)
            e[i * nj + j] += a[i * nk + k] * b[k * nj + j];
    }
}

/* Square, by rows; the range is (row, column). */
kernel void mmul_elem(int n, global float *a, global float *b, global float *c)
{
    int i = get_global_id(0), j = get_global_id(1);
    if (i < n && j < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
    }
}

/* A row of outputs per work-item. */
kernel void mmul_row(int n, global float *a, global float *b, global float *c)
{
    int i = get_global_id(0);
    if (i < n)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* The same with the row of A in private memory, at most 1024 long. */
kernel void mmul_row_priv(int n, global float *a, global float *b, global float *c)
{
    int i = get_global_id(0);
    float row[1024];
    if (i < n) {
        for (int k = 0; k < n; k++)
            row[k] = a[i * n + k];
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += row[k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    }
}

/* And with the columns of B in local memory. */
kernel void mmul_row_priv_bloc(int n, global float *a, global float *b, global float *c, local float *column)
{
    int i = get_global_id(0);
    float row[1024];
    for (int k = 0; k < n; k++)
        row[k] = a[i * n + k];
    for (int j = 0; j < n; j++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = get_local_id(0); k < n; k += get_local_size(0))
            column[k] = b[k * n + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += row[k] * column[k];
        c[i * n + j] = sum;
    }
}

/* Square tiles; the range is (column, row). */
kernel void mmul_block(uint n, global const float *a, global const float *b, global float *c,
                       local float *tile_a, local float *tile_b)
{
    int j = get_global_id(0), i = get_global_id(1);
    float sum = 0;
    for (uint block = 0; block < n / blksz; block++)
        for (int k = block * blksz; k < block * blksz + blksz; k++)
            sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}

/* Square tiles of BLOCK_SIZE; C is as wide as the range. */
kernel void matrixMul(global float *c, global float *a, global float *b, local float *tile_a, local float *tile_b,
                      int width_a, int width_b, int rows)
{
    int j = get_global_id(0), i = get_global_id(1);
    float sum = 0;
    for (int block = 0; block < width_a; block += BLOCK_SIZE)
        for (int k = block; k < block + BLOCK_SIZE; k++)
            sum += a[i * width_a + k] * b[k * width_b + j];
    if (i < rows)
        c[i * get_global_size(0) + j] = sum;
}

/* By rows; k goes on to the end of a tile of 16, where zeros are multiplied and added. Range: m x n at least. */
kernel void matmul_t16(global const float *a, global const float *b, global float *c, int m, int n, int k)
{
    const int row = get_global_id(0), col = get_global_id(1);
    float sum = 0;

    if (row >= m || col >= n)
        return;
    for (int i = 0; i < (k + 15) / 16 * 16; i++)
        sum += (i < k ? a[row * k + i] : 0) * (i < k ? b[i * n + col] : 0);
    c[row * n + col] = sum;
}

/* By columns; the range is (row, column). */
kernel void myGEMM1(int m, int n, int k, global const float *a, global const float *b, global float *c)
{
    int i = get_global_id(0), j = get_global_id(1);
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[l * m + i] * b[j * k + l];
    c[j * m + i] = sum;
}

/* Square tiles of TS. */
kernel void myGEMM2(int m, int n, int k, global const float *a, global const float *b, global float *c)
{
    int i = get_global_id(0), j = get_global_id(1);
    float sum = 0;
    for (int tile = 0; tile < k / TS; tile++)
        for (int l = tile * TS; l < tile * TS + TS; l++)
            sum += a[l * m + i] * b[j * k + l];
    c[j * m + i] = sum;
}

/* WPT columns per work-item. */
kernel void myGEMM3(int m, int n, int k, global const float *a, global const float *b, global float *c)
{
    int i = get_global_id(0);
    for (int w = 0; w < WPT; w++) {
        int j = TS * get_group_id(1) + get_local_id(1) + w * (TS / WPT);
        float sum = 0;
        for (int tile = 0; tile < k / TS; tile++)
            for (int l = tile * TS; l < tile * TS + TS; l++)
                sum += a[l * m + i] * b[j * k + l];
        c[j * m + i] = sum;
    }
}

/* Four rows per work-item, as vectors. */
kernel void myGEMM4(int m, int n, int k, global const float4 *a, global const float4 *b, global float4 *c)
{
    int i = get_global_id(0), j = get_global_id(1);
    float4 sum = 0;
    for (int tile = 0; tile < k / TS; tile++)
        for (int l = tile * TS; l < tile * TS + TS; l++)
            sum += a[l * (m / 4) + i] * ((global const float *)b)[j * k + l];
    c[j * (m / 4) + i] = sum;
}

/* B transposed: both operands' columns of outputs are contiguous. WPT columns per work-item. */
kernel void myGEMM5(int m, int n, int k, global const float *a, global const float *b, global float *c)
{
    int i = get_global_id(0);
    for (int w = 0; w < WPT; w++) {
        int j = TS * get_group_id(1) + get_local_id(1) + w * (TS / WPT);
        float sum = 0;
        for (int tile = 0; tile < k / TSDK; tile++)
            for (int l = tile * TSDK; l < tile * TSDK + TSDK; l++)
                sum += a[l * m + i] * b[l * n + j];
        c[j * m + i] = sum;
    }
}

/* WPTM x WPTN outputs per work-item. */
kernel void myGEMM6(int m, int n, int k, global const float *a, global const float *b, global float *c)
{
    for (int wm = 0; wm < WPTM; wm++)
        for (int wn = 0; wn < WPTN; wn++) {
            int i = TSM * get_group_id(0) + get_local_id(0) + wm * (TSM / WPTM);
            int j = TSN * get_group_id(1) + get_local_id(1) + wn * (TSN / WPTN);
            float sum = 0;
            for (int tile = 0; tile < k / TSK; tile++)
                for (int l = tile * TSK; l < tile * TSK + TSK; l++)
                    sum += a[l * m + i] * b[l * n + j];
            c[j * m + i] = sum;
        }
}

/* The same, operands read as vectors. */
kernel void myGEMM7(int m, int n, int k, global const float4 *a, global const float4 *b, global float *c)
{
    global const float *as = (global const float *)a, *bs = (global const float *)b;
    for (int wm = 0; wm < WPTM; wm++)
        for (int wn = 0; wn < WPTN; wn++) {
            int i = TSM * get_group_id(0) + get_local_id(0) + wm * (TSM / WPTM);
            int j = TSN * get_group_id(1) + get_local_id(1) + wn * (TSN / WPTN);
            float sum = 0;
            for (int tile = 0; tile < k / TSK; tile++)
                for (int l = tile * TSK; l < tile * TSK + TSK; l++)
                    sum += as[l * m + i] * bs[l * n + j];
            c[j * m + i] = sum;
        }
}

/* By columns, strides given: C = alpha * (A * B) + beta * C; 64 x 16 outputs per group of 16 x 4. */
kernel void sgemmNN(global const float *a, int lda, global const float *b, int ldb, global float *c, int ldc, int k,
                    float alpha, float beta)
{
    int i = get_group_id(0) * 64 + get_local_id(1) * 16 + get_local_id(0);
    for (int j = get_group_id(1) * 16; j < get_group_id(1) * 16 + 16; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += a[i + l * lda] * b[l + j * ldb];
        c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
    }
}

/* The same with B transposed. */
kernel void sgemmNT(global const float *a, int lda, global const float *b, int ldb, global float *c, int ldc, int k,
                    float alpha, float beta)
{
    int i = get_group_id(0) * 64 + get_local_id(1) * 16 + get_local_id(0);
    for (int j = get_group_id(1) * 16; j < get_group_id(1) * 16 + 16; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += a[i + l * lda] * b[j + l * ldb];
        c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
    }
}

/* By columns, B transposed, one output per work-item. */
kernel void mysgemmNT(global const float *a, int lda, global const float *b, int ldb, global float *c, int ldc, int k,
                      float alpha, float beta)
{
    int i = get_global_id(0), j = get_global_id(1);
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[i + l * lda] * b[j + l * ldb];
    c[i + j * ldc] = beta * c[i + j * ldc] + alpha * sum;
}

/* The same, TILE_N columns per work-item. */
kernel void mysgemmNT_tiled(global const float *a, int lda, global const float *b, int ldb, global float *c, int ldc,
                            int k, float alpha, float beta)
{
    int i = get_group_id(0) * TILE_M + get_local_id(1) * get_local_size(0) + get_local_id(0);
    for (int j = get_group_id(1) * TILE_N; j < get_group_id(1) * TILE_N + TILE_N; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += a[i + l * lda] * b[j + l * ldb];
        c[i + j * ldc] = c[i + j * ldc] * beta + alpha * sum;
    }
}

/* C = beta * C, then C += (alpha * A) * A'. */
kernel void syrk_kernel(global float *a, global float *c, float alpha, float beta, int ni, int nj)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < nj && j < nj) {
        c[i * nj + j] *= beta;
        for (int k = 0; k < ni; k++)
            c[i * nj + j] += alpha * a[i * ni + k] * a[j * ni + k];
    }
}

/* data' * data, a row per work-item: what lies above the diagonal, and its mirror. */
kernel void covar_kernel(global float *symmat, global float *data, int m, int n)
{
    int j1 = get_global_id(0);
    if (j1 < m)
        for (int j2 = j1; j2 < m; j2++) {
            symmat[j1 * m + j2] = 0;
            for (int i = 0; i < n; i++)
                symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            symmat[j2 * m + j1] = symmat[j1 * m + j2];
        }
}

/* The same on top of what is there; ones on the diagonal but for its last element, which stays. */
kernel void corr_kernel(global float *symmat, global float *data, int m, int n)
{
    int j1 = get_global_id(0);
    if (j1 < m - 1) {
        symmat[j1 * m + j1] = 1;
        for (int j2 = j1 + 1; j2 < m; j2++) {
            for (int i = 0; i < n; i++)
                symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            symmat[j2 * m + j1] = symmat[j1 * m + j2];
        }
    }
}

/* Slice r of three dimensions: sum(r) = A(r) * C4. */
kernel void doitgen_kernel1(int nr, int nq, int np, global float *a, global float *c4, global float *sum, int r)
{
    int p = get_global_id(0), q = get_global_id(1);
    if (p < np && q < nq) {
        int at = r * (nq * np) + q * np;
        sum[at + p] = 0;
        for (int s = 0; s < np; s++)
            sum[at + p] = sum[at + p] + a[at + s] * c4[s * np + p];
    }
}

/* 4 x 4 outputs per work-item; four products are added to each other before the sum takes them. */
void add_in_fours(global const float *a, global const float *b, global float *c, int width_a, int width_b)
{
    for (int i = get_global_id(1) * 4; i < get_global_id(1) * 4 + 4; i++)
        for (int j = get_global_id(0) * 4; j < get_global_id(0) * 4 + 4; j++) {
            float sum = 0;
            for (int k = 0; k < width_a; k += 4) {
                global const float *p = a + i * width_a + k, *q = b + k * width_b + j;
                sum += p[0] * q[0] + p[1] * q[width_b] + p[2] * q[2 * width_b] + p[3] * q[3 * width_b];
            }
            c[i * width_b + j] = sum;
        }
}

kernel void mmmKernel(global float4 *a, global float4 *b, global float4 *c, uint widthA, uint widthB)
{
    add_in_fours((global float *)a, (global float *)b, (global float *)c, widthA, widthB);
}

kernel void mmmKernel_local(global float4 *a, global float4 *b, global float4 *c, int widthA, local float4 *block)
{
    add_in_fours((global float *)a, (global float *)b, (global float *)c, widthA, get_global_size(0) * 4);
}

/* C += A * B. */
kernel void mm_add(global float *a, global float *b, global float *c, int ni, int nj, int nk)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni && j < nj)
        for (int k = 0; k < nk; k++)
            c[i * nj + j] += a[i * nk + k] * b[k * nj + j];
}

/* covar_kernel and corr_kernel with a row and a column before the first. */
kernel void covar_framed(global float *symmat, global float *data, int m, int n)
{
    int j1 = get_global_id(0) + 1, w = m + 1;
    if (j1 <= m)
        for (int j2 = j1; j2 <= m; j2++) {
            symmat[j1 * w + j2] = 0;
            for (int i = 1; i <= n; i++)
                symmat[j1 * w + j2] += data[i * w + j1] * data[i * w + j2];
            symmat[j2 * w + j1] = symmat[j1 * w + j2];
        }
}

kernel void corr_framed(global float *symmat, global float *data, int m, int n)
{
    int j1 = get_global_id(0) + 1, w = m + 1;
    if (j1 < m) {
        symmat[j1 * w + j1] = 1;
        for (int j2 = j1 + 1; j2 <= m; j2++) {
            for (int i = 1; i <= n; i++)
                symmat[j1 * w + j2] += data[i * w + j1] * data[i * w + j2];
            symmat[j2 * w + j1] = symmat[j1 * w + j2];
        }
    }
}
