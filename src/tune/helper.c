/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/helper.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/quiet.h"
#include "base/spawn.h"
#include "base/str.h"

#define NAME "netcl-tune-build"

#ifndef NETCL_HELPER_FOLDER
#define NETCL_HELPER_FOLDER "/usr/local/libexec/netcl-tune"
#endif

/* ---- finding it ------------------------------------------------------------- */

/* Build tree, installed beside a library that was moved, as configured. */
static char *find_program(void)
{
    static const char *const below[] = {"/../" NAME, "/" NAME,
                                        "/../libexec/netcl-tune/" NAME};
    char folder[PATH_MAX], *path, *slash;
    Dl_info info;
    size_t i;

    if (dladdr((void *)find_program, &info) &&
        realpath(info.dli_fname, folder) && (slash = strrchr(folder, '/'))) {
        *slash = '\0';
        for (i = 0; i < sizeof(below) / sizeof(*below); i++) {
            path = netcl_str_format("%s%s", folder, below[i]);
            if (path && !access(path, X_OK))
                return path;
            free(path);
        }
    }
    return !access(NETCL_HELPER_FOLDER "/" NAME, X_OK)
               ? strdup(NETCL_HELPER_FOLDER "/" NAME)
               : NULL;
}

/* The loader that the program uses, if it is a file of that kind. */
static char *name_loader(const struct netcl_real *real)
{
    const char *name = "";
    Dl_info info;

    if (dladdr((const void *)real->clGetPlatformIDs, &info) &&
        info.dli_fname && strstr(info.dli_fname, "OpenCL"))
        name = info.dli_fname;
    return netcl_str_format("NETCL_TUNE_LOADER=%s", name);
}

/* ---- life ------------------------------------------------------------------------ */

static int open_descriptors(struct netcl_helper *helper, int *theirs)
{
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return -errno;
    helper->socket = pair[0];
    *theirs = pair[1];
    helper->asks = memfd_create("netcl-asks", MFD_CLOEXEC);
    helper->answers = memfd_create("netcl-answers", MFD_CLOEXEC);
    return helper->asks < 0 || helper->answers < 0 ? -errno : 0;
}

int netcl_helper_start(struct netcl_helper *helper,
                       const struct netcl_real *real)
{
    static const char *const less[] = {"LD_PRELOAD", "OPENCL_LAYERS",
                                       "NETCL_TUNE_LOADER", NULL};
    char *path = find_program(), *loader = name_loader(real);
    int fds[3], theirs = -1, err = -ENOENT;

    *helper = (struct netcl_helper){-1, -1, -1, 0};
    if (path && loader)
        err = open_descriptors(helper, &theirs);
    if (!err) {
        fds[NETCL_WIRE_SOCKET - 3] = theirs;
        fds[NETCL_WIRE_ASKS - 3] = helper->asks;
        fds[NETCL_WIRE_ANSWERS - 3] = helper->answers;
        err = netcl_spawn(path, fds, 3, less, loader);
    }
    if (theirs >= 0)
        close(theirs);
    if (err)
        netcl_helper_close(helper);
    free(path);
    free(loader);
    return err;
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void netcl_helper_close(struct netcl_helper *helper)
{
    close_one(&helper->socket);
    close_one(&helper->asks);
    close_one(&helper->answers);
}

/* ---- messages ---------------------------------------------------------------------- */

int netcl_helper_send(struct netcl_helper *helper, uint64_t digest,
                      const char *text, size_t bytes)
{
    struct netcl_wire_ask ask = {digest, helper->asks_bytes, bytes};
    struct netcl_quiet quiet;
    ssize_t put;

    netcl_quiet_enter(&quiet); /* limits on files are for these, too */
    put = pwrite(helper->asks, text, bytes, (off_t)ask.offset);
    netcl_quiet_leave(&quiet);
    if (put != (ssize_t)bytes)
        return -EPIPE;
    if (send(helper->socket, &ask, sizeof(ask), MSG_DONTWAIT | MSG_NOSIGNAL) <
        0)
        return errno == EAGAIN ? -EAGAIN : -EPIPE;
    helper->asks_bytes += bytes;
    return 0;
}

int netcl_helper_receive(struct netcl_helper *helper,
                         struct netcl_wire_answer *answer)
{
    ssize_t got = recv(helper->socket, answer, sizeof(*answer), MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return -EAGAIN;
    return got == sizeof(*answer) ? 0 : -EPIPE;
}

char *netcl_helper_read(struct netcl_helper *helper,
                        const struct netcl_wire_answer *answer)
{
    char *bytes = malloc(answer->bytes + 1);

    if (bytes && pread(helper->answers, bytes, answer->bytes,
                       (off_t)answer->offset) != (ssize_t)answer->bytes) {
        free(bytes);
        return NULL;
    }
    if (bytes)
        bytes[answer->bytes] = '\0';
    /* The memory goes back; the offsets stay. */
    fallocate(helper->answers, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              (off_t)answer->offset, (off_t)(answer->bytes ? answer->bytes : 1));
    return bytes;
}
