/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan_group: a block of scan_blocks by one item, the same tree; for CPUs.
 *
 * The original meets at a barrier after each of the tree's 2 * log2(size) levels. The levels below 16 elements are done
 * for 16 runs at once, in the lanes of a vector, after a transposition; what is above is a 16th of the additions.
 *
 * SIZE: elements of a block.
 * Range: an item a group.
 */
#define RUNS (SIZE / 16)

/* Level by level, up to the element before the last of each run; the runs' sums are the last elements. */
void go_up(float16 *t, float *sums)
{
    float16 ends;

    for (int stride = 1; stride < 16; stride *= 2)
        for (int i = 2 * stride - 1; i < 16; i += 2 * stride)
            t[i] += t[i - stride];
    ends = t[15];
    vstore16(ends, 0, sums);
}

void go_down(float16 *t, const float *before)
{
    t[15] = vload16(0, before);
    for (int stride = 8; stride > 0; stride /= 2)
        for (int i = 2 * stride - 1; i < 16; i += 2 * stride) {
            const float16 first = t[i - stride];
            t[i - stride] = t[i];
            t[i] += first;
        }
}

float scan_runs(float *sums)
{
    float total;

    for (int stride = 1; stride < RUNS; stride *= 2)
        for (int i = 2 * stride - 1; i < RUNS; i += 2 * stride)
            sums[i] += sums[i - stride];
    total = sums[RUNS - 1];
    sums[RUNS - 1] = 0.0f;
    for (int stride = RUNS / 2; stride > 0; stride /= 2)
        for (int i = 2 * stride - 1; i < RUNS; i += 2 * stride) {
            const float first = sums[i - stride];
            sums[i - stride] = sums[i];
            sums[i] += first;
        }
    return total;
}

/* Rows become columns: four times, pairs (i, i + 8) become the two halves of what they are interleaved. */
void transpose(float16 *t)
{
    float16 u[16];

    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < 8; i++) {
            u[2 * i].even = t[i].lo;
            u[2 * i].odd = t[i + 8].lo;
            u[2 * i + 1].even = t[i].hi;
            u[2 * i + 1].odd = t[i + 8].hi;
        }
        for (int i = 0; i < 16; i++)
            t[i] = u[i];
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void scan_group(global float *output, global const float *input,
                                                                      global float *totals)
{
    const size_t first = (size_t)get_global_id(0) * SIZE;
    float16 tree[RUNS];
    float sums[RUNS];

    for (int i = 0; i < RUNS; i++)
        tree[i] = vload16(i, input + first);
    for (int i = 0; i < RUNS; i += 16) {
        transpose(tree + i);
        go_up(tree + i, sums + i);
    }
    totals[get_global_id(0)] = scan_runs(sums);
    for (int i = 0; i < RUNS; i += 16) {
        go_down(tree + i, sums + i);
        transpose(tree + i);
    }
    for (int i = 0; i < RUNS; i++)
        vstore16(tree[i], i, output + first);
}
