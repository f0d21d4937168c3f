/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sweep2d_rows: each cell of a matrix anew, from itself and its neighbours; for CPUs.
 *
 * An item, alone in its group, walks PER whole rows, 16 columns in a step: memory is read in order, lines that
 * neighbours share are still in the first cache, and nothing is asked cell by cell.
 *
 * Range: PER rows an item from I0; all rows where there is an EDGE.
 */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

/* vload16 and vstore16 come out as quarters on PoCL. */
typedef JOIN(T, 16) anywhere __attribute__((aligned(sizeof(T))));

#define LD(p) (*(global const anywhere *)(p))
#define SAME(x) ((JOIN(T, 16))(x))
#define WIDE(x) convert_double16(x)
#define NARROW(x) JOIN(JOIN(convert_, T), 16)(x)
int sweep_steps(int i, int j, PARAMS)
{
    size_t at = (size_t)(BASE) + (size_t)i * cols + j;

    for (; j + 16 <= J1; j += 16, at += 16)
        *(global anywhere *)(out_ + at) = CELL;
    return j;
}
#undef LD
#undef SAME
#undef WIDE
#undef NARROW

#define LD(p) (*(p))
#define SAME(x) ((T)(x))
#define WIDE(x) ((double)(x))
#define NARROW(x) ((T)(x))
void sweep_rest(int i, int j, PARAMS)
{
    size_t at = (size_t)(BASE) + (size_t)i * cols + j;

    for (; j < J1; j++, at++)
        out_[at] = CELL;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void sweep2d_rows(PARAMS)
{
#ifdef EDGE
    const int first = get_global_id(0) * PER, end = min(first + PER, rows);
#else
    const int first = I0 + get_global_id(0) * PER, end = min(first + PER, I1);
#endif

    for (int i = first; i < end; i++) {
        int j = J0;
#ifdef EDGE
        const size_t row = (size_t)(BASE) + (size_t)i * cols;
        const bool is_cells = INSIDE && i >= I0 && i < I1;
        for (int e = 0; e < (is_cells ? J0 : cols); e++)
            out_[row + e] = EDGE;
        if (!is_cells)
            continue;
        for (int e = J1; e < cols; e++)
            out_[row + e] = EDGE;
#endif
        ROW;
        j = sweep_steps(i, j, ARGS);
        sweep_rest(i, j, ARGS);
    }
}
