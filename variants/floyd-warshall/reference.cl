/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the floyd-warshall family recognises, plainly written: what "right" means. */

/* Step pass: a way from y to x by way of node pass, where it is shorter; lengths are compared as signed numbers. */
kernel void floyd_warshall_pass(global uint *lengths, global uint *nodes, const uint count, const uint pass)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int k = pass;
    const int old = lengths[y * count + x];
    const int new = lengths[y * count + k] + lengths[k * count + x];

    if (new < old) {
        lengths[y * count + x] = new;
        nodes[y * count + x] = k;
    }
}
