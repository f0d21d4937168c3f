/* SPDX-License-Identifier: Apache-2.0 */
#include "base/quiet.h"

#include <errno.h>
#include <time.h>

static const int raised[] = {SIGPIPE, SIGXFSZ};

#define COUNT (sizeof(raised) / sizeof(*raised))

void netcl_quiet_enter(struct netcl_quiet *quiet)
{
    sigset_t ours;
    size_t i;

    sigemptyset(&ours);
    for (i = 0; i < COUNT; i++)
        sigaddset(&ours, raised[i]);
    sigpending(&quiet->pending);
    pthread_sigmask(SIG_BLOCK, &ours, &quiet->before);
}

void netcl_quiet_leave(const struct netcl_quiet *quiet)
{
    static const struct timespec at_once = {0, 0};
    int kept = errno;
    sigset_t now, one;
    size_t i;

    sigpending(&now);
    for (i = 0; i < COUNT; i++) {
        if (!sigismember(&now, raised[i]) ||
            sigismember(&quiet->pending, raised[i]))
            continue;
        sigemptyset(&one);
        sigaddset(&one, raised[i]);
        sigtimedwait(&one, NULL, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
    errno = kept;
}
