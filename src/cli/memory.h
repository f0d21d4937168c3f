/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: the command says that there is none, and ends with status 1.
 *
 * The linker hands every allocation of the command to this file (src/local.mk
 * names them), so that no list is shown with a row missing and no error is
 * told that is none. Data for a device, which may be of any size, its owner
 * goes without. The library has its own way: it gives up what did not fit.
 */
#ifndef NETCL_CLI_MEMORY_H
#define NETCL_CLI_MEMORY_H

/* First of all. */
void netcl_memory_start(void);

/* The command is not ended within a trial, which would be blamed for it... */
void netcl_memory_bear(void);

/* ... but behind it, if any allocation has failed since. */
void netcl_memory_settle(void);

#endif
