/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cl/own.h"
#include "track/track.h"
#include "tune/workspace.h"

static struct netcl_map contexts = NETCL_MAP_INIT;
/* Guards map and counts: contexts come, go and are looked up rarely. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void free_context(struct netcl_context *context)
{
    netcl_workspace_free(context->workspace);
    free(context);
}

void netcl_context_created(cl_context handle)
{
    struct netcl_context *context = calloc(1, sizeof(*context));
    bool is_kept = false;

    if (!context)
        return;
    context->handle = handle;
    context->references = 1;
    context->workspace = netcl_workspace_new();
    netcl_own_forget(handle); /* of one that had this handle */
    pthread_mutex_lock(&mutex);
    if (context->workspace)
        is_kept = !netcl_map_put(&contexts, handle, context);
    pthread_mutex_unlock(&mutex);
    if (!is_kept)
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

struct list {
    struct netcl_context **contexts;
    size_t count;
};

static void hold(void *record, void *context)
{
    struct list *list = context;

    list->contexts[list->count] = record;
    list->contexts[list->count++]->holders++;
}

size_t netcl_context_find_all(struct netcl_context ***out)
{
    struct list list = {NULL, 0};

    pthread_mutex_lock(&mutex);
    list.contexts = calloc(contexts.count + 1, sizeof(*list.contexts));
    if (list.contexts)
        netcl_map_each(&contexts, hold, &list);
    pthread_mutex_unlock(&mutex);
    *out = list.contexts;
    return list.count;
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
