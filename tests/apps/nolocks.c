/* SPDX-License-Identifier: Apache-2.0 */
/* nolocks: preloaded, it makes every file system one that has no locks. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((visibility("default"))) int flock(int fd, int operation)
{
    (void)fd;
    (void)operation;
    errno = ENOLCK;
    return -1;
}

__attribute__((visibility("default"))) int fcntl(int fd, int command, ...)
{
    va_list rest;
    long argument;

    va_start(rest, command);
    argument = va_arg(rest, long);
    va_end(rest);
    if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
        errno = ENOLCK;
        return -1;
    }
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

int fcntl64(int fd, int command, ...)
    __attribute__((alias("fcntl"), visibility("default")));
