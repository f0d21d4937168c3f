/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jumps: preloaded, it makes all clocks jump, an hour on and half an hour
 * back in turn, once every 200 calls.
 */
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *time)
{
    static atomic_uint calls;
    unsigned turn = atomic_fetch_add(&calls, 1) / 200;
    int err = (int)syscall(SYS_clock_gettime, clock, time);

    time->tv_sec += 3600 * (turn / 2 + turn % 2) - 1800 * (turn / 2);
    return err;
}
