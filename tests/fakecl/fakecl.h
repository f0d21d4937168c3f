/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fakecl: an OpenCL driver for tests that computes nothing but what comments
 * in the kernel source tell it to.
 *
 * Objects have two counts: `refs` are the application's, `holds` are ours
 * (a kernel holds its program). A handle dies with its last reference, its
 * memory with its last hold. Everything below runs under one lock, except
 * where a comment says otherwise; callbacks run when the lock is given up.
 */
#ifndef FAKECL_H
#define FAKECL_H

/* For strdup() and its like under a strict -std; so this header is first. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

/* Hidden, or a loader that is in the process already would take our place. */
#pragma GCC visibility push(hidden)

#define FAKECL_MAX_DEVICES 8
#define FAKECL_MAX_GROUP_ITEMS 1024
#define FAKECL_ALIGN_BYTES 128
#define FAKECL_LOCAL_MEM_BYTES 49152

enum fakecl_kind {
    FAKECL_PLATFORM,
    FAKECL_DEVICE,
    FAKECL_CONTEXT,
    FAKECL_QUEUE,
    FAKECL_MEM,
    FAKECL_PROGRAM,
    FAKECL_KERNEL,
    FAKECL_EVENT,
    FAKECL_SAMPLER,
    FAKECL_KINDS
};

#define FAKECL_ALIVE(kind) (0xfac10000u | (unsigned)(kind))
#define FAKECL_DEAD(kind) (0xdead0000u | (unsigned)(kind))

/* Opens every object; the loader wants the dispatch table first. */
struct fakecl_object {
    const struct _cl_icd_dispatch *dispatch;
    atomic_uint magic;
    enum fakecl_kind kind;
    unsigned id;
    cl_uint refs;
    cl_uint holds;
};

struct _cl_platform_id {
    struct fakecl_object object;
};

struct _cl_device_id {
    struct fakecl_object object;
};

struct _cl_context {
    struct fakecl_object object;
    cl_uint num_devices;
    cl_device_id devices[FAKECL_MAX_DEVICES];
    size_t num_properties;
    cl_context_properties properties[8];
    struct fakecl_callback *callbacks;
};

struct _cl_mem {
    struct fakecl_object object;
    cl_context context;
    cl_mem parent;
    struct fakecl_image *image; /* NULL: a buffer */
    cl_mem_flags flags;
    size_t size;
    size_t offset;
    void *host_ptr;
    unsigned char *data;
    cl_uint map_count;
    struct fakecl_callback *callbacks;
};

struct _cl_event {
    struct fakecl_object object;
    cl_context context;
    cl_command_queue queue;
    cl_command_type type;
    cl_int status;
    cl_ulong queued_ns, start_ns, end_ns;
    struct fakecl_callback *callbacks;
};

struct _cl_sampler {
    struct fakecl_object object;
    cl_context context;
    cl_bool is_normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
};

/* A call that is owed to the application; exactly one function is set. */
struct fakecl_callback {
    struct fakecl_callback *next;
    void(CL_CALLBACK *on_event)(cl_event, cl_int, void *);
    void(CL_CALLBACK *on_mem)(cl_mem, void *);
    void(CL_CALLBACK *on_context)(cl_context, void *);
    void *handle;
    void *user_data;
    cl_int status;
};

/* What the environment says; constant after the library is loaded. */
struct fakecl_config {
    cl_uint num_devices;
    cl_device_type type;
    cl_ulong mem_bytes;
    int version;
    const char *name;
    const char *driver;
    const char *arg_info;
    bool is_lazy;
};

/* Atomic is what plain launches touch, as they do not take the lock. */
struct fakecl_state {
    _Atomic cl_ulong now_ns;
    size_t used_bytes;
    atomic_uint num_pending;
    atomic_uint num_launches;
    unsigned num_out_of_bounds;
    atomic_uint num_invalid;
    unsigned live[FAKECL_KINDS];
    unsigned made[FAKECL_KINDS];
};

extern struct fakecl_config fakecl_config;
extern struct fakecl_state fakecl_state;
extern const struct _cl_icd_dispatch fakecl_dispatch;
extern struct _cl_platform_id fakecl_platform;
extern struct _cl_device_id fakecl_devices[FAKECL_MAX_DEVICES];

/* object.c; lock, unlock and wait are for any thread. */
void fakecl_lock(void);
void fakecl_unlock(void);
/* Sleep until something completed; the lock is given up meanwhile. */
void fakecl_wait(void);
void fakecl_wake(void);
/* A zeroed object with one reference, or NULL. Takes no lock: hold it. */
void *fakecl_new(enum fakecl_kind kind, size_t size);
void fakecl_hold(void *handle);
/* Accepts NULL. */
void fakecl_drop(void *handle);
/* Both take the lock. */
cl_int fakecl_retain(void *handle, enum fakecl_kind kind);
cl_int fakecl_release(void *handle, enum fakecl_kind kind);
/* The caller has the lock and knows that the handle lives. */
void fakecl_release_locked(void *handle);
/* False, and counted, for what is dead or something else. No lock needed. */
bool fakecl_is_bad(const void *handle);
/* CL_INVALID_CONTEXT and so on. */
cl_int fakecl_invalid(enum fakecl_kind kind);
unsigned fakecl_id(const void *handle);
/* Hand the whole list to whoever gives up the lock next. */
void fakecl_owe(struct fakecl_callback **list);
/* Write FAKECL_LEAKS. */
void fakecl_object_report(void);

static inline bool fakecl_is(const void *handle, enum fakecl_kind kind)
{
    const struct fakecl_object *object = handle;

    if (object && object->magic == FAKECL_ALIVE(kind))
        return true;
    return fakecl_is_bad(handle);
}

/* Called once, under the lock, when nothing needs the object any more. */
void fakecl_context_destroy(cl_context context);
void fakecl_queue_destroy(cl_command_queue queue);
void fakecl_mem_destroy(cl_mem mem);
void fakecl_program_destroy(cl_program program);
void fakecl_kernel_destroy(cl_kernel kernel);
void fakecl_event_destroy(cl_event event);
void fakecl_sampler_destroy(cl_sampler sampler);

/* platform.c: read the environment. */
void fakecl_platform_init(void);
/* "OpenCL 1.2 fakecl" */
const char *fakecl_version_text(void);

/* memory.c: what the flags of a new memory object may be, also for images. */
cl_int fakecl_mem_check(cl_mem_flags flags, const void *host_ptr);
/* The object, filled; on an error too, if *out is set. The caller locks. */
cl_int fakecl_mem_make(cl_context context, cl_mem_flags flags, size_t size,
                       void *host_ptr, cl_mem *out);

/* svm.c: the allocation that begins there, or NULL. Takes the lock. */
cl_mem fakecl_svm_find(const void *pointer);

/* event.c; the caller has the lock. */
cl_event fakecl_event_new(cl_context context, cl_command_queue queue,
                          cl_command_type type);
void fakecl_event_finish(cl_event event, cl_int status);

/* A clGetXInfo call in the making. */
struct fakecl_query {
    size_t size;
    void *value;
    size_t *size_ret;
};

cl_int fakecl_answer(const struct fakecl_query *query, const void *data,
                     size_t size);
cl_int fakecl_answer_text(const struct fakecl_query *query, const char *text);
cl_int fakecl_answer_uint(const struct fakecl_query *query, cl_uint value);
cl_int fakecl_answer_ulong(const struct fakecl_query *query, cl_ulong value);
cl_int fakecl_answer_size(const struct fakecl_query *query, size_t value);
cl_int fakecl_answer_handle(const struct fakecl_query *query,
                            const void *value);

#define ENTRY(name, version) extern __typeof__(name) fakecl_##name;
#include "entrypoints.def"
#undef ENTRY

#pragma GCC visibility pop

#endif
