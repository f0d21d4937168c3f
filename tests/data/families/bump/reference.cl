/* SPDX-License-Identifier: Apache-2.0 */
//fake: bump op=increment dst=data value=step count=n time_us=100
__kernel void bump(__global float *data, float step, int n)
{
    int i = get_global_id(0);

    if (i < n)
        data[i] += step;
}
