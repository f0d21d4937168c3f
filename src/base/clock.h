/* SPDX-License-Identifier: Apache-2.0 */
/* clock: monotonic time for budgets, wall time for the log. Any thread. */
#ifndef NETCL_BASE_CLOCK_H
#define NETCL_BASE_CLOCK_H

#include <stdint.h>

#define NETCL_MS UINT64_C(1000000)

/* Nanoseconds that only grow. */
uint64_t netcl_clock_ns(void);

void netcl_clock_sleep_us(unsigned us);

/* "2026-11-30T10:00:00.000Z" */
#define NETCL_CLOCK_TEXT_BYTES 32
void netcl_clock_text(char text[NETCL_CLOCK_TEXT_BYTES]);

#endif
