/* SPDX-License-Identifier: Apache-2.0 */
#include "door/export.h"

#include "door/hooks.h"
#include "door/layer.h"
#include "door/presence.h"
#include "door/scope.h"
#include "launch/launch.h"

/*
 * What a call returns when no loader is found: the program would not have
 * started without us.
 */
#define NO_LOADER(type)                                                       \
    __builtin_choose_expr(__builtin_types_compatible_p(type, cl_int), -1001, 0)

/* When a hook returns, whatever it returns. */
static void leave(const bool *is_inside)
{
    (void)is_inside;
    netcl_presence_inside = false;
}

/*
 * The hook itself is hidden: code here that named the exported clX could
 * reach the loader's, or itself.
 */
#define HOOK(type, name, parameters, arguments)                               \
    static __attribute__((noinline)) type handle_##name(                      \
        const void *return_address, NETCL_UNPAREN parameters)                 \
    {                                                                         \
        struct netcl_scope *scope = netcl_scope_find(return_address);         \
                                                                              \
        if (!scope || !scope->real.name)                                      \
            return (type)NO_LOADER(type);                                     \
        if (netcl_presence_inside || !netcl_presence_is_on() ||               \
            atomic_load(&scope->is_silent))                                   \
            return scope->real.name arguments;                                \
        bool is_inside __attribute__((cleanup(leave), unused)) =              \
            netcl_presence_inside = true;                                     \
        return netcl_hook_##name(&scope->real, NETCL_UNPAREN arguments);      \
    }                                                                         \
                                                                              \
    __attribute__((visibility("default"))) type CL_API_CALL name parameters   \
    {                                                                         \
        const void *return_address = __builtin_return_address(0);             \
        struct netcl_scope *scope = netcl_scope_peek(return_address);         \
                                                                              \
        if (scope && scope->real.name &&                                      \
            atomic_load_explicit(&scope->is_silent, memory_order_relaxed))    \
            return scope->real.name arguments;                                \
        return handle_##name(return_address, NETCL_UNPAREN arguments);                 \
    }
#define CALL(name)
#include "cl/entrypoints.def"
#undef HOOK
#undef CALL

void netcl_export_layer_came(void)
{
    netcl_scope_refresh();
}

__attribute__((constructor)) static void begin(void)
{
    if (!netcl_presence_is_unwanted())
        netcl_layer_ask_for();
}

/* No OpenCL here: drivers may be gone already. */
__attribute__((destructor)) static void end(void)
{
    if (netcl_presence_is_on())
        netcl_launch_end();
}
