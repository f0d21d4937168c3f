/* SPDX-License-Identifier: Apache-2.0 */
/*
 * floyd_pass: lengths[y][x] = the lesser of itself and lengths[y][pass] + lengths[pass][x]; nodes[y][x] = pass where
 * that was less.
 *
 * An item takes ROWS rows and every STEP-th vector of V columns: what row pass has in those columns is read once for
 * ROWS rows, what a row has in column pass once for all columns, and where nothing became shorter (most cells, after
 * a few steps) nothing is written and nodes is not read.
 *
 * Integers: any order gives the same, and row and column pass do not change in step pass (a way from pass to pass is
 * not shorter than none). Any count: a row's last columns are done one by one, since doing a cell twice would mix up
 * two items' nodes.
 */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define IV JOIN(int, V)
#define UV JOIN(uint, V)
#define LOAD(p) JOIN(vload, V)(0, p)
#define STORE(v, p) JOIN(vstore, V)(v, 0, p)

static inline void cells(global int *restrict lengths, global int *restrict nodes, UV by, uint first, int k)
{
    const IV new = JOIN(as_int, V)(by + first), old = LOAD(lengths), is_less = new < old;

    if (!any(is_less))
        return;
    STORE(is_less ? new : old, lengths);
    STORE(is_less ? (IV)k : LOAD(nodes), nodes);
}

static inline void cell(global int *restrict lengths, global int *restrict nodes, uint by, uint first, int k)
{
    if ((int)(first + by) < *lengths) {
        *lengths = first + by;
        *nodes = k;
    }
}

kernel void floyd_pass(global int *restrict lengths, global int *restrict nodes, int count, uint pass)
{
    const int y0 = get_global_id(1) * ROWS, step = get_global_size(0) * V;
    const int rows = min(ROWS, count - y0), k = pass;
    global const int *by = lengths + (size_t)pass * count;
    uint first[ROWS];

    if (rows <= 0)
        return;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        first[r] = lengths[(size_t)(y0 + min(r, rows - 1)) * count + pass];
    for (int x = get_global_id(0) * V; x < count; x += step) {
        const size_t at = (size_t)y0 * count + x;

        if (x + V <= count) {
            const UV vector = JOIN(as_uint, V)(LOAD(by + x));
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                if (r < rows)
                    cells(lengths + at + (size_t)r * count, nodes + at + (size_t)r * count, vector, first[r], k);
        } else {
            for (int r = 0; r < rows; r++)
                for (int i = 0; i < count - x; i++)
                    cell(lengths + at + (size_t)r * count + i, nodes + at + (size_t)r * count + i, by[x + i], first[r],
                         k);
        }
    }
}
