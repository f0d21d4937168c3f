/* SPDX-License-Identifier: Apache-2.0 */
/*
 * phrase: numbers and choices as people read them. Texts are written into
 * the caller's memory and returned.
 */
#ifndef NETCL_CLI_PHRASE_H
#define NETCL_CLI_PHRASE_H

#include "base/json.h"
#include "decide/decision.h"

#define NETCL_PHRASE_BYTES 128

/* "4.93 ms"; "-" for 0, which nobody measured. */
const char *netcl_phrase_time(char text[NETCL_PHRASE_BYTES], double us);

/* "17.8x"; "-" for 0. */
const char *netcl_phrase_ratio(char text[NETCL_PHRASE_BYTES], double ratio);

/* "exact", the largest relative error, or that nobody has looked. */
const char *netcl_phrase_error(char text[NETCL_PHRASE_BYTES], bool is_exact,
                               const struct netcl_error *error);

/* ["tiled",128,64] as `tiled 128 64`, "original" without its quotes. */
const char *netcl_phrase_choice(char text[NETCL_PHRASE_BYTES],
                                const char *choice);

/* [1024,512] as `1024,512`. */
const char *netcl_phrase_shape(char text[NETCL_PHRASE_BYTES],
                               const char *shape);

/*
 * The value as JSON without spaces, which the caller frees: lists, numbers
 * and texts, as choices and shapes are. NULL: of other kinds, no memory.
 */
char *netcl_phrase_compact(const struct netcl_json_at *at);

#endif
