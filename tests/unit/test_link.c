/* SPDX-License-Identifier: Apache-2.0 */
/* Linked programs: which sources a kernel takes, and which may be merged. */
#include "match/link.h"

#include "match/slice.h"
#include "test.h"

#define KERNEL "kernel void k(global float *a) { a[0] = f(a[1]); }\n"
#define DECLARE "float f(float x);\n"
#define DEFINE "float f(float x) { return x; }\n"

static struct netcl_unit *units[2];

static void open_units(const char *a, const char *b)
{
    if (netcl_unit_open(a, strlen(a), NULL, &units[0]) ||
        netcl_unit_open(b, strlen(b), NULL, &units[1]))
        exit(1);
}

static void close_units(void)
{
    netcl_unit_close(units[0]);
    netcl_unit_close(units[1]);
}

static int find(const char *a, const char *b)
{
    size_t index = 9;
    int err;

    open_units(a, b);
    err = netcl_link_find(units, 2, "k", &index);
    close_units();
    return err ? err : (int)index;
}

static bool is_alone(const char *a, const char *b)
{
    bool is_so;

    open_units(a, b);
    is_so = netcl_link_is_alone(units, 2, 0);
    close_units();
    return is_so;
}

static bool may_merge(const char *a, const char *b)
{
    bool is_so;

    open_units(a, b);
    is_so = netcl_link_may_merge(units, 2);
    close_units();
    return is_so;
}

static void test_find(void)
{
    expect_int(find(DECLARE KERNEL, DEFINE), 0);
    expect_int(find(DEFINE, DECLARE KERNEL), 1);
    expect_int(find(DEFINE, DEFINE), -ENOENT);
    expect_int(find(DEFINE KERNEL, DEFINE KERNEL), -EEXIST);
}

static void test_alone(void)
{
    expect_true(is_alone(DEFINE KERNEL, "float g(float x) { return x; }\n"));
    expect_true(!is_alone(DECLARE KERNEL, DEFINE));
    expect_true(is_alone("static " DEFINE KERNEL, DEFINE));
    expect_true(!is_alone(DEFINE KERNEL "extern constant float t;\n",
                          "constant float t = 1;\n"));
    expect_true(!is_alone("#define P(x) g##x\n" DEFINE KERNEL, DEFINE));
}

static void test_merge(void)
{
    expect_true(may_merge(DECLARE KERNEL, DEFINE));
    expect_true(
        may_merge("#define N 4\n" DECLARE KERNEL, "#define N 4\n" DEFINE));
    expect_true(!may_merge("#define N 4\n" DECLARE KERNEL,
                           "#define N 5\nfloat f(float x) { return x * N; }"));
    /* A macro, a type, a function of one in the words of the other. */
    expect_true(!may_merge(DECLARE KERNEL, "#define a b\n" DEFINE));
    expect_true(!may_merge(DECLARE KERNEL, "typedef int a;\n" DEFINE));
    expect_true(!may_merge(DECLARE
                           "kernel void k(global float *a) { *a = g(f(1)); }\n",
                           "float g(float x) { return 2 * x; }\n" DEFINE));
    /* Defined in both, and not the same. */
    expect_true(
        !may_merge("static float h(float x) { return x; }\n" DECLARE KERNEL,
                   "static float h(float x) { return -x; }\n" DEFINE));
    /* Used before it is defined. */
    expect_true(!may_merge("#ifdef N\n#endif\n#define N 4\n" DECLARE KERNEL,
                           "#define N 4\n" DEFINE));
    expect_true(
        !may_merge("#pragma OPENCL FP_CONTRACT OFF\n" DEFINE, DECLARE KERNEL));
    expect_true(!may_merge("#define P(x) f##x\n" DECLARE KERNEL, DEFINE));
}

int main(void)
{
    test_find();
    test_alone();
    test_merge();
    return test_end();
}
