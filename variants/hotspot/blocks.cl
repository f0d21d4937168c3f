/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hotspot_blocks: `steps` steps of heat over a grid whose edges are their own neighbours; for CPUs.
 *
 * An item, alone in its group, makes BR x BC cells: it reads them and as many more on each side as there are steps,
 * and walks its rows 16 cells at a time, from one block on its stack to another. The original has blocks of 16 x 16,
 * of which only (16 - 2 * steps)^2 cells are made, and two barriers a step.
 *
 * Exact: a cell after a step depends on five cells before it, in whatever block they were made.
 * Assumes steps <= HALO.
 */
#ifndef T
#define T float
#endif
#define P ((BC + 2 * HALO + 2 + 15) / 16 * 16)

#define CELL(t, n, s, e, w, q)                                                        \
    ((t) + by_cap * ((q) + ((s) + (n) - 2.0f * (t)) * Ry_1 + ((e) + (w) - 2.0f * (t)) * Rx_1 + (amb - (t)) * Rz_1))

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void hotspot_blocks(global const T *restrict power, global const T *restrict from, global T *restrict to,
                    int steps, int cols, int rows, T Cap, T Rx, T Ry, T Rz, T step)
{
    const T amb = 80.0f, by_cap = step / Cap, Rx_1 = 1 / Rx, Ry_1 = 1 / Ry, Rz_1 = 1 / Rz;
    const int x0 = get_global_id(0) * BC, y0 = get_global_id(1) * BR;
    const int x1 = min(x0 + BC, cols), y1 = min(y0 + BR, rows);
    /* What is at [0][0] of a block; a column is left for what is beyond the edge. */
    const int top = max(y0 - steps, 0), left = max(x0 - steps, 0) - 1;
    T block[2][(BR + 2 * HALO) * P];

    for (int y = top; y < min(y1 + steps, rows); y++)
        for (int x = left + 1; x < min(x1 + steps, cols); x++)
            block[0][(y - top) * P + x - left] = from[(size_t)y * cols + x];

    for (int i = 0; i < steps; i++) {
        const int more = steps - 1 - i;
        const int xa = max(x0 - more, 0), xb = min(x1 + more, cols);

        for (int y = max(y0 - more, 0); y < min(y1 + more, rows); y++) {
            T *now = block[i & 1] - left;
            T *c = now + (y - top) * P;
            const T *n = now + (max(y - 1, 0) - top) * P, *s = now + (min(y + 1, rows - 1) - top) * P;
            T *next = block[~i & 1] - left + (y - top) * P;
            global const T *q = power + (size_t)y * cols;
            global T *out = to + (size_t)y * cols;
            int x = xa;

            if (xa == 0)
                c[-1] = c[0];
            if (xb == cols)
                c[cols] = c[cols - 1];
            for (; x + 16 <= xb; x += 16) {
                const float16 t = vload16(0, c + x);
                const float16 v = CELL(t, vload16(0, n + x), vload16(0, s + x), vload16(0, c + x + 1),
                                       vload16(0, c + x - 1), vload16(0, q + x));
                if (more)
                    vstore16(v, 0, next + x);
                else
                    vstore16(v, 0, out + x);
            }
            for (; x < xb; x++) {
                const T v = CELL(c[x], n[x], s[x], c[x + 1], c[x - 1], q[x]);
                if (more)
                    next[x] = v;
                else
                    out[x] = v;
            }
        }
    }
}
