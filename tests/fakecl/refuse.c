/* SPDX-License-Identifier: Apache-2.0 */
/*
 * refuse: the entry points that this driver has no use for. They are counted,
 * logged and refused, as a driver without the feature would.
 */
#include "fakecl.h"
#include "inject.h"

/* Nothing here looks at its arguments. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* clang-format off */
#define REFUSE(name, parameters)                                               \
    cl_int CL_API_CALL fakecl_##name parameters                                \
    {                                                                          \
        cl_int err = FAKECL_ENTER(name);                                       \
                                                                               \
        err = err ? err : CL_INVALID_OPERATION;                                \
        FAKECL_LOG(name, err, "%s", "");                                       \
        return err;                                                            \
    }
#define REFUSE_NEW(type, name, parameters)                                     \
    type CL_API_CALL fakecl_##name parameters                                  \
    {                                                                          \
        cl_int err = FAKECL_ENTER(name);                                       \
                                                                               \
        err = err ? err : CL_INVALID_OPERATION;                                \
        FAKECL_LOG(name, err, "%s", "");                                       \
        if (errcode_ret)                                                       \
            *errcode_ret = err;                                                \
        return NULL;                                                           \
    }
/* clang-format on */

REFUSE(clCreateSubDevices,
       (cl_device_id in_device, const cl_device_partition_property *properties,
        cl_uint num_devices, cl_device_id *out_devices,
        cl_uint *num_devices_ret))
REFUSE(clSetDefaultDeviceCommandQueue, (cl_context context, cl_device_id device,
                                        cl_command_queue command_queue))
REFUSE(clSetCommandQueueProperty,
       (cl_command_queue command_queue, cl_command_queue_properties properties,
        cl_bool enable, cl_command_queue_properties *old_properties))
REFUSE_NEW(cl_mem, clCreatePipe,
           (cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
            cl_uint pipe_max_packets, const cl_pipe_properties *properties,
            cl_int *errcode_ret))
REFUSE(clGetPipeInfo,
       (cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
        void *param_value, size_t *param_value_size_ret))
REFUSE_NEW(cl_program, clCreateProgramWithBuiltInKernels,
           (cl_context context, cl_uint num_devices,
            const cl_device_id *device_list, const char *kernel_names,
            cl_int *errcode_ret))
REFUSE(clCompileProgram,
       (cl_program program, cl_uint num_devices,
        const cl_device_id *device_list, const char *options,
        cl_uint num_input_headers, const cl_program *input_headers,
        const char **header_include_names,
        void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
        void *user_data))
REFUSE_NEW(cl_program, clLinkProgram,
           (cl_context context, cl_uint num_devices,
            const cl_device_id *device_list, const char *options,
            cl_uint num_input_programs, const cl_program *input_programs,
            void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
            void *user_data, cl_int *errcode_ret))
REFUSE(clSetProgramReleaseCallback,
       (cl_program program,
        void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
        void *user_data))
REFUSE(clSetProgramSpecializationConstant,
       (cl_program program, cl_uint spec_id, size_t spec_size,
        const void *spec_value))
REFUSE(clSetKernelExecInfo, (cl_kernel kernel, cl_kernel_exec_info param_name,
                             size_t param_value_size, const void *param_value))
REFUSE(clGetKernelSubGroupInfo,
       (cl_kernel kernel, cl_device_id device,
        cl_kernel_sub_group_info param_name, size_t input_value_size,
        const void *input_value, size_t param_value_size, void *param_value,
        size_t *param_value_size_ret))
REFUSE(clEnqueueReadBufferRect,
       (cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
        const size_t *buffer_origin, const size_t *host_origin,
        const size_t *region, size_t buffer_row_pitch,
        size_t buffer_slice_pitch, size_t host_row_pitch,
        size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
        const cl_event *event_wait_list, cl_event *event))
REFUSE(clEnqueueWriteBufferRect,
       (cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
        const size_t *buffer_origin, const size_t *host_origin,
        const size_t *region, size_t buffer_row_pitch,
        size_t buffer_slice_pitch, size_t host_row_pitch,
        size_t host_slice_pitch, const void *ptr,
        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
        cl_event *event))
REFUSE(clEnqueueCopyBufferRect,
       (cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
        const size_t *src_origin, const size_t *dst_origin,
        const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
        size_t dst_row_pitch, size_t dst_slice_pitch,
        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
        cl_event *event))
REFUSE(clEnqueueFillImage,
       (cl_command_queue command_queue, cl_mem image, const void *fill_color,
        const size_t *origin, const size_t *region,
        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
        cl_event *event))
REFUSE_NEW(void *, clEnqueueMapImage,
           (cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
            cl_map_flags map_flags, const size_t *origin, const size_t *region,
            size_t *image_row_pitch, size_t *image_slice_pitch,
            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
            cl_event *event, cl_int *errcode_ret))
REFUSE(clEnqueueNativeKernel,
       (cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
        void *args, size_t cb_args, cl_uint num_mem_objects,
        const cl_mem *mem_list, const void **args_mem_loc,
        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
        cl_event *event))
REFUSE(clEnqueueSVMMemcpy,
       (cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
        const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
        const cl_event *event_wait_list, cl_event *event))
REFUSE(clEnqueueSVMMemFill,
       (cl_command_queue command_queue, void *svm_ptr, const void *pattern,
        size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
        const cl_event *event_wait_list, cl_event *event))
REFUSE(clEnqueueSVMMigrateMem,
       (cl_command_queue command_queue, cl_uint num_svm_pointers,
        const void **svm_pointers, const size_t *sizes,
        cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
        const cl_event *event_wait_list, cl_event *event))
REFUSE(clGetDeviceAndHostTimer,
       (cl_device_id device, cl_ulong *device_timestamp,
        cl_ulong *host_timestamp))
REFUSE(clGetHostTimer, (cl_device_id device, cl_ulong *host_timestamp))
