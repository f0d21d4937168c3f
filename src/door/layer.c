/* SPDX-License-Identifier: Apache-2.0 */
#include "door/layer.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "door/export.h"
#include "door/hooks.h"
#include "door/presence.h"

#include <CL/cl_layer.h>

/*
 * Two loaders in one process, or one that was unloaded and came back, each
 * bring a table of their own; a call must go on through the one it came from.
 */
#define SLOTS 4

static struct netcl_real reals[SLOTS];
static struct _cl_icd_dispatch tables[SLOTS];
static const void *targets[SLOTS];
static const void *bases[SLOTS]; /* where the loader is mapped */
static char *names[SLOTS];       /* its file */
static unsigned used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define CALL(name)
#define TRAMPOLINE(slot, type, name, parameters, arguments)                   \
    static type CL_API_CALL layer##slot##_##name parameters                   \
    {                                                                         \
        if (netcl_presence_inside || !netcl_presence_is_on())                 \
            return reals[slot].name arguments;                                \
        return netcl_hook_##name(&reals[slot], NETCL_UNPAREN arguments);      \
    }

#define HOOK(type, name, parameters, arguments)                               \
    TRAMPOLINE(0, type, name, parameters, arguments)                          \
    TRAMPOLINE(1, type, name, parameters, arguments)                          \
    TRAMPOLINE(2, type, name, parameters, arguments)                          \
    TRAMPOLINE(3, type, name, parameters, arguments)
#include "cl/entrypoints.def"
#undef HOOK

/* An entry that the loader does not have stays NULL: the loader fills it. */
#define PATCH(slot, name)                                                     \
    if (reals[slot].name)                                                     \
        tables[slot].name = layer##slot##_##name;

static void patch(unsigned slot)
{
    memset(&tables[slot], 0, sizeof(tables[slot]));
#define HOOK(type, name, parameters, arguments)                               \
    if (slot == 0)                                                            \
        PATCH(0, name)                                                        \
    if (slot == 1)                                                            \
        PATCH(1, name)                                                        \
    if (slot == 2)                                                            \
        PATCH(2, name)                                                        \
    if (slot == 3)                                                            \
        PATCH(3, name)
#include "cl/entrypoints.def"
#undef HOOK
}
#undef CALL

/* Whether the slot's loader has been unloaded. */
static bool is_gone(unsigned slot)
{
    Dl_info info;

    return bases[slot] && names[slot] &&
           (!dladdr(bases[slot], &info) || info.dli_fbase != bases[slot] ||
            strcmp(info.dli_fname, names[slot]) != 0);
}

/*
 * The slot for the table of the loader at `base`: the one it has, that of a
 * loader that is gone, or a new one; SLOTS when all are taken.
 */
static unsigned find_slot(const void *target, const void *base)
{
    unsigned slot;

    for (slot = 0; slot < used; slot++)
        if (targets[slot] == target || (base && bases[slot] == base))
            return slot;
    for (slot = 0; slot < used; slot++)
        if (is_gone(slot))
            return slot;
    if (used < SLOTS)
        used++;
    return slot;
}

static void fill_slot(unsigned slot, const struct _cl_icd_dispatch *target,
                      cl_uint entries, const void *caller)
{
    Dl_info info = {0};

    dladdr(caller, &info);
    netcl_real_from_dispatch(&reals[slot], target, entries);
    targets[slot] = target;
    bases[slot] = info.dli_fbase;
    free(names[slot]);
    names[slot] = info.dli_fname ? strdup(info.dli_fname) : NULL;
    patch(slot);
}

/*
 * Objects of the program outlive a loader that it unloads, and so may what we
 * have for them: from now on they are reached through another loader. Objects
 * know their driver, so any will do.
 */
static void lend_to_gone(const struct _cl_icd_dispatch *target,
                         cl_uint entries)
{
    unsigned slot;

    for (slot = 0; slot < used; slot++)
        if (is_gone(slot))
            netcl_real_from_dispatch(&reals[slot], target, entries);
}

static const void *base_of(const void *address)
{
    Dl_info info;

    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

bool netcl_layer_covers(const void *base)
{
    bool is_covered = false;
    unsigned slot;

    pthread_mutex_lock(&mutex);
    for (slot = 0; slot < used; slot++)
        is_covered = is_covered || (base && bases[slot] == base);
    pthread_mutex_unlock(&mutex);
    return is_covered;
}

/* All slots taken, or off: a table that changes nothing. */
static const struct _cl_icd_dispatch nothing;

static cl_int init(cl_uint entries, const struct _cl_icd_dispatch *target,
                   cl_uint *entries_ret,
                   const struct _cl_icd_dispatch **table_ret,
                   const void *caller)
{
    cl_uint own = sizeof(struct _cl_icd_dispatch) / sizeof(void *);
    unsigned slot;

    if (!target || !entries_ret || !table_ret)
        return CL_INVALID_VALUE;
    *entries_ret = entries < own ? entries : own;
    *table_ret = &nothing;
    netcl_presence_start();
    if (!netcl_presence_is_on())
        return CL_SUCCESS;
    pthread_mutex_lock(&mutex);
    slot = find_slot(target, base_of(caller));
    if (slot < SLOTS) {
        fill_slot(slot, target, entries, caller);
        *table_ret = &tables[slot];
    }
    lend_to_gone(target, entries);
    pthread_mutex_unlock(&mutex);
    netcl_export_layer_came();
    return CL_SUCCESS;
}

#define LAYER_EXPORT __attribute__((visibility("default")))

LAYER_EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size,
                                               void *value, size_t *size_ret)
{
    static const char text[] = "netcl-tune";
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *answer = name == CL_LAYER_NAME ? (const void *)text : &version;
    size_t bytes = name == CL_LAYER_NAME ? sizeof(text) : sizeof(version);

    if (name != CL_LAYER_NAME && name != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (value && size < bytes)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, answer, bytes);
    if (size_ret)
        *size_ret = bytes;
    return CL_SUCCESS;
}

LAYER_EXPORT cl_int CL_API_CALL clInitLayer(
    cl_uint entries, const struct _cl_icd_dispatch *target,
    cl_uint *entries_ret, const struct _cl_icd_dispatch **table_ret)
{
    return init(entries, target, entries_ret, table_ret,
                __builtin_return_address(0));
}

/* cl_loader_layers 1.0.1; the packaged headers do not have it yet. */
LAYER_EXPORT cl_int CL_API_CALL clInitLayerWithProperties(
    cl_uint entries, const struct _cl_icd_dispatch *target,
    cl_uint *entries_ret, const struct _cl_icd_dispatch **table_ret,
    const void *properties);
LAYER_EXPORT cl_int CL_API_CALL clInitLayerWithProperties(
    cl_uint entries, const struct _cl_icd_dispatch *target,
    cl_uint *entries_ret, const struct _cl_icd_dispatch **table_ret,
    const void *properties)
{
    (void)properties;
    return init(entries, target, entries_ret, table_ret,
                __builtin_return_address(0));
}

LAYER_EXPORT cl_int CL_API_CALL clDeinitLayer(void);
LAYER_EXPORT cl_int CL_API_CALL clDeinitLayer(void)
{
    return CL_SUCCESS; /* what we have goes with its contexts */
}

/* Whether `list` (colon-separated) has a file of this name. */
static bool has_file(const char *list, const char *name)
{
    size_t length = strlen(name), span;

    for (; *list; list += span + (list[span] == ':')) {
        span = strcspn(list, ":");
        if (span >= length && !strncmp(list + span - length, name, length) &&
            (span == length || list[span - length - 1] == '/'))
            return true;
    }
    return false;
}

void netcl_layer_ask_for(void)
{
    const char *list = getenv("OPENCL_LAYERS");
    char path[PATH_MAX];
    const char *name;
    char *joined;
    Dl_info info;

    if (!dladdr((void *)netcl_layer_ask_for, &info) ||
        !realpath(info.dli_fname, path) || strchr(path, ':'))
        return;
    name = strrchr(path, '/') + 1;
    if (list && *list && has_file(list, name))
        return;
    joined = list && *list ? netcl_str_format("%s:%s", list, path)
                           : strdup(path);
    if (joined)
        setenv("OPENCL_LAYERS", joined, 1);
    free(joined);
}
