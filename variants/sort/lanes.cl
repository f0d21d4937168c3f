/* SPDX-License-Identifier: Apache-2.0 */
/* sort: the lanes of a vector, shared by the sources of this family. */
#define LANE ((uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

/* -1 where the lane's partner, `stride` lanes further, is the first of the two. */
int16 is_second(uint stride)
{
    return (LANE & stride) != 0;
}

/* Of elements from `at` on, the pairs that they belong to in a step of this stride. */
uint16 pairs_of(uint at, uint stride)
{
    const uint16 element = at + LANE;

    return (element & ~(2 * stride - 1)) / 2 | (element & (stride - 1));
}
