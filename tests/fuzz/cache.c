/* SPDX-License-Identifier: Apache-2.0 */
/* cache: a file that anything may have written, read and merged with ours. */
#include "fuzz.h"

#include "decide/changes.h"
#include "decide/entry.h"

static void read_entries(const struct netcl_index *index)
{
    struct netcl_cached cached;
    size_t i;

    for (i = 0; i < index->count; i++)
        if (netcl_entry_read(index->entries[i].value,
                             index->entries[i].value_length, &cached)) {
            FUZZ_REQUIRE(cached.choice);
            netcl_cached_clear(&cached);
        }
}

/* What is merged is a cache again, with all keys and ours. */
static void merge(const struct netcl_index *index)
{
    struct netcl_changes changes = {0};
    struct netcl_index merged;
    size_t length;
    char *text;

    FUZZ_REQUIRE(!netcl_changes_put(&changes, "our \"key\"\n", strdup("1")));
    text = netcl_changes_merge(&changes, index, &length);
    FUZZ_REQUIRE(text);
    FUZZ_REQUIRE(!netcl_index_open(text, length, &merged));
    FUZZ_REQUIRE(netcl_index_find(&merged, "our \"key\"\n"));
    FUZZ_REQUIRE(merged.count >= index->count);
    netcl_index_close(&merged);
    netcl_changes_clear(&changes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *value;
    struct netcl_index index;

    value = netcl_entry_normalize(text);
    free(value);
    if (netcl_index_open(text, size, &index)) {
        /* Not a cache; the text went with it. */
        return 0;
    }
    read_entries(&index);
    merge(&index);
    netcl_index_close(&index);
    return 0;
}
