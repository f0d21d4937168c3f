/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plugged HOW LAUNCHES PLUGIN...: a program that knows nothing of OpenCL; its
 * plugins (tests/apps/plugin.c) launch so often, one after the other. HOW is
 *
 *   local, deepbind, namespace   how each of them is opened
 *   forked                       local, in a child
 *   moved                        local, with / as the working folder
 *   started                      local; then the same in a program of its own
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(const char *how, int launches, const char *path)
{
    int mode = RTLD_NOW | RTLD_LOCAL;
    int (*launch)(int);
    void *plugin;

    if (!strcmp(how, "deepbind"))
        mode |= RTLD_DEEPBIND;
    plugin = strcmp(how, "namespace") ? dlopen(path, mode)
                                      : dlmopen(LM_ID_NEWLM, path, mode);
    if (!plugin) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    *(void **)&launch = dlsym(plugin, "plugin_launch");
    return launch ? launch(launches) : 1;
}

static int start_again(char **argv)
{
    int status = 0;

    argv[1] = "local";
    if (fork() == 0) {
        execv(argv[0], argv);
        _exit(1);
    }
    wait(&status);
    return status != 0;
}

int main(int argc, char **argv)
{
    int i, status = 0;

    if (argc < 4)
        return 2;
    if (!strcmp(argv[1], "moved") && chdir("/"))
        return 1;
    if (!strcmp(argv[1], "forked") && fork() != 0) {
        wait(&status);
        return status != 0;
    }
    for (i = 3; i < argc; i++)
        status |= run(argv[1], atoi(argv[2]), argv[i]);
    if (!strcmp(argv[1], "started"))
        status |= start_again(argv);
    return status;
}
