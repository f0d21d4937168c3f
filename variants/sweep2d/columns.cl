/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sweep2d_columns: each cell of a matrix anew, from itself and its neighbours; for GPUs.
 *
 * An item makes PER cells of one column, below each other, so that what two of them need is read once; neighbours in
 * a group have neighbouring columns, whatever the original's order of dimensions is.
 *
 * Range: columns from J0, PER rows an item from I0; all of them where there is an EDGE.
 */
#define LD(p) (*(p))
#define SAME(x) ((T)(x))
#define WIDE(x) ((double)(x))
#define NARROW(x) ((T)(x))

kernel void sweep2d_columns(PARAMS)
{
#ifdef EDGE
    const int j = get_global_id(0), first = get_global_id(1) * PER;
    const int end = rows;
    const bool is_cell = INSIDE && j >= J0 && j < J1;
    if (j >= cols)
        return;
#else
    const int j = J0 + get_global_id(0), first = I0 + get_global_id(1) * PER;
    const int end = I1;
    if (j >= J1)
        return;
#endif
    size_t at = (size_t)(BASE) + (size_t)first * cols + j;

#ifdef EDGE
    for (int i = first; i < min(first + PER, end); i++, at += cols) {
        if (is_cell && i >= I0 && i < I1)
            out_[at] = CELL;
        else
            out_[at] = EDGE;
    }
#else
    if (first + PER <= end) {
#pragma unroll
        for (int n = 0; n < PER; n++, at += cols) {
            const int i = first + n;
            if (j == J0) {
                ROW;
            }
            out_[at] = CELL;
        }
        return;
    }
    for (int i = first; i < end; i++, at += cols) {
        if (j == J0) {
            ROW;
        }
        out_[at] = CELL;
    }
#endif
}
