/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reason: why a key was decided as it was, or a kernel cannot be tuned.
 *
 * The table is reasons.def; texts are static and live for ever, so a
 * decision may point at one. Any thread.
 */
#ifndef NETCL_DECIDE_REASON_H
#define NETCL_DECIDE_REASON_H

#include <stdbool.h>

enum netcl_reason {
#define DECISION(name, text, meaning, advice) NETCL_REASON_##name,
#define SKIP(name, text, meaning, advice) NETCL_REASON_##name,
#include "decide/reasons.def"
#undef DECISION
#undef SKIP
    NETCL_REASON_COUNT
};

/* As logs and caches write it: "faster", "queue-busy". */
const char *netcl_reason_text(enum netcl_reason reason);

/* One sentence for people, without a full stop. */
const char *netcl_reason_meaning(enum netcl_reason reason);

/* What would help, one phrase without a full stop. */
const char *netcl_reason_advice(enum netcl_reason reason);

/* Whether it says why a kernel cannot be tuned, not how a key went. */
bool netcl_reason_is_skip(enum netcl_reason reason);

/* The reason with this text, or NETCL_REASON_COUNT; NULL is accepted. */
enum netcl_reason netcl_reason_find(const char *text);

#endif
