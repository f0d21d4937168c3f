/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kmeans_nearest: membership[p] = the first i for which the sum over l of (feature[l][p] - clusters[i][l])^2 is least.
 *
 * An item takes V points, the lanes of a vector, and measures CB clusters at once: a feature is read once for CB of
 * them, where the original reads all features again for each cluster, and a cluster's element serves V points.
 *
 * Order: a distance is one lane, its squares added at l = 0, 1, 2, ...; clusters are compared from first to last.
 * Any count of points and clusters: points past the end are read at the end and not stored, clusters past the last
 * are measured as the last and not compared.
 */
#ifndef T
#define T float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if V == 1
#define TV T
#define IV int
#define LOAD(p) (*(p))
#define STORE(x, p) (*(p) = (x))
#else
#define TV JOIN(T, V)
#define IV JOIN(int, V)
#define LOAD(p) JOIN(vload, V)(0, p)
#define STORE(x, p) JOIN(vstore, V)(x, 0, p)
#endif

kernel void kmeans_nearest(global const T *restrict feature, global const T *restrict clusters,
                           global int *restrict membership, int points, int count, int features)
{
    int p = get_global_id(0) * V;
    IV index = 0;
    TV least = FLT_MAX;

    if (p >= points)
        return;
    if (points < V) {
        /* too few for one vector: one by one */
        for (; p < points; p++) {
            T low = FLT_MAX;
            int at = 0;
            for (int i = 0; i < count; i++) {
                T sum = 0;
                for (int l = 0; l < features; l++) {
                    const T d = feature[l * points + p] - clusters[i * features + l];
                    sum += d * d;
                }
                if (sum < low) {
                    low = sum;
                    at = i;
                }
            }
            membership[p] = at;
        }
        return;
    }
    p = min(p, points - V); /* the last vector overlaps the one before and says the same */
    for (int i = 0; i < count; i += CB) {
        TV sum[CB];
        global const T *from = feature + p;
        global const T *c[CB];

#pragma unroll
        for (int n = 0; n < CB; n++) {
            sum[n] = 0;
            c[n] = clusters + min(i + n, count - 1) * features;
        }
        for (int l = 0; l < features; l++, from += points) {
            const TV x = LOAD(from);
#pragma unroll
            for (int n = 0; n < CB; n++) {
                const TV d = x - c[n][l];
                sum[n] += d * d;
            }
        }
#pragma unroll
        for (int n = 0; n < CB; n++)
            if (i + n < count) {
                const IV is_less = sum[n] < least;
                least = is_less ? sum[n] : least;
                index = is_less ? (IV)(i + n) : index;
            }
    }
    STORE(index, membership + p);
}
