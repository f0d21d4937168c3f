/* The kernels that these manifests know. */
#ifndef TS
#define TS 16
#endif
kernel void scale(global float *x, float a, int n)
{
    int i = get_global_id(0);

    if (i < n)
        x[i] *= a;
}

kernel void tile(global const float *from, global float *to, uint n,
                 local float *t)
{
    t[get_local_id(0)] = from[get_global_id(0)] * TS;
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = t[TS - 1 - get_local_id(0)];
}
