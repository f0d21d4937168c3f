/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include: a source with what it includes in its place.
 *
 * Done only where the text is certain to be what the compiler will see: not
 * where a file is found in several places with different texts, or the source
 * asks for its own lines. What is not found may only be in an #if branch,
 * and makes the text one that does not build if that is taken. Guards and
 * #pragma once keep their meaning. Any thread.
 */
#ifndef NETCL_MATCH_INCLUDE_H
#define NETCL_MATCH_INCLUDE_H

#include <stdbool.h>
#include <stddef.h>

/* A file that is no file: clCompileProgram is handed them. */
struct netcl_header {
    const char *name;
    const char *text; /* NULL: not known */
};

/* Whether there is an #include in it, as far as a glance tells. */
bool netcl_include_is_needed(const char *source);

/*
 * The text, which the caller frees; NULL: something is not certain, or no
 * memory. `options` are the build's (NULL: none): -I and -D count.
 */
char *netcl_include_expand(const char *source, const char *options,
                           const struct netcl_header *headers, size_t count);

#endif
