/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Dead handles are kept this long, so that a release too many is an error
 * that tests can see and not a crash.
 */
#define NUM_KEPT 4096

struct fakecl_state fakecl_state = {.now_ns = 1000000000};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct fakecl_callback *owed;
static struct fakecl_callback **owed_tail = &owed;
static void *kept[NUM_KEPT];
static unsigned next_kept;

void fakecl_lock(void)
{
    pthread_mutex_lock(&lock);
}

static void call_back(const struct fakecl_callback *callback)
{
    if (callback->on_event)
        callback->on_event(callback->handle, callback->status,
                           callback->user_data);
    if (callback->on_mem)
        callback->on_mem(callback->handle, callback->user_data);
    if (callback->on_context)
        callback->on_context(callback->handle, callback->user_data);
}

/* The lock is ours on entry, and on return. */
static void pay_one(void)
{
    struct fakecl_callback *callback = owed;

    owed = callback->next;
    if (!owed)
        owed_tail = &owed;
    pthread_mutex_unlock(&lock);
    call_back(callback);
    pthread_mutex_lock(&lock);
    if (callback->on_event)
        fakecl_drop(callback->handle);
    free(callback);
}

void fakecl_unlock(void)
{
    while (__builtin_expect(owed != NULL, 0))
        pay_one();
    pthread_mutex_unlock(&lock);
}

void fakecl_owe(struct fakecl_callback **list)
{
    if (!*list)
        return;
    *owed_tail = *list;
    while (*owed_tail)
        owed_tail = &(*owed_tail)->next;
    *list = NULL;
}

void fakecl_wait(void)
{
    if (owed)
        pay_one();
    else
        pthread_cond_wait(&changed, &lock);
}

void fakecl_wake(void)
{
    pthread_cond_broadcast(&changed);
}

void *fakecl_new(enum fakecl_kind kind, size_t size)
{
    struct fakecl_object *object = calloc(1, size);

    if (!object)
        return NULL;
    object->dispatch = &fakecl_dispatch;
    object->magic = FAKECL_ALIVE(kind);
    object->kind = kind;
    object->id = ++fakecl_state.made[kind];
    object->refs = 1;
    fakecl_state.live[kind]++;
    return object;
}

static void bury(void *object)
{
    free(kept[next_kept]);
    kept[next_kept] = object;
    next_kept = (next_kept + 1) % NUM_KEPT;
}

static void destroy(struct fakecl_object *object)
{
    switch (object->kind) {
    case FAKECL_CONTEXT:
        fakecl_context_destroy((cl_context)object);
        break;
    case FAKECL_QUEUE:
        fakecl_queue_destroy((cl_command_queue)object);
        break;
    case FAKECL_MEM:
        fakecl_mem_destroy((cl_mem)object);
        break;
    case FAKECL_PROGRAM:
        fakecl_program_destroy((cl_program)object);
        break;
    case FAKECL_KERNEL:
        fakecl_kernel_destroy((cl_kernel)object);
        break;
    case FAKECL_EVENT:
        fakecl_event_destroy((cl_event)object);
        break;
    case FAKECL_SAMPLER:
        fakecl_sampler_destroy((cl_sampler)object);
        break;
    default:
        return;
    }
    bury(object);
}

void fakecl_hold(void *handle)
{
    struct fakecl_object *object = handle;

    object->holds++;
}

void fakecl_drop(void *handle)
{
    struct fakecl_object *object = handle;

    if (!object)
        return;
    object->holds--;
    if (!object->holds && !object->refs)
        destroy(object);
}

cl_int fakecl_retain(void *handle, enum fakecl_kind kind)
{
    struct fakecl_object *object = handle;
    cl_int err = CL_SUCCESS;

    fakecl_lock();
    if (fakecl_is(handle, kind))
        object->refs++;
    else
        err = fakecl_invalid(kind);
    fakecl_unlock();
    return err;
}

void fakecl_release_locked(void *handle)
{
    struct fakecl_object *object = handle;

    if (--object->refs)
        return;
    object->magic = FAKECL_DEAD(object->kind);
    fakecl_state.live[object->kind]--;
    if (!object->holds)
        destroy(object);
}

cl_int fakecl_release(void *handle, enum fakecl_kind kind)
{
    cl_int err = CL_SUCCESS;

    fakecl_lock();
    if (fakecl_is(handle, kind))
        fakecl_release_locked(handle);
    else
        err = fakecl_invalid(kind);
    fakecl_unlock();
    return err;
}

bool fakecl_is_bad(const void *handle)
{
    if (handle)
        atomic_fetch_add(&fakecl_state.num_invalid, 1);
    return false;
}

cl_int fakecl_invalid(enum fakecl_kind kind)
{
    static const cl_int errors[FAKECL_KINDS] = {
        [FAKECL_PLATFORM] = CL_INVALID_PLATFORM,
        [FAKECL_DEVICE] = CL_INVALID_DEVICE,
        [FAKECL_CONTEXT] = CL_INVALID_CONTEXT,
        [FAKECL_QUEUE] = CL_INVALID_COMMAND_QUEUE,
        [FAKECL_MEM] = CL_INVALID_MEM_OBJECT,
        [FAKECL_PROGRAM] = CL_INVALID_PROGRAM,
        [FAKECL_KERNEL] = CL_INVALID_KERNEL,
        [FAKECL_EVENT] = CL_INVALID_EVENT,
        [FAKECL_SAMPLER] = CL_INVALID_SAMPLER,
    };

    return errors[kind];
}

unsigned fakecl_id(const void *handle)
{
    const struct fakecl_object *object = handle;

    return object ? object->id : 0;
}

void fakecl_object_report(void)
{
    const char *path = getenv("FAKECL_LEAKS");
    const unsigned *live = fakecl_state.live;
    FILE *file = path && *path ? fopen(path, "w") : NULL;

    if (!file)
        return;
    fprintf(file,
            "{\"context\":%u,\"queue\":%u,\"mem\":%u,\"program\":%u,"
            "\"kernel\":%u,\"event\":%u,\"sampler\":%u,\"bytes\":%zu,"
            "\"pending\":%u,"
            "\"launches\":%u,\"invalid\":%u,\"out_of_bounds\":%u}\n",
            live[FAKECL_CONTEXT], live[FAKECL_QUEUE], live[FAKECL_MEM],
            live[FAKECL_PROGRAM], live[FAKECL_KERNEL], live[FAKECL_EVENT],
            live[FAKECL_SAMPLER], fakecl_state.used_bytes,
            fakecl_state.num_pending, fakecl_state.num_launches,
            fakecl_state.num_invalid, fakecl_state.num_out_of_bounds);
    fclose(file);
}

__attribute__((destructor)) static void free_kept(void)
{
    unsigned i;

    /* In a forked child somebody may have it who is not there. */
    if (pthread_mutex_trylock(&lock))
        return;
    for (i = 0; i < NUM_KEPT; i++) {
        free(kept[i]);
        kept[i] = NULL;
    }
    fakecl_unlock();
}
