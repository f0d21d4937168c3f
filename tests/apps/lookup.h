/* SPDX-License-Identifier: Apache-2.0 */
/* lookup: functions of a loader that the program opens itself. */
#ifndef TESTS_APPS_LOOKUP_H
#define TESTS_APPS_LOOKUP_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *loader;

static inline void *find(const char *name)
{
    void *address = dlsym(loader, name);

    if (!address) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return address;
}

#define CL(name) ((__typeof__(&name))find(#name))

static inline void check(cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, (int)err);
    exit(1);
}

#endif
