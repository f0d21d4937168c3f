/* SPDX-License-Identifier: Apache-2.0 */
#include "netcl_tune.h"

#include <errno.h>

#include "base/config.h"
#include "base/diag.h"
#include "door/presence.h"
#include "door/scope.h"
#include "launch/autotune.h"
#include "launch/knowledge.h"
#include "launch/pin.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC int netcl_autotune_is_enabled(void)
{
    return !netcl_config_is_off();
}

static const struct netcl_device *device_of(const struct netcl_real *real,
                                            cl_command_queue queue)
{
    cl_device_id handle = NULL;

    if (!real->clGetCommandQueueInfo ||
        real->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(handle),
                                    &handle, NULL) != CL_SUCCESS)
        return NULL;
    return netcl_device_find(real, handle);
}

PUBLIC int netcl_autotune(struct _cl_command_queue *queue, const char *kernel,
                          const long long *shape, size_t dimensions,
                          const char *candidates, netcl_autotune_bench *bench,
                          void *user, int reps, int fallback)
{
    struct netcl_autotune_job job = {NULL,       kernel,     shape,
                                     dimensions, candidates, bench,
                                     user,       reps,       fallback};
    struct netcl_scope *scope;

    if (netcl_config_is_off())
        return fallback;
    scope = netcl_scope_find(__builtin_return_address(0));
    if (!netcl_presence_is_on())
        return fallback; /* a forked child */
    if (scope && queue)
        job.device = device_of(&scope->real, queue);
    if (!job.device || !kernel || !*kernel || !bench ||
        (dimensions && !shape)) {
        netcl_diag_error("netcl_autotune: %s: %s", kernel ? kernel : "?",
                         job.device ? "an argument is missing (kernel, shape "
                                      "or bench)"
                                    : "the queue's device is not known (hand "
                                      "it a queue of this process)");
        return fallback;
    }
    return netcl_autotune_run(&job);
}

PUBLIC int netcl_autotune_clear_cache(void)
{
    struct netcl_cache *cache = netcl_knowledge_cache();

    return netcl_cache_clear(cache);
}

PUBLIC void netcl_tune_pin(void)
{
    netcl_pin_push();
}

PUBLIC void netcl_tune_unpin(void)
{
    netcl_pin_pop();
}
