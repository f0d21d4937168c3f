/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inject: the call log, and the failures and hangs that the environment asks
 * for (FAKECL_LOG, FAKECL_FAIL, FAKECL_HANG).
 *
 * Every entry point starts with FAKECL_ENTER and ends with FAKECL_LOG or
 * FAKECL_LOG_NEW. Both cost a load and a branch when nothing is asked for.
 * For any thread; the log file belongs to the library until it is unloaded.
 */
#ifndef FAKECL_INJECT_H
#define FAKECL_INJECT_H

#include "fakecl.h"

#pragma GCC visibility push(hidden)

enum fakecl_entry {
#define ENTRY(name, version) FAKECL_##name,
#include "entrypoints.def"
#undef ENTRY
    FAKECL_ENTRIES
};

extern bool fakecl_is_watched;

void fakecl_inject_init(void);
void fakecl_inject_close(void);

/* Count the call. CL_SUCCESS, or the error that it has to return. */
cl_int fakecl_enter(enum fakecl_entry entry);

/* One line: name, formatted arguments, result and the new object's id. */
__attribute__((format(printf, 4, 5))) void fakecl_log(enum fakecl_entry entry,
                                                      cl_int err,
                                                      const void *made,
                                                      const char *format, ...);

#define FAKECL_ENTER(name)                                                     \
    (__builtin_expect(fakecl_is_watched, 0) ? fakecl_enter(FAKECL_##name)      \
                                            : CL_SUCCESS)
#define FAKECL_LOG_NEW(name, err, made, ...)                                   \
    do {                                                                       \
        if (__builtin_expect(fakecl_is_watched, 0))                            \
            fakecl_log(FAKECL_##name, err, made, __VA_ARGS__);                 \
    } while (0)
#define FAKECL_LOG(name, err, ...) FAKECL_LOG_NEW(name, err, NULL, __VA_ARGS__)

#pragma GCC visibility pop

#endif
