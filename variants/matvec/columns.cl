/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_columns: y[j] = START(y[j]) + sum over i of TERM(A[i * lda + j]) * x[i],
 *                 0 <= j < cols, i = 0 .. rows - 1 in order.
 *
 * For GPUs. One column is one chain of additions, so a matrix of 4096 columns
 * offers 4096 chains, a warp per multiprocessor: reads are coalesced, but far
 * too few are under way. Here a group of ITEMS items reads tiles of TR rows by
 * CB columns into local memory and CB of them add, in order. The next tile
 * travels in registers meanwhile, so the memory system never waits for the
 * adders.
 *
 * VEC 4: four elements to an access, for lda and cols divisible by 4 (VEC 1
 * otherwise). TR is a multiple of 4, CB of 4.
 */
#define PER_ROW (CB / VEC)
#define PER_ITEM ((TR * PER_ROW + ITEMS - 1) / ITEMS)
#if VEC == 4
#define TV T4
#else
#define TV T
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void matvec_columns(global const T *A, global const T *x, global T *y, global const T *z,
                    T alpha, T beta, int rows, int cols, int lda)
{
    local __attribute__((aligned(16))) T tile[2][TR * CB];
    local __attribute__((aligned(16))) T xs[2][TR];
    const int lid = get_local_id(0), col0 = get_group_id(0) * CB;
    const int tiles = (rows + TR - 1) / TR;
    const bool adds = lid < CB && col0 + lid < cols;
    T sum = 0;

    A += FRAME * (lda + 1);
    y += FRAME;
    z += FRAME;
    if (adds)
        sum = START(y[col0 + lid]);
#if USE_Z
    const T of_z = adds ? z[col0 + lid] : 0;
#endif

/* item lid's k-th access of a tile: row r of the tile, column c of it */
#define FOR_MY_ACCESSES(k, r, c)                                                             \
    _Pragma("unroll") for (int k = 0; k < PER_ITEM; k++)                                     \
        for (int e_ = lid + k * ITEMS, r = e_ / PER_ROW, c = e_ % PER_ROW * VEC, once_ = 1;  \
             once_ && e_ < TR * PER_ROW; once_ = 0)
#define SOURCE(i, c) (A + (size_t)(i) * lda + min(col0 + c, cols - VEC))

    TV hold[PER_ITEM];
    T hold_x[(TR + ITEMS - 1) / ITEMS];
#define FETCH(t)                                                                         \
    do {                                                                                 \
        const int i0 = (t) * TR;                                                         \
        FOR_MY_ACCESSES(k, r, c)                                                         \
            if (i0 + r < rows)                                                           \
                hold[k] = *(global const TV *)SOURCE(i0 + r, c);                         \
        _Pragma("unroll") for (int k = 0; k < (TR + ITEMS - 1) / ITEMS; k++)             \
            if (lid + k * ITEMS < TR && i0 + lid + k * ITEMS < rows)                     \
                hold_x[k] = x[i0 + lid + k * ITEMS];                                     \
    } while (0)

    FETCH(0);

    for (int t = 0; t < tiles; t++) {
        const int slot = t % 2, n = min(TR, rows - t * TR);
        FOR_MY_ACCESSES(k, r, c)
            *(local TV *)&tile[slot][r * CB + c] = hold[k];
        _Pragma("unroll") for (int k = 0; k < (TR + ITEMS - 1) / ITEMS; k++)
            if (lid + k * ITEMS < TR)
                xs[slot][lid + k * ITEMS] = hold_x[k];
        if (t + 1 < tiles)
            FETCH(t + 1);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is here; tile t + 1 goes to the other slot */
        if (adds) {
            local const T *a = &tile[slot][lid], *v = xs[slot];

            if (n == TR) {
#pragma unroll 8
                for (int r = 0; r < TR; r += 4) {
                    const T4 v4 = *(local const T4 *)(v + r);

                    STEP(sum, a[r * CB], v4.x, of_z);
                    STEP(sum, a[(r + 1) * CB], v4.y, of_z);
                    STEP(sum, a[(r + 2) * CB], v4.z, of_z);
                    STEP(sum, a[(r + 3) * CB], v4.w, of_z);
                }
            } else {
                for (int r = 0; r < n; r++)
                    STEP(sum, a[r * CB], v[r], of_z);
            }
        }
    }

    if (adds) {
#if ADD_Z
        sum += z[col0 + lid];
#endif
        y[col0 + lid] = FINISH(sum);
    }
}
