/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syr2k_packed: C(i,j) = beta * C(i,j) + sum over k of alpha * A(i,k) * B(j,k) + alpha * B(i,k) * A(j,k); for CPUs.
 *
 * An item, alone in its group, makes MB x NB outputs: KB steps of its columns' operands are transposed into strips of
 * VL columns on its own stack, and for RT rows at a time the sums of a strip stay in RT vectors: per step two vector
 * reads, 2 * RT broadcasts and 3 * RT vector operations. The original reads four operands and the sum for each step
 * of each output, one float at a time.
 *
 * Order: an output is one lane, starting from beta * C; the pair of products of k = 0, 1, 2, ... is added as the
 * original writes it. Between blocks of k it rests in a float. Columns beyond the edge are zeros and not stored.
 */
#ifndef T
#define T float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V JOIN(T, VL)

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void syr2k_packed(global const T *restrict A, global const T *restrict B, global T *restrict C, T alpha, T beta,
                  int M, int N, int K, int ldc)
{
    const int row0 = get_global_id(1) * MB, col0 = get_global_id(0) * NB;
    const int rows = min(MB, M - row0), cols = min(NB, N - col0), strips = (cols + VL - 1) / VL;
    T ca[NB * KB] __attribute__((aligned(64))), cb[NB * KB] __attribute__((aligned(64)));
    T ra[RT * KB], rb[RT * KB];
    T sum[MB * NB] __attribute__((aligned(64)));

    for (int i = 0; i < MB; i++)
        for (int j = 0; j < strips * VL; j++)
            sum[i * NB + j] = i < rows && j < cols ? C[(size_t)(row0 + i) * ldc + col0 + j] * beta : (T)0;

    for (int k0 = 0; k0 < K; k0 += KB) {
        const int steps = min(KB, K - k0);
        for (int j = 0; j < strips * VL; j++) {
            const size_t at = (size_t)min(col0 + j, N - 1) * K + k0;
            T *to_a = ca + j / VL * VL * KB + j % VL, *to_b = cb + j / VL * VL * KB + j % VL;
            for (int k = 0; k < steps; k++) {
                to_a[k * VL] = A[at + k];
                to_b[k * VL] = B[at + k];
            }
        }
        for (int r = 0; r < rows; r += RT) {
            for (int i = 0; i < RT; i++) {
                const size_t at = (size_t)min(row0 + r + i, M - 1) * K + k0;
                for (int k = 0; k < steps; k++) {
                    ra[k * RT + i] = alpha * A[at + k];
                    rb[k * RT + i] = alpha * B[at + k];
                }
            }
            for (int s = 0; s < strips; s++) {
                const T *x = cb + s * VL * KB, *y = ca + s * VL * KB;
                T *p = sum + r * NB + s * VL;
                V acc[RT];
#pragma unroll
                for (int i = 0; i < RT; i++)
                    acc[i] = *(V *)(p + i * NB);
                for (int k = 0; k < steps; k++) {
                    const V xv = *(const V *)(x + k * VL), yv = *(const V *)(y + k * VL);
#pragma unroll
                    for (int i = 0; i < RT; i++)
                        acc[i] += ra[k * RT + i] * xv + rb[k * RT + i] * yv;
                }
#pragma unroll
                for (int i = 0; i < RT; i++)
                    *(V *)(p + i * NB) = acc[i];
            }
        }
    }

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            C[(size_t)(row0 + i) * ldc + col0 + j] = sum[i * NB + j];
}
