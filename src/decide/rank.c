/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/rank.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Up to this many samples a side the distribution of U is counted out. */
#define EXACT_MOST 15

struct sample {
    double value;
    bool is_ours;
};

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

static int compare_samples(const void *left, const void *right)
{
    const struct sample *a = left;
    const struct sample *b = right;

    return (a->value > b->value) - (a->value < b->value);
}

/* Returns how many were taken. */
static size_t sort(double sorted[NETCL_RANK_MOST], const double *samples,
                   size_t count)
{
    if (count > NETCL_RANK_MOST)
        count = NETCL_RANK_MOST;
    memcpy(sorted, samples, count * sizeof(*sorted));
    qsort(sorted, count, sizeof(*sorted), compare_values);
    return count;
}

double netcl_rank_quantile(const double *samples, size_t count, double share)
{
    double sorted[NETCL_RANK_MOST], place;
    size_t below;

    count = sort(sorted, samples, count);
    if (count == 0)
        return 0;
    place = share * (double)(count - 1);
    below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] +
           (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

double netcl_rank_median(const double *samples, size_t count)
{
    double sorted[NETCL_RANK_MOST];

    count = sort(sorted, samples, count);
    if (count == 0)
        return 0;
    return count % 2 ? sorted[count / 2]
                     : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/*
 * P(U <= u): of all orders of m + n samples, those with at most u pairs the
 * wrong way round. ways[j][v] counts orders of i of ours among j others with
 * U = v: the last is ours (it is above all j others) or another's.
 */
static double exact_p(size_t m, size_t n, size_t u)
{
    double ways[EXACT_MOST + 1][EXACT_MOST * EXACT_MOST + 1];
    double below = 0, all = 0;
    size_t i, j, v;

    memset(ways, 0, sizeof(ways));
    for (j = 0; j <= n; j++)
        ways[j][0] = 1;
    for (i = 1; i <= m; i++) {
        for (j = 0; j <= n; j++) {
            for (v = m * n + 1; v-- > 0;) {
                double ours_last = v >= j ? ways[j][v - j] : 0;
                double other_last = j > 0 ? ways[j - 1][v] : 0;

                ways[j][v] = ours_last + other_last;
            }
        }
    }
    for (v = 0; v <= m * n; v++) {
        all += ways[n][v];
        below += v <= u ? ways[n][v] : 0;
    }
    return below / all;
}

/* `ties`: the sum of t^3 - t over the groups of t equal values. */
static double normal_p(double m, double n, double u, double ties)
{
    double total = m + n;
    double variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)));

    if (variance <= 0)
        return 1; /* all equal */
    return 0.5 * erfc((m * n / 2 - u - 0.5) / sqrt(2 * variance));
}

/* Sum of the ranks of ours, equal values sharing theirs. */
static double rank_sum(const struct sample *pool, size_t total, double *ties)
{
    double sum = 0;
    size_t i, j, ours;

    *ties = 0;
    for (i = 0; i < total; i = j) {
        ours = 0;
        for (j = i; j < total && pool[j].value == pool[i].value; j++)
            ours += pool[j].is_ours;
        sum += (double)ours * (double)(i + 1 + j) / 2;
        *ties += pow((double)(j - i), 3) - (double)(j - i);
    }
    return sum;
}

double netcl_rank_p_less(const double *samples, size_t count,
                         const double *others, size_t other_count)
{
    struct sample pool[2 * NETCL_RANK_MOST];
    size_t m = count < NETCL_RANK_MOST ? count : NETCL_RANK_MOST;
    size_t n = other_count < NETCL_RANK_MOST ? other_count : NETCL_RANK_MOST;
    double ties, u;
    size_t i;

    if (m == 0 || n == 0)
        return 1;
    for (i = 0; i < m; i++)
        pool[i] = (struct sample){samples[i], true};
    for (i = 0; i < n; i++)
        pool[m + i] = (struct sample){others[i], false};
    qsort(pool, m + n, sizeof(*pool), compare_samples);
    u = rank_sum(pool, m + n, &ties) - (double)(m * (m + 1)) / 2;
    if (ties == 0 && m <= EXACT_MOST && n <= EXACT_MOST)
        return exact_p(m, n, (size_t)(u + 0.25));
    return normal_p((double)m, (double)n, u, ties);
}
