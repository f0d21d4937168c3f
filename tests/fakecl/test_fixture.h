/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_fixture: what the cases of test_fakecl share. One thread; a fixture
 * belongs to the case that opened it.
 */
#ifndef FAKECL_TEST_FIXTURE_H
#define FAKECL_TEST_FIXTURE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>

#define TEST_SKIPPED 77

#define EXPECT(condition)                                                      \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: not true: %s\n", __func__, __LINE__, #condition);   \
            num_failed++;                                                      \
        }                                                                      \
    } while (0)

#define EXPECT_IS(actual, expected)                                            \
    do {                                                                       \
        long long is = (long long)(actual);                                    \
        long long wants = (long long)(expected);                               \
                                                                               \
        if (is != wants) {                                                     \
            printf("%s:%d: %s is %lld and not %lld\n", __func__, __LINE__,     \
                   #actual, is, wants);                                        \
            num_failed++;                                                      \
        }                                                                      \
    } while (0)

struct fixture {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

/* Expectations that did not hold, in this process. */
extern int num_failed;
extern const char test_source[];

/* A context, a profiling queue and test_source; exits where there is no fake
 * platform. */
struct fixture open_fixture(const char *options);
void close_fixture(struct fixture *f);

cl_program build(cl_context context, const char *text, const char *options);
cl_mem new_buffer(struct fixture *f, size_t size, const void *data);
void read_buffer(struct fixture *f, cl_mem mem, size_t size, void *out);

/* A kernel with its first three arguments; NULL and 0 are not set. */
cl_kernel new_kernel(struct fixture *f, const char *name, cl_mem a, cl_mem b,
                     int n);
/* One dimension; local 0 is NULL. */
cl_int launch(struct fixture *f, cl_kernel kernel, size_t items, size_t local,
              cl_event *event);
long long event_ns(cl_event event);
/* Nanoseconds of one launch. */
long long time_launch(struct fixture *f, cl_kernel kernel, size_t items,
                      size_t local);
int status_of(cl_event event);
unsigned mem_uint(cl_mem mem, cl_mem_info param);

/* The cases, by file. */

/* test_object.c */
void test_info(void);
void test_cpu(void);
void test_devices(void);
void test_version(void);
void test_memory(void);
void test_sub_buffer(void);
void test_transfer(void);
void test_map(void);
void test_counts(void);

/* test_image.c */
void test_image(void);
void test_image_moves(void);
void test_image_kernel(void);

/* test_compute.c */
void test_scan(void);
void test_build(void);
void test_binary(void);
void test_args(void);
void test_range(void);
void test_ops(void);
void test_more_ops(void);
void test_random(void);
void test_times(void);
void test_faults(void);
void test_guards(void);
void test_failures(void);
void test_script(void);

/* test_sync.c */
void test_user_event(void);
void test_failed_wait(void);
void test_thread(void);
void test_stuck(void);
void test_lazy(void);
void test_out_of_order(void);
void test_inject(void);
void test_hang(void);
void test_crash(void);
void test_log(void);
void test_leaks(void);

#endif
