/* SPDX-License-Identifier: Apache-2.0 */
/* source: an OpenCL program, and in its first line the build options. */
#include "fuzz.h"

#include "match/lexer.h"
#include "match/signature.h"
#include "match/slice.h"

/* Two slices of one text are the same, and asking never fails otherwise. */
static void slice(const struct netcl_unit *unit, const char *kernel)
{
    static const char *const tunables[] = {"N", "TILE"};
    uint64_t first = 0, second = 0;
    int64_t values[2] = {0};
    unsigned facts = 0;

    if (netcl_slice_fingerprint(unit, kernel, tunables, 2, values, &first))
        return;
    FUZZ_REQUIRE(
        !netcl_slice_fingerprint(unit, kernel, tunables, 2, values, &second));
    FUZZ_REQUIRE(first == second);
    netcl_slice_facts(unit, kernel, &facts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t head = end ? (size_t)(end - data) : 0;
    char *options = fuzz_text(data, head);
    struct netcl_tokens tokens;
    struct netcl_unit *unit;
    size_t i;

    if (end)
        head++;
    if (!netcl_lexer_read((const char *)data + head, size - head, &tokens))
        netcl_lexer_free(&tokens);
    if (!netcl_unit_open((const char *)data + head, size - head, options,
                         &unit)) {
        for (i = 0; i < netcl_unit_kernel_count(unit); i++)
            slice(unit, netcl_unit_kernel_name(unit, i));
        netcl_unit_close(unit);
    }
    free(options);
    return 0;
}
