/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cjson: libcjson's functions, out of reach of the program's.
 *
 * A program may export functions of the same names, which calls by name would
 * reach; so libcjson is opened for ourselves and asked for addresses. Nobody
 * includes cJSON.h but through here, or calls cJSON_X but as
 * netcl_cjson()->X. Where there is no libcjson (one line says so) nothing can
 * be parsed. Any thread.
 */
#ifndef NETCL_BASE_CJSON_H
#define NETCL_BASE_CJSON_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#define NETCL_CJSON_FUNCTIONS(FUNCTION)                                       \
    FUNCTION(Compare)                                                         \
    FUNCTION(Delete)                                                          \
    FUNCTION(GetArraySize)                                                    \
    FUNCTION(GetObjectItemCaseSensitive)                                      \
    FUNCTION(InitHooks)                                                       \
    FUNCTION(IsArray)                                                         \
    FUNCTION(IsBool)                                                          \
    FUNCTION(IsNull)                                                          \
    FUNCTION(IsNumber)                                                        \
    FUNCTION(IsObject)                                                        \
    FUNCTION(IsString)                                                        \
    FUNCTION(IsTrue)                                                          \
    FUNCTION(Parse)                                                           \
    FUNCTION(ParseWithLength)                                                 \
    FUNCTION(ParseWithLengthOpts)                                             \
    FUNCTION(ParseWithOpts)                                                   \
    FUNCTION(PrintUnformatted)                                                \
    FUNCTION(free)

struct netcl_cjson {
#define NETCL_CJSON_SLOT(name) __typeof__(&cJSON_##name) name;
    NETCL_CJSON_FUNCTIONS(NETCL_CJSON_SLOT)
#undef NETCL_CJSON_SLOT
};

const struct netcl_cjson *netcl_cjson(void);

/*
 * Before anything else here: what libcjson allocates with, for whoever has it
 * to himself (a program may have it, too).
 */
void netcl_cjson_allocate_with(void *(*take)(size_t bytes),
                               void (*give)(void *bytes));

/* Whether there is one. */
bool netcl_cjson_is_there(void);

#endif
