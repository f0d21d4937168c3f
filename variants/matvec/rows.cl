/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_rows: y[i] = START(y[i]) + sum over j of TERM(A[i * lda + j]) * x[j],
 *              0 <= i < rows, j = 0 .. cols - 1 in order.
 *
 * For GPUs. A row is one chain of additions and has to stay one; what a row
 * per item gets wrong is only how the matrix is read, 32 distant lines for
 * every step. Here a group of ITEMS items reads RB rows in tiles of TC
 * columns, along the rows, into local memory; RB of them then add one tile's
 * columns of their row, in order. Reading is ahead of adding: the next tile
 * travels in registers (ASYNC 0), or STAGES - 1 tiles travel by asynchronous
 * copies (ASYNC 1), so the memory system never waits for the adders. The
 * chain's own limit, one addition per 4 cycles, lies below the memory's time.
 *
 * MATRICES 2 treats the rows of the second matrix as RB more rows.
 *
 * VEC 4: four elements to an access, for lda and cols divisible by 4 (VEC 1
 * otherwise). TC is a multiple of 32, ITEMS a multiple of TC / VEC or a
 * divisor of it. Tiles' rows are padded by four elements, which spreads the
 * adders' wide reads over all banks.
 */
#define NR (RB * MATRICES)
#define PITCH (TC + 4)
#define PER_ROW (TC / VEC)
#define PER_ITEM ((NR * PER_ROW + ITEMS - 1) / ITEMS)
#if VEC == 4
#define TV T4
#else
#define TV T
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void matvec_rows(global const T *A, global const T *B, global const T *x, global T *y,
                 global T *tmp, global const T *z, T alpha, T beta, int rows, int cols, int lda)
{
    local __attribute__((aligned(16))) T tile[STAGES][NR * PITCH];
    local __attribute__((aligned(16))) T xs[STAGES][TC];
    const int lid = get_local_id(0), row0 = get_group_id(0) * RB;
    const int tiles = (cols + TC - 1) / TC;
    const int mine = lid < NR ? lid : 0, my_row = max(min(row0 + mine % RB, rows - 1), 0);
    T sum = 0;

#if MATRICES == 2
    if (lid < NR)
        sum = lid < RB ? tmp[my_row] : y[my_row];
#else
    if (lid < NR)
        sum = START(y[my_row]);
#endif

/* item lid's k-th access of a tile: row r of the tile, columns from c */
#define FOR_MY_ACCESSES(k, r, c)                                                             \
    _Pragma("unroll") for (int k = 0; k < PER_ITEM; k++)                                     \
        for (int e_ = lid + k * ITEMS, r = e_ / PER_ROW, c = e_ % PER_ROW * VEC, once_ = 1;  \
             once_ && e_ < NR * PER_ROW; once_ = 0)
#define SOURCE(r, j) ((r < RB ? A : B) + (size_t)min(row0 + r % RB, rows - 1) * lda + (j))

#if ASYNC
#define FETCH(t)                                                                         \
    do {                                                                                 \
        const int j0 = (t) * TC, slot = (t) % STAGES;                                    \
        FOR_MY_ACCESSES(k, r, c)                                                         \
            if (j0 + c < cols) {                                                         \
                if (VEC == 4)                                                            \
                    COPY_WIDE(&tile[slot][r * PITCH + c], SOURCE(r, j0 + c));            \
                else                                                                     \
                    COPY_ONE(&tile[slot][r * PITCH + c], SOURCE(r, j0 + c));             \
            }                                                                            \
        for (int c = lid; c < TC; c += ITEMS)                                            \
            if (j0 + c < cols)                                                           \
                COPY_ONE(&xs[slot][c], x + j0 + c);                                      \
    } while (0)

    for (int t = 0; t < STAGES - 1; t++) {
        if (t < tiles)
            FETCH(t);
        COPIES_END();
    }
#else
    TV hold[PER_ITEM];
    T hold_x[(TC + ITEMS - 1) / ITEMS];
#define FETCH(t)                                                                         \
    do {                                                                                 \
        const int j0 = (t) * TC;                                                         \
        FOR_MY_ACCESSES(k, r, c)                                                         \
            if (j0 + c < cols)                                                           \
                hold[k] = *(global const TV *)SOURCE(r, j0 + c);                         \
        _Pragma("unroll") for (int k = 0; k < (TC + ITEMS - 1) / ITEMS; k++)             \
            if (lid + k * ITEMS < TC && j0 + lid + k * ITEMS < cols)                     \
                hold_x[k] = x[j0 + lid + k * ITEMS];                                     \
    } while (0)

    FETCH(0);
#endif

    for (int t = 0; t < tiles; t++) {
        const int slot = t % STAGES, n = min(TC, cols - t * TC);
#if ASYNC
        COPIES_WAIT(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is here; nobody reads tile t - 1 any more */
        if (t + STAGES - 1 < tiles)
            FETCH(t + STAGES - 1);
        COPIES_END();
#else
        FOR_MY_ACCESSES(k, r, c)
            *(local TV *)&tile[slot][r * PITCH + c] = hold[k];
        _Pragma("unroll") for (int k = 0; k < (TC + ITEMS - 1) / ITEMS; k++)
            if (lid + k * ITEMS < TC)
                xs[slot][lid + k * ITEMS] = hold_x[k];
        if (t + 1 < tiles)
            FETCH(t + 1);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is here; tile t + 1 goes to the other slot */
#endif
        if (lid < NR) {
            local const T *a = &tile[slot][lid * PITCH], *v = xs[slot];

            if (n == TC) {
#pragma unroll 8
                for (int c = 0; c < TC; c += 4) {
                    const T4 a4 = *(local const T4 *)(a + c), v4 = *(local const T4 *)(v + c);

                    sum += TERM(a4.x) * v4.x;
                    sum += TERM(a4.y) * v4.y;
                    sum += TERM(a4.z) * v4.z;
                    sum += TERM(a4.w) * v4.w;
                }
            } else {
                for (int c = 0; c < n; c++)
                    sum += TERM(a[c]) * v[c];
            }
        }
    }

#if MATRICES == 2
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* the second matrix' items have read y */
    if (lid < NR)
        xs[0][lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < RB && row0 + lid < rows) {
        const T t = xs[0][lid], u = xs[0][RB + lid];

        tmp[row0 + lid] = t;
        y[row0 + lid] = alpha * t + beta * u;
    }
#else
    if (lid < RB && row0 + lid < rows) {
#if ADD_Z
        sum += z[row0 + lid];
#endif
        y[row0 + lid] = sum;
    }
#endif
}
