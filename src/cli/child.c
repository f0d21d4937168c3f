/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "cli/cmd.h"

static const int forwarded[] = {SIGHUP,  SIGINT,  SIGQUIT,
                                SIGTERM, SIGUSR1, SIGUSR2};

/* What we wait for: the signals to send on, and the child's end. */
static void watched(sigset_t *set)
{
    size_t i;

    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (i = 0; i < sizeof(forwarded) / sizeof(*forwarded); i++)
        sigaddset(set, forwarded[i]);
}

/* In the child: become the program, or tell the parent why not. */
static void become(char *const *words, const sigset_t *mask, int report)
{
    int error;

    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(words[0], words);
    error = errno;
    if (write(report, &error, sizeof(error)) < 0)
        _exit(NETCL_EXIT_NOT_RUNNABLE);
    _exit(NETCL_EXIT_NOT_FOUND);
}

/* Its process id, or a negative errno. */
static pid_t start(char *const *words, const sigset_t *mask)
{
    int ends[2], error = 0;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC))
        return -errno;
    child = fork();
    if (child == 0)
        become(words, mask, ends[1]);
    error = child < 0 ? errno : 0;
    close(ends[1]);
    /* Closed by a successful exec, with nothing in it. */
    if (child > 0 && read(ends[0], &error, sizeof(error)) > 0)
        waitpid(child, NULL, 0);
    close(ends[0]);
    return error ? -error : child;
}

static void wait_for(pid_t child, const sigset_t *set, int *status)
{
    siginfo_t info;
    int number;

    for (;;) {
        if (waitpid(child, status, WNOHANG) == child)
            return;
        number = sigwaitinfo(set, &info);
        /* The terminal sends to the whole process group: it has it. */
        if (number > 0 && number != SIGCHLD && info.si_code != SI_KERNEL)
            kill(child, number);
    }
}

int netcl_child_run(char *const *words, int *status)
{
    sigset_t set, before;
    pid_t child;

    signal(SIGCHLD, SIG_DFL); /* an ignored one could not be waited for */
    watched(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    child = start(words, &before);
    if (child < 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        return (int)child;
    }
    wait_for(child, &set, status);
    return 0;
}

int netcl_child_follow(int status)
{
    struct rlimit none = {0, 0};
    sigset_t set;
    int number;

    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    number = WTERMSIG(status);
    setrlimit(RLIMIT_CORE, &none); /* the program's own dump is enough */
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return 128 + number;
}

int netcl_child_failed(const char *program, int error)
{
    netcl_diag_error("%s: cannot be run: %s (name a program in PATH, or its "
                     "file)",
                     program, strerror(error));
    return error == ENOENT ? NETCL_EXIT_NOT_FOUND : NETCL_EXIT_NOT_RUNNABLE;
}
