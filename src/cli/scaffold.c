/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/scaffold.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/str.h"
#include "cli/extent.h"
#include "decide/entry.h"

/* Kinds of roles that are numbers; others cannot be handed to a variant. */
static const char *const numbers[] = {
    "int", "uint", "long", "ulong", "float", "double", NULL,
};

static bool is_number(const struct netcl_unmatched_arg *arg)
{
    int i = 0;

    while (numbers[i] && strcmp(numbers[i], arg->type))
        i++;
    return numbers[i] != NULL;
}

static int check_args(const struct netcl_unmatched *kernel)
{
    size_t i;

    for (i = 0; i < kernel->arg_count; i++) {
        const struct netcl_unmatched_arg *arg = &kernel->args[i];

        if (is_number(arg) || (arg->access && arg->elements))
            continue;
        netcl_diag_error("variants new: %s: argument %s is a '%s', which has "
                         "no role; write this manifest by hand "
                         "(variants/README.md)",
                         kernel->kernel, arg->name, arg->type);
        return -ENOTSUP;
    }
    return 0;
}

/* ---- the manifest ---------------------------------------------------- */

static void add_roles(struct netcl_str *out,
                      const struct netcl_unmatched *kernel)
{
    size_t i;

    netcl_str_append(out, "  \"roles\": {\n");
    for (i = 0; i < kernel->arg_count; i++) {
        const struct netcl_unmatched_arg *arg = &kernel->args[i];
        const char *comma = i + 1 < kernel->arg_count ? "," : "";

        if (arg->access)
            netcl_str_printf(out,
                             "    \"%s\": {\"kind\": \"buffer\", "
                             "\"access\": \"%s\"}%s\n",
                             arg->name, arg->access, comma);
        else
            netcl_str_printf(out, "    \"%s\": {\"kind\": \"%s\"}%s\n",
                             arg->name, arg->type, comma);
    }
    netcl_str_append(out, "  },\n");
}

/* What the speed depends on, as far as one launch tells. */
static void add_shape(struct netcl_str *out,
                      const struct netcl_unmatched *kernel)
{
    const char *comma = "";
    unsigned d;
    size_t i;

    netcl_str_append(out, "  \"shape\": [");
    for (i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].has_value) {
            netcl_str_printf(out, "%s\"%s\"", comma, kernel->args[i].name);
            comma = ", ";
        }
    for (d = 0; !*comma && d < kernel->dimensions; d++)
        netcl_str_printf(out, "%s\"global_%u\"", d ? ", " : "", d);
    netcl_str_append(out, "],\n");
}

static void add_args(struct netcl_str *out, struct netcl_scaffold *scaffold)
{
    const struct netcl_unmatched *kernel = scaffold->kernel;
    char extent[NETCL_EXTENT_BYTES];
    size_t i;

    netcl_str_append(out, "      \"args\": [\n");
    for (i = 0; i < kernel->arg_count; i++) {
        const struct netcl_unmatched_arg *arg = &kernel->args[i];

        netcl_str_printf(out, "        {\"name\": \"%s\", \"type\": \"%s\"",
                         arg->name, arg->type);
        if (arg->access) {
            if (!netcl_extent_find(kernel, arg, extent))
                scaffold->is_guessed = true;
            netcl_str_printf(out, ", \"elements\": \"%s\", \"access\": \"%s\"",
                             extent, arg->access);
        }
        netcl_str_append(out, i + 1 < kernel->arg_count ? "},\n" : "}\n");
    }
    netcl_str_append(out, "      ],\n");
}

/* Where sizes were not understood, only the launch that was seen is known. */
static void add_requirement(struct netcl_str *out,
                            const struct netcl_scaffold *scaffold)
{
    const struct netcl_unmatched *kernel = scaffold->kernel;
    size_t i;
    unsigned d;

    netcl_str_printf(out, "      \"requires\": \"work_dim == %u",
                     kernel->dimensions);
    for (d = 0; scaffold->is_guessed && d < kernel->dimensions; d++)
        netcl_str_printf(out, " && global_%u == %lld", d, kernel->global[d]);
    for (i = 0; scaffold->is_guessed && i < kernel->arg_count; i++)
        if (kernel->args[i].has_value)
            netcl_str_printf(out, " && %s == %lld", kernel->args[i].name,
                             kernel->args[i].value);
    netcl_str_append(out, "\",\n");
}

static void add_names(struct netcl_str *out,
                      const struct netcl_unmatched *kernel, bool is_pairs)
{
    size_t i;

    for (i = 0; i < kernel->arg_count; i++) {
        const char *name = kernel->args[i].name;

        netcl_str_printf(out, "%s\"%s\"", i ? ", " : "", name);
        if (is_pairs)
            netcl_str_printf(out, ": \"%s\"", name);
    }
}

static void add_sizes(struct netcl_str *out, const long long *sizes,
                      unsigned count)
{
    unsigned d;

    for (d = 0; d < count; d++)
        netcl_str_printf(out, "%s%lld", d ? ", " : "", sizes[d]);
}

/* The launch that the log has seen. */
static void add_check(struct netcl_str *out,
                      const struct netcl_unmatched *kernel)
{
    size_t i;

    netcl_str_append(out, "      \"check\": [\n        {");
    for (i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].has_value)
            netcl_str_printf(out, "\"%s\": %lld, ", kernel->args[i].name,
                             kernel->args[i].value);
    netcl_str_append(out, "\"global\": [");
    add_sizes(out, kernel->global, kernel->dimensions);
    netcl_str_append(out, "], \"local\": ");
    if (kernel->has_local) {
        netcl_str_append(out, "[");
        add_sizes(out, kernel->local, kernel->dimensions);
        netcl_str_append(out, "]}\n      ]\n");
    } else {
        netcl_str_append(out, "null}\n      ]\n");
    }
}

static void add_kernel(struct netcl_str *out, struct netcl_scaffold *scaffold)
{
    const struct netcl_unmatched *kernel = scaffold->kernel;

    netcl_str_append(out, "  \"kernels\": [\n    {\n");
    netcl_str_printf(out, "      \"name\": \"%s\",\n", scaffold->family);
    netcl_str_printf(out, "      \"function\": \"%s\",\n", kernel->function);
    netcl_str_append(out, "      \"from\": ");
    netcl_entry_append_text(out, kernel->program ? kernel->program : "a log");
    netcl_str_printf(out, ",\n      \"fingerprints\": [\"%s\"],\n",
                     kernel->fingerprint);
    add_args(out, scaffold);
    add_requirement(out, scaffold);
    netcl_str_append(out, "      \"roles\": {");
    add_names(out, kernel, true);
    netcl_str_append(out, "},\n");
    add_check(out, kernel);
    netcl_str_append(out, "    }\n  ],\n");
}

static void add_launch(struct netcl_str *out, const char *name,
                       unsigned dimensions)
{
    unsigned d;

    netcl_str_printf(out, ",\n      \"%s\": [", name);
    for (d = 0; d < dimensions; d++)
        netcl_str_printf(out, "%s\"%s_%u\"", d ? ", " : "", name, d);
    netcl_str_append(out, "]");
}

static void add_variant(struct netcl_str *out,
                        const struct netcl_unmatched *kernel)
{
    netcl_str_append(out, "  \"variants\": [\n    {\n"
                          "      \"name\": \"first\",\n"
                          "      \"source\": \"first.cl\",\n"
                          "      \"args\": [");
    add_names(out, kernel, false);
    netcl_str_printf(out, "],\n      \"kernel\": \"%s\"", kernel->function);
    add_launch(out, "global", kernel->dimensions);
    if (kernel->has_local)
        add_launch(out, "local", kernel->dimensions);
    netcl_str_append(out, "\n    }\n  ]\n");
}

static char *write_manifest(struct netcl_scaffold *scaffold)
{
    struct netcl_str out = NETCL_STR_INIT;
    const char *program = scaffold->kernel->program;

    netcl_str_printf(&out, "{\n  \"format\": 1,\n  \"family\": \"%s\",\n",
                     scaffold->family);
    netcl_str_append(&out, "  \"summary\": ");
    netcl_entry_append_text(&out, program ? program : "from a log");
    netcl_str_append(&out, ",\n");
    add_roles(&out, scaffold->kernel);
    add_shape(&out, scaffold->kernel);
    add_kernel(&out, scaffold);
    add_variant(&out, scaffold->kernel);
    netcl_str_append(&out, "}\n");
    return netcl_str_take(&out);
}

/* ---- sources --------------------------------------------------------- */

/* -DNAME=VALUE as a line; the rest of the options stays the program's. */
static void add_define(struct netcl_str *out, const char *word, size_t length)
{
    const char *equals = memchr(word, '=', length);
    size_t name = equals ? (size_t)(equals - word) : length;

    netcl_str_printf(out, "#define %.*s %.*s\n", (int)name, word,
                     equals ? (int)(length - name - 1) : 1,
                     equals ? equals + 1 : "1");
}

static void add_defines(struct netcl_str *out, const char *options)
{
    size_t length;

    for (; options && *options; options += length) {
        options += strspn(options, " \t");
        length = strcspn(options, " \t");
        if (length > 2 && !strncmp(options, "-D", 2)) {
            add_define(out, options + 2, length - 2);
        } else if (length == 2 && !strncmp(options, "-D", 2)) {
            options += 2 + strspn(options + 2, " \t");
            length = strcspn(options, " \t");
            add_define(out, options, length);
        }
    }
}

static char *write_source(const struct netcl_scaffold *scaffold,
                          const char *head)
{
    struct netcl_str out = NETCL_STR_INIT;

    netcl_str_append(&out, head);
    add_defines(&out, scaffold->kernel->options);
    netcl_str_append(&out, scaffold->text);
    return netcl_str_take(&out);
}

/* ---- files ----------------------------------------------------------- */

/* Frees `text`, which may be NULL: no memory. */
static int write_file(const struct netcl_scaffold *scaffold, const char *name,
                      char *text)
{
    char *path = netcl_str_format("%s/%s", scaffold->folder, name);
    FILE *file = path && text ? fopen(path, "we") : NULL;
    int err = file ? 0 : path && text ? -errno : -ENOMEM;

    if (file && fputs(text, file) < 0)
        err = -EIO;
    if (file && fclose(file) && !err)
        err = -errno;
    if (err)
        netcl_diag_error("%s/%s: cannot be written: %s (choose another --into)",
                         scaffold->folder, name, strerror(-err));
    free(path);
    free(text);
    return err;
}

int netcl_scaffold_write(struct netcl_scaffold *scaffold)
{
    int err = check_args(scaffold->kernel);

    if (err)
        return err;
    if (mkdir(scaffold->folder, 0777)) {
        err = -errno;
        netcl_diag_error("%s: %s (choose another --family or --into)",
                         scaffold->folder, strerror(-err));
        return err;
    }
    err = write_file(scaffold, "manifest.json", write_manifest(scaffold));
    if (!err)
        err = write_file(scaffold, "reference.cl", write_source(scaffold, ""));
    if (!err)
        err = write_file(scaffold, "first.cl",
                         write_source(scaffold,
                                      "/* What the program launches: make it "
                                      "faster. Keep the order in which\n"
                                      "   numbers are added, and its output "
                                      "stays exact. */\n"));
    return err;
}
