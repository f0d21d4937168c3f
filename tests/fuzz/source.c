/* SPDX-License-Identifier: Apache-2.0 */
/* source: an OpenCL program, and in its first line the build options. */
#include "fuzz.h"

#include "derive/probing.h"
#include "derive/rewrite.h"
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

/* What a recipe makes of it is a source again. */
static void rewrite(const struct netcl_unit *unit,
                    const struct netcl_license *license, const char *choice)
{
    static const uint64_t seven = 7;
    const void *literals[64];
    const struct netcl_rewrite_launch launch = {.dimensions = 3,
                                                .global = {8, 4, 2},
                                                .local = {2, 2, 1},
                                                .literals = literals,
                                                .is_apart = true};
    struct netcl_recipe recipe;
    struct netcl_unit *again;
    char *text;
    size_t i;

    for (i = 0; i < 64; i++)
        literals[i] = &seven;
    FUZZ_REQUIRE(netcl_recipe_read(choice, &recipe));
    if (license->signature.count > 64 ||
        !netcl_rewrite_is_legal(license, &recipe))
        return;
    text = netcl_rewrite(unit, license, &recipe, &launch);
    FUZZ_REQUIRE(text);
    if (!netcl_unit_open(text, strlen(text), "", &again))
        netcl_unit_close(again);
    free(text);
}

static void derive(const struct netcl_unit *unit, const char *kernel)
{
    static const char *const choices[] = {
        "[\"derived\",\"restrict\",\"literals\"]",
        "[\"derived\",\"literals\",\"items:3x,strided\"]",
        "[\"derived\",\"restrict\",\"items:2x,blocked,woven\"]",
        "[\"derived\",\"restrict\",\"literals\",\"items:5y,strided,woven\"]",
        "[\"derived\",\"literals\",\"items:2z,blocked,woven\"]",
        "[\"derived\",\"local:2,2,1\",\"required\"]",
    };
    struct netcl_license license;
    size_t i;

    netcl_probing_is_safe(unit, kernel);
    if (netcl_license_open(unit, kernel, &license))
        return;
    for (i = 0; i < sizeof(choices) / sizeof(*choices); i++)
        rewrite(unit, &license, choices[i]);
    netcl_license_close(&license);
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
        for (i = 0; i < netcl_unit_kernel_count(unit); i++) {
            slice(unit, netcl_unit_kernel_name(unit, i));
            derive(unit, netcl_unit_kernel_name(unit, i));
        }
        netcl_unit_close(unit);
    }
    free(options);
    return 0;
}
