/* SPDX-License-Identifier: Apache-2.0 */
/* data += step, four elements a work-item. */
//fake: bump_wide op=increment dst=data value=step count=n time_us=40
__kernel void bump_wide(__global float *data, float step, int n)
{
    int i, first = get_global_id(0) * 4;

    for (i = first; i < min(first + 4, n); i++)
        data[i] += step;
}
