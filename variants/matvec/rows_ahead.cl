/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_rows_ahead: y[i] = START(y[i]) + sum over j of TERM(A[i * lda + j]) * x[j],
 *                    0 <= i < rows, j = 0 .. cols - 1 in order.
 *
 * For GPUs. As in matvec_rows, a group takes tiles of RB rows by TC columns
 * through local memory and an item for each row adds, in order. As in
 * matvec_columns_async, adding and reading are different warps' work: the first
 * 32 items only add, each 16 columns ahead of its additions, and the other
 * READERS only fetch, STAGES - 1 tiles ahead.
 *
 * MATRICES 2 treats the rows of the second matrix as RB more rows.
 *
 * For lda and cols divisible by 4. TC is a multiple of 32, RB * MATRICES at
 * most 32. Tiles' rows are padded by four elements, which spreads the adders'
 * wide reads over all banks.
 */
#define ADDERS 32
#define ITEMS (ADDERS + READERS)
#define AHEAD 16
#define NR (RB * MATRICES)
#define PITCH (TC + 4)
#define PER_ROW (TC / 4)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void matvec_rows_ahead(global const T *A, global const T *B, global const T *x, global T *y,
                       global T *tmp, global const T *z, T alpha, T beta, int rows, int cols, int lda)
{
    local __attribute__((aligned(16))) T tile[STAGES][NR * PITCH];
    local __attribute__((aligned(16))) T xs[STAGES][TC];
    const int lid = get_local_id(0), reader = lid - ADDERS, row0 = get_group_id(0) * RB;
    const int tiles = (cols + TC - 1) / TC, my_row = max(min(row0 + lid % RB, rows - 1), 0);
    const bool adds = lid < NR;
    T sum = 0;

#if MATRICES == 2
    if (adds)
        sum = lid < RB ? tmp[my_row] : y[my_row];
#else
    if (adds)
        sum = START(y[my_row]);
#endif

#define SOURCE(r, j) ((r < RB ? A : B) + (size_t)min(row0 + r % RB, rows - 1) * lda + (j))
#define FETCH(t)                                                                         \
    do {                                                                                 \
        const int j0 = (t) * TC, into = (t) % STAGES;                                    \
        _Pragma("unroll") for (int e = reader; e < NR * PER_ROW; e += READERS) {         \
            const int r = e / PER_ROW, c = e % PER_ROW * 4;                              \
            if (j0 + c < cols)                                                           \
                COPY_WIDE(&tile[into][r * PITCH + c], SOURCE(r, j0 + c));                \
        }                                                                                \
        for (int c = reader * 4; c < TC; c += READERS * 4)                               \
            if (j0 + c < cols)                                                           \
                COPY_WIDE(&xs[into][c], x + j0 + c);                                     \
    } while (0)

    for (int t = 0; t < STAGES - 1; t++) {
        if (reader >= 0 && t < tiles)
            FETCH(t);
        COPIES_END();
    }

    for (int t = 0; t < tiles; t++) {
        const int slot = t % STAGES, n = min(TC, cols - t * TC), whole = n - n % AHEAD;

        COPIES_WAIT(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is here; nobody reads tile t - 1 any more */
        if (reader >= 0 && t + STAGES - 1 < tiles)
            FETCH(t + STAGES - 1);
        COPIES_END();
        if (adds) {
            /* volatile: else compilers put every read back next to its use */
            local const volatile T *a = &tile[slot][lid * PITCH], *v = xs[slot];
            T4 a_held[AHEAD / 4], v_held[AHEAD / 4];

#define TAKE(k, from)                                                                    \
    do {                                                                                 \
        a_held[k] = *(local const volatile T4 *)(a + (from) + 4 * (k));                  \
        v_held[k] = *(local const volatile T4 *)(v + (from) + 4 * (k));                  \
    } while (0)

#pragma unroll
            for (int k = 0; k < AHEAD / 4; k++)
                TAKE(k, 0);
#pragma unroll 1
            for (int c = AHEAD; c <= whole; c += AHEAD) {
                const int next = c < whole ? c : 0; /* after the last columns anything will do */

#pragma unroll
                for (int k = 0; k < AHEAD / 4; k++) {
                    sum += TERM(a_held[k].x) * v_held[k].x;
                    sum += TERM(a_held[k].y) * v_held[k].y;
                    sum += TERM(a_held[k].z) * v_held[k].z;
                    sum += TERM(a_held[k].w) * v_held[k].w;
                    TAKE(k, next);
                }
            }
            for (int c = whole; c < n; c++)
                sum += TERM(a[c]) * v[c];
        }
    }

#if MATRICES == 2
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* the second matrix' items have read y */
    if (adds)
        xs[0][lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < RB && row0 + lid < rows) {
        const T t = xs[0][lid], u = xs[0][RB + lid];

        tmp[row0 + lid] = t;
        y[row0 + lid] = alpha * t + beta * u;
    }
#else
    if (adds && row0 + lid < rows) {
#if ADD_Z
        sum += z[row0 + lid];
#endif
        y[row0 + lid] = sum;
    }
#endif
}
