/* SPDX-License-Identifier: Apache-2.0 */
#include "door/notify.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "door/presence.h"
#include "track/linking.h"

struct pending {
    struct netcl_notify own; /* the program's */
    struct netcl_linking *linking;
};

/* Without memory: a callback that we are not told of would be inside for us. */
#define SPARES 16
static struct pending spares[SPARES];
static atomic_bool is_taken[SPARES];

static struct pending *take(void)
{
    struct pending *pending = malloc(sizeof(*pending));
    size_t i;

    for (i = 0; !pending && i < SPARES; i++)
        if (!atomic_exchange(&is_taken[i], true))
            pending = &spares[i];
    return pending;
}

static void give_back(struct pending *pending)
{
    if (pending >= spares && pending < spares + SPARES)
        atomic_store(&is_taken[pending - spares], false);
    else
        free(pending);
}

static void CL_CALLBACK run(cl_program program, void *user_data)
{
    struct pending pending = *(struct pending *)user_data;
    bool was_inside = netcl_presence_inside;

    give_back(user_data);
    netcl_linking_tell(pending.linking, program);
    netcl_linking_release(pending.linking);
    netcl_presence_inside = false;
    pending.own.function(program, pending.own.user_data);
    netcl_presence_inside = was_inside;
}

struct netcl_notify
netcl_notify_wrap(void(CL_CALLBACK *function)(cl_program, void *),
                  void *user_data, struct netcl_linking *linking)
{
    struct netcl_notify own = {function, user_data};
    struct pending *pending = function ? take() : NULL;

    if (!pending)
        return own;
    pending->own = own;
    pending->linking = linking ? netcl_linking_retain(linking) : NULL;
    return (struct netcl_notify){run, pending};
}
