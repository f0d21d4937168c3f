/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of loader.c whose first argument is an object: jump through its
 * dispatch table, arguments untouched. The names are assembler's, since the
 * headers give them other types; offsets[] says where each one is.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>

#include <stddef.h>

#if defined(__x86_64__)
#define JUMP(offset) "mov (%%rdi), %%rax\n\tjmp *%c0(%%rax)\n"
#elif defined(__aarch64__)
#define JUMP(offset) "ldr x16, [x0]\n\tldr x16, [x16, %0]\n\tbr x16\n"
#endif

#define FORWARD(name)                                                         \
    __attribute__((naked, used, visibility("default"))) void forward_##name(  \
        void) __asm__(#name);                                                 \
    void forward_##name(void)                                                 \
    {                                                                         \
        __asm__ volatile(JUMP() ::"i"(                                        \
            offsetof(struct _cl_icd_dispatch, name)));                        \
    }

FORWARD(clGetPlatformInfo)
FORWARD(clGetDeviceIDs)
FORWARD(clGetDeviceInfo)
FORWARD(clRetainContext)
FORWARD(clReleaseContext)
FORWARD(clGetContextInfo)
FORWARD(clCreateCommandQueue)
FORWARD(clReleaseCommandQueue)
FORWARD(clGetCommandQueueInfo)
FORWARD(clCreateBuffer)
FORWARD(clCreateSubBuffer)
FORWARD(clReleaseMemObject)
FORWARD(clGetMemObjectInfo)
FORWARD(clCreateProgramWithSource)
FORWARD(clLinkProgram)
FORWARD(clCompileProgram)
FORWARD(clCreateProgramWithBinary)
FORWARD(clBuildProgram)
FORWARD(clRetainProgram)
FORWARD(clReleaseProgram)
FORWARD(clGetProgramInfo)
FORWARD(clGetProgramBuildInfo)
FORWARD(clCreateKernel)
FORWARD(clCreateKernelsInProgram)
FORWARD(clRetainKernel)
FORWARD(clReleaseKernel)
FORWARD(clSetKernelArg)
FORWARD(clGetKernelInfo)
FORWARD(clGetKernelWorkGroupInfo)
FORWARD(clEnqueueReadBuffer)
FORWARD(clEnqueueWriteBuffer)
FORWARD(clEnqueueCopyBuffer)
FORWARD(clEnqueueNDRangeKernel)
FORWARD(clEnqueueMarker)
FORWARD(clEnqueueMarkerWithWaitList)
FORWARD(clGetEventInfo)
FORWARD(clGetEventProfilingInfo)
FORWARD(clRetainEvent)
FORWARD(clReleaseEvent)
FORWARD(clFlush)
FORWARD(clFinish)
