/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the sweep2d family recognises, plainly written: what "right" means. */

/* 3 x 3 filter of fixed weights, in the program's order. */
kernel void convolution2d(global float *a, global float *b, int ni, int nj)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < ni - 1 && j < nj - 1 && i > 0 && j > 0)
        b[i * nj + j] = 0.2f * a[(i - 1) * nj + j - 1] + 0.5f * a[(i - 1) * nj + j] + -0.8f * a[(i - 1) * nj + j + 1]
                        + -0.3f * a[i * nj + j - 1] + 0.6f * a[i * nj + j] + -0.9f * a[i * nj + j + 1]
                        + 0.4f * a[(i + 1) * nj + j - 1] + 0.7f * a[(i + 1) * nj + j] + 0.1f * a[(i + 1) * nj + j + 1];
}

/* Slice i of three dimensions: 15 products in the program's order, 0 at the faces. */
#define AT(di, dj, dk) a[(i + (di)) * (nk * nj) + (j + (dj)) * nk + k + (dk)]
kernel void convolution3d(global float *a, global float *b, int ni, int nj, int nk, int i)
{
    int k = get_global_id(0), j = get_global_id(1);
    if (i < ni - 1 && j < nj - 1 && k < nk - 1 && i > 0 && j > 0 && k > 0)
        b[i * (nk * nj) + j * nk + k] =
            2.0f * AT(-1, -1, -1) + 4.0f * AT(1, -1, -1) + 5.0f * AT(-1, -1, -1) + 7.0f * AT(1, -1, -1)
            + -8.0f * AT(-1, -1, -1) + 10.0f * AT(1, -1, -1) + -3.0f * AT(0, -1, 0) + 6.0f * AT(0, 0, 0)
            + -9.0f * AT(0, 1, 0) + 2.0f * AT(-1, -1, 1) + 4.0f * AT(1, -1, 1) + 5.0f * AT(-1, 0, 1)
            + 7.0f * AT(1, 0, 1) + -8.0f * AT(-1, 1, 1) + 10.0f * AT(1, 1, 1);
    else
        b[i * (nk * nj) + j * nk + k] = 0;
}

/* Mean of five. */
kernel void jacobi2d(global float *a, global float *b, int n)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        b[i * n + j] = 0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + 1 + j] + a[(1 + i) * n + j]
                               + a[(i - 1) * n + j]);
}

/* The inner part back. */
kernel void jacobi2d_copy(global float *a, global float *b, int n)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        a[i * n + j] = b[i * n + j];
}

/* Two-dimensional finite differences, in double between two floats. */
kernel void fdtd2d_y(global float *fict, global float *ex, global float *ey, global float *hz, int t, int nx, int ny)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < nx && j < ny)
        ey[i * ny + j] = i == 0 ? fict[t] : (float)(ey[i * ny + j] - 0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]));
}

kernel void fdtd2d_x(global float *ex, global float *ey, global float *hz, int nx, int ny)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < nx && j < ny && j > 0)
        ex[i * ny + j] = ex[i * ny + j] - 0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
}

kernel void fdtd2d_z(global float *ex, global float *ey, global float *hz, int nx, int ny)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < nx - 1 && j < ny - 1)
        hz[i * ny + j] = hz[i * ny + j] - 0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j]
                                                 - ey[i * ny + j]);
}

/* LU, step k: what is left below and right of k. */
kernel void lu_rest(global float *a, int k, int n)
{
    int j = get_global_id(0) + k + 1, i = get_global_id(1) + k + 1;
    if (i < n && j < n)
        a[i * n + j] = a[i * n + j] - a[i * n + k] * a[k * n + j];
}

/* Gaussian elimination, step t: rows by the first dimension; the right-hand side with the first column. */
kernel void gauss_rest(global float *m, global float *a, global float *b, int size, int t)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < size - 1 - t && y < size - t) {
        a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
        if (y == 0)
            b[x + 1 + t] -= m[size * (x + 1 + t) + y + t] * b[t];
    }
}

/* Each column less its mean. */
kernel void center(global float *mean, global float *data, int m, int n)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < n && j < m)
        data[i * m + j] -= mean[j];
}

/* The same, and in units of its deviation. */
kernel void center_reduce(global float *mean, global float *std, global float *data, float float_n, int m, int n)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i < n && j < m) {
        data[i * m + j] -= mean[j];
        data[i * m + j] /= sqrt(float_n) * std[j];
    }
}

/* Nine-point stencil inside a frame of one cell, LROWS rows of one column per work-item; rows by the first dimension. */
#ifndef LROWS
#define LROWS 8
#endif
kernel void stencil9(global float *data, global float *newData, int alignment, float wCenter, float wCardinal,
                     float wDiagonal, local float *sh)
{
    int pitch = (get_global_size(1) + 2 + alignment - 1) / alignment * alignment;
    int j = get_global_id(1) + 1;
    for (int i = get_global_id(0) * LROWS + 1; i < (get_global_id(0) + 1) * LROWS + 1; i++) {
        global const float *p = data + i * pitch + j;
        float cardinal = p[-pitch] + p[pitch] + p[1] + p[-1];
        float diagonal = p[1 - pitch] + p[1 + pitch] + p[-1 - pitch] + p[-1 + pitch];
        newData[i * pitch + j] = wCenter * p[0] + wCardinal * cardinal + wDiagonal * diagonal;
    }
}

/* The same with a size that is a macro, as polybenchGpu has them; the first two rows and columns of Jacobi stay. */
#ifndef N
#define N 101
#endif
kernel void lu_rest_fixed(global float *a, int k)
{
    int j = get_global_id(0) + k + 1, i = get_global_id(1) + k + 1;
    if (i < N && j < N)
        a[i * N + j] = a[i * N + j] - a[i * N + k] * a[k * N + j];
}

kernel void jacobi2d_fixed(global float *a, global float *b)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i > 1 && i < N - 1 && j > 1 && j < N - 1)
        b[i * N + j] = 0.2f * (a[i * N + j] + a[i * N + j - 1] + a[i * N + 1 + j] + a[(1 + i) * N + j]
                               + a[(i - 1) * N + j]);
}

kernel void jacobi2d_copy_fixed(global float *a, global float *b)
{
    int j = get_global_id(0), i = get_global_id(1);
    if (i > 1 && i < N - 1 && j > 1 && j < N - 1)
        a[i * N + j] = b[i * N + j];
}

/* Matrices with a row and a column before the first. */
kernel void center_framed(global float *mean, global float *data, int m, int n)
{
    int j = get_global_id(0) + 1, i = get_global_id(1) + 1;
    if (i <= n && j <= m)
        data[i * (m + 1) + j] -= mean[j];
}

kernel void center_reduce_framed(global float *mean, global float *std, global float *data, float float_n, int m, int n)
{
    int j = get_global_id(0) + 1, i = get_global_id(1) + 1;
    if (i <= n && j <= m) {
        data[i * (m + 1) + j] -= mean[j];
        data[i * (m + 1) + j] /= sqrt(float_n) * std[j];
    }
}
