/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank: what can be said about run times without assuming how they are
 * distributed. Pure functions, any thread; the samples stay as they are.
 */
#ifndef NETCL_DECIDE_RANK_H
#define NETCL_DECIDE_RANK_H

#include <stddef.h>

/* More samples a side than this are cut off by netcl_rank_p_less(). */
#define NETCL_RANK_MOST 64

/* 0 for no samples; the mean of the middle two where the count is even. */
double netcl_rank_median(const double *samples, size_t count);

/*
 * Below which value this share of the samples lies, between two of them by
 * their distance: 0.25 is the first quartile. 0 for no samples.
 */
double netcl_rank_quantile(const double *samples, size_t count, double share);

/*
 * One-sided Mann-Whitney: how likely samples would lie this far below the
 * others if both came from one distribution. Exact without ties and up to 15
 * a side, else the normal approximation with the correction for ties. 1 where
 * a side is empty.
 */
double netcl_rank_p_less(const double *samples, size_t count,
                         const double *others, size_t other_count);

#endif
