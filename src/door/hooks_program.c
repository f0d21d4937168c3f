/* SPDX-License-Identifier: Apache-2.0 */
#include "door/hooks.h"
#include "door/notify.h"
#include "track/linking.h"
#include "track/track.h"

cl_program netcl_hook_clCreateProgramWithSource(const struct netcl_real *real,
                                                cl_context context,
                                                cl_uint count,
                                                const char **strings,
                                                const size_t *lengths,
                                                cl_int *error)
{
    cl_program program = real->clCreateProgramWithSource(
        context, count, strings, lengths, error);

    if (program)
        netcl_program_from_source(program, context, count, strings, lengths);
    return program;
}

cl_program netcl_hook_clCreateProgramWithBinary(
    const struct netcl_real *real, cl_context context, cl_uint device_count,
    const cl_device_id *devices, const size_t *lengths,
    const unsigned char **binaries, cl_int *status, cl_int *error)
{
    cl_program program = real->clCreateProgramWithBinary(
        context, device_count, devices, lengths, binaries, status, error);

    if (program)
        netcl_program_from_binary(program, context, device_count, lengths,
                                  binaries);
    return program;
}

/* Noted first: with a callback the build may be over before this returns. */
cl_int netcl_hook_clBuildProgram(const struct netcl_real *real,
                                 cl_program program, cl_uint device_count,
                                 const cl_device_id *devices,
                                 const char *options,
                                 void(CL_CALLBACK *notify)(cl_program, void *),
                                 void *user_data)
{
    struct netcl_notify ours = netcl_notify_wrap(notify, user_data, NULL);
    struct netcl_build *former =
        netcl_program_building(real, program, device_count, options);
    cl_int err = real->clBuildProgram(program, device_count, devices, options,
                                      ours.function, ours.user_data);

    netcl_program_built(program, former,
                        err != CL_SUCCESS && err != CL_BUILD_PROGRAM_FAILURE);
    return err;
}

cl_int netcl_hook_clCompileProgram(
    const struct netcl_real *real, cl_program program, cl_uint device_count,
    const cl_device_id *devices, const char *options, cl_uint header_count,
    const cl_program *headers, const char **names,
    void(CL_CALLBACK *notify)(cl_program, void *), void *user_data)
{
    struct netcl_notify ours = netcl_notify_wrap(notify, user_data, NULL);
    struct netcl_build *former =
        netcl_program_compiling(real, program, device_count, options,
                                header_count, headers, names);
    cl_int err = real->clCompileProgram(program, device_count, devices,
                                        options, header_count, headers, names,
                                        ours.function, ours.user_data);

    netcl_program_compiled(program, former,
                           err != CL_SUCCESS &&
                               err != CL_COMPILE_PROGRAM_FAILURE);
    return err;
}

cl_program netcl_hook_clLinkProgram(
    const struct netcl_real *real, cl_context context, cl_uint device_count,
    const cl_device_id *devices, const char *options, cl_uint count,
    const cl_program *inputs, void(CL_CALLBACK *notify)(cl_program, void *),
    void *user_data, cl_int *error)
{
    struct netcl_linking *linking =
        netcl_linking_begin(context, options, count, inputs);
    struct netcl_notify ours = netcl_notify_wrap(notify, user_data, linking);
    cl_program program =
        real->clLinkProgram(context, device_count, devices, options, count,
                            inputs, ours.function, ours.user_data, error);

    netcl_linking_tell(linking, program);
    netcl_linking_release(linking);
    return program;
}

cl_int netcl_hook_clRetainProgram(const struct netcl_real *real,
                                  cl_program program)
{
    cl_int err = real->clRetainProgram(program);

    if (err == CL_SUCCESS)
        netcl_program_retained(program);
    return err;
}

cl_int netcl_hook_clReleaseProgram(const struct netcl_real *real,
                                   cl_program program)
{
    netcl_program_releasing(program);
    return real->clReleaseProgram(program);
}

cl_int netcl_hook_clGetProgramInfo(const struct netcl_real *real,
                                   cl_program program, cl_program_info name,
                                   size_t size, void *value, size_t *size_ret)
{
    cl_int err = real->clGetProgramInfo(program, name, size, value, size_ret);

    if (err == CL_SUCCESS && name == CL_PROGRAM_BINARIES && value)
        netcl_program_binaries_read(real, program, value,
                                    size / sizeof(unsigned char *));
    return err;
}
