/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/kin.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "decide/entry.h"

/* A key in its parts: device|driver::kernel::shape. */
struct parts {
    const char *device, *driver, *kernel, *shape;
    size_t device_length, driver_length, kernel_length;
};

struct search {
    struct parts of;
    const char *key;
    struct netcl_kin *kin;
    size_t capacity;
    bool is_short_of_memory;
};

/* From the back: a device's name may hold anything. */
static const char *find_last(const char *from, const char *end)
{
    const char *at;

    for (at = end - 2; at >= from; at--)
        if (at[0] == ':' && at[1] == ':')
            return at;
    return NULL;
}

static bool split(const char *key, struct parts *parts)
{
    const char *shape = find_last(key, key + strlen(key));
    const char *kernel = shape ? find_last(key, shape) : NULL;
    const char *bar = kernel ? memrchr(key, '|', (size_t)(kernel - key)) : NULL;

    if (!bar)
        return false;
    parts->device = key;
    parts->device_length = (size_t)(bar - key);
    parts->driver = bar + 1;
    parts->driver_length = (size_t)(kernel - bar) - 1;
    parts->kernel = kernel + 2;
    parts->kernel_length = (size_t)(shape - kernel) - 2;
    parts->shape = shape + 2;
    return true;
}

/* ---- the same shape under another driver --------------------------- */

/* "device|driver" of all keys, each once, in their order; live for ever. */
static char **drivers;
static size_t driver_count;

static bool has_driver(const char *key, size_t length)
{
    const char *last = driver_count ? drivers[driver_count - 1] : "";

    return strlen(last) == length && !memcmp(last, key, length);
}

/* Sorted keys: equal ones stand together, but for odd device names. */
static bool visit_driver(void *context, const char *key, const char *value,
                         enum netcl_origin origin)
{
    struct parts parts;
    char **grown;
    size_t length;

    (void)context;
    (void)value;
    (void)origin;
    if (!split(key, &parts))
        return true;
    length = (size_t)(parts.kernel - key) - 2;
    if (has_driver(key, length))
        return true;
    grown = realloc(drivers, (driver_count + 1) * sizeof(*drivers));
    if (!grown)
        return false;
    drivers = grown;
    drivers[driver_count] = strndup(key, length);
    driver_count += drivers[driver_count] != NULL;
    return true;
}

static bool is_of_device(const char *driver, const struct parts *parts)
{
    return !strncmp(driver, parts->device, parts->device_length + 1) &&
           !strchr(driver + parts->device_length + 1, '|');
}

bool netcl_kin_find_driver(struct netcl_cache *cache, const char *key,
                           struct netcl_cached *out)
{
    static bool is_read;
    struct parts parts;
    bool is_found = false;
    size_t i;
    char *other;

    if (!is_read)
        netcl_cache_each(cache, visit_driver, NULL);
    is_read = true;
    if (!split(key, &parts))
        return false;
    for (i = driver_count; !is_found && i-- > 0;) {
        if (!is_of_device(drivers[i], &parts))
            continue;
        other = netcl_str_format("%s::%s", drivers[i], parts.kernel);
        is_found =
            other && strcmp(other, key) && netcl_cache_find(cache, other, out);
        free(other);
    }
    return is_found;
}

/* ---- other shapes ---------------------------------------------------- */

static bool is_same(const char *a, size_t a_length, const char *b,
                    size_t b_length)
{
    return a_length == b_length && !memcmp(a, b, a_length);
}

static double octaves(long long a, long long b)
{
    return log2((double)llabs(a) + 1) - log2((double)llabs(b) + 1);
}

/* The next number; false: there is none. */
static bool take_number(const char **at, long long *number)
{
    char *end;

    *at += strcspn(*at, "-0123456789");
    *number = strtoll(*at, &end, 10);
    if (end == *at)
        return false;
    *at = end;
    return true;
}

double netcl_kin_distance(const char *a, const char *b)
{
    double sum = 0;
    long long x, y;
    bool has_a, has_b;

    for (;;) {
        has_a = take_number(&a, &x);
        has_b = take_number(&b, &y);
        if (has_a != has_b)
            return HUGE_VAL;
        if (!has_a)
            return sqrt(sum);
        sum += octaves(x, y) * octaves(x, y);
    }
}

static bool grow(struct search *search)
{
    size_t capacity = search->capacity ? 2 * search->capacity : 16;
    struct netcl_kin_member *members;

    if (search->kin->count < search->capacity)
        return true;
    members = realloc(search->kin->members, capacity * sizeof(*members));
    if (!members)
        return false;
    search->kin->members = members;
    search->capacity = capacity;
    return true;
}

static bool add(struct search *search, const struct parts *parts,
                const char *value, enum netcl_origin origin)
{
    struct netcl_kin_member *member;

    if (!grow(search))
        return false;
    member = &search->kin->members[search->kin->count];
    if (!netcl_entry_read(value, strlen(value), &member->cached))
        return true; /* of no form that we know */
    member->cached.origin = origin;
    member->shape = strdup(parts->shape);
    member->distance = netcl_kin_distance(parts->shape, search->of.shape);
    member->has_driver = is_same(parts->driver, parts->driver_length,
                                 search->of.driver, search->of.driver_length);
    if (!member->shape) {
        netcl_cached_clear(&member->cached);
        return false;
    }
    search->kin->count++;
    return true;
}

static bool visit(void *context, const char *key, const char *value,
                  enum netcl_origin origin)
{
    struct search *search = context;
    const struct parts *of = &search->of;
    struct parts parts;

    if (strncmp(key, of->device, of->device_length + 1) ||
        !split(key, &parts) || !strcmp(key, search->key) ||
        !is_same(parts.device, parts.device_length, of->device,
                 of->device_length) ||
        !is_same(parts.kernel, parts.kernel_length, of->kernel,
                 of->kernel_length))
        return true;
    if (add(search, &parts, value, origin))
        return true;
    search->is_short_of_memory = true;
    return false;
}

static int compare(const void *left, const void *right)
{
    const struct netcl_kin_member *a = left, *b = right;

    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    if (a->has_driver != b->has_driver)
        return a->has_driver ? -1 : 1;
    return strcmp(a->shape, b->shape);
}

int netcl_kin_open(struct netcl_cache *cache, const char *key,
                   struct netcl_kin *kin)
{
    struct search search = {.key = key, .kin = kin};

    memset(kin, 0, sizeof(*kin));
    if (!split(key, &search.of))
        return 0;
    netcl_cache_each(cache, visit, &search);
    if (search.is_short_of_memory) {
        netcl_kin_close(kin);
        return -ENOMEM;
    }
    if (kin->count)
        qsort(kin->members, kin->count, sizeof(*kin->members), compare);
    return 0;
}

void netcl_kin_close(struct netcl_kin *kin)
{
    size_t i;

    for (i = 0; i < kin->count; i++) {
        free(kin->members[i].shape);
        netcl_cached_clear(&kin->members[i].cached);
    }
    free(kin->members);
    memset(kin, 0, sizeof(*kin));
}
