/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/grid.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sample.h"

/* An argument this much smaller than the largest is no size: an offset. */
#define SMALL 8

#define LEAST_BYTES ((size_t)64 << 10)
#define MOST_BYTES_CPU ((size_t)4 << 20)
#define MOST_BYTES_GPU ((size_t)64 << 20)
#define LEAST_SIZE 32
#define MOST_SIZE ((int64_t)1 << 28)

/* One check line on its way to another size. */
struct blow {
    struct netcl_grid *grid;
    const struct netcl_kernel_entry *entry;
    const struct netcl_check *check;
    int64_t base;               /* its largest size */
    int64_t size;               /* that it is to become; 0: as it is */
    size_t at[NETCL_GRID_AXES]; /* which size of each axis */
};

/* ---- axes ------------------------------------------------------------ */

static int read_sizes(const char *text, struct netcl_grid_axis *axis)
{
    char *end;

    for (;; text = end + 1) {
        if (axis->count == NETCL_GRID_SIZES)
            return -EINVAL;
        axis->sizes[axis->count] = strtoll(text, &end, 10);
        if (end == text || axis->sizes[axis->count] < 0)
            return -EINVAL;
        axis->count++;
        if (!*end)
            return 0;
        if (*end != ',')
            return -EINVAL;
    }
}

int netcl_grid_add_axis(struct netcl_grid *grid, const char *text)
{
    struct netcl_grid_axis *axis = &grid->axes[grid->axis_count];
    const char *equals = strchr(text, '=');

    if (grid->axis_count == NETCL_GRID_AXES)
        return -EINVAL;
    memset(axis, 0, sizeof(*axis));
    if (read_sizes(equals ? equals + 1 : text, axis))
        return -EINVAL;
    if (equals)
        axis->name = strndup(text, (size_t)(equals - text));
    grid->axis_count++;
    return 0;
}

static const struct netcl_grid_axis *plain_axis(const struct netcl_grid *grid)
{
    size_t i;

    for (i = 0; i < grid->axis_count; i++)
        if (!grid->axes[i].name)
            return &grid->axes[i];
    return NULL;
}

/* The axis of an integer argument, or grid->axis_count. */
static size_t axis_of(const struct netcl_grid *grid,
                      const struct netcl_arg *arg)
{
    size_t i;

    for (i = 0; i < grid->axis_count; i++)
        if (grid->axes[i].name && arg->kind == NETCL_ARG_INTEGER &&
            !strcmp(grid->axes[i].name, arg->name))
            break;
    return i;
}

/* ---- which arguments are sizes --------------------------------------- */

static bool is_used(const struct blow *blow, const struct netcl_arg *arg)
{
    const struct netcl_kernel_entry *entry = blow->entry;
    size_t i;

    for (i = 0; i < entry->arg_count; i++)
        if (entry->args[i].elements &&
            netcl_expr_uses(entry->args[i].elements, arg->slot))
            return true;
    for (i = 0; i < blow->check->global.dimensions; i++)
        if (netcl_expr_uses(blow->check->global.size[i], arg->slot))
            return true;
    return false;
}

static bool is_size(const struct blow *blow, size_t arg)
{
    const struct netcl_check_value *value = &blow->check->values[arg];

    return blow->entry->args[arg].kind == NETCL_ARG_INTEGER &&
           value->integer > 0 && value->integer * SMALL >= blow->base &&
           is_used(blow, &blow->entry->args[arg]);
}

/* A constant of the range, or 0. */
static int64_t constant_of(const struct netcl_expr *expr)
{
    const int *slots;
    int64_t value;

    if (!expr || netcl_expr_slots(expr, &slots) ||
        netcl_expr_eval(expr, NULL, &value))
        return 0;
    return value;
}

static int64_t find_base(struct blow *blow)
{
    int64_t base = 0, value;
    size_t i;

    blow->base = 0;
    for (i = 0; i < blow->entry->arg_count; i++)
        if (is_size(blow, i) && blow->check->values[i].integer > base)
            base = blow->check->values[i].integer;
    for (i = 0; !base && i < blow->check->global.dimensions; i++) {
        value = constant_of(blow->check->global.size[i]);
        base = value > base ? value : base;
    }
    return base;
}

/* ---- making a point -------------------------------------------------- */

static int64_t round_up(int64_t value, int64_t to)
{
    return (value + to - 1) / to * to;
}

static int64_t wished(const struct blow *blow, size_t arg)
{
    size_t axis = axis_of(blow->grid, &blow->entry->args[arg]);

    if (axis < blow->grid->axis_count)
        return blow->grid->axes[axis].sizes[blow->at[axis]];
    return blow->size && is_size(blow, arg) ? blow->size
                                            : blow->check->values[arg].integer;
}

/* A range's constant that was an argument, rounded up, is so again. */
static int64_t grow(const struct blow *blow, int64_t global, int64_t local)
{
    int64_t value;
    size_t i;

    for (i = 0; i < blow->entry->arg_count; i++) {
        value = blow->check->values[i].integer;
        if (is_size(blow, i) && round_up(value, local) == global)
            return round_up(wished(blow, i), local);
    }
    if (!blow->size || global > MOST_SIZE)
        return global;
    return round_up(global * blow->size / blow->base, local);
}

static int no_name(void *context, const char *name, size_t length)
{
    (void)context;
    (void)name;
    (void)length;
    return -1;
}

static struct netcl_expr *make_constant(int64_t value)
{
    struct netcl_expr *expr = NULL;
    char text[32], error[64];

    snprintf(text, sizeof(text), "%lld", (long long)value);
    return netcl_expr_parse(text, no_name, NULL, &expr, error, sizeof(error))
               ? NULL
               : expr;
}

static void free_point(struct netcl_grid_point *point)
{
    unsigned i;

    /* Constants are ours; what names something is the manifest's. */
    for (i = 0; i < point->check.global.dimensions; i++)
        if (constant_of(point->check.global.size[i]))
            netcl_expr_free((struct netcl_expr *)point->check.global.size[i]);
    free((void *)point->check.values);
}

static int make_range(const struct blow *blow, struct netcl_check *check)
{
    const struct netcl_check *from = blow->check;
    int64_t global, local;
    unsigned i;

    check->global.dimensions = 0;
    for (i = 0; i < from->global.dimensions; i++) {
        global = constant_of(from->global.size[i]);
        local = from->local.dimensions ? constant_of(from->local.size[i]) : 1;
        check->global.size[i] = from->global.size[i];
        if (global)
            check->global.size[i] =
                make_constant(grow(blow, global, local > 0 ? local : 1));
        if (!check->global.size[i])
            return -ENOMEM;
        check->global.dimensions++;
    }
    return 0;
}

static int make_point(const struct blow *blow, struct netcl_grid_point *point)
{
    size_t i, count = blow->entry->arg_count;
    struct netcl_check_value *values = calloc(count + 1, sizeof(*values));
    int err;

    point->entry = blow->entry;
    point->check = *blow->check;
    point->check.values = values;
    if (!values) {
        point->check.global.dimensions = 0;
        return -ENOMEM;
    }
    memcpy(values, blow->check->values, count * sizeof(*values));
    for (i = 0; i < count; i++)
        if (blow->entry->args[i].kind == NETCL_ARG_INTEGER)
            values[i].integer = wished(blow, i);
    err = make_range(blow, &point->check);
    if (err)
        free_point(point);
    return err;
}

/* ---- the grid -------------------------------------------------------- */

static int keep(struct netcl_grid *grid, const struct netcl_grid_point *point)
{
    struct netcl_grid_point *grown =
        realloc(grid->points, (grid->count + 1) * sizeof(*grown));

    if (!grown)
        return -ENOMEM;
    grid->points = grown;
    grid->points[grid->count++] = *point;
    return 0;
}

/* One size; bytes of its largest buffer, 0 where it is not legal. */
static int add_point(struct blow *blow, size_t least, size_t most,
                     size_t *bytes)
{
    struct netcl_grid_point point;
    int err = make_point(blow, &point);

    if (err)
        return err;
    *bytes = netcl_sample_bytes(blow->grid->device, blow->entry, &point.check);
    if (*bytes && *bytes >= least && *bytes <= most)
        err = keep(blow->grid, &point);
    else
        free_point(&point);
    if (err)
        free_point(&point);
    return err;
}

static int add_powers(struct blow *blow)
{
    bool is_cpu = blow->grid->device->slots[NETCL_SLOT_is_cpu] != 0;
    size_t bytes = 0, most = is_cpu ? MOST_BYTES_CPU : MOST_BYTES_GPU;
    int err = 0;

    for (blow->size = LEAST_SIZE;
         !err && blow->size <= MOST_SIZE && bytes <= most; blow->size *= 2)
        err = add_point(blow, LEAST_BYTES, most, &bytes);
    return err;
}

static int add_sizes(struct blow *blow)
{
    const struct netcl_grid_axis *plain = plain_axis(blow->grid);
    size_t i, bytes;
    int err = 0;

    blow->size = 0;
    if (!plain && blow->grid->axis_count) /* the rest as the line has it */
        return add_point(blow, 0, SIZE_MAX, &bytes);
    if (!plain)
        return add_powers(blow);
    for (i = 0; !err && i < plain->count; i++) {
        blow->size = plain->sizes[i];
        err = add_point(blow, 0, SIZE_MAX, &bytes);
    }
    return err;
}

/* The next combination of named axes; false: all were there. */
static bool turn(struct blow *blow)
{
    const struct netcl_grid *grid = blow->grid;
    size_t i;

    for (i = grid->axis_count; i-- > 0;) {
        if (!grid->axes[i].name)
            continue;
        if (++blow->at[i] < grid->axes[i].count)
            return true;
        blow->at[i] = 0;
    }
    return false;
}

int netcl_grid_add_entry(struct netcl_grid *grid,
                         const struct netcl_kernel_entry *entry)
{
    struct blow blow = {.grid = grid, .entry = entry};
    size_t i;
    int err = 0;

    for (i = 0; !err && i < entry->check_count; i++) {
        blow.check = &entry->checks[i];
        blow.base = find_base(&blow);
        if (blow.base <= 1)
            continue; /* a single element says nothing of ranges */
        do
            err = add_sizes(&blow);
        while (!err && turn(&blow));
    }
    return err;
}

void netcl_grid_close(struct netcl_grid *grid)
{
    size_t i;

    for (i = 0; i < grid->count; i++)
        free_point(&grid->points[i]);
    for (i = 0; i < grid->axis_count; i++)
        free(grid->axes[i].name);
    free(grid->points);
    grid->points = NULL;
    grid->count = grid->axis_count = 0;
}
