/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stencil3d_rows: a step of heat in nx x ny x nz cells, each of which looks at six neighbours; for CPUs.
 *
 * An item, alone in its group, walks PER rows of a slice, 16 cells at a time, in the order of memory. The original's
 * work-item walks through all slices, a distant line for each cell.
 *
 * A cell at a face is its own neighbour there.
 */
#ifndef T
#define T float
#endif
#define CELL(C, W, E, S, N, B, A, Q) \
    (cc * (C) + cw * (W) + ce * (E) + cs * (S) + cn * (N) + cb * (B) + ct * (A) + sdc * (Q) + ct * amb)

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void stencil3d_rows(global const T *restrict power, global const T *restrict from, global T *restrict to, T sdc,
                    int nx, int ny, int nz, T ce, T cw, T cn, T cs, T ct, T cb, T cc)
{
    const T amb = 80.0f;
    const int k = get_global_id(1), first = get_global_id(0) * PER;

    for (int j = first; j < min(first + PER, ny); j++) {
        const size_t row = ((size_t)k * ny + j) * nx;
        global const T *c = from + row, *q = power + row;
        global const T *n = j == 0 ? c : c - nx, *s = j == ny - 1 ? c : c + nx;
        global const T *b = k == 0 ? c : c - (size_t)nx * ny, *a = k == nz - 1 ? c : c + (size_t)nx * ny;
        global T *out = to + row;
        int i = 1;

        out[0] = CELL(c[0], c[0], c[min(1, nx - 1)], s[0], n[0], b[0], a[0], q[0]);
        for (; i + 16 < nx; i += 16)
            vstore16(CELL(vload16(0, c + i), vload16(0, c + i - 1), vload16(0, c + i + 1), vload16(0, s + i),
                          vload16(0, n + i), vload16(0, b + i), vload16(0, a + i), vload16(0, q + i)),
                     0, out + i);
        for (; i < nx; i++)
            out[i] = CELL(c[i], c[i - 1], c[min(i + 1, nx - 1)], s[i], n[i], b[i], a[i], q[i]);
    }
}
