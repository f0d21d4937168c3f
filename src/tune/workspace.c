/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/workspace.h"

#include <stdlib.h>

#include "cl/own.h"
#include "track/track.h"
#include "tune/compare.h"
#include "tune/random.h"
#include "tune/program.h"
#include "tune/tuning.h"

struct netcl_workspace {
    pthread_mutex_t mutex;
    struct netcl_lane *lanes;
    bool is_closed;
};

/* In one lane, under way or at rest: each holds copies, and 100 KiB beside. */
#define MOST_TUNINGS 64

static atomic_bool is_any_lost;

struct netcl_workspace *netcl_workspace_new(void)
{
    struct netcl_workspace *workspace = calloc(1, sizeof(*workspace));

    if (workspace)
        pthread_mutex_init(&workspace->mutex, NULL);
    return workspace;
}

void netcl_workspace_free(struct netcl_workspace *workspace)
{
    if (!workspace)
        return;
    pthread_mutex_destroy(&workspace->mutex);
    free(workspace);
}

/* Nobody is inside, and nobody can come in. */
static void close_objects(struct netcl_lane *lane)
{
    struct netcl_tuning *tuning;

    if (lane->is_lost)
        return;
    while (lane->tunings) {
        tuning = lane->tunings;
        lane->tunings = tuning->next;
        netcl_tuning_abandon(tuning);
    }
    netcl_program_close_all(lane);
    netcl_compare_close(lane);
    netcl_random_close(lane);
    if (lane->queue)
        netcl_own_release_queue(lane->real, lane->queue);
}

static struct netcl_lane *new_lane(const struct netcl_real *real,
                                   cl_context context,
                                   const struct netcl_device *device)
{
    struct netcl_lane *lane = calloc(1, sizeof(*lane));
    cl_int err;

    if (!lane)
        return NULL;
    lane->real = real;
    lane->device = device;
    lane->context = context;
    lane->users = 1;
    atomic_init(&lane->references, 1);
    pthread_mutex_init(&lane->mutex, NULL);
    lane->queue = netcl_own_queue(real, context, device->handle, &err);
    if (err == CL_SUCCESS)
        return lane;
    lane->queue = NULL;
    close_objects(lane);
    netcl_lane_release(lane);
    return NULL;
}

static struct netcl_lane *find_lane(struct netcl_workspace *workspace,
                                    const struct netcl_device *device)
{
    struct netcl_lane *lane;

    pthread_mutex_lock(&workspace->mutex);
    for (lane = workspace->lanes; lane; lane = lane->next)
        if (lane->device == device)
            break;
    pthread_mutex_unlock(&workspace->mutex);
    return lane && netcl_lane_reenter(lane) ? lane : NULL;
}

/* Two threads may make two; that does no harm, one of them is found. */
static bool add_lane(struct netcl_workspace *workspace,
                     struct netcl_lane *lane)
{
    bool is_open;

    pthread_mutex_lock(&workspace->mutex);
    is_open = !workspace->is_closed;
    if (is_open) {
        lane->next = workspace->lanes;
        workspace->lanes = lane;
    }
    pthread_mutex_unlock(&workspace->mutex);
    return is_open;
}

static struct netcl_lane *enter(const struct netcl_real *real,
                                struct netcl_context *context,
                                const struct netcl_device *device)
{
    struct netcl_lane *lane = find_lane(context->workspace, device);

    if (lane)
        return lane;
    lane = new_lane(real, context->handle, device);
    if (lane && !add_lane(context->workspace, lane)) {
        close_objects(lane);
        netcl_lane_release(lane);
        return NULL;
    }
    return lane;
}

struct netcl_lane *netcl_lane_enter(const struct netcl_real *real,
                                    cl_context handle,
                                    const struct netcl_device *device)
{
    struct netcl_context *context = NULL;
    struct netcl_lane *lane = NULL;

    if (!atomic_load(&is_any_lost))
        context = netcl_context_find(handle);
    if (context)
        lane = enter(real, context, device);
    netcl_context_put_back(context);
    return lane;
}

bool netcl_lane_reenter(struct netcl_lane *lane)
{
    bool is_open;

    pthread_mutex_lock(&lane->mutex);
    is_open = !lane->is_closed && !netcl_lane_is_lost();
    lane->users += is_open;
    pthread_mutex_unlock(&lane->mutex);
    return is_open;
}

void netcl_lane_lose(struct netcl_lane *lane)
{
    atomic_store(&lane->is_lost, true);
    atomic_store(&is_any_lost, true);
}

bool netcl_lane_is_lost(void)
{
    return atomic_load(&is_any_lost);
}

void netcl_lane_leave(struct netcl_lane *lane)
{
    bool is_last;

    pthread_mutex_lock(&lane->mutex);
    is_last = --lane->users == 0 && lane->is_closed;
    pthread_mutex_unlock(&lane->mutex);
    if (!is_last)
        return;
    close_objects(lane);
    netcl_lane_release(lane);
}

void netcl_lane_retain(struct netcl_lane *lane)
{
    atomic_fetch_add(&lane->references, 1);
}

void netcl_lane_release(struct netcl_lane *lane)
{
    if (!lane || atomic_fetch_sub(&lane->references, 1) != 1)
        return;
    pthread_mutex_destroy(&lane->mutex);
    free(lane);
}

/* With the lock: take out the one that rests longest, if there are too many. */
static struct netcl_tuning *take_surplus(struct netcl_lane *lane)
{
    struct netcl_tuning **link = &lane->tunings, *last = NULL;
    size_t count = 0;

    for (; *link; link = &(*link)->next) {
        last = *link;
        if (++count > MOST_TUNINGS) {
            *link = NULL;
            return last;
        }
    }
    return NULL;
}

void netcl_lane_add_tuning(struct netcl_lane *lane,
                           struct netcl_tuning *tuning)
{
    struct netcl_tuning *surplus;

    pthread_mutex_lock(&lane->mutex);
    tuning->next = lane->tunings;
    lane->tunings = tuning;
    surplus = take_surplus(lane);
    pthread_mutex_unlock(&lane->mutex);
    if (surplus)
        netcl_tuning_abandon(surplus);
}

void netcl_lane_remove_tuning(struct netcl_lane *lane,
                              struct netcl_tuning *tuning)
{
    struct netcl_tuning **link;

    pthread_mutex_lock(&lane->mutex);
    for (link = &lane->tunings; *link; link = &(*link)->next)
        if (*link == tuning) {
            *link = tuning->next;
            break;
        }
    pthread_mutex_unlock(&lane->mutex);
}

void netcl_lane_raise_tuning(struct netcl_lane *lane,
                             struct netcl_tuning *tuning)
{
    if (lane->tunings == tuning)
        return;
    netcl_lane_remove_tuning(lane, tuning);
    netcl_lane_add_tuning(lane, tuning);
}

/* NULL: there is none left that could be released. */
static struct netcl_tuning *take_tuning(struct netcl_workspace *workspace)
{
    struct netcl_tuning *tuning = NULL;
    struct netcl_lane *lane;

    pthread_mutex_lock(&workspace->mutex);
    for (lane = workspace->lanes; lane && !tuning; lane = lane->next) {
        pthread_mutex_lock(&lane->mutex);
        if (!lane->is_lost)
            tuning = lane->tunings;
        if (tuning)
            lane->tunings = tuning->next;
        pthread_mutex_unlock(&lane->mutex);
    }
    pthread_mutex_unlock(&workspace->mutex);
    return tuning;
}

bool netcl_workspace_drop_tunings(struct netcl_workspace *workspace)
{
    struct netcl_tuning *tuning;
    bool is_any = false;

    while ((tuning = take_tuning(workspace))) {
        netcl_tuning_abandon(tuning);
        is_any = true;
    }
    return is_any;
}

void netcl_workspace_close(struct netcl_workspace *workspace)
{
    struct netcl_lane *lane, *next;
    bool is_idle;

    pthread_mutex_lock(&workspace->mutex);
    workspace->is_closed = true;
    lane = workspace->lanes;
    workspace->lanes = NULL;
    pthread_mutex_unlock(&workspace->mutex);
    for (; lane; lane = next) {
        next = lane->next;
        pthread_mutex_lock(&lane->mutex);
        lane->is_closed = true;
        is_idle = lane->users == 0;
        pthread_mutex_unlock(&lane->mutex);
        if (!is_idle)
            continue; /* netcl_lane_leave() does it */
        close_objects(lane);
        netcl_lane_release(lane);
    }
}
