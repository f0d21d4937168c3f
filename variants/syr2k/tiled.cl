/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syr2k_tiled: C(i,j) = beta * C(i,j) + sum over k of alpha * A(i,k) * B(j,k) + alpha * B(i,k) * A(j,k); for GPUs.
 *
 * A group of BN / 4 x BM / 4 items makes BM x BN outputs, an item 4 x 4 of them in registers. Tiles of BK steps of the
 * four operands (rows and columns of A and of B) wait in local memory while the next ones are on their way in
 * registers. An element is used BM or BN times per read from global memory, four times per read from local memory; the
 * original reads four operands and the sum for each step of each output.
 *
 * Order: an output is one register, starting from beta * C, to which the pair of products of k = 0, 1, 2, ... is added
 * as the original writes it: alpha * A and alpha * B are rounded once, when the tile is stored. Beyond K the rows'
 * tiles hold -0 and the columns' +0: the pair is -0, which leaves every sum as it is.
 *
 * Any M, N, K: rows and columns beyond the edge are read at the edge and not stored. Local rows are padded by four
 * elements, which spreads the transposing stores over the banks.
 */
#ifndef T
#define T float
#define T4 float4
#endif
#define NT (BM / 4 * (BN / 4))
#define NR (BM * BK / NT)
#define NC (BN * BK / NT)
#define PM (BM + 4)
#define PN (BN + 4)

kernel __attribute__((reqd_work_group_size(NT, 1, 1)))
void syr2k_tiled(global const T *restrict A, global const T *restrict B, global T *restrict C, T alpha, T beta,
                 int M, int N, int K, int ldc)
{
    local T rows_a[BK * PM] __attribute__((aligned(16))), rows_b[BK * PM] __attribute__((aligned(16)));
    local T cols_a[BK * PN] __attribute__((aligned(16))), cols_b[BK * PN] __attribute__((aligned(16)));
    const int t = get_local_id(0);
    const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
    const int ti = t / (BN / 4) * 4, tj = t % (BN / 4) * 4, k = t % BK;
    T sum[4][4], ra[NR], rb[NR], ca[NC], cb[NC];

#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            sum[i][j] = C[(size_t)min(row0 + ti + i, M - 1) * ldc + min(col0 + tj + j, N - 1)] * beta;

/* The tiles that start at step `k0`, on their way into registers. */
#define FETCH(k0)                                                                                 \
    do {                                                                                          \
        const bool within = (k0) + k < K;                                                         \
        _Pragma("unroll") for (int n = 0; n < NR; n++) {                                          \
            const size_t at = (size_t)min(row0 + t / BK + n * (NT / BK), M - 1) * K + (k0) + k;   \
            ra[n] = within ? alpha * A[at] : -(T)0;                                               \
            rb[n] = within ? alpha * B[at] : -(T)0;                                               \
        }                                                                                         \
        _Pragma("unroll") for (int n = 0; n < NC; n++) {                                          \
            const size_t at = (size_t)min(col0 + t / BK + n * (NT / BK), N - 1) * K + (k0) + k;   \
            ca[n] = within ? A[at] : (T)0;                                                        \
            cb[n] = within ? B[at] : (T)0;                                                        \
        }                                                                                         \
    } while (0)

    FETCH(0);
    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int n = 0; n < NR; n++) {
            rows_a[k * PM + t / BK + n * (NT / BK)] = ra[n];
            rows_b[k * PM + t / BK + n * (NT / BK)] = rb[n];
        }
#pragma unroll
        for (int n = 0; n < NC; n++) {
            cols_a[k * PN + t / BK + n * (NT / BK)] = ca[n];
            cols_b[k * PN + t / BK + n * (NT / BK)] = cb[n];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k0 + BK < K)
            FETCH(k0 + BK);
#pragma unroll
        for (int l = 0; l < BK; l++) {
            const T4 p4 = *(local const T4 *)(rows_a + l * PM + ti), q4 = *(local const T4 *)(rows_b + l * PM + ti);
            const T4 x4 = *(local const T4 *)(cols_b + l * PN + tj), y4 = *(local const T4 *)(cols_a + l * PN + tj);
            const T p[4] = {p4.x, p4.y, p4.z, p4.w}, q[4] = {q4.x, q4.y, q4.z, q4.w};
            const T x[4] = {x4.x, x4.y, x4.z, x4.w}, y[4] = {y4.x, y4.y, y4.z, y4.w};

#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[i][j] += p[i] * x[j] + q[i] * y[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (row0 + ti + i < M && col0 + tj + j < N)
                C[(size_t)(row0 + ti + i) * ldc + col0 + tj + j] = sum[i][j];
}
