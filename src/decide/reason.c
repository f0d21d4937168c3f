/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/reason.h"

#include <string.h>

struct entry {
    const char *text;
    const char *meaning;
    const char *advice;
    bool is_skip;
};

static const struct entry table[NETCL_REASON_COUNT] = {
#define DECISION(name, text, meaning, advice) {text, meaning, advice, false},
#define SKIP(name, text, meaning, advice) {text, meaning, advice, true},
#include "decide/reasons.def"
#undef DECISION
#undef SKIP
};

const char *netcl_reason_text(enum netcl_reason reason)
{
    return table[reason].text;
}

const char *netcl_reason_meaning(enum netcl_reason reason)
{
    return table[reason].meaning;
}

const char *netcl_reason_advice(enum netcl_reason reason)
{
    return table[reason].advice;
}

bool netcl_reason_is_skip(enum netcl_reason reason)
{
    return table[reason].is_skip;
}

enum netcl_reason netcl_reason_find(const char *text)
{
    unsigned i = 0;

    if (!text)
        return NETCL_REASON_COUNT;
    while (i < NETCL_REASON_COUNT && strcmp(table[i].text, text) != 0)
        i++;
    return (enum netcl_reason)i;
}
