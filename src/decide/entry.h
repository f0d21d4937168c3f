/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry: the value under a cache key, as text and as a record.
 *
 *   {"choice":["v5",32],"digest":"...","speedup":2.31,"exact":true,...}
 *   {"choice":"original","reason":"unfinished","effort":{"digest":"...",
 *    "held_ms":912,"launches":40},...}   a search that goes on: a hint
 *   ["v5",32]   16     older caches: the choice alone, only a hint
 *
 * Also what log lines share with it: numbers and texts as JSON. Pure
 * functions: any thread.
 */
#ifndef NETCL_DECIDE_ENTRY_H
#define NETCL_DECIDE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "decide/cache.h"
#include "decide/decision.h"

/* `text` between quotes, with escapes; NULL is written as null. */
void netcl_entry_append_text(struct netcl_str *out, const char *text);

/*
 * Six digits at most before zeros, whatever the locale; 0 for what JSON has
 * no number for (NaN, infinity).
 */
void netcl_entry_append_number(struct netcl_str *out, double value);

/* ,"exact":...,"max_abs":...,"max_rel":...,"max_ulp":... */
void netcl_entry_append_error(struct netcl_str *out, bool is_exact,
                              const struct netcl_error *error);

/* The value for a decision. */
void netcl_entry_write(struct netcl_str *out,
                       const struct netcl_decision *decision);

/* Fills in all of *out but the origin. False: no form that we know. */
bool netcl_entry_read(const char *value, size_t length,
                      struct netcl_cached *out);

/* Whether this is one JSON value; if so, without spaces; else NULL. */
char *netcl_entry_normalize(const char *value);

#endif
