/* SPDX-License-Identifier: Apache-2.0 */
/*
 * netcl_tune: what a program that can be changed may say to the tuner.
 *
 * All of it works without the tuner at hand when the program looks the
 * functions up at run time (dlsym); linking with -lnetcl_tune is not needed.
 * Any thread.
 */
#ifndef NETCL_TUNE_H
#define NETCL_TUNE_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1 while kernels may be tuned or substituted in this process, else 0. */
int netcl_autotune_is_enabled(void);

/*
 * Forget every decision of the user's cache file, on disk too. What this
 * process has decided already stays in use. Returns 0 or a negative errno.
 */
int netcl_autotune_clear_cache(void);

/*
 * From here to netcl_tune_unpin() nothing is measured at launches of this
 * thread, as with NETCL_TUNE_MODE=pinned: a kernel that is decided stays so;
 * another is launched as the manifest's pin rule says, else as the nearest
 * remembered shape was, else as it is. Pins nest; an unpin without its pin
 * does nothing. Afterwards undecided kernels are tuned as ever.
 */
void netcl_tune_pin(void);
void netcl_tune_unpin(void);

#ifdef __cplusplus
}
#endif

#endif
