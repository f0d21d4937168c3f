/* SPDX-License-Identifier: Apache-2.0 */
/*
 * child: run a program and be, for whoever looks at us, that program.
 *
 * What is sent to us is sent on to it; signals that the terminal sends reach
 * it anyway. One at a time.
 */
#ifndef NETCL_CLI_CHILD_H
#define NETCL_CLI_CHILD_H

/*
 * Runs `words` (ends with NULL) and waits. 0 and *status as waitpid() has it;
 * a negative errno where it could not be started. Afterwards these signals
 * stay blocked: what ended the program shall not end us before our last word.
 */
int netcl_child_run(char *const *words, int *status);

/* End as the program did: returns its exit status, or dies of its signal. */
int netcl_child_follow(int status);

/* The exit status for a program that did not start; reported. */
int netcl_child_failed(const char *program, int error);

#endif
