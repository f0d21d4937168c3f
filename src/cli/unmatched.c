/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/unmatched.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/logline.h"

/* ---- kernels --------------------------------------------------------- */

static int read_arg(const struct netcl_json_at *item,
                    struct netcl_unmatched_arg *arg)
{
    struct netcl_json_at at;
    int64_t value;

    arg->name = netcl_logline_text(item, "name");
    arg->type = netcl_logline_text(item, "type");
    arg->access = netcl_logline_text(item, "access");
    arg->elements = netcl_logline_count(item, "elements");
    arg->bytes = netcl_logline_count(item, "bytes");
    if (!netcl_json_find(item, "value", &at) &&
        !netcl_json_integer(&at, &value)) {
        arg->has_value = true;
        arg->value = value;
    }
    return arg->name && arg->type ? 0 : -EINVAL;
}

static int read_args(const struct netcl_json_at *line,
                     struct netcl_unmatched *kernel)
{
    struct netcl_json_at list, item = {0};
    int err = 0;

    if (netcl_json_find(line, "args", &list))
        return -EINVAL;
    kernel->args = calloc(netcl_json_count(&list) + 1, sizeof(*kernel->args));
    if (!kernel->args)
        return -ENOMEM;
    while (!err && netcl_json_next(&list, &item))
        err = read_arg(&item, &kernel->args[kernel->arg_count++]);
    return err;
}

static unsigned read_sizes(const struct netcl_json_at *line, const char *key,
                           long long sizes[3])
{
    struct netcl_json_at list, item = {0};
    unsigned count = 0;
    int64_t size;

    if (netcl_json_find(line, key, &list) || !netcl_json_is_list(&list))
        return 0;
    while (count < 3 && netcl_json_next(&list, &item) &&
           !netcl_json_integer(&item, &size))
        sizes[count++] = size;
    return count;
}

static int read_kernel(const struct netcl_json_at *line, const char *program,
                       struct netcl_unmatched *kernel)
{
    kernel->kernel = netcl_logline_text(line, "kernel");
    kernel->function = netcl_logline_text(line, "function");
    kernel->fingerprint = netcl_logline_text(line, "fingerprint");
    kernel->options = netcl_logline_text(line, "options");
    kernel->source = netcl_logline_text(line, "source");
    kernel->program = program ? strdup(program) : NULL;
    kernel->dimensions = read_sizes(line, "global", kernel->global);
    kernel->has_local = read_sizes(line, "local", kernel->local) > 0;
    if (!kernel->kernel || !kernel->function || !kernel->fingerprint ||
        !kernel->source || !kernel->dimensions)
        return -EINVAL;
    return read_args(line, kernel);
}

int netcl_unmatched_add(struct netcl_unmatched **all, const char *program,
                        const struct netcl_json_at *line)
{
    struct netcl_unmatched *kernel = calloc(1, sizeof(*kernel));
    int err = kernel ? read_kernel(line, program, kernel) : -ENOMEM;

    while (!err && *all && strcmp((*all)->kernel, kernel->kernel))
        all = &(*all)->next;
    if (err || *all) {
        netcl_unmatched_free(kernel);
        return err;
    }
    *all = kernel;
    return 0;
}

static void free_args(struct netcl_unmatched *kernel)
{
    size_t i;

    for (i = 0; i < kernel->arg_count; i++) {
        free(kernel->args[i].name);
        free(kernel->args[i].type);
        free(kernel->args[i].access);
    }
    free(kernel->args);
}

void netcl_unmatched_free(struct netcl_unmatched *all)
{
    struct netcl_unmatched *next;

    for (; all; all = next) {
        next = all->next;
        free_args(all);
        free(all->kernel);
        free(all->function);
        free(all->fingerprint);
        free(all->options);
        free(all->source);
        free(all->program);
        free(all);
    }
}

/* ---- sources --------------------------------------------------------- */

int netcl_unmatched_add_source(struct netcl_logged_source **all,
                               const struct netcl_json_at *line)
{
    struct netcl_logged_source *source = calloc(1, sizeof(*source));

    if (!source)
        return -ENOMEM;
    source->digest = netcl_logline_text(line, "source");
    source->text = netcl_logline_text(line, "text");
    if (!source->digest || !source->text) {
        netcl_unmatched_free_sources(source);
        return -EINVAL;
    }
    source->next = *all;
    *all = source;
    return 0;
}

const char *netcl_unmatched_text(const struct netcl_logged_source *all,
                                 const char *digest)
{
    while (all && strcmp(all->digest, digest))
        all = all->next;
    return all ? all->text : NULL;
}

void netcl_unmatched_free_sources(struct netcl_logged_source *all)
{
    struct netcl_logged_source *next;

    for (; all; all = next) {
        next = all->next;
        free(all->digest);
        free(all->text);
        free(all);
    }
}
