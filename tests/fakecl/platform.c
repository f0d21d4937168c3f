/* SPDX-License-Identifier: Apache-2.0 */
#include "fakecl.h"
#include "inject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fakecl_config fakecl_config;
struct _cl_platform_id fakecl_platform;
struct _cl_device_id fakecl_devices[FAKECL_MAX_DEVICES];

static unsigned long long number_setting(const char *name,
                                         unsigned long long value)
{
    const char *text = getenv(name);

    return text && *text ? strtoull(text, NULL, 0) : value;
}

static const char *text_setting(const char *name, const char *value)
{
    const char *text = getenv(name);

    return text && *text ? text : value;
}

static void make_static(struct fakecl_object *object, enum fakecl_kind kind,
                        unsigned id)
{
    object->dispatch = &fakecl_dispatch;
    object->magic = FAKECL_ALIVE(kind);
    object->kind = kind;
    object->id = id;
    object->refs = 1;
}

void fakecl_platform_init(void)
{
    struct fakecl_config *config = &fakecl_config;
    const char *version = text_setting("FAKECL_VERSION", "3.0");
    unsigned long long devices = number_setting("FAKECL_DEVICES", 1);
    unsigned i;

    if (devices > FAKECL_MAX_DEVICES)
        devices = FAKECL_MAX_DEVICES;
    config->num_devices = (cl_uint)devices;
    config->type = strcmp(text_setting("FAKECL_TYPE", "gpu"), "cpu")
                       ? CL_DEVICE_TYPE_GPU
                       : CL_DEVICE_TYPE_CPU;
    config->mem_bytes = number_setting("FAKECL_MEM", 1ull << 30);
    config->version = (int)(strtod(version, NULL) * 10 + 0.5);
    config->name = text_setting("FAKECL_NAME", "Fake Device");
    config->driver = text_setting("FAKECL_DRIVER", "1.0");
    config->arg_info = text_setting("FAKECL_ARG_INFO", "option");
    config->is_lazy = number_setting("FAKECL_LAZY", 0) != 0;
    make_static(&fakecl_platform.object, FAKECL_PLATFORM, 1);
    for (i = 0; i < config->num_devices; i++)
        make_static(&fakecl_devices[i].object, FAKECL_DEVICE, i + 1);
}

const char *fakecl_version_text(void)
{
    static char text[32];

    snprintf(text, sizeof(text), "OpenCL %d.%d fakecl",
             fakecl_config.version / 10, fakecl_config.version % 10);
    return text;
}

cl_int fakecl_answer(const struct fakecl_query *query, const void *data,
                     size_t size)
{
    if (query->value && query->size < size)
        return CL_INVALID_VALUE;
    if (query->value && size)
        memcpy(query->value, data, size);
    if (query->size_ret)
        *query->size_ret = size;
    return CL_SUCCESS;
}

cl_int fakecl_answer_text(const struct fakecl_query *query, const char *text)
{
    return fakecl_answer(query, text, strlen(text) + 1);
}

cl_int fakecl_answer_uint(const struct fakecl_query *query, cl_uint value)
{
    return fakecl_answer(query, &value, sizeof(value));
}

cl_int fakecl_answer_ulong(const struct fakecl_query *query, cl_ulong value)
{
    return fakecl_answer(query, &value, sizeof(value));
}

cl_int fakecl_answer_size(const struct fakecl_query *query, size_t value)
{
    return fakecl_answer(query, &value, sizeof(value));
}

cl_int fakecl_answer_handle(const struct fakecl_query *query, const void *value)
{
    return fakecl_answer(query, &value, sizeof(value));
}

cl_int CL_API_CALL fakecl_clGetPlatformIDs(cl_uint num_entries,
                                           cl_platform_id *platforms,
                                           cl_uint *num_platforms)
{
    cl_int err = FAKECL_ENTER(clGetPlatformIDs);

    if (!err && ((platforms && !num_entries) || (!platforms && !num_platforms)))
        err = CL_INVALID_VALUE;
    if (!err && platforms)
        platforms[0] = &fakecl_platform;
    if (!err && num_platforms)
        *num_platforms = 1;
    FAKECL_LOG(clGetPlatformIDs, err, "entries=%u", num_entries);
    return err;
}

static cl_int platform_info(cl_platform_id platform, cl_platform_info param,
                            const struct fakecl_query *query)
{
    if (platform && !fakecl_is(platform, FAKECL_PLATFORM))
        return CL_INVALID_PLATFORM;
    switch (param) {
    case CL_PLATFORM_PROFILE:
        return fakecl_answer_text(query, "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        return fakecl_answer_text(query, fakecl_version_text());
    case CL_PLATFORM_NAME:
        return fakecl_answer_text(query, "Fake Platform");
    case CL_PLATFORM_VENDOR:
        return fakecl_answer_text(query, "fakecl");
    case CL_PLATFORM_EXTENSIONS:
        return fakecl_answer_text(query, "cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return fakecl_answer_text(query, "FAKE");
    case CL_PLATFORM_NUMERIC_VERSION:
        return fakecl_answer_uint(
            query, CL_MAKE_VERSION((cl_uint)fakecl_config.version / 10,
                                   (cl_uint)fakecl_config.version % 10, 0));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return fakecl_answer_ulong(query, 1);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetPlatformInfo(cl_platform_id platform,
                                            cl_platform_info param, size_t size,
                                            void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetPlatformInfo);

    if (!err)
        err = platform_info(platform, param, &query);
    FAKECL_LOG(clGetPlatformInfo, err, "param=0x%x", param);
    return err;
}
