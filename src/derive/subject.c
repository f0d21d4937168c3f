/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/subject.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/dict.h"
#include "base/hash.h"
#include "base/str.h"
#include "derive/rewrite.h"
#include "match/slice.h"

/* A program that makes kernels without end is left alone. */
#define MOST_SUBJECTS 4096

struct known {
    uint64_t id;
    struct netcl_subject subject;
    UT_hash_handle hh;
};

static struct known *all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* ---- an entry ---------------------------------------------------------- */

static bool is_integer(const struct netcl_param *type)
{
    return !type->is_pointer && type->lanes == 1 &&
           netcl_scalar_is_integer(type->scalar);
}

static enum netcl_arg_kind kind_of(const struct netcl_param *type)
{
    if (type->is_pointer)
        return type->space == NETCL_SPACE_LOCAL ? NETCL_ARG_LOCAL
                                                : NETCL_ARG_BUFFER;
    if (is_integer(type))
        return NETCL_ARG_INTEGER;
    if (type->is_image)
        return NETCL_ARG_IMAGE;
    if (!strcmp(type->type, "sampler_t"))
        return NETCL_ARG_SAMPLER;
    return type->lanes == 1 && type->scalar != NETCL_SCALAR_NONE
               ? NETCL_ARG_REAL
               : NETCL_ARG_OTHER;
}

static bool is_dropped(const struct netcl_subject_entry *fresh, size_t arg)
{
    return (fresh->dropped >> arg) & 1;
}

static void fill_arg(struct netcl_subject_entry *fresh, size_t i,
                     struct netcl_arg *arg)
{
    const struct netcl_license *license = &fresh->subject->license;
    const struct netcl_param *type = &license->signature.params[i];

    arg->name = type->name;
    arg->kind = kind_of(type);
    arg->type = *type;
    arg->access = license->params[i].is_write_only ? 0 : NETCL_ACCESS_READ;
    if (!license->params[i].is_read_only)
        arg->access |= NETCL_ACCESS_WRITE;
    if (arg->kind == NETCL_ARG_IMAGE)
        arg->access = type->access;
    arg->slot = arg->bytes_slot = arg->sizes_slot = -1;
    if (arg->kind == NETCL_ARG_INTEGER)
        arg->slot = NETCL_SLOT_FIXED + (int)i;
    else if (arg->kind == NETCL_ARG_BUFFER)
        arg->bytes_slot = NETCL_SLOT_FIXED + (int)i;
}

static int resolve_slot(void *context, const char *name, size_t length)
{
    int *slot = context;

    if (*slot >= 0 && length == 1 && *name == 'x')
        return *slot;
    return netcl_slot_find(name, length);
}

static int add_shape(struct netcl_subject_entry *fresh, const char *text,
                     int slot)
{
    const struct netcl_expr **shape =
        (const struct netcl_expr **)fresh->family.shape;
    struct netcl_expr *expr;
    char error[64];

    if (netcl_expr_parse(text, resolve_slot, &slot, &expr, error,
                         sizeof(error)))
        return -ENOMEM;
    shape[fresh->family.shape_count++] = expr;
    return 0;
}

/* Global sizes, local sizes, and the integers that count. */
static int fill_shape(struct netcl_subject_entry *fresh)
{
    static const char *const sizes[] = {"global_0", "global_1", "global_2",
                                        "local_0",  "local_1",  "local_2"};
    const struct netcl_kernel_entry *entry = &fresh->entry;
    size_t i;
    int err = 0;

    fresh->family.shape =
        calloc(6 + entry->arg_count, sizeof(*fresh->family.shape));
    if (!fresh->family.shape)
        return -ENOMEM;
    for (i = 0; !err && i < 6; i++)
        err = add_shape(fresh, sizes[i], -1);
    for (i = 0; !err && i < entry->arg_count; i++)
        if (entry->args[i].kind == NETCL_ARG_INTEGER && !is_dropped(fresh, i))
            err = add_shape(fresh, "x", entry->args[i].slot);
    return err;
}

/* Exactness of a double is wanted where one is written. */
static double tolerance_of(const struct netcl_kernel_entry *entry)
{
    double set = netcl_config()->tolerance, least = 1e-6;
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if ((entry->args[i].access & NETCL_ACCESS_WRITE) &&
            entry->args[i].type.scalar == NETCL_SCALAR_DOUBLE)
            least = 1e-14;
    return set > 0 ? set : least;
}

static void describe_family(struct netcl_subject_entry *fresh)
{
    const struct netcl_subject *subject = fresh->subject;
    uint64_t state = netcl_hash_bytes(NETCL_HASH_INIT, &subject->fingerprint,
                                      sizeof(subject->fingerprint));

    state = netcl_hash_text(state, subject->options);
    /* What was tolerated is not, when less is. */
    fresh->family.tolerance_rel = tolerance_of(&fresh->entry);
    if (netcl_config()->numerics == NETCL_NUMERICS_TOLERANT)
        state = netcl_hash_bytes(state, &fresh->family.tolerance_rel,
                                 sizeof(fresh->family.tolerance_rel));
    fresh->family.folder = "";
    fresh->family.name = "derived";
    fresh->family.summary = "made from the kernel itself";
    fresh->family.digest = netcl_hash_finish(state) + NETCL_SUBJECT_VERSION;
    fresh->family.has_tolerance = true;
    fresh->family.slot_count = NETCL_SLOT_FIXED + fresh->entry.arg_count;
}

static void free_entry(struct netcl_subject_entry *fresh)
{
    size_t i;

    for (i = 0; i < fresh->family.shape_count; i++)
        netcl_expr_free((struct netcl_expr *)fresh->family.shape[i]);
    free((void *)fresh->family.shape);
    free((void *)fresh->entry.args);
    free(fresh);
}

static struct netcl_subject_entry *new_entry(struct netcl_subject *subject,
                                             uint64_t dropped, bool is_any_size)
{
    struct netcl_subject_entry *fresh = calloc(1, sizeof(*fresh));
    size_t i, count = subject->license.signature.count;
    struct netcl_arg *args = calloc(count + 1, sizeof(*args));

    if (!fresh || !args) {
        free(fresh);
        free(args);
        return NULL;
    }
    fresh->subject = subject;
    fresh->dropped = dropped;
    fresh->is_any_size = is_any_size;
    fresh->entry.family = &fresh->family;
    fresh->entry.name = subject->label;
    fresh->entry.function = subject->kernel;
    fresh->entry.fingerprints = &subject->fingerprint;
    fresh->entry.fingerprint_count = 1;
    fresh->entry.args = args;
    fresh->entry.arg_count = count;
    for (i = 0; i < count; i++)
        fill_arg(fresh, i, &args[i]);
    describe_family(fresh);
    if (fill_shape(fresh)) {
        free_entry(fresh);
        return NULL;
    }
    return fresh;
}

const struct netcl_subject_entry *
netcl_subject_now(const struct netcl_subject *subject)
{
    return atomic_load(&subject->current);
}

const struct netcl_subject_entry *
netcl_subject_drop(struct netcl_subject *subject, uint64_t dropped,
                   bool is_any_size)
{
    struct netcl_subject_entry *now, *fresh = NULL;

    pthread_mutex_lock(&mutex);
    now = atomic_load(&subject->current);
    if ((now->dropped | dropped) != now->dropped ||
        (is_any_size && !now->is_any_size))
        fresh = new_entry(subject, now->dropped | dropped,
                          now->is_any_size || is_any_size);
    if (fresh) {
        fresh->previous = now;
        atomic_store(&subject->current, fresh);
    }
    pthread_mutex_unlock(&mutex);
    return fresh;
}

bool netcl_subject_counts(const struct netcl_subject_entry *entry, size_t arg)
{
    return !is_dropped(entry, arg) &&
           (entry->entry.args[arg].kind == NETCL_ARG_INTEGER ||
            netcl_subject_is_literal(entry, arg));
}

bool netcl_subject_is_literal(const struct netcl_subject_entry *entry,
                              size_t arg)
{
    const struct netcl_license *license = &entry->subject->license;

    return license->may_rewrite && license->params[arg].may_literal &&
           !is_dropped(entry, arg);
}

bool netcl_subject_knows(const struct netcl_subject *subject,
                         const char *choice, struct netcl_recipe *recipe)
{
    return netcl_recipe_read(choice, recipe) &&
           netcl_rewrite_is_legal(&subject->license, recipe);
}

/* ---- finding ---------------------------------------------------------------
 */

static int read_all(struct netcl_subject *subject)
{
    int err = netcl_license_open(subject->unit, subject->kernel,
                                 &subject->license);

    if (!err && subject->license.signature.count > NETCL_SUBJECT_ARGS_MAX)
        err = -ENOTSUP;
    if (err)
        return err;
    atomic_store(&subject->current, new_entry(subject, 0, false));
    return atomic_load(&subject->current) ? 0 : -ENOMEM;
}

/* It is in the table then, and stays there. */
static struct known *add_known(uint64_t id, struct netcl_unit *unit,
                               const char *source, const char *options,
                               const char *name, uint64_t fingerprint)
{
    struct known *known = calloc(1, sizeof(*known));
    struct netcl_subject *subject;
    char digits[17];

    if (!known)
        return NULL;
    subject = &known->subject;
    known->id = id;
    snprintf(digits, sizeof(digits), "%016" PRIx64, fingerprint);
    subject->fingerprint = fingerprint;
    subject->kernel = strdup(name);
    subject->label = netcl_str_format("%s@%.8s", name, digits);
    subject->source = strdup(source);
    subject->options = strdup(options);
    if (subject->kernel && subject->label && subject->source &&
        subject->options)
        HASH_ADD(hh, all, id, sizeof(known->id), known);
    if (known->hh.tbl) {
        subject->unit = netcl_unit_retain(unit);
        subject->error = read_all(subject);
        if (subject->error) {
            netcl_unit_close(subject->unit);
            subject->unit = NULL;
        }
        return known;
    }
    free(subject->kernel);
    free(subject->label);
    free(subject->source);
    free(subject->options);
    free(known);
    return NULL;
}

struct netcl_subject *netcl_subject_find(struct netcl_unit *unit,
                                         const char *source,
                                         const char *options, const char *name,
                                         uint64_t fingerprint)
{
    uint64_t id = netcl_hash_text(NETCL_HASH_INIT, name);
    struct known *known;

    id = netcl_hash_bytes(id, &fingerprint, sizeof(fingerprint));
    id = netcl_hash_finish(netcl_hash_text(id, options));
    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, all, &id, sizeof(id), known);
    if (!known && HASH_COUNT(all) < MOST_SUBJECTS)
        known = add_known(id, unit, source, options, name, fingerprint);
    pthread_mutex_unlock(&mutex);
    return known ? &known->subject : NULL;
}
