/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitizer: being preloaded into a program built with AddressSanitizer.
 *
 * Its runtime, where that is a library, ends a program that has another library
 * loaded before it, since that might hide its functions. This one defines none
 * of them, and says so when the runtime asks for default options: once, before
 * it is ready itself and before any constructor. A program's own definition
 * comes before this one: only ASAN_OPTIONS, which is above both, helps such a
 * program, and `netcl-tune run` sets it (cli/library).
 */
#ifndef NETCL_DOOR_SANITIZER_H
#define NETCL_DOOR_SANITIZER_H

const char *__asan_default_options(void);

#endif
