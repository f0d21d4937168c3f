/* SPDX-License-Identifier: Apache-2.0 */
#include "door/scope.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "door/layer.h"
#include "door/presence.h"

#define MOST_LOADERS 16

static struct netcl_scope scopes[MOST_LOADERS];
static unsigned scope_count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct netcl_map callers = NETCL_MAP_INIT; /* by return address */

/* dlsym in the scope of an object, but never finding ourselves. */
struct lookup {
    void *handle;
    const void *own_base;
};

static const void *base_of(const void *address)
{
    Dl_info info;

    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

static void *find_symbol(void *context, const char *name)
{
    struct lookup *lookup = context;
    void *address = dlsym(lookup->handle, name);

    return address && base_of(address) != lookup->own_base ? address : NULL;
}

/* The caller's object as a handle, or RTLD_NEXT for the main program. */
static void *open_caller(const void *return_address)
{
    struct link_map *map = NULL;
    Dl_info info;

    if (!dladdr1(return_address, &info, (void **)&map, RTLD_DL_LINKMAP) ||
        !map || !map->l_name || !*map->l_name)
        return RTLD_NEXT;
    return dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
}

/* Its addresses are kept, so it must not be unmapped. */
static void pin(const void *address)
{
    Dl_info info;

    if (dladdr(address, &info) && info.dli_fname)
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

static void set_silent(struct netcl_scope *scope)
{
    atomic_store(&scope->is_silent,
                 !netcl_presence_is_on() || netcl_layer_covers(scope->base));
}

static struct netcl_scope *add_scope(struct lookup *lookup, const void *base)
{
    struct netcl_scope *scope = &scopes[scope_count];

    if (scope_count == MOST_LOADERS)
        return NULL;
    netcl_real_from_symbols(&scope->real, find_symbol, lookup);
    scope->base = base;
    pin((const void *)scope->real.clGetPlatformIDs);
    set_silent(scope);
    scope_count++;
    return scope;
}

static struct netcl_scope *scope_of(struct lookup *lookup)
{
    void *first = find_symbol(lookup, "clGetPlatformIDs");
    const void *base = first ? base_of(first) : NULL;
    unsigned i;

    if (!base)
        return NULL;
    for (i = 0; i < scope_count; i++)
        if (scopes[i].base == base)
            return &scopes[i];
    return add_scope(lookup, base);
}

static struct netcl_scope *resolve(const void *return_address)
{
    struct lookup lookup = {open_caller(return_address),
                            base_of((const void *)netcl_scope_search)};
    struct netcl_scope *scope = NULL;

    if (lookup.handle)
        scope = scope_of(&lookup);
    if (lookup.handle && lookup.handle != RTLD_NEXT)
        dlclose(lookup.handle);
    if (!scope && lookup.handle != RTLD_NEXT) {
        lookup.handle = RTLD_NEXT;
        scope = scope_of(&lookup);
    }
    return scope;
}

_Atomic(const struct netcl_caller *) netcl_scope_callers[NETCL_SCOPE_CALLERS];

/* Into its place among those seen last; what was there stays in the map. */
static void show(const struct netcl_caller *caller)
{
    atomic_store_explicit(netcl_scope_place(caller->return_address), caller,
                          memory_order_release);
}

/* Without memory it is looked for again at the next call. */
static void add_caller(const void *return_address, struct netcl_scope *scope)
{
    struct netcl_caller *caller = calloc(1, sizeof(*caller));

    if (!caller)
        return;
    caller->return_address = return_address;
    caller->scope = scope;
    if (netcl_map_put(&callers, return_address, caller))
        free(caller);
    else
        show(caller);
}

struct netcl_scope *netcl_scope_search(const void *return_address)
{
    struct netcl_caller *caller = netcl_map_find(&callers, return_address);
    struct netcl_scope *scope;

    if (caller) {
        show(caller);
        return caller->scope;
    }
    netcl_presence_start();
    pthread_mutex_lock(&mutex);
    scope = resolve(return_address);
    pthread_mutex_unlock(&mutex);
    if (scope)
        add_caller(return_address, scope);
    return scope;
}

void netcl_scope_refresh(void)
{
    unsigned i;

    pthread_mutex_lock(&mutex);
    for (i = 0; i < scope_count; i++)
        set_silent(&scopes[i]);
    pthread_mutex_unlock(&mutex);
}
