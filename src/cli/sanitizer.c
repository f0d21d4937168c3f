/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sanitizer.h"

#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

/* The file that execvp() would run; NULL: none, or no memory. */
static char *find_program(const char *name)
{
    const char *folders = getenv("PATH");
    char *list, *rest, *folder, *path = NULL;

    if (strchr(name, '/'))
        return strdup(name);
    list = rest = strdup(folders ? folders : "/bin:/usr/bin");
    while (!path && rest) {
        folder = strsep(&rest, ":");
        path = netcl_str_format("%s/%s", *folder ? folder : ".", name);
        if (path && access(path, X_OK)) {
            free(path);
            path = NULL;
        }
    }
    free(list);
    return path;
}

/* The runtime's name among the libraries that the file links, or NULL. */
static char *find_runtime(const char *bytes, size_t length)
{
    static const char *const stems[] = {"libasan.so.", "libtsan.so."};
    const char *found = NULL;
    size_t i, span;

    if (length < SELFMAG || memcmp(bytes, ELFMAG, SELFMAG))
        return NULL;
    for (i = 0; !found && i < sizeof(stems) / sizeof(*stems); i++)
        found = memmem(bytes, length, stems[i], strlen(stems[i]));
    if (!found)
        return NULL;
    span = strlen("libasan.so.");
    while (isdigit((unsigned char)found[span]))
        span++;
    return strndup(found, span);
}

static int put_first(const char *runtime)
{
    const char *list = getenv("LD_PRELOAD");
    char *joined;
    int err;

    if (list && !strncmp(list, runtime, strlen(runtime)))
        return 0;
    joined = netcl_str_format("%s%s%s", runtime, list ? ":" : "",
                              list ? list : "");
    err = joined ? setenv("LD_PRELOAD", joined, 1) : -1;
    free(joined);
    return err ? -ENOMEM : 0;
}

int netcl_sanitizer_put_first(const char *program)
{
    char *path = find_program(program);
    char *bytes = NULL, *runtime = NULL;
    size_t length;
    int err = 0;

    if (path && !netcl_file_read(path, &bytes, &length))
        runtime = find_runtime(bytes, length);
    if (runtime)
        err = put_first(runtime);
    free(path);
    free(bytes);
    free(runtime);
    return err;
}
