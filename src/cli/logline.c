/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/logline.h"

#include <stdlib.h>
#include <string.h>

#include "cli/phrase.h"
#include "decide/reason.h"

/* ---- fields ---------------------------------------------------------- */

char *netcl_logline_text(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    const char *text;

    if (netcl_json_find(line, key, &at) || netcl_json_is_null(&at) ||
        netcl_json_text(&at, &text))
        return NULL;
    return strdup(text);
}

char *netcl_logline_compact(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;

    return netcl_json_find(line, key, &at) ? NULL : netcl_phrase_compact(&at);
}

double netcl_logline_real(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    double number;

    if (netcl_json_find(line, key, &at) || netcl_json_is_null(&at) ||
        netcl_json_real(&at, &number))
        return 0;
    return number;
}

unsigned long long netcl_logline_count(const struct netcl_json_at *line,
                                       const char *key)
{
    const double most = 1e15; /* beyond that it is no count, but a lie */
    double number = netcl_logline_real(line, key);

    if (!(number > 0))
        return 0;
    return (unsigned long long)(number < most ? number : most);
}

static bool truth_in(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    bool truth;

    return !netcl_json_find(line, key, &at) && !netcl_json_bool(&at, &truth) &&
           truth;
}

static enum netcl_origin origin_in(const struct netcl_json_at *line)
{
    char *name = netcl_logline_text(line, "origin");
    int i = NETCL_ORIGIN_SHARED;

    while (i > 0 && (!name || strcmp(name, netcl_origin_name(i))))
        i--;
    free(name);
    return (enum netcl_origin)i;
}

static enum netcl_status status_in(const struct netcl_json_at *line)
{
    char *name = netcl_logline_text(line, "status");
    int i = NETCL_STATUS_COUNT - 1;

    while (i > 0 && (!name || strcmp(name, netcl_status_name(i))))
        i--;
    free(name);
    return (enum netcl_status)i;
}

static struct netcl_error error_in(const struct netcl_json_at *line)
{
    return (struct netcl_error){netcl_logline_real(line, "max_abs"),
                                netcl_logline_real(line, "max_rel"),
                                netcl_logline_real(line, "max_ulp")};
}

/* ---- decisions ------------------------------------------------------- */

static bool read_candidate(const struct netcl_json_at *item,
                           struct netcl_result *result)
{
    memset(result, 0, sizeof(*result));
    result->choice = netcl_logline_compact(item, "choice");
    result->status = status_in(item);
    result->median_us = netcl_logline_real(item, "median_us");
    result->samples = (unsigned)netcl_logline_count(item, "samples");
    result->error = error_in(item);
    result->spread.least_us = netcl_logline_real(item, "least_us");
    result->spread.q1_us = netcl_logline_real(item, "q1_us");
    result->spread.q3_us = netcl_logline_real(item, "q3_us");
    result->spread.most_us = netcl_logline_real(item, "most_us");
    return result->choice != NULL;
}

static void read_candidates(const struct netcl_json_at *line,
                            struct netcl_decision *decision)
{
    struct netcl_json_at list, item = {0};
    struct netcl_result *result;

    if (netcl_json_find(line, "candidates", &list))
        return;
    decision->candidates =
        calloc(netcl_json_count(&list) + 1, sizeof(*decision->candidates));
    if (!decision->candidates)
        return;
    while (netcl_json_next(&list, &item)) {
        result = &decision->candidates[decision->candidate_count];
        decision->candidate_count += read_candidate(&item, result);
    }
}

static void read_evidence(const struct netcl_json_at *line,
                          struct netcl_decision *decision)
{
    char *reason = netcl_logline_text(line, "reason");
    enum netcl_reason known = netcl_reason_find(reason);

    decision->origin = origin_in(line);
    decision->reason =
        known == NETCL_REASON_COUNT ? NULL : netcl_reason_text(known);
    free(reason);
    decision->speedup = netcl_logline_real(line, "speedup");
    decision->original_us = netcl_logline_real(line, "original_us");
    decision->chosen_us = netcl_logline_real(line, "chosen_us");
    decision->is_exact = truth_in(line, "exact");
    decision->error = error_in(line);
    decision->tuning_ms = netcl_logline_real(line, "tuning_ms");
    decision->elapsed_ms = netcl_logline_real(line, "elapsed_ms");
    decision->launches = (unsigned)netcl_logline_count(line, "launches");
}

bool netcl_logline_decision(const struct netcl_json_at *line,
                            struct netcl_decision *decision)
{
    memset(decision, 0, sizeof(*decision));
    decision->key = netcl_logline_text(line, "key");
    decision->device = netcl_logline_text(line, "device");
    decision->driver = netcl_logline_text(line, "driver");
    decision->kernel = netcl_logline_text(line, "kernel");
    decision->family = netcl_logline_text(line, "family");
    decision->shape = netcl_logline_compact(line, "shape");
    decision->choice = netcl_logline_compact(line, "choice");
    read_evidence(line, decision);
    read_candidates(line, decision);
    return decision->key && decision->kernel && decision->choice;
}

/* ---- summaries ------------------------------------------------------- */

void netcl_logline_add_counts(struct netcl_summary_line *sum,
                              const struct netcl_json_at *line)
{
    sum->launches += netcl_logline_count(line, "launches");
    sum->substituted += netcl_logline_count(line, "substituted");
    sum->keys_tuned += netcl_logline_count(line, "keys_tuned");
    sum->keys_cached += netcl_logline_count(line, "keys_cached");
    sum->tuning_ms += netcl_logline_real(line, "tuning_ms");
    sum->saved_ms += netcl_logline_real(line, "saved_ms");
    sum->audits += netcl_logline_count(line, "audits");
}
