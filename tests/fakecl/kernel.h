/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel: kernel functions as found in a source text, kernel objects, and
 * their launches.
 *
 * Functions belong to their program and change only while it is built; a
 * kernel holds its program. Setting arguments takes no lock: as in OpenCL,
 * one kernel object is for one thread at a time.
 */
#ifndef FAKECL_KERNEL_H
#define FAKECL_KERNEL_H

#include "fakecl.h"
#include "script.h"

#pragma GCC visibility push(hidden)

#define FAKECL_MAX_ARGS 64
#define FAKECL_MAX_ARG_BYTES 1024

enum fakecl_elem {
    FAKECL_ELEM_OTHER,
    FAKECL_ELEM_F32,
    FAKECL_ELEM_F64,
    FAKECL_ELEM_I32,
    FAKECL_ELEM_U32,
    FAKECL_ELEM_I64,
    FAKECL_ELEM_U64
};

/* One parameter. For pointers, type and size are those of what they point to;
 * size 0 is a type that the scanner does not know. */
struct fakecl_parameter {
    char name[64];
    char type[64];
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
    cl_kernel_arg_access_qualifier access; /* 0: no image */
    cl_mem_object_type image;              /* 0: none */
    bool is_pointer;
    bool is_sampler;
    enum fakecl_elem elem;
    size_t size;
    size_t lanes;
};

struct fakecl_function {
    char name[128];
    cl_uint num_parameters;
    struct fakecl_parameter parameters[FAKECL_MAX_ARGS];
    size_t required_local[3];
    struct fakecl_script script;
    /* From the script, so that a launch need not convert it. */
    size_t max_group;
    /* No operation and no surprises: a launch only moves the clock. */
    bool is_plain;
    cl_ulong time_ns;
    cl_ulong num_launches;
};

struct _cl_program {
    struct fakecl_object object;
    cl_context context;
    char *source;
    bool is_binary;
    bool has_arg_info;
    /* The options of the build; of the original build for a binary. */
    char *options;
    char *source_options;
    char *log;
    cl_build_status status;
    unsigned num_kernels;
    size_t num_functions;
    struct fakecl_function *functions;
};

struct fakecl_value {
    unsigned char *bytes;
    size_t size;
    /* What clSetKernelArg has to be given, or 0 for anything. */
    size_t expected;
    cl_mem mem;
    bool is_set;
    bool is_memory; /* a buffer, or an image */
    bool is_sampler;
    bool is_local;
    cl_mem_object_type image; /* 0: none */
    cl_mem_flags denied;      /* to images that were made with one of them */
};

struct _cl_kernel {
    struct fakecl_object object;
    cl_program program;
    cl_context context;
    struct fakecl_function *function;
    cl_uint num_values;
    cl_uint num_unset;
    /* What the script says, and the local arguments set so far. */
    size_t local_bytes;
    struct fakecl_value *values;
    unsigned char *bytes;
};

struct fakecl_launch {
    cl_kernel kernel;
    struct fakecl_function *function;
    const struct fakecl_value *values;
    cl_uint dims;
    size_t offset[3];
    size_t global[3];
    size_t local[3];
    bool is_wrong; /* this launch alone writes one bit that is not so */
};

/*
 * source.c: the kernel functions that a text defines, in its order.
 * Returns 0 and an array to free, or -ENOMEM.
 */
int fakecl_source_scan(const char *source, const char *options,
                       struct fakecl_function **out, size_t *count);

/* type.c: fill in what the type's name says, also if it is a macro. */
void fakecl_type_find(const char *source, const char *options,
                      struct fakecl_parameter *parameter);

/* A copy of the values with their bytes in one block, for launches that have
 * to wait; NULL without memory. Free it with free(). */
struct fakecl_value *fakecl_values_copy(const struct _cl_kernel *kernel);

/* ops.c: do what the script says, with all the faults it asks for. CL_COMPLETE
 * or an error status for the event. */
cl_int fakecl_op_run(const struct fakecl_launch *launch);

#pragma GCC visibility pop

#endif
