/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/quiet.h"
#include "base/str.h"

static int read_all(int fd, char *bytes, size_t length)
{
    size_t done = 0;
    ssize_t got;

    while (done < length) {
        got = read(fd, bytes + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            return -EIO; /* shrank meanwhile */
        done += (size_t)got;
    }
    return 0;
}

static int write_all(int fd, const char *bytes, size_t length)
{
    struct netcl_quiet quiet;
    size_t done = 0;
    ssize_t put;
    int err = 0;

    netcl_quiet_enter(&quiet);
    while (!err && done < length) {
        put = write(fd, bytes + done, length - done);
        if (put >= 0)
            done += (size_t)put;
        else if (errno != EINTR)
            err = -errno;
    }
    netcl_quiet_leave(&quiet);
    return err;
}

bool netcl_file_is_trusted(const struct stat *about)
{
    return (about->st_uid == 0 || about->st_uid == geteuid()) &&
           !(about->st_mode & S_IWOTH);
}

static int read_open(int fd, const struct stat *about, char **bytes,
                     size_t *length)
{
    char *text;
    int err;

    if (!S_ISREG(about->st_mode))
        return S_ISDIR(about->st_mode) ? -EISDIR : -EINVAL;
    text = malloc((size_t)about->st_size + 1);
    err = text ? read_all(fd, text, (size_t)about->st_size) : -ENOMEM;
    if (err) {
        free(text);
        return err;
    }
    text[about->st_size] = '\0';
    *bytes = text;
    *length = (size_t)about->st_size;
    return 0;
}

/* What is judged is what is read, not what has the name a moment later. */
static int read_file(const char *path, int flags, bool must_trust,
                     char **bytes, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    struct stat about;
    int err;

    if (fd < 0)
        return -errno;
    err = fstat(fd, &about) ? -errno : 0;
    if (!err && must_trust && !netcl_file_is_trusted(&about))
        err = -EPERM;
    if (!err)
        err = read_open(fd, &about, bytes, length);
    close(fd);
    return err;
}

int netcl_file_read(const char *path, char **bytes, size_t *length)
{
    return read_file(path, 0, false, bytes, length);
}

int netcl_file_read_trusted(const char *path, char **bytes, size_t *length)
{
    return read_file(path, 0, true, bytes, length);
}

int netcl_file_read_own(const char *path, char **bytes, size_t *length)
{
    return read_file(path, O_NOFOLLOW, true, bytes, length);
}

int netcl_file_make_folders(const char *path)
{
    char *copy = strdup(path);
    char *slash;
    int err = 0;

    if (!copy)
        return -ENOMEM;
    for (slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700); /* what counts is that the last one is there */
        *slash = '/';
    }
    if (mkdir(copy, 0700) && errno != EEXIST)
        err = -errno;
    free(copy);
    return err;
}

int netcl_file_make_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *parent;
    int err;

    if (!slash || slash == path)
        return 0;
    parent = strndup(path, (size_t)(slash - path));
    if (!parent)
        return -ENOMEM;
    err = netcl_file_make_folders(parent);
    free(parent);
    return err;
}

static int write_new(const char *path, mode_t mode, const char *bytes,
                     size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                  mode);
    int err;

    if (fd < 0)
        return -errno;
    err = write_all(fd, bytes, length);
    /* Else a crash of the machine could leave an empty file behind. */
    if (!err && fsync(fd) && errno != EINVAL && errno != EROFS)
        err = -errno;
    if (close(fd) && !err)
        err = -errno;
    return err;
}

int netcl_file_replace(const char *path, const char *bytes, size_t length)
{
    struct stat about;
    mode_t mode = stat(path, &about) ? 0600 : about.st_mode & 0777;
    char *fresh;
    int err = netcl_file_make_parent(path);

    if (err)
        return err;
    fresh = netcl_str_format("%s.%ld.%llx", path, (long)getpid(),
                             (unsigned long long)netcl_clock_ns());
    if (!fresh)
        return -ENOMEM;
    err = write_new(fresh, mode, bytes, length);
    if (!err && rename(fresh, path))
        err = -errno;
    if (err)
        unlink(fresh);
    free(fresh);
    return err;
}

int netcl_file_lock(const char *path, unsigned wait_ms, int *descriptor)
{
    uint64_t until = netcl_clock_ns() + wait_ms * NETCL_MS;
    char *name;
    int fd, err = netcl_file_make_parent(path);

    if (err)
        return err;
    name = netcl_str_format("%s.lock", path);
    if (!name)
        return -ENOMEM;
    fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    err = fd < 0 ? -errno : 0;
    free(name);
    if (err)
        return err;
    while (flock(fd, LOCK_EX | LOCK_NB)) {
        err = -errno;
        if ((err != -EWOULDBLOCK && err != -EINTR) ||
            netcl_clock_ns() >= until) {
            close(fd);
            return err;
        }
        netcl_clock_sleep_us(2000);
    }
    *descriptor = fd;
    return 0;
}

void netcl_file_unlock(int descriptor)
{
    close(descriptor); /* which gives the lock back */
}

int netcl_file_check_trust(const char *path)
{
    struct stat about;

    if (stat(path, &about))
        return -errno;
    return netcl_file_is_trusted(&about) ? 0 : -EPERM;
}
