/* SPDX-License-Identifier: Apache-2.0 */
/* source: a program's text, as the small programs read it. */
#ifndef TESTS_APPS_SOURCE_H
#define TESTS_APPS_SOURCE_H

#include <stdio.h>
#include <stdlib.h>

/* The file with a NUL behind it, which the caller frees; exits without it. */
static inline char *source_read(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 65536);

    if (!file || !text || !fread(text, 1, 65535, file)) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

#endif
