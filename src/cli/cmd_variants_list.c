/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "cli/args.h"
#include "cli/families.h"
#include "cli/table.h"
#include "cli/writer.h"

static const struct netcl_option options[] = {
    {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_variants_list = {
    .name = "variants list",
    .usage = "[--json]",
    .help = "the kernels that are known, and what may replace them",
    .about = "Shows every family in the variants folders "
             "(NETCL_TUNE_VARIANTS, else the installed one): the kernels it "
             "knows, its variants with the number of their candidates. What "
             "is broken is named on stderr.",
    .options = options,
    .run = run,
};

/* Variants that can serve the entry. */
static size_t offers_of(const struct netcl_kernel_entry *entry)
{
    size_t i, count = 0;

    for (i = 0; i < entry->family->variant_count; i++)
        count += entry->offers[i];
    return count;
}

static void print_kernels(const struct netcl_family *family)
{
    static const char *const titles[] = {"kernel", ">variants", "found in",
                                         NULL};
    struct netcl_table *table = netcl_table_new(titles);
    const struct netcl_kernel_entry *entry = family->kernels;

    for (; entry < family->kernels + family->kernel_count; entry++) {
        netcl_table_add(table, "%s", entry->name);
        netcl_table_add(table, "%zu", offers_of(entry));
        netcl_table_add(table, "%s", entry->from ? entry->from : "");
    }
    netcl_table_print(table, stdout, 2);
    netcl_table_free(table);
}

static void print_variants(const struct netcl_family *family)
{
    static const char *const titles[] = {"variant", ">candidates", "sources",
                                         NULL};
    struct netcl_table *table = netcl_table_new(titles);
    const struct netcl_variant *variant = family->variants;

    for (; variant < family->variants + family->variant_count; variant++) {
        netcl_table_add(table, "%s", variant->name);
        netcl_table_add(table, "%zu", variant->candidate_count);
        netcl_table_add(table, "%s%s", variant->files[0],
                        variant->file_count > 1 ? ", ..." : "");
    }
    netcl_table_print(table, stdout, 2);
    netcl_table_free(table);
}

static void print_family(const struct netcl_family *family)
{
    printf("%s%s%s: %s\n  %s\n", netcl_terminal_paint(stdout, NETCL_PAINT_BOLD),
           family->name, netcl_terminal_paint(stdout, NETCL_PAINT_NONE),
           family->summary, family->folder);
    print_kernels(family);
    print_variants(family);
    putchar('\n');
}

static void write_kernels(struct netcl_writer *to,
                          const struct netcl_family *family)
{
    const struct netcl_kernel_entry *entry = family->kernels;
    char text[17];
    size_t i;

    netcl_writer_open(to, "kernels", '[');
    for (; entry < family->kernels + family->kernel_count; entry++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "name", entry->name);
        netcl_writer_text(to, "from", entry->from);
        netcl_writer_open(to, "fingerprints", '[');
        for (i = 0; i < entry->fingerprint_count; i++) {
            snprintf(text, sizeof(text), "%016" PRIx64, entry->fingerprints[i]);
            netcl_writer_text(to, NULL, text);
        }
        netcl_writer_close(to, '[');
        netcl_writer_open(to, "variants", '[');
        for (i = 0; i < family->variant_count; i++)
            if (entry->offers[i])
                netcl_writer_text(to, NULL, family->variants[i].name);
        netcl_writer_close(to, '[');
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_family(struct netcl_writer *to,
                         const struct netcl_family *family)
{
    const struct netcl_variant *variant = family->variants;

    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "family", family->name);
    netcl_writer_text(to, "summary", family->summary);
    netcl_writer_text(to, "folder", family->folder);
    write_kernels(to, family);
    netcl_writer_open(to, "variants", '[');
    for (; variant < family->variants + family->variant_count; variant++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "name", variant->name);
        netcl_writer_integer(to, "candidates",
                             (long long)variant->candidate_count);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
    netcl_writer_integer(to, "broken", (long long)family->broken);
    netcl_writer_close(to, '{');
}

static void print(const struct netcl_families *families)
{
    size_t i, kernels = 0, candidates = 0, j;

    for (i = 0; i < families->count; i++) {
        const struct netcl_family *family = families->items[i];

        print_family(family);
        kernels += family->kernel_count;
        for (j = 0; j < family->variant_count; j++)
            candidates += family->variants[j].candidate_count;
    }
    printf("%zu families, %zu kernels, %zu candidates from %s\n",
           families->count, kernels, candidates, netcl_families_where());
}

static void print_json(const struct netcl_families *families)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);
    size_t i;

    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "folders", netcl_families_where());
    netcl_writer_integer(&to, "broken", (long long)families->broken);
    netcl_writer_open(&to, "families", '[');
    for (i = 0; i < families->count; i++)
        write_family(&to, families->items[i]);
    netcl_writer_close(&to, '[');
    netcl_writer_close(&to, '{');
}

static int run(struct netcl_args *args)
{
    struct netcl_families families = {0};
    bool is_json;
    int status = netcl_args_switch_only(args, &is_json);

    if (status)
        return status;
    if (netcl_families_open(&families))
        status = NETCL_EXIT_WRONG;
    else if (is_json)
        print_json(&families);
    else
        print(&families);
    if (families.broken)
        status = NETCL_EXIT_WRONG;
    netcl_families_close(&families);
    return status;
}
