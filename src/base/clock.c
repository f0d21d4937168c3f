/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"

#include <stdio.h>
#include <time.h>

uint64_t netcl_clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void netcl_clock_sleep_us(unsigned us)
{
    struct timespec pause = {us / 1000000, (long)(us % 1000000) * 1000};

    nanosleep(&pause, NULL);
}

void netcl_clock_text(char text[NETCL_CLOCK_TEXT_BYTES])
{
    struct timespec now;
    struct tm utc;
    size_t length;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    length = strftime(text, NETCL_CLOCK_TEXT_BYTES, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, NETCL_CLOCK_TEXT_BYTES - length, ".%03uZ",
             (unsigned)(now.tv_nsec / 1000000) % 1000u);
}
