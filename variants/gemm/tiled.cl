/* SPDX-License-Identifier: Apache-2.0 */
/* C(i,j) = sum over k of A(i,k) * B(k,j), C by rows, A by rows or (A_COLS) by columns, B by rows or (B_COLS) by
 * columns; for GPUs.
 *
 * A work-group makes BM x BN outputs, a work-item TM x TN of them in registers. Tiles of BK steps of k wait in local
 * memory while the next ones are on their way from global memory to registers. 32 neighbouring items make a block of
 * 4 x 8 register tiles, cut into strips of four rows and four columns: their 16-byte reads of local memory are
 * broadcasts or 128 contiguous bytes, free of bank conflicts. Each element of A is used BN times and each element of
 * B BM times per read from global memory, TN and TM times per read from local memory; the original reads two
 * operands from memory for each product.
 *
 * Order: an output is one register to which the products are added at k = 0, 1, 2, ..., starting from INIT. Beyond K
 * the tiles hold -0 (A) and +0 (B): their product is -0, which leaves every float as it is, -0 too.
 *
 * Assumes: BM a multiple of 32 and of 4 * TM, BN of 8 * TN, BM * BK and BN * BK of VEC times the group's items
 * (BM / TM) * (BN / TN); BK 8, 16 or 32. VEC 4 reads four at a time and wants N, ldc, A's rows (K, lda; A_COLS: M,
 * lda) and B's (N, ldb; B_COLS: K, ldb) in multiples of four; VEC 1 takes anything. Rows and columns beyond the edge are read at the edge and not
 * stored. BUFS 2 spares a barrier per tile and costs twice the local memory; 1 was faster for the wide tiles.
 *
 * Macros of a kernel entry: LOAD_A(x) what A's element enters the product as; INIT(c) what the sum starts from
 * (default 0, C not read); FINISH(sum, c) what is stored (default the sum); A_COLS; B_COLS; DIAGONAL(sum, c, i): C is
 * symmetric, what lies above its diagonal is made and stored twice, and this is what the diagonal becomes;
 * FRAME 1: the matrices have a row and a column before the first.
 */
#ifndef T
#define T float
#define T4 float4
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

#define NT ((BM / TM) * (BN / TN))
#define WARPS_N (BN / (8 * TN))
#define TILE_A (BM * BK)
#define TILE_B (BN * BK)
#define NA (TILE_A / VEC / NT)
#define NB (TILE_B / VEC / NT)
/* A's columns are shifted within 32 banks, so that transposing stores meet different banks. */
#define SHIFT(k) ((((k) / 4) * (128 / BK)) & 28)

#if VEC == 4
#define VT T4
#else
#define VT T
#endif

#ifdef A_COLS
#define A_ALONG (BM / VEC)
#else
#define A_ALONG (BK / VEC)
#endif
#ifdef B_COLS
#define B_ALONG (BK / VEC)
#define SHIFT_B(k) SHIFT(k)
#else
#define B_ALONG (BN / VEC)
#define SHIFT_B(k) 0
#endif

kernel __attribute__((reqd_work_group_size(NT, 1, 1)))
void gemm_tiled(global const T *restrict A, global const T *restrict B, global T *restrict C,
                T alpha, T beta, int M, int N, int K, int lda, int ldb, int ldc, int slice)
{
    local T As[BUFS * TILE_A] __attribute__((aligned(32)));
    local T Bs[BUFS * TILE_B] __attribute__((aligned(32)));
    const int t = get_local_id(0);
    const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
#ifdef DIAGONAL
    if (row0 >= col0 + BN)
        K = 0; /* below the diagonal: nothing to add, nothing is stored; barriers allow no return */
#endif
    A += (size_t)slice * lda * A_LINES + FRAME * (lda + 1);
    B += FRAME * (ldb + 1);
    C += (size_t)slice * ldc * M + FRAME * (ldc + 1);
    const int lane = t % 32, warp = t / 32;
    const int li = lane / 16 * 2 + lane % 2, lj = lane / 2 % 8;
    const int ti = (warp / WARPS_N) * (4 * TM) + li * 4;
    const int tj = (warp % WARPS_N) * (8 * TN) + lj * 4;

    T acc[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) {
#ifdef INIT
            const int r = min(row0 + ti + (i / 4) * 16 + i % 4, M - 1);
            const int c = min(col0 + tj + (j / 4) * 32 + j % 4, N - 1);
            acc[i][j] = INIT(C[(size_t)r * ldc + c]);
#else
            acc[i][j] = 0;
#endif
        }

    /* What this item carries: NA pieces of A's tile and NB of B's. */
    VT ra[NA], rb[NB];
    uint oa[NA], ob[NB];
    int whole, put = 0;
#pragma unroll
    for (int n = 0; n < NA; n++) {
        const int v = t + n * NT;
#ifdef A_COLS
        oa[n] = (uint)(v / A_ALONG) * lda + min(row0 + (v % A_ALONG) * VEC, M - VEC);
#else
        oa[n] = (uint)min(row0 + v / A_ALONG, M - 1) * lda + (v % A_ALONG) * VEC;
#endif
    }
#pragma unroll
    for (int n = 0; n < NB; n++) {
        const int v = t + n * NT;
#ifdef B_COLS
        ob[n] = (uint)min(col0 + v / B_ALONG, N - 1) * ldb + (v % B_ALONG) * VEC;
#else
        ob[n] = (uint)(v / B_ALONG) * ldb + min(col0 + (v % B_ALONG) * VEC, N - VEC);
#endif
    }

#ifdef A_COLS
#define K_OF_A(n) ((t + (n) * NT) / A_ALONG)
#define STEP_A ((size_t)BK * lda)
#else
#define K_OF_A(n) (((t + (n) * NT) % A_ALONG) * VEC)
#define STEP_A BK
#endif
#ifdef B_COLS
#define K_OF_B(n) (((t + (n) * NT) % B_ALONG) * VEC)
#define STEP_B BK
#else
#define K_OF_B(n) ((t + (n) * NT) / B_ALONG)
#define STEP_B ((size_t)BK * ldb)
#endif

/* Fetch the tile that starts at step `k0` into registers. LOAD_A waits until PUT, for what it needs is on its way. */
#define FETCH(k0) do { \
        if ((k0) + BK <= K) { \
            _Pragma("unroll") for (int n = 0; n < NA; n++) ra[n] = *(global const VT *)(A + oa[n]); \
            _Pragma("unroll") for (int n = 0; n < NB; n++) rb[n] = *(global const VT *)(B + ob[n]); \
            whole = 1; \
        } else { \
            whole = 0; \
            _Pragma("unroll") for (int n = 0; n < NA; n++) { \
                ra[n] = (VT)(-(T)0); \
                if ((k0) + K_OF_A(n) < K) ra[n] = LOAD_A(*(global const VT *)(A + oa[n])); \
            } \
            _Pragma("unroll") for (int n = 0; n < NB; n++) { \
                rb[n] = (VT)((T)0); \
                if ((k0) + K_OF_B(n) < K) rb[n] = *(global const VT *)(B + ob[n]); \
            } \
        } \
        A += STEP_A; \
        B += STEP_B; \
    } while (0)

#if defined(A_COLS)
#define PUT_A(n) do { const int v = t + (n) * NT, k = v / A_ALONG; \
        *(local VT *)(As + put * TILE_A + k * BM + (((v % A_ALONG) * VEC) ^ SHIFT(k))) = ra[n]; } while (0)
#elif VEC == 4
#define PUT_A(n) do { const int v = t + (n) * NT, k = (v % A_ALONG) * 4; \
        local T *p = As + put * TILE_A + k * BM + ((v / A_ALONG) ^ SHIFT(k)); \
        p[0] = ra[n].x; p[BM] = ra[n].y; p[2 * BM] = ra[n].z; p[3 * BM] = ra[n].w; } while (0)
#else
#define PUT_A(n) do { const int v = t + (n) * NT, k = v % A_ALONG; \
        As[put * TILE_A + k * BM + ((v / A_ALONG) ^ SHIFT(k))] = ra[n]; } while (0)
#endif
#if !defined(B_COLS)
#define PUT_B(n) *(local VT *)(Bs + put * TILE_B + (t + n * NT) * VEC) = rb[n]
#elif VEC == 4
#define PUT_B(n) do { const int v = t + (n) * NT, k = (v % B_ALONG) * 4; \
        local T *p = Bs + put * TILE_B + k * BN + ((v / B_ALONG) ^ SHIFT(k)); \
        p[0] = rb[n].x; p[BN] = rb[n].y; p[2 * BN] = rb[n].z; p[3 * BN] = rb[n].w; } while (0)
#else
#define PUT_B(n) do { const int v = t + (n) * NT, k = v % B_ALONG; \
        Bs[put * TILE_B + k * BN + ((v / B_ALONG) ^ SHIFT(k))] = rb[n]; } while (0)
#endif
/* Store the fetched tile into buffer `put` of local memory. */
#define PUT do { \
        if (whole) { _Pragma("unroll") for (int n = 0; n < NA; n++) ra[n] = LOAD_A(ra[n]); } \
        _Pragma("unroll") for (int n = 0; n < NA; n++) PUT_A(n); \
        _Pragma("unroll") for (int n = 0; n < NB; n++) PUT_B(n); \
    } while (0)

    FETCH(0);
    PUT;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k0 = 0; k0 < K; k0 += BK) {
        const int more = k0 + BK < K, s = put;
#if BUFS == 2
        put ^= 1;
#endif
        if (more)
            FETCH(k0 + BK);
        local const T *as = As + s * TILE_A, *bs = Bs + s * TILE_B;
#pragma unroll
        for (int k = 0; k < BK; k++) {
            T a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4) {
                const T4 x = *(local const T4 *)(as + k * BM + ((ti + i * 4) ^ SHIFT(k)));
                a[i] = x.x; a[i + 1] = x.y; a[i + 2] = x.z; a[i + 3] = x.w;
            }
#pragma unroll
            for (int j = 0; j < TN; j += 4) {
                const T4 x = *(local const T4 *)(bs + k * BN + ((tj + j * 8) ^ SHIFT_B(k)));
                b[j] = x.x; b[j + 1] = x.y; b[j + 2] = x.z; b[j + 3] = x.w;
            }
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
#if BUFS == 1
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        if (more)
            PUT;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

#ifndef FINISH
#define FINISH(sum, c) (sum)
#endif
#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int r = row0 + ti + (i / 4) * 16 + i % 4;
        if (r >= M)
            continue;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const int c = col0 + tj + j * 8;
            global T *p = C + (size_t)r * ldc + c;
#if defined(DIAGONAL)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                if (c + e >= N)
                    continue;
                if (c + e > r)
                    p[e] = C[(size_t)(c + e) * ldc + r] = acc[i][j + e];
                if (c + e == r)
                    p[e] = DIAGONAL(acc[i][j + e], p[e], r);
            }
#elif VEC == 4
            if (c < N) {
                T4 x;
                x.x = FINISH(acc[i][j], p[0]);
                x.y = FINISH(acc[i][j + 1], p[1]);
                x.z = FINISH(acc[i][j + 2], p[2]);
                x.w = FINISH(acc[i][j + 3], p[3]);
                *(global T4 *)p = x;
            }
#else
#pragma unroll
            for (int e = 0; e < 4; e++)
                if (c + e < N)
                    p[e] = FINISH(acc[i][j + e], p[e]);
#endif
        }
    }
}
