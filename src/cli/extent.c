/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/extent.h"

#include <stdio.h>

#define FACTORS_MOST 16

/* A number of the launch, with its name. */
struct factor {
    char name[64];
    unsigned long long value;
};

static size_t list_arguments(const struct netcl_unmatched *kernel,
                             struct factor factors[FACTORS_MOST])
{
    size_t i, count = 0;

    for (i = 0; i < kernel->arg_count && count < FACTORS_MOST; i++) {
        const struct netcl_unmatched_arg *arg = &kernel->args[i];

        if (!arg->has_value || arg->value < 2)
            continue;
        snprintf(factors[count].name, sizeof(factors[count].name), "%s",
                 arg->name);
        factors[count++].value = (unsigned long long)arg->value;
    }
    return count;
}

static size_t list_sizes(const struct netcl_unmatched *kernel,
                         struct factor factors[FACTORS_MOST])
{
    unsigned d;

    for (d = 0; d < kernel->dimensions; d++) {
        snprintf(factors[d].name, sizeof(factors[d].name), "global_%u", d);
        factors[d].value = (unsigned long long)kernel->global[d];
    }
    return kernel->dimensions;
}

/* One number, or two, or three of them, the first that fits. */
static bool find_product(const struct factor *factors, size_t count,
                         unsigned long long wanted,
                         char text[NETCL_EXTENT_BYTES])
{
    size_t i, j, k;

    for (i = 0; i < count; i++)
        if (factors[i].value == wanted)
            return snprintf(text, NETCL_EXTENT_BYTES, "%s", factors[i].name) >
                   0;
    for (i = 0; i < count; i++)
        for (j = i; j < count; j++)
            if (factors[i].value * factors[j].value == wanted)
                return snprintf(text, NETCL_EXTENT_BYTES, "%s * %s",
                                factors[i].name, factors[j].name) > 0;
    for (i = 0; i < count; i++)
        for (j = i; j < count; j++)
            for (k = j; k < count; k++)
                if (factors[i].value * factors[j].value * factors[k].value ==
                    wanted)
                    return snprintf(text, NETCL_EXTENT_BYTES, "%s * %s * %s",
                                    factors[i].name, factors[j].name,
                                    factors[k].name) > 0;
    return false;
}

bool netcl_extent_find(const struct netcl_unmatched *kernel,
                       const struct netcl_unmatched_arg *arg,
                       char text[NETCL_EXTENT_BYTES])
{
    struct factor factors[FACTORS_MOST];
    size_t count = list_arguments(kernel, factors);

    if (find_product(factors, count, arg->elements, text))
        return true;
    count = list_sizes(kernel, factors);
    if (find_product(factors, count, arg->elements, text))
        return true;
    snprintf(text, NETCL_EXTENT_BYTES, "%llu", arg->elements);
    return false;
}
