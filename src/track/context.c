/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "track/track.h"
#include "tune/workspace.h"

static struct netcl_map contexts = NETCL_MAP_INIT;

void netcl_context_created(cl_context handle)
{
    struct netcl_context *context = calloc(1, sizeof(*context));

    if (!context)
        return;
    context->handle = handle;
    atomic_init(&context->references, 1);
    if (netcl_map_put(&contexts, handle, context))
        free(context);
}

void netcl_context_retained(cl_context handle)
{
    struct netcl_context *context = netcl_map_find(&contexts, handle);

    if (context)
        atomic_fetch_add(&context->references, 1);
}

void netcl_context_releasing(cl_context handle)
{
    struct netcl_context *context = netcl_map_find(&contexts, handle);

    if (!context || atomic_fetch_sub(&context->references, 1) != 1)
        return;
    netcl_map_remove(&contexts, handle);
    netcl_workspace_close(atomic_load(&context->workspace));
    free(context);
}

struct netcl_context *netcl_context_find(cl_context handle)
{
    return netcl_map_find(&contexts, handle);
}
