/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cl/own.h"
#include "cl/own.h"
#include "track/track.h"
#include "tune/workspace.h"

static struct netcl_map contexts = NETCL_MAP_INIT;
/* Guards the counts: contexts come, go and are looked up rarely. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void free_context(struct netcl_context *context)
{
    netcl_workspace_free(context->workspace);
    free(context);
}

void netcl_context_created(cl_context handle)
{
    struct netcl_context *context = calloc(1, sizeof(*context));

    if (!context)
        return;
    context->handle = handle;
    context->references = 1;
    context->workspace = netcl_workspace_new();
    netcl_own_forget(handle); /* of one that had this handle */
    if (!context->workspace || netcl_map_put(&contexts, handle, context))
        free_context(context);
}

void netcl_context_retained(cl_context handle)
{
    struct netcl_context *context;

    pthread_mutex_lock(&mutex);
    context = netcl_map_find(&contexts, handle);
    if (context)
        context->references++;
    pthread_mutex_unlock(&mutex);
}

void netcl_context_releasing(cl_context handle)
{
    struct netcl_context *context;

    pthread_mutex_lock(&mutex);
    context = netcl_map_find(&contexts, handle);
    if (context && --context->references == 0) {
        netcl_map_remove(&contexts, handle);
        context->holders++;
    } else {
        context = NULL;
    }
    pthread_mutex_unlock(&mutex);
    if (!context)
        return;
    netcl_workspace_close(context->workspace);
    netcl_context_put_back(context);
}

struct netcl_context *netcl_context_find(cl_context handle)
{
    struct netcl_context *context;

    pthread_mutex_lock(&mutex);
    context = netcl_map_find(&contexts, handle);
    if (context)
        context->holders++;
    pthread_mutex_unlock(&mutex);
    return context;
}

void netcl_context_put_back(struct netcl_context *context)
{
    bool is_over;

    if (!context)
        return;
    pthread_mutex_lock(&mutex);
    is_over = --context->holders == 0 && context->references == 0;
    pthread_mutex_unlock(&mutex);
    if (is_over)
        free_context(context);
}
