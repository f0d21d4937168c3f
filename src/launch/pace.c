/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/pace.h"

#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/hash.h"
#include "derive/subject.h"
#include "launch/drain.h"

/* So many launches are timed; the others are taken to be like them. */
#define MOST_TIMED 4
/* A key of shorter launches has to come up so often. */
#define RIPE_LAUNCHES 4
/* Where nothing could be timed, so many launches are worth a search. */
#define BLIND_LAUNCHES 256

static uint64_t after_ns(void)
{
    return (uint64_t)netcl_config()->derive_after_ms * NETCL_MS;
}

/* ---- how long
 * ---------------------------------------------------------------- */

static uint64_t mean_ns(const struct netcl_subject *subject)
{
    unsigned timed = atomic_load(&subject->timed);
    uint64_t total = atomic_load(&subject->total_ns);

    if (!timed || !total)
        return after_ns() / BLIND_LAUNCHES + 1;
    return total / timed + 1;
}

/* What has gone into its search has to have been its time before. */
static uint64_t goal_ns(const struct netcl_subject *subject)
{
    uint64_t spent = atomic_load(&subject->spent_ns);

    return spent > after_ns() ? spent : after_ns();
}

bool netcl_pace_is_worth(const struct netcl_subject *subject)
{
    return !after_ns() || atomic_load(&subject->launches) * mean_ns(subject) >=
                              goal_ns(subject);
}

bool netcl_pace_is_due(const struct netcl_facts *facts, unsigned times)
{
    const struct netcl_subject *subject;

    if (!netcl_facts_is_unknown(facts))
        return true;
    subject = facts->derived->subject;
    return netcl_pace_is_worth(subject) &&
           (times >= RIPE_LAUNCHES || mean_ns(subject) >= after_ns());
}

void netcl_pace_spend(struct netcl_subject *subject, uint64_t ns)
{
    atomic_fetch_add(&subject->spent_ns, ns);
}

static void watch(const struct netcl_real *real, cl_event event,
                  uint64_t deadline_ns)
{
    unsigned pause_us = 10;
    cl_int status;

    while (real->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                sizeof(status), &status, NULL) == CL_SUCCESS &&
           status > CL_COMPLETE && netcl_clock_ns() < deadline_ns) {
        netcl_clock_sleep_us(pause_us);
        if (pause_us < 200)
            pause_us *= 2;
    }
}

static cl_int run_timed(struct netcl_subject *subject,
                        const struct netcl_request *request)
{
    struct netcl_request watched = *request;
    cl_event own = NULL;
    uint64_t start = netcl_clock_ns();
    cl_int err;

    if (!request->event)
        watched.event = &own;
    err = netcl_request_forward(&watched);
    if (err != CL_SUCCESS)
        return err;
    request->real->clFlush(request->queue);
    watch(request->real, *watched.event, start + after_ns());
    atomic_fetch_add(&subject->total_ns, netcl_clock_ns() - start);
    if (own)
        request->real->clReleaseEvent(own);
    return err;
}

cl_int netcl_pace_run(struct netcl_subject *subject,
                      const struct netcl_request *request)
{
    bool is_timed = atomic_load(&subject->timed) < MOST_TIMED;
    cl_int err;

    atomic_fetch_add(&subject->launches, 1);
    if (is_timed && netcl_drain(request, netcl_clock_ns() + after_ns())) {
        err = run_timed(subject, request);
        atomic_fetch_add(&subject->timed, 1);
    } else {
        err = netcl_request_forward(request);
    }
    return err;
}

unsigned long long netcl_pace_pause(struct netcl_subject *subject)
{
    unsigned long long launches = atomic_load(&subject->launches);
    unsigned long long wanted = goal_ns(subject) / mean_ns(subject);

    if (launches < MOST_TIMED || wanted <= launches)
        return 0;
    /* Its plan counts them, not the subject: taken as done. */
    atomic_store(&subject->launches, wanted);
    return wanted - launches;
}

/* ---- what changes
 * -------------------------------------------------------------- */

static uint64_t digest_of_value(const struct netcl_value *value)
{
    return netcl_hash_finish(
        netcl_hash_bytes(NETCL_HASH_INIT, value->bytes,
                         value->state == NETCL_VALUE_BYTES ? value->size : 0));
}

static uint64_t digest_of_range(const struct netcl_request *request)
{
    return netcl_hash_finish(
        netcl_hash_bytes(NETCL_HASH_INIT, request->global,
                         request->dimensions * sizeof(size_t)));
}

/* Whether this is the third value within one range. */
static bool is_changing(struct netcl_subject_seen *seen, uint64_t value,
                        bool is_same_range)
{
    unsigned i;

    if (!is_same_range)
        seen->count = 0;
    for (i = 0; i < seen->count; i++)
        if (seen->values[i] == value)
            return false;
    if (seen->count == NETCL_SUBJECT_SEEN)
        return true;
    seen->values[seen->count++] = value;
    return false;
}

static bool is_new_range(struct netcl_subject *subject, uint64_t range)
{
    unsigned i;

    for (i = 0; i < subject->range_count; i++)
        if (subject->ranges[i] == range)
            return false;
    if (subject->range_count < NETCL_SUBJECT_RANGES)
        subject->ranges[subject->range_count++] = range;
    else
        return true;
    return false;
}

static void look(struct netcl_subject *subject,
                 const struct netcl_kernel *kernel, uint64_t range)
{
    const struct netcl_subject_entry *now = netcl_subject_now(subject);
    bool is_any_size = now->is_any_size;
    bool is_same_range = range == subject->range || is_any_size;
    uint64_t dropped = 0;
    size_t i;

    subject->range = range;
    for (i = 0; i < now->entry.arg_count && i < kernel->arg_count; i++)
        if (netcl_subject_counts(now, i) &&
            is_changing(&subject->seen[i], digest_of_value(&kernel->values[i]),
                        is_same_range))
            dropped |= (uint64_t)1 << i;
    is_any_size = is_new_range(subject, range);
    if (dropped || is_any_size)
        netcl_subject_drop(subject, dropped, is_any_size);
}

/* Two threads at once: one of them looks. */
void netcl_pace_note(struct netcl_subject *subject,
                     const struct netcl_kernel *kernel,
                     const struct netcl_request *request)
{
    if (atomic_flag_test_and_set(&subject->is_looked_at))
        return;
    look(subject, kernel, digest_of_range(request));
    atomic_flag_clear(&subject->is_looked_at);
}
