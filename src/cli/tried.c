/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/tried.h"

#include <stdbool.h>
#include <string.h>

/* Words of a derived choice, up to a colon: doc/derived.md. */
static const struct {
    const char *name;
    const char *meaning;
} ways[] = {
    {"restrict", "buffers that do not overlap are said not to"},
    {"literals", "integer arguments are constants"},
    {"items", "several items of the program in one"},
    {"local", "another local size"},
    {"required", "the local size is promised to the compiler"},
    {"registers", "another number of registers (NVIDIA)"},
    {"mad", "a multiplication and an addition at once: inexact"},
    {"denorms-are-zero", "the smallest numbers count as 0: inexact"},
    {"fast-relaxed-math", "the compiler's fast mathematics: inexact"},
};
#define WAY_COUNT (sizeof(ways) / sizeof(*ways))

static bool is_faster(const struct netcl_result *result,
                      const struct netcl_result *than)
{
    return result->median_us > 0 &&
           (!than || result->median_us < than->median_us);
}

/* Wrong ones are no candidates for anything, however fast. */
static bool is_right(const struct netcl_result *result)
{
    return result->status == NETCL_STATUS_LOST ||
           result->status == NETCL_STATUS_SCREENED;
}

void netcl_tried_count(const struct netcl_logged_key *key,
                       struct netcl_tried *tried)
{
    const struct netcl_result *result = key->search.candidates;
    const struct netcl_result *end = result + key->search.candidate_count;

    memset(tried, 0, sizeof(*tried));
    for (; result < end; result++) {
        if (!strcmp(result->choice, NETCL_CHOICE_ORIGINAL))
            continue;
        tried->count++;
        tried->statuses[result->status]++;
        if (is_right(result) && is_faster(result, tried->nearest))
            tried->nearest = result;
        if (result->status == NETCL_STATUS_INEXACT &&
            is_faster(result, tried->inexact))
            tried->inexact = result;
    }
}

static bool is_derived(const struct netcl_result *result)
{
    return !strncmp(result->choice, "[\"derived\"", 10);
}

/* Whether a word of the choice is `name`, or `name:` and more. */
static bool has_word(const char *choice, const char *name)
{
    size_t length = strlen(name);
    const char *at;

    for (at = strchr(choice, '"'); at; at = strchr(at + 1, '"'))
        if (!strncmp(at + 1, name, length) &&
            (at[1 + length] == '"' || at[1 + length] == ':'))
            return true;
    return false;
}

static void keep_least(double *least, double us)
{
    if (us > 0 && (!*least || us < *least))
        *least = us;
}

static void look_for(const struct netcl_logged_key *key,
                     struct netcl_change *change)
{
    const struct netcl_result *result = key->search.candidates;
    const struct netcl_result *end = result + key->search.candidate_count;

    for (; result < end; result++) {
        bool is_in =
            is_derived(result) && has_word(result->choice, change->name);

        change->tried += is_in;
        if (is_right(result) || result->status == NETCL_STATUS_WON)
            keep_least(is_in ? &change->with_us : &change->without_us,
                       result->median_us);
    }
}

size_t netcl_tried_changes(const struct netcl_logged_key *key,
                           struct netcl_change changes[NETCL_CHANGES_MOST])
{
    const struct netcl_result *result = key->search.candidates;
    const struct netcl_result *end = result + key->search.candidate_count;
    size_t i;

    while (result < end && !is_derived(result))
        result++;
    if (result == end)
        return 0;
    for (i = 0; i < WAY_COUNT; i++) {
        changes[i] = (struct netcl_change){.name = ways[i].name,
                                           .meaning = ways[i].meaning};
        look_for(key, &changes[i]);
    }
    return WAY_COUNT;
}
