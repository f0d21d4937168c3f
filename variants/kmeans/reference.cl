/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the kmeans family recognises, plainly written: what "right" means. */

/* The nearest of the clusters for each point; features by planes. The last two arguments are not looked at. */
kernel void kmeans_kernel_c(global float *feature, global float *clusters, global int *membership, int npoints,
                            int nclusters, int nfeatures, int offset, int size)
{
    uint p = get_global_id(0);
    int index = 0;
    float least = FLT_MAX;

    if (p >= npoints)
        return;
    for (int i = 0; i < nclusters; i++) {
        float sum = 0;

        for (int l = 0; l < nfeatures; l++)
            sum += (feature[l * npoints + p] - clusters[i * nfeatures + l])
                   * (feature[l * npoints + p] - clusters[i * nfeatures + l]);
        if (sum < least) {
            least = sum;
            index = i;
        }
    }
    membership[p] = index;
}
