/* SPDX-License-Identifier: Apache-2.0 */
/*
 * netcl_tune: what a program that can be changed may say to the tuner.
 *
 * Nothing here has to be linked: a program that looks the functions up at
 * run time (dlsym(RTLD_DEFAULT, "netcl_autotune"), or the weak declarations
 * that NETCL_TUNE_OPTIONAL makes of them) runs without the tuner too. Linking
 * with -lnetcl_tune makes the library part of the program instead. OpenCL's
 * headers are not needed. Any thread.
 */
#ifndef NETCL_TUNE_H
#define NETCL_TUNE_H

#include <stddef.h>

/*
 * Define NETCL_TUNE_OPTIONAL before including this, and a function that is
 * not there is NULL: if (netcl_tune_pin) netcl_tune_pin();
 */
#ifdef NETCL_TUNE_OPTIONAL
#define NETCL_TUNE_API __attribute__((weak))
#else
#define NETCL_TUNE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct _cl_command_queue; /* cl_command_queue points to one */

/* 1 while kernels may be tuned or substituted in this process, else 0. */
NETCL_TUNE_API int netcl_autotune_is_enabled(void);

/*
 * Run candidate `index`, which is `candidate` as JSON text without spaces,
 * once, wait for it, and return how long it took, in seconds. Negative, or
 * no number: it does not work (does not build, is refused, is wrong).
 */
typedef double netcl_autotune_bench(void *user, int index,
                                    const char *candidate);

/*
 * Which candidate is fastest here? Looks into the cache that kernels'
 * decisions are kept in; where it holds none, `bench` is asked, and the
 * answer is remembered. Returns at once or when the search is over.
 *
 *   queue       whose device it is about
 *   kernel      what is tuned: a name of yours, without "::"
 *   shape       `dimensions` integers that the speed depends on
 *   candidates  a JSON array of any values: "[16, 32, [\"tiled\", 64]]"
 *   bench       see above; called on this thread; `user` is handed through
 *   reps        timed runs a candidate of the classic search; 0 or less:
 *               NETCL_TUNE_REPS (5)
 *   fallback    index of the candidate to use without knowing better, which
 *               others must clearly beat; any number, -1 for example, where
 *               none of them is
 *
 * Returns the index of the candidate to use, or `fallback`: when tuning is
 * off (NETCL_AUTOTUNE=0), when every candidate failed, when the process's
 * budget (NETCL_TUNE_BUDGET_S) is spent, when nothing may be measured (see
 * netcl_tune_pin()) and nothing is remembered, and when an argument is wrong,
 * which one line on stderr says.
 *
 * Each candidate runs once to warm up; a failure costs that candidate alone.
 * Then they race as kernels do. With NETCL_TUNE_SEARCH=exhaustive each has
 * `reps` timed runs instead, and the least time wins.
 * The key is "device|driver::kernel::(64, 64)". A remembered choice that is
 * no longer among the candidates is measured again; choices are compared as
 * JSON, and a bare choice of an older cache counts as it is.
 * While `bench` runs, launches of this thread are pinned.
 */
NETCL_TUNE_API int netcl_autotune(struct _cl_command_queue *queue,
                                  const char *kernel, const long long *shape,
                                  size_t dimensions, const char *candidates,
                                  netcl_autotune_bench *bench, void *user,
                                  int reps, int fallback);

/*
 * Forget every decision of the user's cache file, on disk too. What this
 * process has decided already stays in use. Returns 0 or a negative errno.
 */
NETCL_TUNE_API int netcl_autotune_clear_cache(void);

/*
 * From here to netcl_tune_unpin() nothing is measured at launches of this
 * thread, as with NETCL_TUNE_MODE=pinned: a kernel that is decided stays so;
 * another is launched as the manifest's pin rule says, else as the nearest
 * remembered shape was, else as it is. Pins nest; an unpin without its pin
 * does nothing. Afterwards undecided kernels are tuned as ever.
 */
NETCL_TUNE_API void netcl_tune_pin(void);
NETCL_TUNE_API void netcl_tune_unpin(void);

#ifdef __cplusplus
}
#endif

#endif
