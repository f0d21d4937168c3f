/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES (256 * 1024)
#define FIRST_FD 3

extern char **environ;

/* What the two processes in between need; they share this memory. */
struct spawn {
    char *arguments[2]; /* the file, NULL */
    char **environment;
    const int *fds;
    unsigned fd_count;
    int null;    /* /dev/null, above all numbers used */
    char *stack; /* a half for each of them */
};

/* ---- in the new process, which still shares our memory ------------------- */

/*
 * Ends by the bare system call: sanitizers do things to the stack in _exit()
 * (and in vfork()), and this stack is not one that they know. For the same
 * reason no address of a variable on it is taken: AddressSanitizer would mark
 * its surroundings, and nobody would clear the marks, since nothing returns.
 */
static int run(void *context)
{
    struct spawn *spawn = context;
    bool is_ready = true;
    int fd;

    for (fd = 0; fd < FIRST_FD; fd++)
        is_ready = is_ready && dup2(spawn->null, fd) >= 0;
    for (fd = 0; fd < (int)spawn->fd_count; fd++)
        is_ready = is_ready && dup2(spawn->fds[fd], FIRST_FD + fd) >= 0;
    if (is_ready)
        execve(spawn->arguments[0], spawn->arguments, spawn->environment);
    syscall(SYS_exit_group, 127);
    return 0;
}

/* Exits without SIGCHLD for its parent; its own child is init's from then. */
static int between(void *context)
{
    struct spawn *spawn = context;

    clone(run, spawn->stack + STACK_BYTES / 2,
          CLONE_VM | CLONE_VFORK | SIGCHLD, spawn);
    syscall(SYS_exit_group, 0);
    return 0;
}

/* ---- in this process -------------------------------------------------------- */

static bool is_named(const char *variable, const char *name)
{
    size_t length = strlen(name);

    return !strncmp(variable, name, length) && variable[length] == '=';
}

static bool is_one_of(const char *variable, const char *const *names)
{
    for (; *names; names++)
        if (is_named(variable, *names))
            return true;
    return false;
}

static char **make_environment(const char *const *less, const char *more)
{
    size_t i, count = 0;
    char **made;

    while (environ && environ[count])
        count++;
    made = calloc(count + 2, sizeof(*made));
    if (!made)
        return NULL;
    count = 0;
    for (i = 0; environ && environ[i]; i++)
        if (!is_one_of(environ[i], less))
            made[count++] = environ[i];
    made[count] = (char *)more;
    return made;
}

/* Copies above the numbers they go to, so that none is overwritten. */
static int lift(const int *fds, unsigned count, int *lifted)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        lifted[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, FIRST_FD + (int)count);
        if (lifted[i] < 0)
            return (int)i;
    }
    return (int)count;
}

/* The processes start with all signals blocked, so no handler runs there. */
static int start(struct spawn *spawn)
{
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    sigset_t all, before;
    pid_t pid;
    int err;

    if (stack == MAP_FAILED)
        return -ENOMEM;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    spawn->stack = stack;
    pid = clone(between, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK, spawn);
    err = pid < 0 ? -errno : 0;
    while (pid > 0 && waitpid(pid, NULL, __WCLONE) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, STACK_BYTES);
    return err;
}

int netcl_spawn(const char *path, const int *fds, unsigned fd_count,
                const char *const *less, const char *more)
{
    int lifted[fd_count + 1], given[fd_count + 1], count, err = -ENOMEM;
    struct spawn spawn = {.arguments = {(char *)path, NULL},
                          .environment = make_environment(less, more),
                          .fds = lifted,
                          .fd_count = fd_count,
                          .null = -1};

    memcpy(given, fds, fd_count * sizeof(*given));
    given[fd_count] = open("/dev/null", O_RDWR | O_CLOEXEC);
    count = given[fd_count] < 0 ? 0 : lift(given, fd_count + 1, lifted);
    if (spawn.environment && count == (int)fd_count + 1) {
        spawn.null = lifted[fd_count];
        err = start(&spawn);
    }
    while (count > 0)
        close(lifted[--count]);
    if (given[fd_count] >= 0)
        close(given[fd_count]);
    free(spawn.environment);
    return err;
}
