/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz: what the fuzzers share. Each is one file with one entry point, which
 * libFuzzer calls for ever (scripts/fuzz.sh) and replay.c once for each file
 * of its corpus (make check).
 */
#ifndef NETCL_FUZZ_H
#define NETCL_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold whatever comes in. */
#define FUZZ_REQUIRE(holds)                                                    \
    do {                                                                       \
        if (!(holds)) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);        \
            abort();                                                           \
        }                                                                      \
    } while (0)

/* The input as a text, to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    FUZZ_REQUIRE(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static char fuzz_made[64];

static inline void fuzz_clean(void)
{
    static const char *const names[] = {"manifest.json", "reference.cl",
                                        "wide.cl", "log"};
    char path[128];
    size_t i;

    for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
        snprintf(path, sizeof(path), "%s/%s", fuzz_made, names[i]);
        unlink(path);
    }
    rmdir(fuzz_made);
}

/* A folder of this process's own, in memory where there is a place. */
static inline const char *fuzz_folder(void)
{
    char *folder = fuzz_made;

    if (!*folder) {
        atexit(fuzz_clean);
        snprintf(folder, sizeof(fuzz_made), "%s/netcl-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
        FUZZ_REQUIRE(mkdtemp(folder));
    }
    return folder;
}

static inline const char *fuzz_path(const char *name)
{
    static char path[128];

    snprintf(path, sizeof(path), "%s/%s", fuzz_folder(), name);
    return path;
}

static inline void fuzz_put(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(fuzz_path(name), "w");

    FUZZ_REQUIRE(file);
    FUZZ_REQUIRE(!size || fwrite(data, size, 1, file) == 1);
    FUZZ_REQUIRE(!fclose(file));
}

#endif
