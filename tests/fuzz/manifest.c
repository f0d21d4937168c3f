/* SPDX-License-Identifier: Apache-2.0 */
/* manifest: of a family; what is read is evaluated with hostile values. */
#include "fuzz.h"

#include "match/manifest.h"

static const char reference[] =
    "kernel void scale(global float *dst, global const float *src,\n"
    "                  float factor, int n)\n"
    "{ int i = get_global_id(0); if (i < n) dst[i] = src[i] * factor; }\n";

static void evaluate(const struct netcl_variant *variant, int64_t *slots)
{
    size_t i, index, size[3];
    int64_t value;
    char *choice;

    for (index = 0; index < variant->candidate_count && index < 64; index++) {
        netcl_variant_set_defines(variant, index, slots);
        choice = netcl_variant_choice(variant, index);
        FUZZ_REQUIRE(choice);
        free(choice);
        if (variant->requirement)
            netcl_expr_eval(variant->requirement, slots, &value);
        for (i = 0; i < variant->scratch_count; i++)
            netcl_expr_eval(variant->scratch[i].bytes, slots, &value);
        for (i = 0; i < variant->launch_count; i++) {
            netcl_range_eval(&variant->launches[i].global, slots, size);
            netcl_range_eval(&variant->launches[i].local, slots, size);
        }
    }
}

static void evaluate_all(const struct netcl_family *family)
{
    static const int64_t values[] = {0, 1, -1, INT64_MAX, INT64_MIN, 1 << 20};
    int64_t *slots = calloc(family->slot_count + 1, sizeof(*slots));
    size_t v, i;

    FUZZ_REQUIRE(slots);
    for (v = 0; v < sizeof(values) / sizeof(*values); v++) {
        for (i = 0; i < family->slot_count; i++)
            slots[i] = values[v];
        for (i = 0; i < family->variant_count; i++)
            evaluate(&family->variants[i], slots);
        for (i = 0; i < family->shape_count; i++)
            netcl_expr_eval(family->shape[i], slots, &(int64_t){0});
    }
    free(slots);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct netcl_family *family = NULL;

    fuzz_put("manifest.json", data, size);
    fuzz_put("reference.cl", reference, sizeof(reference) - 1);
    fuzz_put("wide.cl", reference, sizeof(reference) - 1);
    if (!netcl_manifest_open(fuzz_folder(), &family)) {
        evaluate_all(family);
        netcl_manifest_close(family);
    }
    return 0;
}
