/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_columns_async: y[j] = START(y[j]) + sum over i of TERM(A[i * lda + j]) * x[i],
 *                       0 <= j < cols, i = 0 .. rows - 1 in order.
 *
 * For GPUs. As in matvec_columns, a group takes tiles of TR rows by CB columns
 * through local memory and CB items add, in order. Here adding and reading
 * are different warps' work: the first 32 items add and do nothing else, the
 * other READERS fetch STAGES - 1 tiles ahead, by asynchronous copies (ASYNC 1)
 * or by plain ones (ASYNC 2, any GPU), so that some 40 KB of a group are under
 * way whatever the adders do. An adder reads an element AHEAD rows before it
 * adds it: the chain of additions waits for no local memory.
 *
 * VEC 4: four elements to an access, for lda and cols divisible by 4 (VEC 1
 * otherwise). TR is a multiple of AHEAD, CB of 4 and at most 32.
 */
#define ADDERS 32
#define ITEMS (ADDERS + READERS)
#define AHEAD 16
#define PER_ROW (CB / VEC)

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void matvec_columns_async(global const T *A, global const T *x, global T *y, global const T *z,
                          T alpha, T beta, int rows, int cols, int lda)
{
    local __attribute__((aligned(16))) T tile[STAGES][TR * CB];
    local __attribute__((aligned(16))) T xs[STAGES][TR];
    const int lid = get_local_id(0), reader = lid - ADDERS, col0 = get_group_id(0) * CB;
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

#define SOURCE(i, c) (A + (size_t)(i) * lda + min(col0 + (c), cols - VEC))
#define FETCH(t)                                                                         \
    do {                                                                                 \
        const int i0 = (t) * TR, into = (t) % STAGES;                                    \
        _Pragma("unroll") for (int e = reader; e < TR * PER_ROW; e += READERS) {         \
            const int r = e / PER_ROW, c = e % PER_ROW * VEC;                            \
            if (i0 + r < rows) {                                                         \
                if (VEC == 4)                                                            \
                    COPY_WIDE(&tile[into][r * CB + c], SOURCE(i0 + r, c));               \
                else                                                                     \
                    COPY_ONE(&tile[into][r * CB + c], SOURCE(i0 + r, c));                \
            }                                                                            \
        }                                                                                \
        for (int r = reader; r < TR; r += READERS)                                       \
            if (i0 + r < rows)                                                           \
                COPY_ONE(&xs[into][r], x + i0 + r);                                      \
    } while (0)

    for (int t = 0; t < STAGES - 1; t++) {
        if (reader >= 0 && t < tiles)
            FETCH(t);
        COPIES_END();
    }

    for (int t = 0; t < tiles; t++) {
        const int slot = t % STAGES, n = min(TR, rows - t * TR), whole = n - n % AHEAD;

        COPIES_WAIT(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is here; nobody reads tile t - 1 any more */
        if (reader >= 0 && t + STAGES - 1 < tiles)
            FETCH(t + STAGES - 1);
        COPIES_END();
        if (adds) {
            /* volatile: else compilers put every read back next to its use */
            local const volatile T *a = &tile[slot][lid], *v = xs[slot];

            T a_held[AHEAD];
            T4 v_held[AHEAD / 4];

#define TAKE(k, from)                                                                    \
    do {                                                                                 \
        a_held[k] = a[((from) + (k)) * CB];                                              \
        a_held[k + 1] = a[((from) + (k) + 1) * CB];                                      \
        a_held[k + 2] = a[((from) + (k) + 2) * CB];                                      \
        a_held[k + 3] = a[((from) + (k) + 3) * CB];                                      \
        v_held[k / 4] = *(local const volatile T4 *)(v + (from) + (k));                           \
    } while (0)

#pragma unroll
            for (int k = 0; k < AHEAD; k += 4)
                TAKE(k, 0);
#pragma unroll 1
            for (int r = AHEAD; r <= whole; r += AHEAD) {
                const int next = r < whole ? r : 0; /* after the last rows anything will do */

#pragma unroll
                for (int k = 0; k < AHEAD; k += 4) {
                    STEP(sum, a_held[k], v_held[k / 4].x, of_z);
                    STEP(sum, a_held[k + 1], v_held[k / 4].y, of_z);
                    STEP(sum, a_held[k + 2], v_held[k / 4].z, of_z);
                    STEP(sum, a_held[k + 3], v_held[k / 4].w, of_z);
                    TAKE(k, next);
                }
            }
            for (int r = whole; r < n; r++)
                STEP(sum, a[r * CB], v[r], of_z);
        }
    }

    if (adds) {
#if ADD_Z
        sum += z[col0 + lid];
#endif
        y[col0 + lid] = FINISH(sum);
    }
}
