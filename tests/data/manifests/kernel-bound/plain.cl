/* x[i] *= alpha, ITEMS a work-item. */
kernel void scale_plain(global float *x, float alpha, int count)
{
    int i, first = get_global_id(0) * ITEMS;

    for (i = first; i < min(first + ITEMS, count); i++)
        x[i] *= alpha;
}
