/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define MOST_ITEMS 64

static const struct {
    const char *name;
    const char *text;
    bool is_exact;
} options[] = {
    {"none", "", true},
#define OPTION(id, name, text, is_exact) {name, text, is_exact},
#include "derive/options.def"
#undef OPTION
};

#define OPTION_COUNT ((int)(sizeof(options) / sizeof(options[0])))

const char *netcl_recipe_option_name(int option)
{
    return options[option].name;
}

const char *netcl_recipe_option_text(int option)
{
    return options[option].text;
}

bool netcl_recipe_option_is_exact(int option)
{
    return options[option].is_exact;
}

int netcl_recipe_option_find(const char *name, size_t length)
{
    int i;

    for (i = 1; i < OPTION_COUNT; i++)
        if (strlen(options[i].name) == length &&
            !memcmp(options[i].name, name, length))
            return i;
    return 0;
}

bool netcl_recipe_is_rewrite(const struct netcl_recipe *recipe)
{
    return recipe->is_restrict || recipe->has_literals || recipe->is_required ||
           recipe->items > 1;
}

/* ---- writing ---------------------------------------------------------- */

static void write_local(struct netcl_str *s, const struct netcl_recipe *recipe)
{
    unsigned i;

    if (recipe->local_kind == NETCL_RECIPE_LOCAL_DRIVER)
        netcl_str_append(s, ",\"local:driver\"");
    if (recipe->local_kind != NETCL_RECIPE_LOCAL_SIZE)
        return;
    netcl_str_append(s, ",\"local:");
    for (i = 0; i < recipe->local_dimensions; i++)
        netcl_str_printf(s, "%s%zu", i ? "," : "", recipe->local[i]);
    netcl_str_append(s, "\"");
}

char *netcl_recipe_write(const struct netcl_recipe *recipe)
{
    struct netcl_str s = NETCL_STR_INIT;

    netcl_str_append(&s, "[\"derived\"");
    if (recipe->is_restrict)
        netcl_str_append(&s, ",\"restrict\"");
    if (recipe->has_literals)
        netcl_str_append(&s, ",\"literals\"");
    if (recipe->items > 1)
        netcl_str_printf(&s, ",\"items:%u%c,%s%s\"", recipe->items,
                         "xyz"[recipe->dimension],
                         recipe -> is_strided ? "strided" : "blocked",
                         recipe->is_woven ? ",woven" : "");
    write_local(&s, recipe);
    if (recipe->is_required)
        netcl_str_append(&s, ",\"required\"");
    if (recipe->option)
        netcl_str_printf(&s, ",\"%s\"", options[recipe->option].name);
    netcl_str_append_char(&s, ']');
    return netcl_str_take(&s);
}

/* ---- reading ---------------------------------------------------------- */

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(at, word, length);
}

static bool begins(const char *at, size_t length, const char *word)
{
    return length > strlen(word) && !memcmp(at, word, strlen(word));
}

/* 64,1 up to the closing quote. */
static bool read_sizes(const char *at, struct netcl_recipe *recipe)
{
    char *end;

    recipe->local_kind = NETCL_RECIPE_LOCAL_SIZE;
    while (recipe->local_dimensions < 3) {
        recipe->local[recipe->local_dimensions] = strtoul(at, &end, 10);
        if (end == at || !recipe->local[recipe->local_dimensions++])
            return false;
        if (*end == '"')
            return true;
        if (*end != ',')
            return false;
        at = end + 1;
    }
    return false;
}

/* 4x,blocked or 4x,blocked,woven */
static bool read_items(const char *at, size_t length,
                       struct netcl_recipe *recipe)
{
    static const char woven[] = ",woven";
    const size_t tail = sizeof(woven) - 1;
    const char *letter;
    char *end;

    recipe->items = (unsigned)strtoul(at, &end, 10);
    letter = *end ? strchr("xyz", *end) : NULL;
    if (recipe->items < 2 || recipe->items > MOST_ITEMS || !letter)
        return false;
    recipe->dimension = *end == 'x' ? 0 : *end == 'y' ? 1 : 2;
    length -= (size_t)(end + 1 - at);
    recipe->is_woven =
        length > tail && is_word(end + 1 + length - tail, tail, woven);
    length -= recipe->is_woven ? tail : 0;
    recipe->is_strided = is_word(end + 1, length, ",strided");
    return recipe->is_strided || is_word(end + 1, length, ",blocked");
}

static bool read_word(const char *at, size_t length,
                      struct netcl_recipe *recipe)
{
    if (is_word(at, length, "restrict"))
        recipe->is_restrict = true;
    else if (is_word(at, length, "literals"))
        recipe->has_literals = true;
    else if (is_word(at, length, "required"))
        recipe->is_required = true;
    else if (is_word(at, length, "local:driver"))
        recipe->local_kind = NETCL_RECIPE_LOCAL_DRIVER;
    else if (begins(at, length, "local:"))
        return read_sizes(at + 6, recipe);
    else if (begins(at, length, "items:"))
        return read_items(at + 6, length - 6, recipe);
    else
        recipe->option = netcl_recipe_option_find(at, length);
    return true;
}

bool netcl_recipe_read(const char *choice, struct netcl_recipe *recipe)
{
    static const char head[] = "[\"derived\"";
    const char *at = choice + sizeof(head) - 1, *end;
    char *again;
    bool is_same;

    memset(recipe, 0, sizeof(*recipe));
    if (strncmp(choice, head, sizeof(head) - 1))
        return false;
    while (*at == ',' && at[1] == '"') {
        at += 2;
        end = strchr(at, '"');
        if (!end || !read_word(at, (size_t)(end - at), recipe))
            return false;
        at = end + 1;
    }
    /* What would be written otherwise is not one of ours. */
    again = netcl_recipe_write(recipe);
    is_same = again && !strcmp(again, choice);
    free(again);
    return is_same;
}
