/* SPDX-License-Identifier: Apache-2.0 */
#include "cl/real.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

void netcl_real_from_dispatch(struct netcl_real *real,
                              const struct _cl_icd_dispatch *dispatch,
                              cl_uint entries)
{
    size_t bytes = entries * sizeof(void *);

/* A table of an older loader ends early. */
#define TAKE(name)                                                            \
    real->name = NULL;                                                        \
    if (offsetof(struct _cl_icd_dispatch, name) < bytes)                      \
        memcpy(&real->name, &dispatch->name, sizeof(real->name));
#define HOOK(type, name, parameters, arguments) TAKE(name)
#define CALL(name) TAKE(name)
#include "cl/entrypoints.def"
#undef HOOK
#undef CALL
#undef TAKE
}

int netcl_real_from_symbols(struct netcl_real *real,
                            void *(*find)(void *context, const char *name),
                            void *context)
{
    void *address;

#define TAKE(name)                                                            \
    address = find(context, #name);                                           \
    memcpy(&real->name, &address, sizeof(address));
#define HOOK(type, name, parameters, arguments) TAKE(name)
#define CALL(name) TAKE(name)
#include "cl/entrypoints.def"
#undef HOOK
#undef CALL
#undef TAKE
    return real->clGetPlatformIDs ? 0 : -ENOENT;
}
