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
    const size_t most = (size_t)8 << 20;
    char *text = calloc(1, most + 1);

    if (!file || !text || !fread(text, 1, most, file)) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

#endif
