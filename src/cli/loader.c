/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <glob.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "base/str.h"

/* Where distributions have a loader; the first that knows layers is taken. */
static const char *const places[] = {
    "/usr/lib/*-linux-gnu/libOpenCL.so.1",
    "/usr/lib64/libOpenCL.so.1",
    "/usr/lib/libOpenCL.so.1",
    "/usr/local/lib*/libOpenCL.so.1",
    "/opt/*/lib*/libOpenCL.so.1",
};

/* The names that programs ask for. */
static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so"};

/* A loader that knows layers asks for this variable by its name. */
static bool knows_layers(const char *path)
{
    static const char word[] = "OPENCL_LAYERS";
    char *bytes = NULL;
    size_t length = 0;
    bool is_so;

    if (netcl_file_read(path, &bytes, &length))
        return false;
    is_so =
        length > EI_NIDENT && !memcmp(bytes, ELFMAG, SELFMAG) &&
        bytes[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
        memmem(bytes, length, word, strlen(word));
    free(bytes);
    return is_so;
}

/* The file that a program would get by this name; NULL: none. */
static char *find_default(void)
{
    void *loader = dlopen(names[0], RTLD_LAZY | RTLD_LOCAL);
    struct link_map *map = NULL;
    char *path = NULL;

    if (!loader)
        return NULL;
    if (!dlinfo(loader, RTLD_DI_LINKMAP, &map))
        path = realpath(map->l_name, NULL);
    dlclose(loader);
    return path;
}

static char *find_in(const char *pattern)
{
    char *path = NULL;
    glob_t found;
    size_t i;

    if (glob(pattern, 0, NULL, &found))
        return NULL;
    for (i = 0; !path && i < found.gl_pathc; i++)
        if (knows_layers(found.gl_pathv[i]))
            path = realpath(found.gl_pathv[i], NULL);
    globfree(&found);
    return path;
}

static char *find_layered(void)
{
    char *path = NULL;
    size_t i;

    for (i = 0; !path && i < sizeof(places) / sizeof(*places); i++)
        path = find_in(places[i]);
    return path;
}

bool netcl_loader_is_there(void)
{
    char *path = find_layered();

    free(path);
    return path != NULL;
}

/* Another process may be looking through the link just now. */
static int point_to(const char *path, const char *target)
{
    char *now = realpath(path, NULL);
    char *fresh = netcl_str_format("%s.%ld", path, (long)getpid());
    int err = fresh ? 0 : -ENOMEM;

    if (fresh && (!now || strcmp(now, target)) &&
        (symlink(target, fresh) || rename(fresh, path))) {
        err = -errno;
        unlink(fresh);
    }
    free(now);
    free(fresh);
    return err;
}

/* Beside the cache, where it stays: programs start others. */
static char *make_folder(const char *loader)
{
    char *cache = netcl_config_cache_path();
    char *slash = cache ? strrchr(cache, '/') : NULL;
    char *folder =
        slash ? netcl_str_format("%.*s/loader", (int)(slash - cache), cache)
              : NULL;
    int err = folder ? netcl_file_make_folders(folder) : -ENOMEM;
    char *path;
    size_t i;

    for (i = 0; !err && i < sizeof(names) / sizeof(*names); i++) {
        path = netcl_str_format("%s/%s", folder, names[i]);
        err = path ? point_to(path, loader) : -ENOMEM;
        free(path);
    }
    free(cache);
    if (!err)
        return folder;
    free(folder);
    return NULL;
}

static int put_in_front(const char *folder)
{
    const char *list = getenv("LD_LIBRARY_PATH");
    char *joined =
        netcl_str_format("%s%s%s", folder, list ? ":" : "", list ? list : "");
    int err = joined ? setenv("LD_LIBRARY_PATH", joined, 1) : -1;

    free(joined);
    return err ? -ENOMEM : 0;
}

int netcl_loader_put_in_front(void)
{
    char *usual = find_default();
    bool is_wanted = usual && !knows_layers(usual);
    char *loader = is_wanted ? find_layered() : NULL;
    char *folder = loader ? make_folder(loader) : NULL;
    int err = is_wanted ? -ENOENT : 0;

    if (folder)
        err = put_in_front(folder);
    free(usual);
    free(loader);
    free(folder);
    return err;
}
