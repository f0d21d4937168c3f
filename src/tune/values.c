/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cl/own.h"

/* Where it cannot be had, none is there that would be released. */
static int replace_sampler(struct netcl_lane *lane, struct netcl_value *value)
{
    cl_sampler sampler;
    cl_int err;

    memcpy(&sampler, value->bytes, sizeof(sampler));
    sampler = netcl_own_sampler(lane->real, lane->context, sampler, &err);
    if (err != CL_SUCCESS)
        sampler = NULL;
    memcpy(value->bytes, &sampler, sizeof(sampler));
    return sampler ? 0 : -EIO;
}

static void free_value(struct netcl_lane *lane, const struct netcl_arg *arg,
                       struct netcl_value *value)
{
    cl_sampler sampler;

    if (value->bytes && arg->kind == NETCL_ARG_SAMPLER) {
        memcpy(&sampler, value->bytes, sizeof(sampler));
        if (sampler)
            netcl_own_release_sampler(lane->real, sampler);
    }
    free(value->bytes);
}

static int copy(struct netcl_lane *lane, const struct netcl_arg *arg,
                const struct netcl_value *from, struct netcl_value *to)
{
    void *bytes = malloc(from->capacity);

    if (!bytes)
        return -ENOMEM;
    *to = *from;
    to->bytes = bytes;
    memcpy(to->bytes, from->bytes, from->capacity);
    return arg->kind == NETCL_ARG_SAMPLER ? replace_sampler(lane, to) : 0;
}

int netcl_values_copy(struct netcl_lane *lane,
                      const struct netcl_kernel_entry *entry,
                      const struct netcl_value *from, struct netcl_value **out)
{
    struct netcl_value *values = calloc(entry->arg_count + 1, sizeof(*values));
    size_t i;
    int err = values ? 0 : -ENOMEM;

    for (i = 0; !err && i < entry->arg_count; i++)
        err = copy(lane, &entry->args[i], &from[i], &values[i]);
    if (err) {
        netcl_values_free(lane, entry, values);
        return err;
    }
    *out = values;
    return 0;
}

void netcl_values_free(struct netcl_lane *lane,
                       const struct netcl_kernel_entry *entry,
                       struct netcl_value *values)
{
    size_t i;

    for (i = 0; values && i < entry->arg_count; i++)
        free_value(lane, &entry->args[i], &values[i]);
    free(values);
}
