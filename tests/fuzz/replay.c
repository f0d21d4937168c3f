/* SPDX-License-Identifier: Apache-2.0 */
/* replay FOLDER: the fuzzer's entry point on each file, without libFuzzer. */
#include "fuzz.h"

#include <dirent.h>

static void replay(const char *folder, const char *name)
{
    char path[4096];
    uint8_t *data = malloc(1 << 20);
    size_t size;
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "r");
    FUZZ_REQUIRE(data && file);
    size = fread(data, 1, 1 << 20, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv)
{
    DIR *entries = argc > 1 ? opendir(argv[1]) : NULL;
    struct dirent *entry;
    int count = 0;

    FUZZ_REQUIRE(entries);
    while ((entry = readdir(entries)))
        if (*entry->d_name != '.') {
            replay(argv[1], entry->d_name);
            count++;
        }
    closedir(entries);
    printf("%d files\n", count);
    return count == 0;
}
