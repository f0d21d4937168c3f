/* SPDX-License-Identifier: Apache-2.0 */
/*
 * track: what we know of the program's OpenCL objects.
 *
 * One map per kind, from handle to record. The hooks tell of creation, change
 * and release; a record lives as long as the program's own references do,
 * which are counted here, because the driver's count may include others.
 * Any thread may call anything; what OpenCL forbids two threads to do with
 * one object (set arguments of one kernel) is not guarded here either.
 */
#ifndef NETCL_TRACK_TRACK_H
#define NETCL_TRACK_TRACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/map.h"
#include "cl/real.h"

struct netcl_build;
struct netcl_parts; /* parts.h */
struct netcl_kernel_state; /* launch/kernel_state.h: owned by the launcher */
struct netcl_workspace;    /* tune/workspace.h */

/*
 * Grows whenever a kernel, memory object or sampler is released: from then on
 * its handle may stand for something new.
 */
extern atomic_uint netcl_track_releases;

static inline unsigned netcl_track_epoch(void)
{
    return atomic_load_explicit(&netcl_track_releases, memory_order_acquire);
}

/* ---- contexts ------------------------------------------------------- */

struct netcl_context {
    cl_context handle;
    int references;                    /* the program's */
    int holders;                       /* threads that have it in hand */
    struct netcl_workspace *workspace; /* our own objects in it */
};

void netcl_context_created(cl_context handle);
void netcl_context_retained(cl_context handle);
/* Before the real release: our objects go when the program's last does. */
void netcl_context_releasing(cl_context handle);
/*
 * NULL for one we have not seen, or that the program has released: it may do
 * that while another thread launches, so who has found one puts it back.
 */
struct netcl_context *netcl_context_find(cl_context handle);
/* Accepts NULL. */
void netcl_context_put_back(struct netcl_context *context);
/* All there are, each to be put back, and the list freed; 0: none. */
size_t netcl_context_find_all(struct netcl_context ***out);

/* ---- programs ------------------------------------------------------- */

struct netcl_program {
    cl_program handle;
    cl_context context;
    atomic_int references;
    char *source;                 /* NULL: not known */
    struct netcl_build *build;    /* of the last clBuildProgram; may be NULL */
    struct netcl_build *compiled; /* of the last clCompileProgram, likewise */
    struct netcl_parts *parts;    /* it was linked from; NULL: it was not */
    bool is_from_binary; /* the parts were found by the binary's digest */
    bool is_mixed;       /* its devices have different builds */
};

void netcl_program_from_source(cl_program handle, cl_context context,
                               cl_uint count, const char **strings,
                               const size_t *lengths);
void netcl_program_from_binary(cl_program handle, cl_context context,
                               cl_uint count, const size_t *lengths,
                               const unsigned char **binaries);
/*
 * A build was asked for with these options; whether it works is seen later.
 * Returns what was there, for netcl_program_built().
 */
struct netcl_build *netcl_program_building(const struct netcl_real *real,
                                           cl_program handle,
                                           cl_uint device_count,
                                           const char *options);
/* Takes `former`, which is the build again where the driver refused. */
void netcl_program_built(cl_program handle, struct netcl_build *former,
                         bool is_refused);
/*
 * The same for clCompileProgram, which hands over headers by name. Kernels
 * will come from the program that this one is linked into.
 */
struct netcl_build *netcl_program_compiling(const struct netcl_real *real,
                                            cl_program handle,
                                            cl_uint device_count,
                                            const char *options,
                                            cl_uint header_count,
                                            const cl_program *headers,
                                            const char **names);
void netcl_program_compiled(cl_program handle, struct netcl_build *former,
                            bool is_refused);
/* Linked from these parts, which it shares; NULL: not known. */
void netcl_program_linked(cl_program handle, cl_context context,
                          struct netcl_parts *parts);
/*
 * The source of this kernel with all that it reaches, which the caller
 * releases; NULL: not known.
 */
struct netcl_build *netcl_program_kernel(const struct netcl_program *program,
                                         const char *name);
/* The program has read its binaries: remember what they were made from. */
void netcl_program_binaries_read(const struct netcl_real *real,
                                 cl_program handle,
                                 unsigned char *const *binaries,
                                 size_t count);
void netcl_program_retained(cl_program handle);
void netcl_program_releasing(cl_program handle);
struct netcl_program *netcl_program_find(cl_program handle);

/* ---- kernels -------------------------------------------------------- */

enum netcl_value_state {
    NETCL_VALUE_UNSET,
    NETCL_VALUE_BYTES,
    NETCL_VALUE_NULL, /* local memory of `size` bytes, or a NULL buffer */
    NETCL_VALUE_SVM   /* `bytes` are a pointer */
};

struct netcl_value {
    uint64_t generation; /* the kernel's, when this one changed last */
    size_t size;
    size_t plain_size; /* `size` where it is bytes, else SIZE_MAX */
    unsigned epoch;    /* netcl_track_epoch() when it was set */
    enum netcl_value_state state;
    size_t capacity;
    void *bytes; /* inline_bytes, or memory of its own */
    unsigned char inline_bytes[16];
};

struct netcl_kernel {
    cl_kernel handle;
    /* Launched as it is, for good: decided at the first launch. */
    atomic_bool is_left_alone;
    atomic_int references;
    uint64_t generation; /* grows when any argument changes */
    struct netcl_value *values;
    cl_uint arg_count;
    char *name;
    cl_context context;
    struct netcl_build *build; /* NULL: source not known */
    bool is_linked; /* ...because its program was linked from several */
    _Atomic(struct netcl_kernel_state *) state;
    atomic_ullong launches; /* while left alone */
};

void netcl_kernel_created(const struct netcl_real *real, cl_kernel handle,
                          cl_program program);
void netcl_kernel_cloned(const struct netcl_real *real, cl_kernel handle,
                         cl_kernel source);
void netcl_kernel_retained(cl_kernel handle);
void netcl_kernel_releasing(cl_kernel handle);
void netcl_kernel_change_arg(cl_kernel handle, cl_uint index, size_t size,
                             const void *value);
void netcl_kernel_set_svm(cl_kernel handle, cl_uint index,
                          const void *pointer);
/* Memory may be reached that no argument shows: leave it alone from now on. */
void netcl_kernel_set_opaque(cl_kernel handle);

extern struct netcl_map netcl_kernels;

/*
 * The kernel this thread asked for last: programs set all arguments of one
 * kernel and launch it. Good while nothing has been released since.
 */
struct netcl_kernel_seen {
    cl_kernel handle;
    unsigned epoch; /* netcl_track_epoch() */
    struct netcl_kernel *kernel;
};
extern _Thread_local struct netcl_kernel_seen netcl_kernel_last
    __attribute__((tls_model("initial-exec")));

struct netcl_kernel *netcl_kernel_search(cl_kernel handle);

static inline struct netcl_kernel *netcl_kernel_find(cl_kernel handle)
{
    if (netcl_kernel_last.handle == handle &&
        netcl_kernel_last.epoch == netcl_track_epoch())
        return netcl_kernel_last.kernel;
    return netcl_kernel_search(handle);
}

/* ---- memory objects ------------------------------------------------- */

/*
 * A buffer or an image as an argument: which bytes of which allocation. Images
 * are whole, and their bytes those of their elements alone.
 */
struct netcl_memory {
    cl_mem handle;
    cl_mem root;    /* the parent of a sub-buffer, else the handle itself;
                       of shared virtual memory its first byte's address */
    size_t origin;  /* of its first byte in the root */
    size_t bytes;
    cl_mem_flags flags;
    bool is_buffer; /* else an image or a pipe */
    uint64_t image; /* netcl_image_digest(); 0: none that could be copied */
    bool is_svm;    /* a whole allocation of it: a buffer without a handle */
};

/* Whether they share bytes, or may: a buffer can be made of such memory. */
static inline bool netcl_memory_overlaps(const struct netcl_memory *a,
                                         const struct netcl_memory *b)
{
    if (a->is_svm != b->is_svm)
        return ((a->flags | b->flags) & CL_MEM_USE_HOST_PTR) != 0;
    return a->root == b->root && a->origin < b->origin + b->bytes &&
           b->origin < a->origin + a->bytes;
}

/*
 * What the driver says of a memory object, asked once and kept until the
 * handle is released. False when it does not answer.
 */
bool netcl_memory_find(const struct netcl_real *real, cl_mem handle,
                       struct netcl_memory *out);
void netcl_memory_releasing(cl_mem handle);
/* Whether the program may be writing to it, or the driver does not say. */
bool netcl_memory_is_mapped(const struct netcl_real *real,
                            const struct netcl_memory *memory);
/*
 * What a buffer or image argument was set to. False when it is neither, or
 * nothing that is known.
 */
bool netcl_memory_of(const struct netcl_real *real,
                     const struct netcl_value *value, struct netcl_memory *out);
/*
 * Shared virtual memory: the allocation that begins there. False for one that
 * we have not seen, for its middle, where it cannot be copied, and where a
 * kernel may wait in it for the host, which would not come for a copy.
 */
bool netcl_svm_find(const struct netcl_real *real, const void *pointer,
                    struct netcl_memory *out);
void netcl_svm_allocated(void *pointer, size_t bytes, cl_svm_mem_flags flags);
void netcl_svm_freeing(const void *pointer);
/* Nothing is known of samplers but that one went. */
void netcl_sampler_releasing(void);

/* ---- the hot path of clSetKernelArg ----------------------------------- */

/* A handle or a number that is the same as before. */
static inline bool netcl_value_is_same(const struct netcl_value *kept,
                                       size_t size, const void *value)
{
    uint64_t old, fresh;
    uint32_t narrow;

    if (kept->plain_size != size)
        return false;
    memcpy(&old, kept->inline_bytes, sizeof(old));
    if (size == sizeof(fresh)) {
        memcpy(&fresh, value, sizeof(fresh));
        return old == fresh;
    }
    if (size != sizeof(narrow))
        return false; /* netcl_kernel_change_arg() compares */
    memcpy(&narrow, value, sizeof(narrow));
    return !memcmp(&old, &narrow, sizeof(narrow));
}

/*
 * The program has set an argument. In the header, because programs do it four
 * times a launch, and most often to what it was.
 */
static inline void netcl_kernel_set_arg(cl_kernel handle, cl_uint index,
                                        size_t size, const void *value)
{
    const struct netcl_kernel_seen *last = &netcl_kernel_last;
    unsigned epoch = netcl_track_epoch();
    const struct netcl_value *kept;

    if (last->handle == handle && last->epoch == epoch &&
        index < last->kernel->arg_count && value) {
        kept = &last->kernel->values[index];
        if (kept->epoch == epoch && netcl_value_is_same(kept, size, value))
            return;
    }
    netcl_kernel_change_arg(handle, index, size, value);
}

#endif
