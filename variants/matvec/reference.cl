/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec: y = A x, y += A x, y += A' x, and their close relatives.
 *
 * Plain statements of what each recognised kernel computes; every variant is
 * compared with them bit for bit. The order of additions is part of them: one
 * output is one sum, started from the old value in memory or from zero, over
 * j = 0, 1, 2, ... Where the compiler fuses a product into its addition here,
 * it does so in the variants too, since they write the same expression.
 */

/* rows: tmp[i] += A[i][j] * x[j] */
kernel void matvec_rows_add(global float *A, global float *x, global float *tmp, int nx, int ny)
{
    const int i = get_global_id(0);

    if (i < nx)
        for (int j = 0; j < ny; j++)
            tmp[i] += A[i * ny + j] * x[j];
}

/* columns: y[j] += A[i][j] * tmp[i] */
kernel void matvec_columns_add(global float *A, global float *y, global float *tmp, int nx, int ny)
{
    const int j = get_global_id(0);

    if (j < ny)
        for (int i = 0; i < nx; i++)
            y[j] += A[i * ny + j] * tmp[i];
}

/* rows: q[i] = sum A[i][j] * p[j] */
kernel void matvec_rows_set(global float *A, global float *p, global float *q, int nx, int ny)
{
    const int i = get_global_id(0);

    if (i < nx) {
        q[i] = 0.0f;
        for (int j = 0; j < ny; j++)
            q[i] += A[i * ny + j] * p[j];
    }
}

/* columns: s[j] = sum A[i][j] * r[i] */
kernel void matvec_columns_set(global float *A, global float *r, global float *s, int nx, int ny)
{
    const int j = get_global_id(0);

    if (j < ny) {
        s[j] = 0.0f;
        for (int i = 0; i < nx; i++)
            s[j] += A[i * ny + j] * r[i];
    }
}

/* rows of a square matrix: x1[i] += a[i][j] * y1[j] */
kernel void matvec_square_rows_add(global float *a, global float *x1, global float *y1, int n)
{
    const int i = get_global_id(0);

    if (i < n)
        for (int j = 0; j < n; j++)
            x1[i] += a[i * n + j] * y1[j];
}

/* columns of a square matrix: x2[i] += a[j][i] * y2[j] */
kernel void matvec_square_columns_add(global float *a, global float *x2, global float *y2, int n)
{
    const int i = get_global_id(0);

    if (i < n)
        for (int j = 0; j < n; j++)
            x2[i] += a[j * n + i] * y2[j];
}

/* two matrices at once: y = alpha * (tmp + a x) + beta * (y + b x) */
kernel void matvec_two(global float *a, global float *b, global float *x, global float *y, global float *tmp,
                       float alpha, float beta, int n)
{
    const int i = get_global_id(0);

    if (i < n) {
        for (int j = 0; j < n; j++) {
            tmp[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

/* rank-2 update: A[i][j] += U1[i] * V1[j] + U2[i] * V2[j] */
kernel void matvec_rank2(global float *A, global float *V1, global float *V2, global float *U1, global float *U2,
                         int n)
{
    const int j = get_global_id(0);
    const int i = get_global_id(1);

    if (i < n && j < n)
        A[i * n + j] += U1[i] * V1[j] + U2[i] * V2[j];
}

/* scaled columns and a vector: X[i] += beta * A[j][i] * Y[j] for all j, then += Z[i] */
kernel void matvec_scaled_columns(global float *A, global float *X, global float *Y, global float *Z, float beta,
                                  int n)
{
    const int i = get_global_id(0);

    if (i < n) {
        for (int j = 0; j < n; j++)
            X[i] += beta * A[j * n + i] * Y[j];
        X[i] += Z[i];
    }
}

/* scaled rows: w[i] += alpha * A[i][j] * X[j] */
kernel void matvec_scaled_rows(global float *A, global float *X, global float *w, float alpha, int n)
{
    const int i = get_global_id(0);

    if (i < n)
        for (int j = 0; j < n; j++)
            w[i] += alpha * A[i * n + j] * X[j];
}

/* a row per item, summed in a register */
kernel void matvec_row_per_item(const global float *M, const global float *V, uint width, uint height,
                                global float *W)
{
    const uint i = get_global_id(0);

    if (i < height) {
        float sum = 0;

        for (uint j = 0; j < width; j++)
            sum += M[i * width + j] * V[j];
        W[i] = sum;
    }
}

/* rows dealt out to as many items as there are */
kernel void matvec_row_dealt(const global float *M, const global float *V, uint width, uint height,
                             global float *W)
{
    for (uint i = get_global_id(0); i < height; i += get_global_size(0)) {
        float sum = 0;

        for (uint j = 0; j < width; j++)
            sum += M[i * width + j] * V[j];
        W[i] = sum;
    }
}

/* A column's mean. */
kernel void column_means(global float *mean, global float *data, float float_n, int m, int n)
{
    int j = get_global_id(0);
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= float_n;
    }
}

/* A column's standard deviation; 1 where it is next to nothing. */
kernel void column_deviations(global float *mean, global float *std, global float *data, float float_n, float eps,
                              int m, int n)
{
    int j = get_global_id(0);
    if (j < m) {
        std[j] = 0;
        for (int i = 0; i < n; i++)
            std[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        std[j] = sqrt(std[j] / float_n);
        if (std[j] <= eps)
            std[j] = 1;
    }
}

/* The two with a row and a column before the first. */
kernel void column_means_framed(global float *mean, global float *data, float float_n, int m, int n)
{
    int j = get_global_id(0) + 1;
    if (j <= m) {
        mean[j] = 0;
        for (int i = 1; i <= n; i++)
            mean[j] += data[i * (m + 1) + j];
        mean[j] /= float_n;
    }
}

kernel void column_deviations_framed(global float *mean, global float *std, global float *data, float float_n,
                                     float eps, int m, int n)
{
    int j = get_global_id(0) + 1;
    if (j <= m) {
        std[j] = 0;
        for (int i = 1; i <= n; i++)
            std[j] += (data[i * (m + 1) + j] - mean[j]) * (data[i * (m + 1) + j] - mean[j]);
        std[j] = sqrt(std[j] / float_n);
        if (std[j] <= eps)
            std[j] = 1;
    }
}
