/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queue: command queues without threads. A command runs in the call that
 * makes it possible: its own enqueue, or the one that completes what it
 * waits for.
 *
 * A command starts life on the stack of its enqueue function and borrows all
 * it points to. If it has to wait, `keep` makes the copy own what it needs,
 * and `drop` lets go of that when it has run. Under the lock.
 */
#ifndef FAKECL_QUEUE_H
#define FAKECL_QUEUE_H

#include "fakecl.h"
#include "kernel.h"

#pragma GCC visibility push(hidden)

#define FAKECL_MAX_PATTERN 128

/* A copy, or a fill where `pattern_size` is set. */
struct fakecl_transfer {
    cl_mem mems[2];
    const unsigned char *from;
    unsigned char *to;
    size_t size;
    size_t pattern_size;
    unsigned char pattern[FAKECL_MAX_PATTERN];
};

/* Rows and slices of an image; pitches from one to the next, in bytes. */
struct fakecl_block {
    cl_mem mems[2];
    const unsigned char *from;
    unsigned char *to;
    size_t row_bytes;
    size_t rows, slices;
    size_t from_row, from_slice;
    size_t to_row, to_slice;
};

struct fakecl_command;

/*
 * A copy of a transfer or a block, which hold the memory objects that they
 * begin with; NULL: no memory.
 */
void *fakecl_keep_mems(const void *what, size_t size);
void fakecl_drop_mems(void *what);

/* One per sort of command; keep and drop may be NULL. */
struct fakecl_action {
    /* The event's status at the end: CL_COMPLETE or an error. */
    cl_int (*run)(struct fakecl_command *command);
    /* 0 or a negative CL error. */
    cl_int (*keep)(struct fakecl_command *command);
    void (*drop)(struct fakecl_command *command);
};

struct fakecl_command {
    const struct fakecl_action *action;
    struct fakecl_command *next;
    cl_command_queue queue;
    cl_event event;
    const cl_event *waits;
    cl_uint num_waits;
    cl_uint type;
    cl_ulong duration_ns;
    cl_ulong number;
    bool is_faulty; /* fails when it runs */
    bool is_wrong;  /* and this one writes something else */
    bool is_blocking;
    /* Never runs. */
    bool is_stuck;
    /* Nothing behind it in the queue may run before it. */
    bool is_barrier;
    /* Runs after everything before it. */
    bool is_last;
    union {
        struct fakecl_transfer *transfer;
        struct fakecl_block *block;
        struct fakecl_launch *launch;
    };
};

struct _cl_command_queue {
    struct fakecl_object object;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    size_t num_asked;
    cl_queue_properties asked[8];
    struct fakecl_command *head;
    struct fakecl_command **tail;
    /* Commands up to this number may run. */
    cl_ulong last_number, flushed_number;
    cl_command_queue previous, next;
};

/*
 * Run the command, or keep a copy for later. Takes the lock. With `out` the
 * application gets an event. Returns a CL error; a blocking command that
 * failed is one.
 */
cl_int fakecl_submit(struct fakecl_command *command, cl_uint num_waits,
                     const cl_event *waits, cl_event *out);

/* Run all that can be run; for when something has completed. */
void fakecl_progress(void);

/* Let everything in the queue run, also where FAKECL_LAZY is set. */
void fakecl_queue_flush(cl_command_queue queue);

/* Every queue has to be on the list that fakecl_progress() goes through. */
void fakecl_queue_list(cl_command_queue queue);
void fakecl_queue_unlist(cl_command_queue queue);

/* Wait list rules: count against pointer, live events, one context. */
cl_int fakecl_check_waits(cl_context context, cl_uint num_waits,
                          const cl_event *waits);

#pragma GCC visibility pop

#endif
