/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks: what happens at each entry point, whichever door it came through.
 *
 * A hook calls the driver with the program's own arguments, tells track or
 * launch about it, and returns what the driver returned. It decides nothing.
 * `real` is the driver's side of the door. Any thread.
 */
#ifndef NETCL_DOOR_HOOKS_H
#define NETCL_DOOR_HOOKS_H

#include "cl/real.h"

#define NETCL_UNPAREN(...) __VA_ARGS__

#define HOOK(type, name, parameters, arguments)                               \
    type netcl_hook_##name(const struct netcl_real *real,                     \
                           NETCL_UNPAREN parameters);
#define HOT(type, name, parameters, arguments) /* hooks_hot.h */
#define CALL(name)
#include "cl/entrypoints.def"
#undef HOOK
#undef CALL

#include "door/hooks_hot.h"

#endif
