/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/library.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/str.h"
#include "cli/loader.h"

#ifndef NETCL_LIBRARY_FOLDER
#define NETCL_LIBRARY_FOLDER "/usr/local/lib"
#endif

/* The folder of this command, or NULL. */
static char *own_folder(void)
{
    char *path = realpath("/proc/self/exe", NULL);
    char *slash = path ? strrchr(path, '/') : NULL;

    if (slash)
        *slash = '\0';
    return path;
}

/* The real path of folder/below/name, or NULL where there is no such file. */
static char *look_in(const char *folder, const char *below)
{
    char *path = netcl_str_format("%s%s/" NETCL_LIBRARY_NAME, folder, below);
    char *real = path ? realpath(path, NULL) : NULL;

    free(path);
    return real;
}

static char *find_installed(void)
{
    /* Build tree, run from inside it, moved as a whole; then as configured. */
    static const char *const below[] = {"/.libs", "", "/../lib"};
    char *folder = own_folder();
    char *found = NULL;
    size_t i;

    for (i = 0; folder && !found && i < sizeof(below) / sizeof(*below); i++)
        found = look_in(folder, below[i]);
    free(folder);
    return found ? found : look_in(NETCL_LIBRARY_FOLDER, "");
}

char *netcl_library_find(const char *given)
{
    char *found = given ? realpath(given, NULL) : find_installed();

    if (!found && given)
        netcl_diag_error("%s: is not there: %s (--library names %s)", given,
                         strerror(errno), NETCL_LIBRARY_NAME);
    else if (!found)
        netcl_diag_error("%s is not in %s; say where with --library",
                         NETCL_LIBRARY_NAME, NETCL_LIBRARY_FOLDER);
    return found;
}

/* Whether a list has a file of this library's name. */
static bool is_listed(const char *list, const char *separators)
{
    size_t length = strlen(NETCL_LIBRARY_NAME), span;

    for (; *list; list += span + (list[span] != '\0')) {
        span = strcspn(list, separators);
        if (span >= length &&
            !strncmp(list + span - length, NETCL_LIBRARY_NAME, length) &&
            (span == length || list[span - length - 1] == '/'))
            return true;
    }
    return false;
}

/* The library at one end of the list that the variable holds. */
static int add_to(const char *variable, const char *separators,
                  const char *library, bool is_first)
{
    const char *list = getenv(variable);
    char *joined;
    int err;

    if (list && is_listed(list, separators))
        return 0;
    if (!list || !*list)
        joined = strdup(library);
    else
        joined = netcl_str_format("%s:%s", is_first ? library : list,
                                  is_first ? list : library);
    err = joined ? setenv(variable, joined, 1) : -1;
    free(joined);
    return err ? -ENOMEM : 0;
}

/* A program with options of its own within does not ask the library for any. */
static int calm_sanitizer(void)
{
    static const char option[] = "verify_asan_link_order=0";
    const char *list = getenv("ASAN_OPTIONS");
    char *joined;
    int err;

    if (list && strstr(list, option))
        return 0;
    joined = netcl_str_format("%s%s%s", list ? list : "", list ? ":" : "",
                              option);
    err = joined ? setenv("ASAN_OPTIONS", joined, 1) : -1;
    free(joined);
    return err ? -ENOMEM : 0;
}

int netcl_library_open_doors(const char *library)
{
    int err;

    if (strpbrk(library, ": ")) {
        netcl_diag_error("%s: a path with a colon or a space cannot be "
                         "preloaded; link to it from elsewhere",
                         library);
        return -EINVAL;
    }
    err = add_to("LD_PRELOAD", ": ", library, true);
    if (!err)
        err = add_to("OPENCL_LAYERS", ":", library, false);
    if (!err)
        err = calm_sanitizer();
    if (!err && netcl_loader_put_in_front())
        netcl_diag_error("the OpenCL loader knows no layers, and no other can "
                         "be put in front of it: programs that open it at "
                         "run time are not reached (install ocl-icd)");
    return err;
}
