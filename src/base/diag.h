/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diag: messages for people, "netcl-tune: ..." on stderr, one line each.
 *
 * netcl_diag_error() is for what the user must mend (a bad setting, manifest
 * or cache) and always speaks; netcl_diag_note() speaks with
 * NETCL_TUNE_VERBOSE=1. Each line is one write, so lines of threads and
 * processes do not mix. Any thread; errno is kept.
 */
#ifndef NETCL_BASE_DIAG_H
#define NETCL_BASE_DIAG_H

#include <stdbool.h>

void netcl_diag_set_verbose(bool verbose);

void netcl_diag_error(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void netcl_diag_note(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
