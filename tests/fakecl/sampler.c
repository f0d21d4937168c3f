/* SPDX-License-Identifier: Apache-2.0 */
/* Samplers are counted and told apart; no operation looks at one. */
#include "fakecl.h"
#include "inject.h"

void fakecl_sampler_destroy(cl_sampler sampler)
{
    fakecl_drop(sampler->context);
}

static cl_int create_sampler(cl_context context, cl_bool is_normalized,
                             cl_addressing_mode addressing,
                             cl_filter_mode filter, cl_sampler *out)
{
    cl_sampler sampler;

    if (!fakecl_is(context, FAKECL_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (is_normalized > 1 || addressing < CL_ADDRESS_NONE ||
        addressing > CL_ADDRESS_MIRRORED_REPEAT ||
        (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR))
        return CL_INVALID_VALUE;
    fakecl_lock();
    sampler = fakecl_new(FAKECL_SAMPLER, sizeof(*sampler));
    if (sampler) {
        sampler->context = context;
        sampler->is_normalized = is_normalized;
        sampler->addressing = addressing;
        sampler->filter = filter;
        fakecl_hold(context);
    }
    fakecl_unlock();
    *out = sampler;
    return sampler ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_sampler CL_API_CALL fakecl_clCreateSampler(cl_context context,
                                              cl_bool is_normalized,
                                              cl_addressing_mode addressing,
                                              cl_filter_mode filter,
                                              cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateSampler);
    cl_sampler sampler = NULL;

    if (!err)
        err = create_sampler(context, is_normalized, addressing, filter,
                             &sampler);
    FAKECL_LOG_NEW(clCreateSampler, err, sampler, "context=0x%x",
                   fakecl_id(context));
    if (errcode_ret)
        *errcode_ret = err;
    return sampler;
}

/* The value of one property, or what it is without. */
static cl_uint property(const cl_sampler_properties *properties,
                        cl_sampler_properties name, cl_uint otherwise)
{
    for (; properties && *properties; properties += 2)
        if (*properties == name)
            return (cl_uint)properties[1];
    return otherwise;
}

cl_sampler CL_API_CALL fakecl_clCreateSamplerWithProperties(
    cl_context context, const cl_sampler_properties *properties,
    cl_int *errcode_ret)
{
    cl_int err = FAKECL_ENTER(clCreateSamplerWithProperties);
    cl_sampler sampler = NULL;

    if (!err)
        err = create_sampler(
            context,
            property(properties, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE),
            property(properties, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP),
            property(properties, CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST),
            &sampler);
    FAKECL_LOG_NEW(clCreateSamplerWithProperties, err, sampler, "context=0x%x",
                   fakecl_id(context));
    if (errcode_ret)
        *errcode_ret = err;
    return sampler;
}

cl_int CL_API_CALL fakecl_clRetainSampler(cl_sampler sampler)
{
    cl_int err = FAKECL_ENTER(clRetainSampler);

    if (!err)
        err = fakecl_retain(sampler, FAKECL_SAMPLER);
    FAKECL_LOG(clRetainSampler, err, "sampler=0x%x", fakecl_id(sampler));
    return err;
}

cl_int CL_API_CALL fakecl_clReleaseSampler(cl_sampler sampler)
{
    cl_int err = FAKECL_ENTER(clReleaseSampler);
    unsigned id = fakecl_id(sampler);

    if (!err)
        err = fakecl_release(sampler, FAKECL_SAMPLER);
    FAKECL_LOG(clReleaseSampler, err, "sampler=0x%x", id);
    return err;
}

static cl_int sampler_info(cl_sampler sampler, cl_sampler_info param,
                           const struct fakecl_query *query)
{
    if (!fakecl_is(sampler, FAKECL_SAMPLER))
        return CL_INVALID_SAMPLER;
    switch (param) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return fakecl_answer_uint(query, sampler->object.refs);
    case CL_SAMPLER_CONTEXT:
        return fakecl_answer_handle(query, sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return fakecl_answer_uint(query, sampler->is_normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
        return fakecl_answer_uint(query, sampler->addressing);
    case CL_SAMPLER_FILTER_MODE:
        return fakecl_answer_uint(query, sampler->filter);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL fakecl_clGetSamplerInfo(cl_sampler sampler,
                                           cl_sampler_info param, size_t size,
                                           void *value, size_t *size_ret)
{
    const struct fakecl_query query = {size, value, size_ret};
    cl_int err = FAKECL_ENTER(clGetSamplerInfo);

    if (!err)
        err = sampler_info(sampler, param, &query);
    FAKECL_LOG(clGetSamplerInfo, err, "sampler=0x%x param=0x%x",
               fakecl_id(sampler), param);
    return err;
}
