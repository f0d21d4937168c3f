/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cjson.h"
#include "base/diag.h"
#include "base/str.h"

/* Beyond, a double does not hold every integer. */
#define INTEGER_MAX 9007199254740992.0

struct netcl_json {
    char *name;
    const char *hint; /* what to do where something is wrong in it */
    cJSON *root;
};

static void append_path(struct netcl_str *s, const struct netcl_json_at *at)
{
    if (!at->up)
        return;
    append_path(s, at->up);
    if (at->key)
        netcl_str_printf(s, "%s%s", s->length ? "." : "", at->key);
    else
        netcl_str_printf(s, "[%zu]", at->index);
}

int netcl_json_fail(const struct netcl_json_at *at, const char *format, ...)
{
    struct netcl_str path = NETCL_STR_INIT;
    char message[512];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    append_path(&path, at);
    netcl_diag_error("%s: %s%s%s (%s)", at->file->name,
                     path.length ? path.text : "", path.length ? ": " : "",
                     message, at->file->hint);
    netcl_str_free(&path);
    return -EINVAL;
}

/* cJSON points one too far where it wants a key and finds something else. */
static const char *correct(const char *bytes, const char *end)
{
    const char *before = end - 2;

    if (end - bytes < 2 || strchr("\" \t\r\n", end[-1]))
        return end;
    while (before > bytes && strchr(" \t\r\n", *before))
        before--;
    return *before == '{' || *before == ',' ? end - 1 : end;
}

static int fail_syntax(const struct netcl_json *file, const char *bytes,
                       const char *end)
{
    const struct netcl_json_at whole = {.file = file};
    const char *line = bytes, *at;
    size_t lines = 1;

    end = correct(bytes, end);
    for (at = bytes; at < end; at++)
        if (*at == '\n') {
            lines++;
            line = at + 1;
        }
    return netcl_json_fail(&whole, "line %zu, column %zu: is no JSON", lines,
                           (size_t)(end - line) + 1);
}

static bool is_comment(const cJSON *item)
{
    return item->string && !strncmp(item->string, "//", 2);
}

static bool is_repeated(const cJSON *object, const cJSON *member)
{
    const cJSON *other;

    if (!member->string || is_comment(member))
        return false;
    for (other = object->child; other != member; other = other->next)
        if (other->string && !strcmp(other->string, member->string))
            return true;
    return false;
}

static int check_repeated(const struct netcl_json_at *list)
{
    struct netcl_json_at item = {0};
    int err = 0;

    while (netcl_json_next(list, &item)) {
        if (is_repeated(list->item, item.item))
            err = netcl_json_fail(&item, "is there twice");
        if (check_repeated(&item))
            err = -EINVAL;
    }
    return err;
}

static int parse(struct netcl_json *file, const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\0', length);
    struct netcl_json_at root;

    errno = 0;
    if (!end)
        file->root =
            netcl_cjson()->ParseWithLengthOpts(bytes, length + 1, &end, true);
    if (!file->root && errno == ENOMEM)
        return -ENOMEM;
    if (!file->root)
        return fail_syntax(file, bytes, end ? end : bytes);
    root = netcl_json_root(file);
    return check_repeated(&root);
}

int netcl_json_open(const char *name, const char *hint, const char *bytes,
                    size_t length, struct netcl_json **out)
{
    struct netcl_json *file = calloc(1, sizeof(*file));
    int err = -ENOMEM;

    if (!file)
        return -ENOMEM;
    if (!netcl_cjson_is_there()) { /* which has been said; it is no fault of it
                                    */
        free(file);
        return -ELIBACC;
    }
    file->hint = hint;
    file->name = strdup(name);
    if (file->name)
        err = parse(file, bytes, length);
    if (err) {
        netcl_json_close(file);
        return err;
    }
    *out = file;
    return 0;
}

void netcl_json_close(struct netcl_json *file)
{
    if (!file)
        return;
    netcl_cjson()->Delete(file->root);
    free(file->name);
    free(file);
}

struct netcl_json_at netcl_json_root(const struct netcl_json *file)
{
    struct netcl_json_at root = {file, NULL, file->root, NULL, 0};

    return root;
}

int netcl_json_find(const struct netcl_json_at *object, const char *key,
                    struct netcl_json_at *member)
{
    const cJSON *item = object->item;

    if (!netcl_cjson()->IsObject(item))
        return -ENOENT;
    item = netcl_cjson()->GetObjectItemCaseSensitive(item, key);
    if (!item)
        return -ENOENT;
    *member =
        (struct netcl_json_at){object->file, object, item, item->string, 0};
    return 0;
}

int netcl_json_need(const struct netcl_json_at *object, const char *key,
                    struct netcl_json_at *member)
{
    struct netcl_json_at absent = {object->file, object, NULL, key, 0};

    if (!netcl_json_find(object, key, member))
        return 0;
    return netcl_json_fail(&absent, "is missing");
}

static const cJSON *skip_comments(const cJSON *item)
{
    while (item && is_comment(item))
        item = item->next;
    return item;
}

bool netcl_json_next(const struct netcl_json_at *list,
                     struct netcl_json_at *item)
{
    const cJSON *last = item->item;
    const cJSON *above = list->item;
    const cJSON *next;

    if (!netcl_cjson()->IsObject(above) && !netcl_cjson()->IsArray(above))
        return false;
    next = skip_comments(last ? last->next : above->child);
    if (!next)
        return false;
    item->index = last ? item->index + 1 : 0;
    item->file = list->file;
    item->up = list;
    item->item = next;
    item->key = next->string;
    return true;
}

size_t netcl_json_count(const struct netcl_json_at *list)
{
    struct netcl_json_at item = {0};
    size_t count = 0;

    while (netcl_json_next(list, &item))
        count++;
    return count;
}

bool netcl_json_is_object(const struct netcl_json_at *at)
{
    return netcl_cjson()->IsObject((const cJSON *)at->item);
}

bool netcl_json_is_list(const struct netcl_json_at *at)
{
    return netcl_cjson()->IsArray((const cJSON *)at->item);
}

bool netcl_json_is_text(const struct netcl_json_at *at)
{
    return netcl_cjson()->IsString((const cJSON *)at->item);
}

bool netcl_json_is_number(const struct netcl_json_at *at)
{
    return netcl_cjson()->IsNumber((const cJSON *)at->item);
}

bool netcl_json_is_null(const struct netcl_json_at *at)
{
    return netcl_cjson()->IsNull((const cJSON *)at->item);
}

int netcl_json_expect_object(const struct netcl_json_at *at)
{
    return netcl_json_is_object(at) ? 0
                                    : netcl_json_fail(at, "is not an object");
}

int netcl_json_expect_list(const struct netcl_json_at *at)
{
    return netcl_json_is_list(at) ? 0 : netcl_json_fail(at, "is not a list");
}

int netcl_json_text(const struct netcl_json_at *at, const char **text)
{
    const cJSON *item = at->item;

    if (!netcl_json_is_text(at))
        return netcl_json_fail(at, "is not a text");
    *text = item->valuestring;
    return 0;
}

static bool is_whole(double value)
{
    return value >= -INTEGER_MAX && value <= INTEGER_MAX &&
           (double)(int64_t)value == value;
}

int netcl_json_integer(const struct netcl_json_at *at, int64_t *value)
{
    const cJSON *item = at->item;

    if (!netcl_json_is_number(at) || !is_whole(item->valuedouble))
        return netcl_json_fail(at, "is not a whole number");
    *value = (int64_t)item->valuedouble;
    return 0;
}

int netcl_json_real(const struct netcl_json_at *at, double *value)
{
    const cJSON *item = at->item;

    if (!netcl_json_is_number(at) || !isfinite(item->valuedouble))
        return netcl_json_fail(at, "is not a number");
    *value = item->valuedouble;
    return 0;
}

int netcl_json_bool(const struct netcl_json_at *at, bool *value)
{
    const cJSON *item = at->item;

    if (!netcl_cjson()->IsBool(item))
        return netcl_json_fail(at, "is not true or false");
    *value = netcl_cjson()->IsTrue(item);
    return 0;
}

static int fail_choice(const struct netcl_json_at *at, const char *text,
                       const char *const *names)
{
    struct netcl_str list = NETCL_STR_INIT;
    size_t i;
    int err;

    for (i = 0; names[i]; i++)
        netcl_str_printf(&list, "%s%s",
                         !i             ? ""
                         : names[i + 1] ? ", "
                                        : " or ",
                         names[i]);
    err = netcl_json_fail(at, "\"%s\" is not %s", text,
                          list.text ? list.text : "known");
    netcl_str_free(&list);
    return err;
}

int netcl_json_choice(const struct netcl_json_at *at, const char *const *names,
                      int *index)
{
    const char *text = "";
    int i, err = netcl_json_text(at, &text);

    if (err)
        return err;
    for (i = 0; names[i]; i++)
        if (!strcmp(text, names[i])) {
            *index = i;
            return 0;
        }
    return fail_choice(at, text, names);
}

static bool is_known(const char *key, const char *const *known)
{
    for (; *known; known++)
        if (!strcmp(key, *known))
            return true;
    return false;
}

int netcl_json_expect_keys(const struct netcl_json_at *object,
                           const char *const *known)
{
    struct netcl_json_at item = {0};
    int err = netcl_json_expect_object(object);

    while (netcl_json_is_object(object) && netcl_json_next(object, &item))
        if (!is_known(item.key, known))
            err = netcl_json_fail(&item, "is not a known key");
    return err;
}
