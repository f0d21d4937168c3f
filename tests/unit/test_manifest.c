/* SPDX-License-Identifier: Apache-2.0 */
/* Manifests: what is read, what is refused, and what is said about it. */
#include "match/manifest.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/file.h"
#include "match/registry.h"
#include "test.h"

/* Messages have the path that we came by; the expected ones have none. */
static void strip_folders(char *text, const char *folder)
{
    size_t length = strlen(folder);
    char *at;

    for (at = strstr(text, folder); at; at = strstr(at, folder))
        memmove(at, at + length + 1, strlen(at + length + 1) + 1);
}

static void check_case(const char *name)
{
    struct netcl_family *family = NULL;
    char folder[8192], path[8256];
    char *expected = NULL, *actual;
    size_t length;
    int err;

    snprintf(folder, sizeof(folder), "%s/%s", test_path("data/manifests"),
             name);
    snprintf(path, sizeof(path), "%s/expected", folder);
    expect_int_at(name, 0, netcl_file_read(path, &expected, &length), 0);
    test_capture();
    err = netcl_manifest_open(folder, &family);
    actual = test_release();
    strip_folders(actual, folder);
    expect_text_at(name, 0, actual, expected);
    /* What is broken in an entry or variant costs only that. */
    if (!strncmp(name, "kernel", 6) || !strncmp(name, "variant", 7)) {
        expect_int_at(name, 0, err, 0);
        expect_int_at(name, 0, family ? family->broken : 0, 1);
    } else {
        expect_int_at(name, 0, err != 0, expected && expected[0]);
    }
    if (!err)
        netcl_manifest_close(family);
    free(expected);
    free(actual);
}

static void test_cases(void)
{
    struct dirent **names;
    int i,
        count = scandir(test_path("data/manifests"), &names, NULL, alphasort);

    expect_true(count > 40);
    for (i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.')
            check_case(names[i]->d_name);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
}

static struct netcl_family *open_good(void)
{
    struct netcl_family *family;

    if (netcl_manifest_open(test_path("data/manifests/good"), &family))
        abort();
    return family;
}

static void test_family(void)
{
    struct netcl_family *family = open_good();

    expect_text(family->name, "good");
    expect_text(family->summary, "x = a * x");
    expect_int(family->role_count, 7);
    expect_int(family->kernel_count, 2);
    expect_int(family->variant_count, 2);
    expect_int(family->shape_count, 2);
    expect_int(family->pin_count, 3);
    expect_true(family->has_tolerance && family->tolerance_rel == 1e-5);
    expect_int(family->broken, 0);
    expect_differ(family->digest, 0);
    netcl_manifest_close(family);
    netcl_manifest_close(NULL);
}

static void test_entries(void)
{
    struct netcl_family *family = open_good();
    const struct netcl_kernel_entry *scale = &family->kernels[0];
    const struct netcl_kernel_entry *tile = &family->kernels[1];

    expect_int(scale->fingerprint_count, 2);
    expect_int(scale->fingerprints[1], 0xaa);
    expect_true(scale->can_overlap && !tile->can_overlap);
    expect_true(!scale->knows_offset && tile->knows_offset);
    expect_int(scale->cut_count, 2);
    expect_int(scale->cuts[0].slot, scale->args[2].slot);
    expect_int(scale->cuts[0].most, 65536);
    expect_int(scale->cuts[1].slot, NETCL_SLOT_global_0);
    expect_int(scale->cuts[1].arg, -1);
    expect_int(tile->cut_count, 1);
    expect_int(tile->cuts[0].slot, NETCL_SLOT_global_0);
    expect_true(scale->offers[0] && !scale->offers[1]);
    expect_true(!tile->offers[0] && tile->offers[1]);
    expect_int(scale->args[1].kind, NETCL_ARG_REAL);
    expect_int(tile->args[2].kind, NETCL_ARG_INTEGER);
    expect_text(tile->args[2].type.type, "uint");
    expect_int(tile->args[3].kind, NETCL_ARG_LOCAL);
    expect_int(tile->reference_tunables[0], 16);
    expect_int(tile->args[0].type.bytes, 4);
    expect_true(netcl_entry_heeds_arg(scale, 2));
    expect_false(netcl_entry_heeds_arg(scale, 1));
    expect_false(netcl_entry_heeds_arg(scale, 3));
    expect_int(scale->bindings[6].from, NETCL_BINDING_ARG);
    expect_int(tile->bindings[6].from, NETCL_BINDING_EXPR);
    expect_true(tile->defines[0].value != NULL);
    expect_true(scale->defines[1].value == NULL);
    expect_text(scale->defines[1].text, "2 * n");
    expect_text(tile->defines[1].text, "4");
    expect_int(scale->checks[0].values[2].integer, 100);
    expect_int(scale->checks[0].local.dimensions, 1);
    expect_int(tile->checks[0].local.dimensions, 0);
    netcl_manifest_close(family);
}

static void test_roles(void)
{
    struct netcl_family *family = open_good();
    const struct netcl_kernel_entry *tile = &family->kernels[1];
    int64_t *slots = calloc(family->slot_count, sizeof(*slots));
    int64_t value;
    int i;

    if (!slots)
        abort();
    slots[tile->args[0].bytes_slot] = 400;
    slots[tile->args[2].slot] = 99;
    slots[tile->tunables[0].slot] = 16;
    slots[NETCL_SLOT_local_0] = 16;
    expect_int(netcl_entry_set_roles(tile, slots), 0);
    for (i = 0; strcmp(family->roles[i].name, "half"); i++)
        ;
    expect_int(slots[family->roles[i].slot], 50);
    for (i = 0; strcmp(family->roles[i].name, "from"); i++)
        ;
    expect_int(slots[family->roles[i].slot], 400);
    expect_int(netcl_expr_eval(tile->requirement, slots, &value), 0);
    expect_int(value, 1);
    expect_int(netcl_expr_eval(tile->defines[0].value, slots, &value), 0);
    expect_int(value, 32);
    expect_int(netcl_expr_eval(family->shape[0], slots, &value), 0);
    expect_int(value, 128);
    slots[tile->args[2].slot] = INT64_C(1) << 31; /* the role is an int */
    expect_int(netcl_entry_set_roles(tile, slots), -ERANGE);
    free(slots);
    netcl_manifest_close(family);
}

static void test_candidates(void)
{
    static const char *const choices[] = {
        "[\"two_pass\",1,8]", "[\"two_pass\",1,9]", "[\"two_pass\",2,8]",
        "[\"two_pass\",2,9]", "[\"two_pass\",3,8]", "[\"two_pass\",3,9]"};
    struct netcl_family *family = open_good();
    const struct netcl_variant *variant = &family->variants[1], *found;
    const struct netcl_kernel_entry *tile = &family->kernels[1];
    int64_t *slots = calloc(family->slot_count, sizeof(*slots));
    size_t i, index, size[3];
    char *text;

    if (!slots)
        abort();
    expect_int(variant->candidate_count, 6);
    for (i = 0; i < variant->candidate_count; i++) {
        text = netcl_variant_choice(variant, i);
        expect_text(text, choices[i]);
        free(text);
        expect_int(netcl_entry_find_choice(tile, choices[i], &found, &index),
                   0);
        expect_int(index, i);
    }
    netcl_variant_set_defines(variant, 4, slots);
    expect_int(netcl_range_eval(&variant->launches[0].local, slots, size), 0);
    expect_int(size[0], 7);
    expect_int(netcl_range_eval(&variant->launches[0].global, slots, size), 0);
    expect_int(size[1], 3);
    expect_int(size[2], 1);
    expect_int(netcl_entry_find_choice(tile, "\"original\"", &found, &index),
               -ENOENT);
    expect_int(
        netcl_entry_find_choice(tile, "[\"two_pass\",4,8]", &found, &index),
        -ENOENT);
    expect_int(netcl_entry_find_choice(tile, "[\"plain\",4]", &found, &index),
               -ENOENT);
    free(slots);
    netcl_manifest_close(family);
}

static void test_variants(void)
{
    struct netcl_family *family = open_good();
    const struct netcl_variant *variant = &family->variants[1];

    expect_int(variant->file_count, 2);
    expect_true(strstr(variant->source, "/* more */\n") != NULL);
    expect_int(strlen(variant->source), variant->source_length);
    expect_text(variant->options, "-cl-mad-enable");
    expect_text(family->variants[0].options, "");
    expect_int(variant->launch_count, 2);
    expect_true(variant->launches[0].args[1].is_scratch);
    expect_int(variant->launches[1].global.dimensions, 3);
    expect_int(variant->launches[1].local.dimensions, 0);
    expect_text(variant->defines[3].text, "float4");
    expect_int(variant->defines[3].slot, -1);
    expect_false(variant->defines[1].is_tunable);
    netcl_manifest_close(family);
}

static void test_pins(void)
{
    struct netcl_family *family = open_good();
    const struct netcl_kernel_entry *scale = &family->kernels[0];
    const struct netcl_kernel_entry *tile = &family->kernels[1];
    int64_t *slots = calloc(family->slot_count, sizeof(*slots));
    int i;

    if (!slots)
        abort();
    slots[NETCL_SLOT_has_fp64] = 1;
    for (i = 0; i < (int)family->role_count; i++)
        slots[family->roles[i].slot] = 2000;
    expect_text(family->pins[0].choice, "[\"two_pass\",3,8]");
    expect_int(family->pins[0].candidate, 4);
    expect_true(netcl_pin_applies(&family->pins[0], tile, slots));
    expect_false(netcl_pin_applies(&family->pins[0], scale, slots));
    expect_true(netcl_pin_applies(&family->pins[1], scale, slots));
    expect_true(netcl_pin_applies(&family->pins[2], tile, slots));
    expect_true(family->pins[2].variant == NULL);
    slots[NETCL_SLOT_has_fp64] = 0;
    expect_false(netcl_pin_applies(&family->pins[0], tile, slots));
    free(slots);
    netcl_manifest_close(family);
}

static int find(const struct netcl_registry *registry, const char *source,
                const char *function, const char *options,
                struct netcl_match *match, const char **why)
{
    struct netcl_unit *unit;
    int err;

    if (netcl_unit_open(source, strlen(source), options, &unit))
        abort();
    err = netcl_registry_find(registry, unit, function, match, why);
    netcl_unit_close(unit);
    return err;
}

#define SCALE                                                                  \
    "__kernel void my_scale(__global float* x, float a, int n, int s) {\n"     \
    "  int i = get_global_id(0); if (i < n) x[i] *= a; }\n"
#define TILE                                                                   \
    "typedef int unused;\n"                                                    \
    "__kernel void tile(__global const float *from, __global float *to, "      \
    "uint n, __local float *t) { t[get_local_id(0)] = "                        \
    "from[get_global_id(0)] * TS; barrier(CLK_LOCAL_MEM_FENCE);"               \
    "to[get_global_id(0)] = t[TS - 1 - get_local_id(0)]; }"

static void test_registry(void)
{
    struct netcl_registry *registry;
    struct netcl_match match;
    const char *why;
    char *said;

    test_capture(); /* all the broken ones beside the good one */
    if (netcl_registry_open("", test_path("data/manifests"), &registry))
        abort();
    said = test_release();
    expect_true(strstr(said, "pin-when") != NULL);
    expect_true(strstr(said, "/shape/manifest.json: shape[1]: ") != NULL);
    expect_true(strstr(said, "/variant-arg/manifest.json: kernels: the name "
                             "\"scale\" is taken by family \"good\"") != NULL);
    free(said);
    expect_true(netcl_registry_broken(registry) > 40);
    expect_true(netcl_registry_entry(registry, "tile16") != NULL);
    expect_true(netcl_registry_entry(registry, "nothing") == NULL);
    expect_int(find(registry, SCALE, "my_scale", NULL, &match, &why), 0);
    expect_text(match.entry->name, "scale");
    expect_int(find(registry, TILE, "tile", "-DTS=32", &match, &why), 0);
    expect_text(match.entry->name, "tile16");
    expect_int(match.tunables[0], 32);
    expect_int(find(registry, TILE, "tile", NULL, &match, &why), -ENOENT);
    expect_text(why, "no manifest knows this kernel");
    expect_int(find(registry, TILE, "tiles", NULL, &match, &why), -ENODATA);
    netcl_registry_close(registry);
    netcl_registry_close(NULL);
}

/* A copy of the good family below a folder of its own. */
static void copy_good(const char *folder)
{
    char command[8192];

    snprintf(command, sizeof(command),
             "mkdir -p %s && cp -r %s %s/ && chmod -R u+w %s", folder,
             test_path("data/manifests/good"), folder, folder);
    if (system(command))
        abort();
}

static void test_folders(void)
{
    char top[] = "/tmp/netcl-test-XXXXXX", mine[64], list[256], path[256];
    struct netcl_registry *registry;
    char *said;

    if (!mkdtemp(top))
        abort();
    snprintf(mine, sizeof(mine), "%s/mine", top);
    copy_good(mine);
    snprintf(list, sizeof(list), "%s:", mine);
    if (netcl_registry_open(list, mine, &registry))
        abort();
    expect_int(netcl_registry_count(registry), 1);
    expect_int(netcl_registry_broken(registry), 0);
    netcl_registry_close(registry);
    /* Others may write a source: the variant is refused. */
    snprintf(path, sizeof(path), "%s/good/more.cl", mine);
    chmod(path, 0666);
    test_capture();
    if (netcl_registry_open(mine, NULL, &registry))
        abort();
    said = test_release();
    expect_true(strstr(said, "variants[1].source[1]: \"more.cl\" is refused: "
                             "others could have written it") != NULL);
    free(said);
    netcl_registry_close(registry);
    snprintf(path, sizeof(path), "%s/good", mine);
    chmod(path, 0777);
    test_capture();
    if (netcl_registry_open(mine, NULL, &registry))
        abort();
    said = test_release();
    expect_true(
        strstr(said, "/good: is refused: others could have written it") !=
        NULL);
    free(said);
    expect_int(netcl_registry_count(registry), 0);
    netcl_registry_close(registry);
    snprintf(list, sizeof(list), "rm -r %s", top);
    expect_int(system(list), 0);
    expect_int(netcl_registry_open(NULL, "/nonexistent", &registry), 0);
    expect_int(netcl_registry_broken(registry), 0);
    netcl_registry_close(registry);
}

/* Bytes of a manifest changed at random: an error or a family, no crash. */
static void test_noise(void)
{
    static const char junk[] = "{}[]\",:0-1xn/\\ ";
    char top[] = "/tmp/netcl-test-XXXXXX", path[128], command[256];
    struct netcl_family *family;
    char *bytes, *text;
    size_t length;
    unsigned seed = 5;
    int i, k;

    if (!mkdtemp(top))
        abort();
    copy_good(top);
    snprintf(path, sizeof(path), "%s/good/manifest.json", top);
    if (netcl_file_read(path, &bytes, &length))
        abort();
    snprintf(command, sizeof(command), "%s/good", top);
    text = malloc(length);
    for (i = 0; text && i < (getenv("NOISE") ? 20000 : 300); i++) {
        memcpy(text, bytes, length);
        for (k = 0; k < 1 + i % 3; k++) {
            seed = seed * 1103515245 + 12345;
            text[(seed >> 10) % length] = junk[(seed >> 5) % 15];
        }
        if (netcl_file_replace(path, text, length))
            abort();
        test_capture();
        if (!netcl_manifest_open(command, &family))
            netcl_manifest_close(family);
        free(test_release());
    }
    free(text);
    free(bytes);
    snprintf(command, sizeof(command), "rm -r %s", top);
    expect_int(system(command), 0);
}

int main(void)
{
    test_cases();
    test_family();
    test_entries();
    test_roles();
    test_candidates();
    test_variants();
    test_pins();
    test_registry();
    test_folders();
    test_noise();
    return test_end();
}
