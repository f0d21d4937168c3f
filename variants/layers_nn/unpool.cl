/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layers_unpool: what comes back through the largest of 2 x 2, eight windows a step; for CPUs.
 *
 * Two rows of the input are read and written as whole vectors, where the original has an item for each window, whose
 * numbers are two apart from its neighbours'. The first of the largest has the gradient, as there.
 *
 * Range: PER output rows of any plane an item; `rows` of all planes.
 */
typedef float16 float16_anywhere __attribute__((aligned(4)));
typedef float8 float8_anywhere __attribute__((aligned(4)));

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void layers_unpool(global const float *restrict x, global const float *restrict grad, global float *restrict out,
                   int rows, int OW)
{
    const int end = min(((int)get_global_id(0) + 1) * PER, rows);

    for (int row = get_global_id(0) * PER; row < end; row++) {
        global const float *p = x + (long)row * OW * 4, *g = grad + (long)row * OW;
        global float *to = out + (long)row * OW * 4;
        int i = 0;

        for (; i + 8 <= OW; i += 8) {
            const float16 top = *(global const float16_anywhere *)(p + 2 * i);
            const float16 low = *(global const float16_anywhere *)(p + 2 * OW + 2 * i);
            const float8 a = top.even, b = top.odd, c = low.even, d = low.odd, most = fmax(fmax(fmax(a, b), c), d);
            const float8 e = *(global const float8_anywhere *)(g + i);
            const int8 is_a = a == most, is_b = ~is_a & (b == most), is_c = ~is_a & ~is_b & (c == most);
            float16 s, t;
            s.even = is_a ? e : 0.0f;
            s.odd = is_b ? e : 0.0f;
            t.even = is_c ? e : 0.0f;
            t.odd = is_a | is_b | is_c ? 0.0f : e;
            *(global float16_anywhere *)(to + 2 * i) = s;
            *(global float16_anywhere *)(to + 2 * OW + 2 * i) = t;
        }
        for (; i < OW; i++) {
            const float a = p[2 * i], b = p[2 * i + 1], c = p[2 * OW + 2 * i], d = p[2 * OW + 2 * i + 1];
            const float most = fmax(fmax(fmax(a, b), c), d);
            const int which = a == most ? 0 : b == most ? 1 : c == most ? 2 : 3;
            to[2 * i] = which == 0 ? g[i] : 0.0f;
            to[2 * i + 1] = which == 1 ? g[i] : 0.0f;
            to[2 * OW + 2 * i] = which == 2 ? g[i] : 0.0f;
            to[2 * OW + 2 * i + 1] = which == 3 ? g[i] : 0.0f;
        }
    }
}
