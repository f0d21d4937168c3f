/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cjson.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/diag.h"

#define LIBRARY "libcjson.so.1"

static struct netcl_cjson functions;
static bool is_there;
static cJSON_Hooks hooks;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* What is called without libcjson: nothing is parsed, so nothing is there. */
static cJSON *parse_nothing(const char *text)
{
    (void)text;
    return NULL;
}

static cJSON *parse_nothing_of(const char *text, size_t length)
{
    (void)length;
    return parse_nothing(text);
}

static cJSON *parse_nothing_to(const char *text, const char **end,
                               cJSON_bool is_whole)
{
    (void)is_whole;
    if (end)
        *end = text;
    return NULL;
}

static cJSON *parse_nothing_of_to(const char *text, size_t length,
                                  const char **end, cJSON_bool is_whole)
{
    (void)length;
    return parse_nothing_to(text, end, is_whole);
}

static cJSON_bool is_nothing(const cJSON *item)
{
    (void)item;
    return false;
}

static void delete_nothing(cJSON *item)
{
    (void)item;
}

static void use_nothing(void)
{
    functions = (struct netcl_cjson){
        .Delete = delete_nothing,
        .IsArray = is_nothing,
        .IsBool = is_nothing,
        .IsNull = is_nothing,
        .IsNumber = is_nothing,
        .IsObject = is_nothing,
        .IsString = is_nothing,
        .IsTrue = is_nothing,
        .Parse = parse_nothing,
        .ParseWithLength = parse_nothing_of,
        .ParseWithLengthOpts = parse_nothing_of_to,
        .ParseWithOpts = parse_nothing_to,
    };
}

/* Its runtime ends a program that opens a library bound to itself first. */
static bool is_sanitized(void)
{
    static const char *const names[] = {"__asan_init", "__tsan_init",
                                        "__msan_init", "__lsan_init"};
    size_t i;

    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (dlsym(RTLD_DEFAULT, names[i]))
            return true;
    return false;
}

/* Its functions call one another by name, too: those of its own. */
static void *open_library(void)
{
    int flags = RTLD_NOW | RTLD_LOCAL;

    return dlopen(LIBRARY, is_sanitized() ? flags : flags | RTLD_DEEPBIND);
}

static bool take_addresses(void *library)
{
    bool is_complete = true;
    void *address;

#define TAKE(name)                                                            \
    address = dlsym(library, "cJSON_" #name);                                 \
    is_complete = is_complete && address;                                     \
    memcpy(&functions.name, &address, sizeof(address));
    NETCL_CJSON_FUNCTIONS(TAKE)
#undef TAKE
    return is_complete;
}

static void start(void)
{
    void *library = open_library();

    is_there = library && take_addresses(library);
    if (is_there) {
        if (hooks.malloc_fn)
            functions.InitHooks(&hooks);
        return;
    }
    netcl_diag_error("%s cannot be used: the tuner stays out of the way "
                     "(install libcjson1)",
                     LIBRARY);
    use_nothing();
}

void netcl_cjson_allocate_with(void *(*take)(size_t bytes),
                               void (*give)(void *bytes))
{
    hooks = (cJSON_Hooks){take, give};
}

const struct netcl_cjson *netcl_cjson(void)
{
    pthread_once(&once, start);
    return &functions;
}

bool netcl_cjson_is_there(void)
{
    pthread_once(&once, start);
    return is_there;
}
