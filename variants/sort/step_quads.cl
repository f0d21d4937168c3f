/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_step_quads: one step of a bitonic network without values, PER times four pairs an item; for GPUs.
 *
 * The original divides by numbers that are only known at the launch and moves four bytes at a time. Pairs four or
 * more apart are two accesses of 16 bytes on each side; nearer ones lie in the same 32 bytes.
 *
 * Range: groups of SIZE items, each 4 * PER * SIZE pairs in PER rounds.
 */
uint4 is_up(uint pair, uint stage, uint direction)
{
    const uint4 is_odd = ((pair + (uint4)(0, 1, 2, 3)) >> stage) & 1;
    const uint even = direction != 0, odd = direction != 1;

    return is_odd * odd + (1 - is_odd) * even;
}

/* The greater and the lesser where they belong: to the left the lesser where the pair ascends. */
void order(uint4 *left, uint4 *right, uint4 up)
{
    const uint4 least = min(*left, *right), most = max(*left, *right);

    *left = select(most, least, up != 0);
    *right = select(least, most, up != 0);
}

/* Eight elements in a row: pairs two apart or next to each other. */
void order_near(uint4 *a, uint4 *b, uint stride, uint4 up)
{
    uint4 left, right;

    if (stride == 2) {
        left = (uint4)((*a).lo, (*b).lo);
        right = (uint4)((*a).hi, (*b).hi);
        order(&left, &right, up);
        *a = (uint4)(left.lo, right.lo);
        *b = (uint4)(left.hi, right.hi);
    } else {
        left = (uint4)((*a).even, (*b).even);
        right = (uint4)((*a).odd, (*b).odd);
        order(&left, &right, up);
        *a = (uint4)(left.x, right.x, left.y, right.y);
        *b = (uint4)(left.z, right.z, left.w, right.w);
    }
}

kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void sort_step_quads(global uint *data, uint stage, uint pass,
                                                                              uint direction, int pairs)
{
    const uint first = (get_group_id(0) * SIZE * PER + get_local_id(0)) * 4, stride = 1u << (stage - pass);
    uint4 a[PER], b[PER];

#define PAIR (first + k * SIZE * 4)
#define LEFT (stride < 4 ? 2 * PAIR : (PAIR & ~(stride - 1)) * 2 | (PAIR & (stride - 1)))
#define RIGHT (LEFT + max(stride, 4u))
#pragma unroll
    for (int k = 0; k < PER; k++)
        if (PAIR < pairs) {
            a[k] = *(global const uint4 *)(data + LEFT);
            b[k] = *(global const uint4 *)(data + RIGHT);
        }
#pragma unroll
    for (int k = 0; k < PER; k++)
        if (PAIR < pairs) {
            if (stride < 4)
                order_near(&a[k], &b[k], stride, is_up(PAIR, stage, direction));
            else
                order(&a[k], &b[k], is_up(PAIR, stage, direction));
            *(global uint4 *)(data + LEFT) = a[k];
            *(global uint4 *)(data + RIGHT) = b[k];
        }
}
