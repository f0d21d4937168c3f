/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/warmer.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "cli/memory.h"
#include "launch/tuner.h"

void netcl_warmer_close(struct netcl_warmer *warmer)
{
    if (warmer->queue)
        warmer->real->clReleaseCommandQueue(warmer->queue);
    warmer->queue = NULL;
    if (warmer->entry)
        netcl_rig_close(&warmer->rig);
    warmer->entry = NULL;
}

static int enter(struct netcl_warmer *warmer,
                 const struct netcl_kernel_entry *entry)
{
    cl_int status;

    if (warmer->entry == entry)
        return 0;
    netcl_warmer_close(warmer);
    if (netcl_rig_open(warmer->real, warmer->device, entry, &warmer->rig))
        return -EIO;
    warmer->entry = entry;
    warmer->queue = warmer->real->clCreateCommandQueue(
        warmer->rig.context, warmer->device->handle, 0, &status);
    if (status == CL_SUCCESS)
        return 0;
    warmer->queue = NULL;
    netcl_warmer_close(warmer);
    return -EIO;
}

/* As if the program launched it again and again. */
static enum netcl_warmth decide(const struct netcl_warmer *warmer,
                                struct netcl_sample *sample,
                                struct netcl_key *key)
{
    uint64_t before = netcl_clock_ns();

    key->worth.is_idle = true;
    while (!atomic_load(&key->is_decided)) {
        if (netcl_clock_ns() >= warmer->deadline_ns)
            return NETCL_WARMTH_LATE;
        netcl_memory_bear();
        netcl_tuner_run(key, sample->kernel, &sample->request, &sample->facts);
        netcl_memory_settle();
        /* Someone else builds or tunes: let it. */
        if (netcl_clock_ns() - before < NETCL_MS)
            netcl_clock_sleep_us(1000);
        before = netcl_clock_ns();
    }
    return NETCL_WARMTH_DECIDED;
}

enum netcl_warmth netcl_warmer_take(struct netcl_warmer *warmer,
                                    const struct netcl_grid_point *point,
                                    const struct netcl_key **key)
{
    enum netcl_warmth warmth = NETCL_WARMTH_KNOWN;
    struct netcl_sample sample;
    struct netcl_key *found;

    if (netcl_clock_ns() >= warmer->deadline_ns)
        return NETCL_WARMTH_LATE;
    if (enter(warmer, point->entry) ||
        netcl_sample_open(&warmer->rig, &point->check, &sample) !=
            NETCL_REASON_COUNT)
        return NETCL_WARMTH_REFUSED;
    sample.request.queue = warmer->queue;
    found = netcl_key_find(&sample.facts);
    if (!found)
        warmth = NETCL_WARMTH_REFUSED;
    else if (!atomic_load(&found->is_decided))
        warmth = decide(warmer, &sample, found);
    netcl_sample_close(&sample);
    *key = found;
    return warmth;
}
