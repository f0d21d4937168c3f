/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transpose_blocks: out[x * ld_out + y] = in[y * ld_in + x + offset],
 *                   0 <= x < width, 0 <= y < height.
 *
 * For CPUs. An item moves BX columns by BY rows of `in`, in 16 x 16 squares
 * that live in registers: 16 vector loads, 64 shuffles, 16 vector stores. Every cache line is read whole and written whole, at once,
 * so nothing has to survive in a cache set: widths that are powers of two,
 * where all rows of a square fall into one set, cost no more than others.
 *
 * STREAM writes past the caches where the rows of `out` are aligned to a
 * vector; it saves reading the lines that are about to be overwritten. For
 * results larger than the caches only: a smaller one would be missed there.
 *
 * Defines: T (element, default float), BX and BY (multiples of 16), STREAM
 * (0, 1). Range: one item per BX x BY block. `in` and `out` do not overlap.
 */
#ifndef T
#define T float
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define T16 PASTE(T, 16)

#if STREAM && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define HAVE_STREAM 1
#endif
#endif
#ifndef HAVE_STREAM
#define HAVE_STREAM 0
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
#define LOAD_ROW(n, k) T16 r##n = vload16(0, from + (size_t)(k) * ld_in);
#define STORE_ROW(n, k) vstore16(q##n, 0, to + (size_t)(k) * ld_out);
#define STREAM_ROW(n, k) __builtin_nontemporal_store(q##n, (global T16 *)(to + (size_t)(k) * ld_out));

kernel void transpose_blocks(global T *restrict out, global const T *restrict in,
                             int width, int height, int ld_in, int ld_out, int offset)
{
    const int x0 = get_global_id(0) * BX, y0 = get_global_id(1) * BY;
    const int x1 = min(x0 + BX, width), y1 = min(y0 + BY, height);
#if HAVE_STREAM
    const bool aligned = (((size_t)out | (size_t)ld_out * sizeof(T)) & (sizeof(T16) - 1)) == 0;
#endif
    int x, y;

    in += offset;
    for (x = x0; x + 16 <= x1; x += 16) {
        for (y = y0; y + 16 <= y1; y += 16) {
            global const T *from = in + (size_t)y * ld_in + x;
            global T *to = out + (size_t)x * ld_out + y;

            EACH(LOAD_ROW)
            SQUARE()
#if HAVE_STREAM
            if (aligned) {
                EACH(STREAM_ROW)
            } else
#endif
            {
                EACH(STORE_ROW)
            }
        }
        for (; y < y1; y++) /* the last rows, fewer than 16 */
            for (int k = 0; k < 16; k++)
                out[(size_t)(x + k) * ld_out + y] = in[(size_t)y * ld_in + x + k];
    }
    for (; x < x1; x++) /* the last columns */
        for (y = y0; y < y1; y++)
            out[(size_t)x * ld_out + y] = in[(size_t)y * ld_in + x];
#if HAVE_STREAM
    mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
}
