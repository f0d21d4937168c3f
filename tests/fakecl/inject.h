/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inject: the call log, and what goes wrong where the environment asks for it
 * (FAKECL_LOG, FAKECL_FAIL, FAKECL_HANG, FAKECL_FAULT).
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

/* What FAKECL_FAULT does to a call that returns no error for it. */
enum fakecl_fault {
    FAKECL_FAULT_NONE,
    FAKECL_FAULT_BYTES, /* one bit of what the command writes is wrong */
    FAKECL_FAULT_EXEC,  /* the command fails when it runs */
    FAKECL_FAULT_ZERO,  /* the time asked for is 0 */
    FAKECL_FAULT_HUGE,  /* or the largest there is */
    FAKECL_FAULT_LATE   /* the call takes 300 ms */
};

/* Count the call. CL_SUCCESS, or the error that it has to return. */
cl_int fakecl_enter(enum fakecl_entry entry);

/* What is to go wrong with this thread's call; asked once. */
enum fakecl_fault fakecl_take_fault(void);

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
