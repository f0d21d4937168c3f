/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the gramschmidt family recognises, plainly written: what "right" means. Step k of ni x nj. */

/* r(k,k): the length of column k. */
kernel void gramschmidt_kernel1(global float *a, global float *r, global float *q, int k, int ni, int nj)
{
    if (get_global_id(0) == 0) {
        float sum = 0;
        for (int i = 0; i < ni; i++)
            sum += a[i * nj + k] * a[i * nj + k];
        r[k * nj + k] = sqrt(sum);
    }
}

/* r(k,j): how much of q's column k is in a's column j > k; that much is taken away. */
kernel void gramschmidt_kernel3(global float *a, global float *r, global float *q, int k, int ni, int nj)
{
    int j = get_global_id(0) + k + 1;
    if (j < nj) {
        r[k * nj + j] = 0;
        for (int i = 0; i < ni; i++)
            r[k * nj + j] += q[i * nj + k] * a[i * nj + j];
        for (int i = 0; i < ni; i++)
            a[i * nj + j] -= q[i * nj + k] * r[k * nj + j];
    }
}
