/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: reading JSON files that people write, with errors that say where.
 *
 * A struct netcl_json is one parsed text; a struct netcl_json_at is a place in
 * it, a plain record that lives on the reader's stack and points to the place
 * above it (which must outlive it). Every function that says "reported" has
 * written one line:
 *
 *   netcl-tune: FILE: kernels[2].args[0].type: is not a text
 *
 * Texts that the getters return live as long as the struct netcl_json. Keys
 * that start with // are comments, which nobody sees. One thread at a time.
 */
#ifndef NETCL_BASE_JSON_H
#define NETCL_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct netcl_json;

struct netcl_json_at {
    const struct netcl_json *file;
    const struct netcl_json_at *up;
    const void *item;
    const char *key; /* NULL: the root, or element `index` of a list */
    size_t index;
};

/*
 * Parse `bytes`, which have a NUL behind them; `name` is the FILE of messages,
 * and `hint`, which outlives the file, what they say to do: they end with it
 * in brackets.
 * Reported: syntax errors with line and column, duplicate keys with their
 * path (all of them; -EINVAL). -ELIBACC: there is no libcjson.
 */
int netcl_json_open(const char *name, const char *hint, const char *bytes,
                    size_t length, struct netcl_json **out);

/* Accepts NULL. */
void netcl_json_close(struct netcl_json *file);

/* The outermost value. */
struct netcl_json_at netcl_json_root(const struct netcl_json *file);

/* Member `key` of an object. -ENOENT where there is none: not reported. */
int netcl_json_find(const struct netcl_json_at *object, const char *key,
                    struct netcl_json_at *member);

/* The same, but an absent member is reported. */
int netcl_json_need(const struct netcl_json_at *object, const char *key,
                    struct netcl_json_at *member);

/*
 * Steps through a list or an object's members, in file order:
 *
 *   struct netcl_json_at item = {0};
 *   while (netcl_json_next(&list, &item)) ...
 */
bool netcl_json_next(const struct netcl_json_at *list,
                     struct netcl_json_at *item);

/* Elements or members, comments not counted; 0 for other values. */
size_t netcl_json_count(const struct netcl_json_at *list);

/* What kind of value; not reported. */
bool netcl_json_is_object(const struct netcl_json_at *at);
bool netcl_json_is_list(const struct netcl_json_at *at);
bool netcl_json_is_text(const struct netcl_json_at *at);
bool netcl_json_is_number(const struct netcl_json_at *at);
bool netcl_json_is_null(const struct netcl_json_at *at);

/* -EINVAL, reported, where the value is of another kind. */
int netcl_json_expect_object(const struct netcl_json_at *at);
int netcl_json_expect_list(const struct netcl_json_at *at);
int netcl_json_text(const struct netcl_json_at *at, const char **text);
int netcl_json_integer(const struct netcl_json_at *at, int64_t *value);
int netcl_json_real(const struct netcl_json_at *at, double *value);
int netcl_json_bool(const struct netcl_json_at *at, bool *value);

/* A text that is one of `names` (NULL-terminated): its index. */
int netcl_json_choice(const struct netcl_json_at *at, const char *const *names,
                      int *index);

/* Reports every member that `known` (NULL-terminated) does not list. */
int netcl_json_expect_keys(const struct netcl_json_at *object,
                           const char *const *known);

/* Reports "FILE: path: message" about this place; returns -EINVAL. */
int netcl_json_fail(const struct netcl_json_at *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
