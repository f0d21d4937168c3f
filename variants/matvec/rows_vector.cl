/* SPDX-License-Identifier: Apache-2.0 */
/*
 * matvec_rows_vector: y[i] = START(y[i]) + sum over j of TERM(A[i * lda + j]) * x[j],
 *                     0 <= i < rows, j = 0 .. cols - 1 in order.
 *
 * For CPUs. A chain of additions cannot be spread over vector lanes, but 16
 * rows can: an item keeps the sums of 16 rows in one vector, transposes 16 x
 * 16 elements in registers (as the transpose family does) and adds them column by column. Lanes are rows, so every row is
 * added in its own order, 16 at a time, while the matrix is read along its
 * rows in whole cache lines.
 *
 * Lines are asked for by hand, 8 lines ahead and into the second level only:
 * 16 rows are more streams than hardware prefetching follows well, and rows
 * a power of two apart share sets of the first level.
 *
 * MATRICES 2: both matrices, one after the other, y = alpha * t + beta * u.
 * Range: one item per 16 rows.
 */
#define AHEAD 128
#if defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define ASK_ROW(n, k) __builtin_prefetch((const void *)(size_t)(a + (size_t)(k) * lda + j + AHEAD), 0, 2);
#endif
#endif
#ifndef ASK_ROW
#define ASK_ROW(n, k)
#endif
/*
 * The square, transposed in four steps of 16 two-operand shuffles: elements
 * pairwise, pairs pairwise (4 x 4 squares within each quarter), then quarters
 * pairwise, twice. r0..rf to q0..qf. These are the shuffles that vector units
 * have, and clang's own builtin keeps them so: written element by element, the
 * steps are merged and come out as three times as many.
 */
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#endif
#endif
#ifndef PICK
#define PICK(a, b, ...) shuffle2(a, b, (uint16)(__VA_ARGS__))
#endif
#define ONE_LO(a, b)                                                          \
    PICK(a, b, 0, 16, 1, 17, 4, 20, 5, 21,                                    \
         8, 24, 9, 25, 12, 28, 13, 29)
#define ONE_HI(a, b)                                                          \
    PICK(a, b, 2, 18, 3, 19, 6, 22, 7, 23,                                    \
         10, 26, 11, 27, 14, 30, 15, 31)
#define TWO_LO(a, b)                                                          \
    PICK(a, b, 0, 1, 16, 17, 4, 5, 20, 21,                                    \
         8, 9, 24, 25, 12, 13, 28, 29)
#define TWO_HI(a, b)                                                          \
    PICK(a, b, 2, 3, 18, 19, 6, 7, 22, 23,                                    \
         10, 11, 26, 27, 14, 15, 30, 31)
#define EVEN(a, b)                                                            \
    PICK(a, b, 0, 1, 2, 3, 8, 9, 10, 11,                                      \
         16, 17, 18, 19, 24, 25, 26, 27)
#define ODD(a, b)                                                             \
    PICK(a, b, 4, 5, 6, 7, 12, 13, 14, 15,                                    \
         20, 21, 22, 23, 28, 29, 30, 31)
#define SQUARE()                                                              \
    T16 s0 = ONE_LO(r0, r1), s1 = ONE_HI(r0, r1);                             \
    T16 s2 = ONE_LO(r2, r3), s3 = ONE_HI(r2, r3);                             \
    T16 s4 = ONE_LO(r4, r5), s5 = ONE_HI(r4, r5);                             \
    T16 s6 = ONE_LO(r6, r7), s7 = ONE_HI(r6, r7);                             \
    T16 s8 = ONE_LO(r8, r9), s9 = ONE_HI(r8, r9);                             \
    T16 sa = ONE_LO(ra, rb), sb = ONE_HI(ra, rb);                             \
    T16 sc = ONE_LO(rc, rd), sd = ONE_HI(rc, rd);                             \
    T16 se = ONE_LO(re, rf), sf = ONE_HI(re, rf);                             \
    T16 t0 = TWO_LO(s0, s2), t1 = TWO_HI(s0, s2);                             \
    T16 t2 = TWO_LO(s1, s3), t3 = TWO_HI(s1, s3);                             \
    T16 t4 = TWO_LO(s4, s6), t5 = TWO_HI(s4, s6);                             \
    T16 t6 = TWO_LO(s5, s7), t7 = TWO_HI(s5, s7);                             \
    T16 t8 = TWO_LO(s8, sa), t9 = TWO_HI(s8, sa);                             \
    T16 ta = TWO_LO(s9, sb), tb = TWO_HI(s9, sb);                             \
    T16 tc = TWO_LO(sc, se), td = TWO_HI(sc, se);                             \
    T16 te = TWO_LO(sd, sf), tf = TWO_HI(sd, sf);                             \
    T16 u0 = EVEN(t0, t4), u4 = ODD(t0, t4);                                  \
    T16 u8 = EVEN(t8, tc), uc = ODD(t8, tc);                                  \
    T16 u1 = EVEN(t1, t5), u5 = ODD(t1, t5);                                  \
    T16 u9 = EVEN(t9, td), ud = ODD(t9, td);                                  \
    T16 u2 = EVEN(t2, t6), u6 = ODD(t2, t6);                                  \
    T16 ua = EVEN(ta, te), ue = ODD(ta, te);                                  \
    T16 u3 = EVEN(t3, t7), u7 = ODD(t3, t7);                                  \
    T16 ub = EVEN(tb, tf), uf = ODD(tb, tf);                                  \
    T16 q0 = EVEN(u0, u8), q8 = ODD(u0, u8);                                  \
    T16 q4 = EVEN(u4, uc), qc = ODD(u4, uc);                                  \
    T16 q1 = EVEN(u1, u9), q9 = ODD(u1, u9);                                  \
    T16 q5 = EVEN(u5, ud), qd = ODD(u5, ud);                                  \
    T16 q2 = EVEN(u2, ua), qa = ODD(u2, ua);                                  \
    T16 q6 = EVEN(u6, ue), qe = ODD(u6, ue);                                  \
    T16 q3 = EVEN(u3, ub), qb = ODD(u3, ub);                                  \
    T16 q7 = EVEN(u7, uf), qf = ODD(u7, uf);
#define EACH(DO) DO(0, 0) DO(1, 1) DO(2, 2) DO(3, 3) DO(4, 4) DO(5, 5) DO(6, 6) DO(7, 7) DO(8, 8) \
    DO(9, 9) DO(a, 10) DO(b, 11) DO(c, 12) DO(d, 13) DO(e, 14) DO(f, 15)
#define LOAD_ROW(n, k) T16 r##n = vload16(0, a + (size_t)(k) * lda + j);
#define ADD_COLUMN(n, k) sum += TERM(q##n) * x[j + (k)];
#define ADD_REST(n, k) sum.s##n += TERM(a[(size_t)(k) * lda + j]) * x[j];

T16 sum_of_16_rows(T16 sum, global const T *a, global const T *x, T alpha, int cols, int lda)
{
    int j;

    for (j = 0; j + 16 <= cols; j += 16) {
        EACH(ASK_ROW)
        EACH(LOAD_ROW)
        SQUARE()
        EACH(ADD_COLUMN)
    }
    for (; j < cols; j++) {
        EACH(ADD_REST)
    }
    return sum;
}

T sum_of_row(T sum, global const T *a, global const T *x, T alpha, int cols)
{
    for (int j = 0; j < cols; j++)
        sum += TERM(a[j]) * x[j];
    return sum;
}

kernel void matvec_rows_vector(global const T *A, global const T *B, global const T *x, global T *y,
                               global T *tmp, global const T *z, T alpha, T beta, int rows, int cols, int lda)
{
    const int i0 = get_global_id(0) * 16;

    A += (size_t)i0 * lda;
#if MATRICES == 2
    B += (size_t)i0 * lda;
#endif
    if (i0 + 16 <= rows) {
#if MATRICES == 2
        const T16 t = sum_of_16_rows(vload16(0, tmp + i0), A, x, alpha, cols, lda);
        const T16 u = sum_of_16_rows(vload16(0, y + i0), B, x, alpha, cols, lda);

        vstore16(t, 0, tmp + i0);
        vstore16(alpha * t + beta * u, 0, y + i0);
#else
        T16 sum = sum_of_16_rows(START(vload16(0, y + i0)), A, x, alpha, cols, lda);
#if ADD_Z
        sum += vload16(0, z + i0);
#endif
        vstore16(sum, 0, y + i0);
#endif
    } else {
        for (int i = i0; i < rows; i++, A += lda) {
#if MATRICES == 2
            const T t = sum_of_row(tmp[i], A, x, alpha, cols);
            const T u = sum_of_row(y[i], B, x, alpha, cols);

            B += lda;
            tmp[i] = t;
            y[i] = alpha * t + beta * u;
#else
            T sum = sum_of_row(START(y[i]), A, x, alpha, cols);
#if ADD_Z
            sum += z[i];
#endif
            y[i] = sum;
#endif
        }
    }
}
