/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/binaries.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "base/str.h"

static char *folder(void)
{
    char *cache = netcl_config_cache_path();
    char *slash = cache ? strrchr(cache, '/') : NULL;
    char *path = NULL;

    if (slash) {
        *slash = '\0';
        path = netcl_str_format("%s/binaries", cache);
    }
    free(cache);
    return path;
}

/* In a folder of somebody else's, files are what that somebody says. */
static char *path_of(const char *label, uint64_t digest)
{
    char *in = folder(), *path = NULL;

    if (in && !strchr(label, '/') && netcl_file_check_trust(in) != -EPERM)
        path = netcl_str_format("%s/%s-%016" PRIx64 ".bin", in, label, digest);
    free(in);
    return path;
}

int netcl_binaries_load(const char *label, uint64_t digest, void **binary,
                        size_t *bytes)
{
    char *path = path_of(label, digest), *content;
    int err = path ? netcl_file_read_own(path, &content, bytes) : -ENOENT;

    if (!err)
        *binary = content;
    free(path);
    return err;
}

void netcl_binaries_save(const char *label, uint64_t digest,
                         const void *binary, size_t bytes)
{
    char *path = path_of(label, digest);

    if (path && access(path, F_OK))
        netcl_file_replace(path, binary, bytes);
    free(path);
}

bool netcl_binaries_exist(void)
{
    char *path = folder();
    bool is_there = path && !access(path, X_OK);

    free(path);
    return is_there;
}

/* Does not wait for the disk. */
static void read_ahead(int in, const char *name)
{
    int fd = openat(in, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (fd < 0)
        return;
    posix_fadvise(fd, 0, 0, POSIX_FADV_WILLNEED);
    close(fd);
}

static bool is_of(const char *name, const char *label)
{
    size_t length = strlen(label);

    return !strncmp(name, label, length) && name[length] == '-';
}

void netcl_binaries_prefetch(const char *label)
{
    char *path = folder();
    DIR *entries = path ? opendir(path) : NULL;
    struct dirent *entry;

    while (entries && (entry = readdir(entries)))
        if (is_of(entry->d_name, label))
            read_ahead(dirfd(entries), entry->d_name);
    if (entries)
        closedir(entries);
    free(path);
}
