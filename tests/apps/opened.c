/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opened LOADER LAUNCHES [local|deepbind|namespace]: a program that opens its
 * loader at run time and asks it for every function, and launches the scale
 * kernel. LOADER "forked": launches, then launches again in a child.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *loader;

static void *find(const char *name)
{
    void *address = dlsym(loader, name);

    if (!address) {
        fprintf(stderr, "opened: no %s\n", name);
        exit(1);
    }
    return address;
}

#define CALL(name) ((__typeof__(&name))find(#name))
#include "scale.h"

static void *open_loader(const char *name, const char *how)
{
    int mode = RTLD_NOW | RTLD_LOCAL;

    if (!strcmp(how, "namespace"))
        return dlmopen(LM_ID_NEWLM, name, mode);
    return dlopen(name, mode | (strcmp(how, "deepbind") ? 0 : RTLD_DEEPBIND));
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    struct scale scale;
    int status = 0;

    if (argc < 3)
        return 2;
    loader = open_loader(strstr(name, "OpenCL") ? name : "libOpenCL.so.1",
                         argc > 3 ? argv[3] : "local");
    if (!loader)
        return 1;
    scale_open(&scale);
    if (scale_launch(&scale, atoi(argv[2])))
        return 1;
    if (!strcmp(name, "forked")) {
        if (fork() == 0)
            exit(scale_launch(&scale, atoi(argv[2])));
        wait(&status);
    }
    return status != 0;
}
