/* SPDX-License-Identifier: Apache-2.0 */
/* Slices: what changes a fingerprint, and what must not. */
#include "match/slice.h"

#include "match/signature.h"
#include "test.h"

#define BAD UINT64_C(0)

static uint64_t print_with(const char *source, const char *options,
                           const char *kernel, const char *tunable,
                           int64_t *value)
{
    const char *const tunables[] = {tunable};
    struct netcl_unit *unit;
    uint64_t fingerprint = BAD;

    if (netcl_unit_open(source, strlen(source), options, &unit))
        return BAD;
    if (netcl_slice_fingerprint(unit, kernel, tunables, tunable ? 1 : 0, value,
                                &fingerprint))
        fingerprint = BAD;
    netcl_unit_close(unit);
    return fingerprint;
}

static uint64_t print(const char *source, const char *options)
{
    return print_with(source, options, "k", NULL, NULL);
}

#define expect_same(a, b)                                                      \
    do {                                                                       \
        expect_differ(print(a, NULL), BAD);                                    \
        expect_int(print(a, NULL), print(b, NULL));                            \
    } while (0)
#define expect_change(a, b)                                                    \
    do {                                                                       \
        expect_differ(print(a, NULL), BAD);                                    \
        expect_differ(print(b, NULL), BAD);                                    \
        expect_differ(print(a, NULL), print(b, NULL));                         \
    } while (0)

/* As PolyBench-ACC writes them. */
#define POLYBENCH_HEAD                                                         \
    "#if defined(cl_khr_fp64)  // Khronos extension available?\n"              \
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"                          \
    "#elif defined(cl_amd_fp64)  // AMD extension available?\n"                \
    "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"                          \
    "#endif\n"                                                                 \
    "typedef float DATA_TYPE;\n"
#define POLYBENCH_GEMM                                                         \
    "__kernel void k(__global DATA_TYPE *a, __global DATA_TYPE *b,\n"          \
    "    __global DATA_TYPE *c, DATA_TYPE alpha, int ni, int nj, int nk)\n"    \
    "{\n"                                                                      \
    "    int j = get_global_id(0);\n"                                          \
    "    int i = get_global_id(1);\n"                                          \
    "    if ((i < ni) && (j < nj)) {\n"                                        \
    "        c[i * nj + j] *= 2.0f;\n"                                         \
    "        for (int l = 0; l < nk; l++)\n"                                   \
    "            c[i * nj + j] += alpha * a[i * nk + l] * b[l * nj + j];\n"    \
    "    }\n"                                                                  \
    "}\n"
#define OTHER_KERNEL                                                           \
    "kernel void other(global float *x) { x[get_global_id(0)] = 1 - 2; }\n"

static void test_layout(void)
{
    expect_same(POLYBENCH_HEAD POLYBENCH_GEMM,
                "typedef float DATA_TYPE;" POLYBENCH_GEMM);
    expect_same(POLYBENCH_HEAD POLYBENCH_GEMM,
                POLYBENCH_HEAD OTHER_KERNEL POLYBENCH_GEMM OTHER_KERNEL);
    expect_same(
        "kernel void k(global float *x) { x[0] = 1 + 2; }",
        "__kernel  /* c */\nvoid k(__global float*x)\n{x[0]=1+2;// \n}");
    expect_change("kernel void k(global float *x) { x[0] = 1 + 2; }",
                  "kernel void k(global float *x) { x[0] = 1 - 2; }");
    expect_change("kernel void k(global float *x) { x[0] = 1 + 2; }",
                  "kernel void k(constant float *x) { x[0] = 1 + 2; }");
    expect_change("typedef float DATA_TYPE;" POLYBENCH_GEMM,
                  "typedef double DATA_TYPE;" POLYBENCH_GEMM);
    expect_change("kernel void k() { int a = 1; }",
                  "kernel __attribute__((reqd_work_group_size(8, 8, 1))) "
                  "void k() { int a = 1; }");
    expect_same("#line 7\nkernel void k() {\n# 12 \"x.cl\"\n}",
                "kernel void k() {}");
}

static void test_names(void)
{
    const char *sources[] = {"kernel void k(int n) { n = 1; }",
                             "kernel void my_kernel(int n) { n = 1; }"};

    expect_int(print_with(sources[0], NULL, "k", NULL, NULL),
               print_with(sources[1], NULL, "my_kernel", NULL, NULL));
    expect_int(print_with(sources[0], NULL, "my_kernel", NULL, NULL), BAD);
    expect_int(print("kernel void k(int n);", NULL), BAD);
    expect_int(print("", NULL), BAD);
}

#define HELPERS                                                                \
    "float f(float x) { return x + 1; }\n"                                     \
    "float g(float x) { return f(x) * 2; }\n"
#define CALLER "kernel void k(global float *x) { x[0] = g(x[0]); }\n"

static void test_helpers(void)
{
    expect_same(HELPERS CALLER,
                HELPERS "float h(float x) { return x - 7; }\n" CALLER);
    expect_same("float f(float x) { return x + 1; }"
                "float g(float x) { return f(x) * 2; }" CALLER,
                "float g(float x) { return f(x) * 2; }"
                "float f(float x) { return x + 1; }" CALLER);
    expect_change(HELPERS CALLER,
                  "float f(float x) { return x - 1; }"
                  "float g(float x) { return f(x) * 2; }" CALLER);
    expect_same(OTHER_KERNEL HELPERS CALLER, HELPERS CALLER OTHER_KERNEL);
    /* A kernel that calls a kernel. */
    expect_change(OTHER_KERNEL "kernel void k(global float *x) { other(x); }",
                  "kernel void other(global float *x) { x[0] = 3; }"
                  "kernel void k(global float *x) { other(x); }");
}

static void test_types(void)
{
#define POINTS(fields, use)                                                    \
    "typedef struct { " fields " } point;\n"                                   \
    "kernel void k(global point *p) { p[0].x = " use "; }"

    expect_change(POINTS("float x; float y;", "1"),
                  POINTS("float y; float x;", "1"));
    expect_change("struct s { int a; };"
                  "kernel void k(global struct s *p) { p->a = 1; }",
                  "struct s { uint a; };"
                  "kernel void k(global struct s *p) { p->a = 1; }");
    expect_change(
        "enum { A, B = 3 }; kernel void k(global int *p) { *p = B; }",
        "enum { A, B = 4 }; kernel void k(global int *p) { *p = B; }");
    expect_change("constant float t[2] = {1, 2}, u = 3;"
                  "kernel void k(global float *p) { p[0] = u; }",
                  "constant float t[2] = {1, 2}, u = 4;"
                  "kernel void k(global float *p) { p[0] = u; }");
    /* A member's name is not what is declared elsewhere. */
    expect_same("kernel void k(float4 a) { a.x = 1; }",
                "constant int x = 3; kernel void k(float4 a) { a.x = 1; }");
    expect_change("kernel void k(float4 a) { a.x = 1; }",
                  "#define x y\nkernel void k(float4 a) { a.x = 1; }");
#undef POINTS
}

static void test_conditions(void)
{
#define BRANCHES(a, b)                                                         \
    "#ifdef FAST\n#define OP(x) " a "\n#else\n#define OP(x) " b "\n#endif\n"   \
    "kernel void k(global float *p) { p[0] = OP(p[1]); }"

    expect_change(BRANCHES("(x)", "(x+1)"), BRANCHES("(x)", "(x-1)"));
    expect_change(BRANCHES("(x)", "(x+1)"), BRANCHES("(x+1)", "(x)"));
    expect_differ(print(BRANCHES("1", "2"), "-DFAST"),
                  print(BRANCHES("1", "2"), NULL));
    expect_differ(print(BRANCHES("1", "2"), "-D FAST=2"),
                  print(BRANCHES("1", "2"), "-D FAST"));
    expect_int(print(BRANCHES("1", "2"), "-DSLOW"),
               print(BRANCHES("1", "2"), NULL));
    expect_change("kernel void k() {\n#ifdef A\nint a;\n#endif\n}",
                  "kernel void k() {\n#ifndef A\nint a;\n#endif\n}");
    expect_change("#if A > 1\nkernel void k() {}\n#endif\n",
                  "#if A > 2\nkernel void k() {}\n#endif\n");
    expect_differ(
        print("kernel void k() {\n#ifdef A\nint a;\n#endif\n}", "-DA"),
        print("kernel void k() {\n#ifdef A\nint a;\n#endif\n}", ""));
#undef BRANCHES
}

/* A definition counts by whether it comes before its use. */
static void test_redefinitions(void)
{
#define USE "kernel void k(global float *p) { p[0] = N; }\n"

    expect_change("#define N 1\n" USE "#undef N\n#define N 2\n",
                  "#define N 1\n#undef N\n#define N 2\n" USE);
    expect_change("#define M N\n#define N 1\nkernel void k(int a) { a = M; }\n"
                  "#undef N\n#define N 2\n",
                  "#define M N\n#define N 1\n#undef N\n#define N 2\n"
                  "kernel void k(int a) { a = M; }\n");
    expect_same("#define N 1\n" USE, "#define M 2\n#define N 1\n" USE);
    expect_change("#define F(x) x\nkernel void k(int a) { a = F(a); }",
                  "#define F (x) x\nkernel void k(int a) { a = F(a); }");
    expect_change(USE "\n", "#define N 1\n" USE);
#undef USE
}

static void test_pragmas(void)
{
    expect_same("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                "kernel void k() {}",
                "kernel void k() {\n#pragma OPENCL EXTENSION all : disable\n}");
    expect_change("#pragma OPENCL FP_CONTRACT OFF\nkernel void k() {}",
                  "kernel void k() {}");
    expect_change("#pragma OPENCL FP_CONTRACT OFF\nkernel void k() {}",
                  "kernel void k() {}\n#pragma OPENCL FP_CONTRACT OFF\n");
    expect_change("kernel void k() {\n#pragma unroll 4\nfor (;;); }",
                  "kernel void k() {\n#pragma unroll 8\nfor (;;); }");
}

/* As Rodinia shares headers with a host in C++. */
static void test_linkage(void)
{
    expect_same("#ifdef __cplusplus\nextern \"C\" {\n#endif\n" POLYBENCH_HEAD
                    POLYBENCH_GEMM "#ifdef __cplusplus\n}\n#endif\n",
                POLYBENCH_HEAD POLYBENCH_GEMM);
    expect_same("extern \"C\" {\nextern \"C\" { kernel void k() {} }\n}\n",
                "kernel void k() {}");
}

static void test_made_by_macros(void)
{
#define MAKE(op)                                                               \
    "#define MAKE(T) T dot_##T(T a, T b) { return a " op " b; }\n"             \
    "MAKE(float)\n"
#define USE "kernel void k(global float *p) { p[0] = dot_float(p[1], p[2]); }\n"

    expect_change(MAKE("*") USE, MAKE("+") USE);
    expect_same(MAKE("*") USE, MAKE("*") OTHER_KERNEL USE);
    expect_same(MAKE("*") USE OTHER_KERNEL, OTHER_KERNEL MAKE("*") USE);
    expect_change("#define H float h(float x) { return x; }\nH\n"
                  "kernel void k(global float *p) { p[0] = h(1); }",
                  "#define H float h(float x) { return -x; }\nH\n"
                  "kernel void k(global float *p) { p[0] = h(1); }");
    expect_change("#define NAME my\nfloat NAME(float x) { return x; }\n"
                  "kernel void k(global float *p) { p[0] = my(1); }",
                  "#define NAME my\nfloat NAME(float x) { return -x; }\n"
                  "kernel void k(global float *p) { p[0] = my(1); }");
    expect_change("#define CAT(a, b) a##b\nfloat fg(float x) { return x; }\n"
                  "kernel void k(global float *p) { p[0] = CAT(f, g)(1); }",
                  "#define CAT(a, b) a##b\nfloat fg(float x) { return -x; }\n"
                  "kernel void k(global float *p) { p[0] = CAT(f, g)(1); }");
    expect_change("#define BEGIN(n) float n(float x) {\nBEGIN(f) return x; }\n"
                  "kernel void k(global float *p) { p[0] = f(1); }",
                  "#define BEGIN(n) float n(float x) {\nBEGIN(f) return 1; }\n"
                  "kernel void k(global float *p) { p[0] = f(1); }");
#undef MAKE
#undef USE
}

#define TILED                                                                  \
    "kernel void k(global float *p) { local float t[TS]; p[TS] = t[0]; }\n"

static void expect_tunable(int line, const char *source, const char *options,
                           int64_t expected)
{
    int64_t value = 0;

    expect_int_at(source, line,
                  print_with(source, options, "k", "TS", &value) != BAD, 1);
    expect_int_at(source, line, print_with(source, options, "k", "TS", &value),
                  print_with("#define TS 16\n" TILED, NULL, "k", "TS", &value));
    print_with(source, options, "k", "TS", &value);
    expect_int_at(source, line, value, expected);
}

static void expect_no_tunable(int line, const char *source, const char *options)
{
    int64_t value;

    expect_int_at(source, line,
                  print_with(source, options, "k", "TS", &value) == BAD, 1);
}

static void test_tunables(void)
{
#define GUARDED "#ifndef TS\n#define TS 16\n#endif\n" TILED

    expect_differ(print(TILED, "-DTS=16"), print(TILED, "-DTS=32"));
    expect_int(print(TILED, "-DTS=16"), print("#define TS 16\n" TILED, NULL));
    expect_tunable(__LINE__, "#define TS 16\n" TILED, NULL, 16);
    expect_tunable(__LINE__, "#define TS (32)\n" TILED, NULL, 32);
    expect_tunable(__LINE__, "#define TS 0x20u\n" TILED, NULL, 32);
    expect_tunable(__LINE__, "#define TS -1\n" TILED, NULL, -1);
    expect_tunable(__LINE__, TILED, "-DTS=8", 8);
    expect_tunable(__LINE__, TILED, "-D TS=8 -DTS=4", 4);
    expect_tunable(__LINE__, TILED, "-DTS", 1);
    expect_tunable(__LINE__, GUARDED, NULL, 16);
    expect_tunable(__LINE__, GUARDED, "-DTS=8", 8);
    expect_tunable(__LINE__, "#if !defined(TS)\n#define TS 16\n#endif\n" TILED,
                   "", 16);
    /* A header that the program has put in front. */
    expect_tunable(__LINE__,
                   "#ifndef _M_H_\n#define _M_H_\n#define TS 16\n#endif\n" TILED,
                   NULL, 16);
    expect_no_tunable(__LINE__, "#ifndef _M_H_\n#define TS 16\n#endif\n" TILED,
                      NULL);
    expect_no_tunable(__LINE__, TILED, NULL);
    expect_no_tunable(__LINE__, TILED, "-DTS=8 -UTS");
    expect_no_tunable(__LINE__, TILED, "-DTS=1.5");
    expect_no_tunable(__LINE__, TILED, "-DTS=OTHER");
    expect_no_tunable(__LINE__, TILED "#define TS 16\n", NULL);
    expect_no_tunable(__LINE__, "#define TS(x) 16\n" TILED, NULL);
    expect_no_tunable(__LINE__, "#define TS\n" TILED, NULL);
    expect_no_tunable(
        __LINE__, "#ifdef A\n#define TS 8\n#else\n#define TS 4\n#endif\n" TILED,
        NULL);
    expect_no_tunable(__LINE__, "#ifdef A\n#define TS 8\n#endif\n" TILED, NULL);
    expect_no_tunable(__LINE__, "#define TS 8\n#undef TS\n" TILED, NULL);
#undef GUARDED
}

static void test_options(void)
{
    struct netcl_unit *unit;
    const char *options = " -cl-mad-enable  -DA=1 -w -D 'B C' -I /x "
                          "-cl-std=CL1.2 -D\"S=a \\\"b\" -x";

    if (netcl_unit_open("", 0, options, &unit))
        abort();
    expect_text(netcl_unit_options(unit), "-cl-mad-enable -cl-std=CL1.2");
    netcl_unit_close(unit);
    expect_int(print(TILED, "-DTS=8 -cl-mad-enable"), print(TILED, "-DTS=8"));
    expect_int(print(TILED, "-D\"TS=8\""), print(TILED, "-D TS=8"));
    expect_int(print(TILED, "-D 'TS=4 + 4'"), print(TILED, "-DTS=4\\ +\\ 4"));
    expect_differ(print(TILED, "-DTS=/*"), BAD);
    expect_differ(print(TILED, "-D"), BAD);
    expect_differ(print(TILED, "-DTS='"), BAD);
}

static unsigned facts(const char *source)
{
    struct netcl_unit *unit;
    unsigned found = 0;

    if (netcl_unit_open(source, strlen(source), NULL, &unit))
        abort();
    expect_int(netcl_slice_facts(unit, "k", &found), 0);
    netcl_unit_close(unit);
    return found;
}

static void test_facts(void)
{
    expect_int(facts("kernel void k() {}"), 0);
    expect_int(facts("void f() { printf(\"x\"); } kernel void k() { f(); }"),
               NETCL_FACT_PRINTF);
    expect_int(facts("void f() { printf(\"x\"); } kernel void k() {}"), 0);
    expect_int(facts("kernel void k(local int *p) { barrier(1); }"),
               NETCL_FACT_LOCAL | NETCL_FACT_BARRIER);
    expect_int(facts("kernel void k() { __local int p; atomic_inc(&p); }"),
               NETCL_FACT_LOCAL | NETCL_FACT_LOCAL_VARIABLE |
                   NETCL_FACT_ATOMIC);
    expect_int(facts("kernel void k(read_only image2d_t i) {}"),
               NETCL_FACT_IMAGE);
    expect_int(facts("kernel void k() { get_group_id(0); "
                     "get_global_offset(0); enqueue_kernel(); }"),
               NETCL_FACT_GROUPS | NETCL_FACT_OFFSET | NETCL_FACT_ENQUEUE);
}

static void test_units(void)
{
    const char *source = OTHER_KERNEL HELPERS
        "#define KERNEL __kernel\nKERNEL void k(int a) {}\n"
        "#ifdef A\nkernel void m(int a) {}\n#else\nkernel void m() {}\n#endif";
    struct netcl_unit *unit;

    if (netcl_unit_open(source, strlen(source), NULL, &unit))
        abort();
    expect_int(netcl_unit_kernel_count(unit), 3);
    expect_text(netcl_unit_kernel_name(unit, 0), "other");
    expect_text(netcl_unit_kernel_name(unit, 1), "k");
    expect_text(netcl_unit_kernel_name(unit, 2), "m");
    expect_text(netcl_unit_kernel_name(unit, 3), NULL);
    netcl_unit_close(unit);
    netcl_unit_close(NULL);
    source = "kernel void k() {}\n#if 0\n# include <x.h>\n#endif\n";
    expect_int(netcl_unit_open(source, strlen(source), NULL, &unit), -ENOTSUP);
    source = "kernel void k() { \"#include\"; } // #include <x>\n";
    expect_differ(print(source, NULL), BAD);
}

/* Everything is asked of a source, whatever it is. */
static void ask_all(const char *source, size_t length)
{
    static const char *const tunables[] = {"TS"};
    struct netcl_signature signature;
    struct netcl_unit *unit;
    uint64_t fingerprint;
    unsigned found;
    int64_t value;

    if (netcl_unit_open(source, length, "-DTS=4", &unit))
        return;
    netcl_unit_kernel_count(unit);
    netcl_slice_fingerprint(unit, "k", tunables, 1, &value, &fingerprint);
    netcl_slice_facts(unit, "k", &found);
    if (!netcl_signature_read(unit, "k", &signature))
        netcl_signature_free(&signature);
    netcl_unit_close(unit);
}

/* NOISE=1000000 in the environment for a long run. */
static void test_noise(void)
{
    static const char seed_text[] = POLYBENCH_HEAD
        "#ifndef TS\n#define TS 16\n#endif\n"
        "#define MAKE(T) T dot_##T(T a) { return a; }\nMAKE(float)\n"
        "struct s { int a; enum { X, Y = 3 } e; } v = {1}, *w;\n"
        "kernel void k(global float *x, struct s y, T z[]) /* c */ {\n"
        "#if TS > 1 || defined(A)\n local int t[TS]; x->a = 'c' + \"d\"[0];\n"
        "#elif B\n#define C 3\n#else\n t = v.a;\n#endif\n}\n"
        "__attribute__((x)) void g(int a, float4 b) { k(a, b); }\n";
    static const char junk[] = "(){}[];,=#\\\n\"'/*\0\xff<k*.";
    const char *rounds = getenv("NOISE");
    long i, count = rounds ? atol(rounds) : 3000;
    char text[sizeof(seed_text)];
    unsigned seed = 3, k;

    for (i = 0; i < count; i++) {
        memcpy(text, seed_text, sizeof(text));
        for (k = 0; k <= (unsigned)i % 7; k++) {
            seed = seed * 1103515245 + 12345;
            text[(seed >> 12) % (sizeof(text) - 1)] =
                junk[(seed >> 4) % (sizeof(junk) - 1)];
        }
        ask_all(text, (seed >> 8) % sizeof(text));
        ask_all(text, sizeof(text) - 1);
    }
}

static void test_broken(void)
{
    static const char *const sources[] = {
        "kernel void k(",
        "kernel void k() {",
        "kernel void k() { /*",
        "kernel void k() { \"",
        "}}}",
        "#",
        "#define",
        "#define k",
        "#define k k\nkernel void k() {}",
        "#if\nkernel void k() {}",
        "#else\n#endif\n#elif\nkernel void k() {}",
        ";;;",
        "= { , } ;",
        "struct",
        "enum {",
        "#define A A A\n#define B A B A\nA B\n",
        "kernel void k()\n#ifdef A\n{\n#else\n{\n#endif\n}",
        "typedef k k; kernel void k(k k) {}",
        "typedef a b; typedef b a; kernel void k(a x, b y) {}",
        "#define a b\n#define b a\nkernel void k(a x) {}",
    };
    size_t i;

    for (i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
        ask_all(sources[i], strlen(sources[i]));
    /* What cannot be cut is taken whole: a change anywhere shows. */
    expect_change("} float f() { return 1; } kernel void k() { f(); }",
                  "} float f() { return 2; } kernel void k() { f(); }");
}

int main(void)
{
    test_layout();
    test_names();
    test_helpers();
    test_types();
    test_conditions();
    test_redefinitions();
    test_pragmas();
    test_linkage();
    test_made_by_macros();
    test_tunables();
    test_options();
    test_facts();
    test_units();
    test_broken();
    test_noise();
    return test_end();
}
