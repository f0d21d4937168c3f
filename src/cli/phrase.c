/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/phrase.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

/* Three digits that count. */
static void print_number(char *text, double number, const char *unit)
{
    double size = fabs(number);
    int digits = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;

    snprintf(text, NETCL_PHRASE_BYTES, "%.*f%s", digits, number, unit);
}

const char *netcl_phrase_time(char text[NETCL_PHRASE_BYTES], double us)
{
    double size = fabs(us);

    if (!us)
        return "-";
    if (size < 999.5)
        print_number(text, us, " us");
    else if (size < 999500)
        print_number(text, us / 1e3, " ms");
    else
        print_number(text, us / 1e6, " s");
    return text;
}

const char *netcl_phrase_ratio(char text[NETCL_PHRASE_BYTES], double ratio)
{
    if (!ratio)
        return "-";
    print_number(text, ratio, "x");
    return text;
}

const char *netcl_phrase_error(char text[NETCL_PHRASE_BYTES], bool is_exact,
                               const struct netcl_error *error)
{
    if (is_exact)
        return "exact";
    if (!error->max_rel && !error->max_abs && !error->max_ulp)
        return "not checked"; /* a pin rule's choice */
    snprintf(text, NETCL_PHRASE_BYTES, "%.1e", error->max_rel);
    return text;
}

/*
 * Drops brackets, quotes and spaces; commas between elements become
 * `separator`.
 */
static const char *strip(char text[NETCL_PHRASE_BYTES], const char *json,
                         char separator)
{
    bool is_quoted = false;
    size_t length = 0;

    for (; *json && length + 1 < NETCL_PHRASE_BYTES; json++) {
        is_quoted ^= *json == '"';
        if (!strchr("[]\" ", *json))
            text[length++] = *json == ',' && !is_quoted ? separator : *json;
    }
    text[length] = '\0';
    return text;
}

const char *netcl_phrase_choice(char text[NETCL_PHRASE_BYTES],
                                const char *choice)
{
    return choice ? strip(text, choice, ' ') : "-";
}

const char *netcl_phrase_shape(char text[NETCL_PHRASE_BYTES], const char *shape)
{
    return shape ? strip(text, shape, ',') : "-";
}

static bool append(struct netcl_str *text, const struct netcl_json_at *at);

static bool append_list(struct netcl_str *text, const struct netcl_json_at *at)
{
    struct netcl_json_at item = {0};
    bool is_fine = true;

    netcl_str_append_char(text, '[');
    while (is_fine && netcl_json_next(at, &item)) {
        if (item.index)
            netcl_str_append_char(text, ',');
        is_fine = append(text, &item);
    }
    netcl_str_append_char(text, ']');
    return is_fine;
}

static bool append(struct netcl_str *text, const struct netcl_json_at *at)
{
    const char *word;
    double number;

    if (netcl_json_is_list(at))
        return append_list(text, at);
    if (netcl_json_is_number(at) && !netcl_json_real(at, &number))
        netcl_str_printf(text, "%.15g", number);
    else if (netcl_json_is_text(at) && !netcl_json_text(at, &word))
        netcl_str_printf(text, "\"%s\"", word);
    else
        return false;
    return true;
}

char *netcl_phrase_compact(const struct netcl_json_at *at)
{
    struct netcl_str text = NETCL_STR_INIT;

    if (append(&text, at))
        return netcl_str_take(&text);
    netcl_str_free(&text);
    return NULL;
}
