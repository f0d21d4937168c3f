/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conv_parts: the sum of all parts, number by number; for CPUs.
 *
 * An item, alone in its group, sums WIDTH numbers that lie side by side, part after part: what it reads of a part is
 * whole lines, and the sums are in registers. Each adds its parts in the order of the original.
 *
 * WIDTH: a multiple of 64. Range: WIDTH numbers an item.
 */
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void conv_parts(global const float *restrict partial, global float *restrict out, int F, int splits)
{
    const int first = get_global_id(0) * WIDTH, end = min(first + WIDTH, F);
    int i = first;

    if (first + WIDTH <= F) {
        float16 a[WIDTH / 16];
#pragma unroll
        for (int k = 0; k < WIDTH / 16; k++)
            a[k] = 0.0f;
        for (int s = 0; s < splits; s++)
#pragma unroll
            for (int k = 0; k < WIDTH / 16; k++)
                a[k] += vload16(k, partial + (long)s * F + first);
#pragma unroll
        for (int k = 0; k < WIDTH / 16; k++)
            vstore16(a[k], k, out + first);
        i = end;
    }
    for (; i < end; i++) {
        float sum = 0.0f;
        for (int s = 0; s < splits; s++)
            sum += partial[(long)s * F + i];
        out[i] = sum;
    }
}
