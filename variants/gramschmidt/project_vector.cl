/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gramschmidt_project: for the columns j > k: r(k,j) = sum over i of q(i,k) * a(i,j), i = 0 .. rows - 1 in order,
 *                      then a(i,j) -= q(i,k) * r(k,j).
 *
 * For CPUs. An item owns 16 * NV columns: their sums stay in NV vector registers while it walks down the rows, reading
 * whole cache lines, and so does what is taken away on the second walk. The original walks down one column at a time,
 * a line for each element.
 */
#ifndef T
#define T float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V JOIN(T, 16)

void project_one(global T *a, global T *r, global const T *q, int rows, int lda)
{
    T sum = 0;

    for (int i = 0; i < rows; i++)
        sum += q[(size_t)i * lda] * a[(size_t)i * lda];
    *r = sum;
    for (int i = 0; i < rows; i++)
        a[(size_t)i * lda] -= q[(size_t)i * lda] * sum;
}

void project_16(global T *a, global T *r, global const T *q, int rows, int lda)
{
    V sum = 0;

    for (int i = 0; i < rows; i++)
        sum += q[(size_t)i * lda] * vload16(0, a + (size_t)i * lda);
    vstore16(sum, 0, r);
    for (int i = 0; i < rows; i++) {
        V x = vload16(0, a + (size_t)i * lda);

        x -= q[(size_t)i * lda] * sum;
        vstore16(x, 0, a + (size_t)i * lda);
    }
}

kernel void gramschmidt_project(global T *a, global T *r, global const T *q, int k, int rows, int lda, int most)
{
    const int cols = min(lda - k - 1, most) + k + 1;
    int j = k + 1 + get_global_id(0) * 16 * NV;
    const int end = min(j + 16 * NV, cols);

    q += k;
    r += (size_t)k * lda;
    if (j + 16 * NV == end) {
        global T *p = a + j;
        V sum[NV];

#pragma unroll
        for (int v = 0; v < NV; v++)
            sum[v] = 0;
        for (int i = 0; i < rows; i++, p += lda) {
            const T qi = q[(size_t)i * lda];
#pragma unroll
            for (int v = 0; v < NV; v++)
                sum[v] += qi * vload16(v, p);
        }
#pragma unroll
        for (int v = 0; v < NV; v++)
            vstore16(sum[v], v, r + j);
        p = a + j;
        for (int i = 0; i < rows; i++, p += lda) {
            const T qi = q[(size_t)i * lda];
#pragma unroll
            for (int v = 0; v < NV; v++) {
                V x = vload16(v, p);

                x -= qi * sum[v];
                vstore16(x, v, p);
            }
        }
        return;
    }
    for (; j + 16 <= end; j += 16)
        project_16(a + j, r + j, q, rows, lda);
    for (; j < end; j++)
        project_one(a + j, r + j, q, rows, lda);
}
