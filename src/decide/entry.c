/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/entry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cjson.h"

void netcl_entry_append_text(struct netcl_str *out, const char *text)
{
    const unsigned char *at;

    if (!text) {
        netcl_str_append(out, "null");
        return;
    }
    netcl_str_append_char(out, '"');
    for (at = (const unsigned char *)text; *at; at++) {
        if (*at == '"' || *at == '\\') {
            netcl_str_append_char(out, '\\');
            netcl_str_append_char(out, (char)*at);
        } else if (*at < 0x20) {
            netcl_str_printf(out, "\\u%04x", *at);
        } else {
            netcl_str_append_char(out, (char)*at);
        }
    }
    netcl_str_append_char(out, '"');
}

void netcl_entry_append_number(struct netcl_str *out, double value)
{
    char text[64];
    const char *at;
    bool had_point = false;

    if (!isfinite(value))
        value = 0;
    if (fabs(value) < 1e15 && fabs(value) >= 1e5)
        snprintf(text, sizeof(text), "%.0f", value);
    else
        snprintf(text, sizeof(text), "%.6g", value);
    for (at = text; *at; at++) {
        if (strchr("+-0123456789e", *at)) {
            netcl_str_append_char(out, *at);
        } else if (!had_point) { /* a locale's own point, of any length */
            netcl_str_append_char(out, '.');
            had_point = true;
        }
    }
}

void netcl_entry_append_error(struct netcl_str *out, bool is_exact,
                              const struct netcl_error *error)
{
    netcl_str_append(out, ",\"exact\":");
    netcl_str_append(out, is_exact ? "true" : "false");
    netcl_str_append(out, ",\"max_abs\":");
    netcl_entry_append_number(out, error->max_abs);
    netcl_str_append(out, ",\"max_rel\":");
    netcl_entry_append_number(out, error->max_rel);
    netcl_str_append(out, ",\"max_ulp\":");
    netcl_entry_append_number(out, error->max_ulp);
}

static void append_effort(struct netcl_str *out,
                          const struct netcl_effort *effort)
{
    netcl_str_append(out, ",\"effort\":{\"digest\":");
    netcl_entry_append_text(out, effort->digest);
    netcl_str_append(out, ",\"held_ms\":");
    netcl_entry_append_number(out, effort->held_ms);
    netcl_str_append(out, ",\"launches\":");
    netcl_entry_append_number(out, effort->launches);
    netcl_str_append_char(out, '}');
}

void netcl_entry_write(struct netcl_str *out,
                       const struct netcl_decision *decision)
{
    netcl_str_append(out, "{\"choice\":");
    netcl_str_append(out, decision->choice ? decision->choice
                                           : NETCL_CHOICE_ORIGINAL);
    if (decision->digest) {
        netcl_str_append(out, ",\"digest\":");
        netcl_entry_append_text(out, decision->digest);
    }
    if (decision->reason) {
        netcl_str_append(out, ",\"reason\":");
        netcl_entry_append_text(out, decision->reason);
    }
    netcl_str_append(out, ",\"speedup\":");
    netcl_entry_append_number(out, decision->speedup);
    netcl_str_append(out, ",\"original_us\":");
    netcl_entry_append_number(out, decision->original_us);
    netcl_str_append(out, ",\"chosen_us\":");
    netcl_entry_append_number(out, decision->chosen_us);
    netcl_entry_append_error(out, decision->is_exact, &decision->error);
    if (decision->effort.digest)
        append_effort(out, &decision->effort);
    netcl_str_append_char(out, '}');
}

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *item = netcl_cjson()->GetObjectItemCaseSensitive(object, name);

    return netcl_cjson()->IsNumber(item) && isfinite(item->valuedouble)
               ? item->valuedouble
               : 0;
}

/* False: there is a text, and no memory for it. */
static bool read_text(const cJSON *object, const char *name, char **text)
{
    const cJSON *item = netcl_cjson()->GetObjectItemCaseSensitive(object, name);

    if (netcl_cjson()->IsString(item))
        *text = strdup(item->valuestring);
    return *text || !netcl_cjson()->IsString(item);
}

static bool read_effort(const cJSON *object, struct netcl_effort *effort)
{
    const cJSON *item =
        netcl_cjson()->GetObjectItemCaseSensitive(object, "effort");

    if (!netcl_cjson()->IsObject(item))
        return true;
    effort->held_ms = number_of(item, "held_ms");
    effort->launches = number_of(item, "launches");
    return read_text(item, "digest", &effort->digest);
}

static bool read_evidence(const cJSON *object, struct netcl_cached *out)
{
    bool is_whole = read_text(object, "digest", &out->digest) &&
                    read_text(object, "reason", &out->reason) &&
                    read_effort(object, &out->effort);

    out->speedup = number_of(object, "speedup");
    out->original_us = number_of(object, "original_us");
    out->chosen_us = number_of(object, "chosen_us");
    out->is_exact =
        netcl_cjson()->IsTrue(netcl_cjson()->GetObjectItemCaseSensitive(object, "exact"));
    out->error.max_abs = number_of(object, "max_abs");
    out->error.max_rel = number_of(object, "max_rel");
    out->error.max_ulp = number_of(object, "max_ulp");
    return is_whole;
}

/* Ours, whoever makes cJSON use another allocator. */
static char *print(const cJSON *item)
{
    char *text = netcl_cjson()->PrintUnformatted(item);
    char *copy = text ? strdup(text) : NULL;

    netcl_cjson()->free(text);
    return copy;
}

bool netcl_entry_read(const char *value, size_t length,
                      struct netcl_cached *out)
{
    cJSON *item = netcl_cjson()->ParseWithLength(value, length);
    const cJSON *choice = item;
    bool is_whole = true;

    memset(out, 0, sizeof(*out));
    if (netcl_cjson()->IsObject(item) &&
        netcl_cjson()->GetObjectItemCaseSensitive(item, "choice")) {
        choice = netcl_cjson()->GetObjectItemCaseSensitive(item, "choice");
        is_whole = read_evidence(item, out);
    }
    if (is_whole && choice && !netcl_cjson()->IsNull(choice))
        out->choice = print(choice);
    netcl_cjson()->Delete(item);
    if (out->choice)
        return true;
    netcl_cached_clear(out);
    return false;
}

char *netcl_entry_normalize(const char *value)
{
    cJSON *item = netcl_cjson()->ParseWithOpts(value, NULL, 1);
    char *text = item ? print(item) : NULL;

    netcl_cjson()->Delete(item);
    return text;
}
