/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/opencl.h"

#define PATIENCE_S 20

struct experiment {
    enum netcl_probed (*run)(const struct experiment *experiment,
                             char text[NETCL_PROBE_TEXT_BYTES]);
    const char *name;
    const char *library;
};

static const struct {
    const char *name, *meaning;
} table[] = {
    [NETCL_PROBED_LAYERS] = {"layers", "takes layers: every program that "
                                       "uses it is reached"},
    [NETCL_PROBED_NO_LAYERS] =
        {"no-layers", "ignores layers: linked programs are reached, those "
                      "that open it themselves are not"},
    [NETCL_PROBED_FINE] = {"fine", "can be loaded"},
    [NETCL_PROBED_ABSENT] = {"absent", "cannot be loaded"},
    [NETCL_PROBED_UNCLEAR] = {"unclear", "cannot be told while the tuner is "
                                         "in LD_PRELOAD of this command"},
    [NETCL_PROBED_CRASHED] = {"crashed", "crashes when it is asked for its "
                                         "platforms"},
    [NETCL_PROBED_HUNG] = {"hung", "does not answer"},
};

const char *netcl_probed_meaning(enum netcl_probed probed)
{
    return table[probed].meaning;
}

const char *netcl_probed_name(enum netcl_probed probed)
{
    return table[probed].name;
}

/* ---- in the child
 * ---------------------------------------------------------------- */

static bool is_mapped(const char *path)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[4608];
    bool is_found = false;

    while (maps && !is_found && fgets(line, sizeof(line), maps))
        is_found = strstr(line, path) != NULL;
    if (maps)
        fclose(maps);
    return is_found;
}

static enum netcl_probed fail(char text[NETCL_PROBE_TEXT_BYTES])
{
    const char *error = dlerror();

    snprintf(text, NETCL_PROBE_TEXT_BYTES, "%s", error ? error : "");
    return NETCL_PROBED_ABSENT;
}

static enum netcl_probed load(const struct experiment *experiment,
                              char text[NETCL_PROBE_TEXT_BYTES])
{
    return dlopen(experiment->library, RTLD_NOW | RTLD_LOCAL)
               ? NETCL_PROBED_FINE
               : fail(text);
}

static enum netcl_probed ask_loader(const struct experiment *experiment,
                                    char text[NETCL_PROBE_TEXT_BYTES])
{
    __typeof__(&clGetPlatformIDs) ask;
    bool was_mapped = is_mapped(experiment->library);
    void *handle, *address;
    cl_uint count;
    char *path;

    setenv("OPENCL_LAYERS", experiment->library, 1);
    setenv("NETCL_AUTOTUNE", "0", 1); /* it shall only be there */
    handle = dlopen(experiment->name, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail(text);
    address = dlsym(handle, "clGetPlatformIDs");
    if (!address)
        return fail(text);
    memcpy(&ask, &address, sizeof(ask));
    path = netcl_opencl_path_of(handle);
    snprintf(text, NETCL_PROBE_TEXT_BYTES, "%s",
             path ? path : experiment->name);
    ask(0, NULL, &count);
    if (was_mapped)
        return NETCL_PROBED_UNCLEAR;
    return is_mapped(experiment->library) ? NETCL_PROBED_LAYERS
                                          : NETCL_PROBED_NO_LAYERS;
}

static void work(const struct experiment *experiment, int report)
{
    char text[NETCL_PROBE_TEXT_BYTES] = "";
    int null = open("/dev/null", O_RDWR);
    enum netcl_probed probed;

    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE_S);
    probed = experiment->run(experiment, text);
    if (write(report, text, strlen(text)) < 0)
        _exit(NETCL_PROBED_CRASHED);
    _exit(probed); /* no driver's exit handlers */
}

/* ---- in the parent
 * ---------------------------------------------------------------- */

static enum netcl_probed judge(int status)
{
    if (WIFEXITED(status))
        return (enum netcl_probed)WEXITSTATUS(status);
    return WTERMSIG(status) == SIGALRM ? NETCL_PROBED_HUNG
                                       : NETCL_PROBED_CRASHED;
}

static enum netcl_probed try(const struct experiment *experiment,
                             char text[NETCL_PROBE_TEXT_BYTES])
{
    int ends[2], status = 0;
    ssize_t length;
    pid_t child;

    text[0] = '\0';
    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC))
        return NETCL_PROBED_UNCLEAR;
    child = fork();
    if (child == 0)
        work(experiment, ends[1]);
    close(ends[1]);
    length = read(ends[0], text, NETCL_PROBE_TEXT_BYTES - 1);
    text[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return NETCL_PROBED_UNCLEAR;
    return judge(status);
}

enum netcl_probed netcl_probe_loader(const char *name, const char *library,
                                     char text[NETCL_PROBE_TEXT_BYTES])
{
    struct experiment experiment = {ask_loader, name, library};

    return try(&experiment, text);
}

enum netcl_probed netcl_probe_library(const char *library,
                                      char text[NETCL_PROBE_TEXT_BYTES])
{
    struct experiment experiment = {load, NULL, library};

    return try(&experiment, text);
}
