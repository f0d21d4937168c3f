/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/license.h"
#include "derive/literal.h"
#include "derive/recipe.h"
#include "derive/rewrite.h"
#include "derive/stage.h"
#include "match/slice.h"
#include "test.h"

struct fixture {
    struct netcl_unit *unit;
    struct netcl_license license;
    int error;
};

static void open_text(struct fixture *f, const char *source)
{
    memset(f, 0, sizeof(*f));
    expect_int(netcl_unit_open(source, strlen(source), "", &f->unit), 0);
    f->error = netcl_license_open(f->unit, "k", &f->license);
}

static void close_text(struct fixture *f)
{
    if (!f->error)
        netcl_license_close(&f->license);
    netcl_unit_close(f->unit);
}

/* ---- licenses --------------------------------------------------------------
 */

enum { LOCAL = 1, REWRITE = 2, ITEMS = 4 };

static void expect_license_at(int line, const char *source, int error,
                              int allowed)
{
    struct fixture f;
    int actual = 0;

    open_text(&f, source);
    expect_int_at(__FILE__, line, f.error, error);
    if (!f.error)
        actual = (f.license.may_local ? LOCAL : 0) |
                 (f.license.may_rewrite ? REWRITE : 0) |
                 (f.license.may_items ? ITEMS : 0);
    expect_int_at(__FILE__, line, actual, allowed);
    close_text(&f);
}

#define expect_license(source, error, allowed)                                 \
    expect_license_at(__LINE__, source, error, allowed)
#define SIMPLE "kernel void k(global float *a, int n) { "

static void test_licenses(void)
{
    expect_license(SIMPLE "a[get_global_id(0)] = n; }", 0,
                   LOCAL | REWRITE | ITEMS);
    expect_license(SIMPLE "barrier(1); a[get_global_id(0)] = n; }", 0, REWRITE);
    expect_license(SIMPLE "local int x; x = n; a[0] = x; }", 0, REWRITE);
    expect_license(SIMPLE "a[get_local_id(0)] = n; }", 0, REWRITE);
    expect_license(SIMPLE "a[work_group_reduce_add(n)] = n; }", 0, REWRITE);
    expect_license(SIMPLE "atomic_inc((global int *)a); }", 0, REWRITE);
    expect_license(SIMPLE "mem_fence(1); a[get_global_id(0)] = n; }", 0,
                   LOCAL | REWRITE);
    expect_license(SIMPLE "printf(\"x\"); }", -ENOTSUP, 0);
    expect_license(SIMPLE "}", -ENOTSUP, 0);
    expect_license(SIMPLE "if (a[n]) return; }", -ENOTSUP, 0);
    expect_license("kernel void k(read_only image2d_t a, sampler_t s) "
                   "{ read_imagef(a, s, (int2)(get_global_id(0), 0)); }",
                   -ENOTSUP, 0);
    expect_license("kernel void k(read_only image2d_t a, sampler_t s, "
                   "global float4 *d) { d[get_global_id(0)] = "
                   "read_imagef(a, s, (int2)(get_global_id(0), 0)); }",
                   0, LOCAL | REWRITE | ITEMS);
    expect_license("kernel void k(write_only image2d_t a) "
                   "{ write_imagef(a, (int2)(get_global_id(0), 0), 1.f); }",
                   0, LOCAL | REWRITE | ITEMS);
    /* A block of an image is shared out by sub-groups. */
    expect_license("kernel void k(read_only image2d_t a, global float4 *d) "
                   "{ d[0] = intel_sub_group_block_read(a, (int2)(0, 0)); }",
                   0, REWRITE);
    expect_license("kernel void k(queue_t q) { }", -ENOTSUP, 0);
    expect_license("kernel void k(pipe int p) { }", -ENOTSUP, 0);
    expect_license("global int state; " SIMPLE "a[0] = state; }", -ENOTSUP, 0);
    expect_license(SIMPLE "a[0] = __LINE__; }", 0, LOCAL);
    expect_license("#define ID(x) get_##x##_id(0)\n" SIMPLE
                   "a[ID(local)] = n; }",
                   -ENOTSUP, 0);
}

static void expect_contained_at(int line, const char *source, bool contained)
{
    struct fixture f;

    open_text(&f, source);
    expect_int_at(__FILE__, line, f.error, 0);
    expect_int_at(__FILE__, line, f.license.is_contained, contained);
    close_text(&f);
}

#define expect_contained(source, contained)                                    \
    expect_contained_at(__LINE__, source, contained)

/* Where memory may hold pointers, and a number may become one. */
static void test_contained(void)
{
    expect_contained(SIMPLE "a[get_global_id(0)] = n; }", true);
    expect_contained("float f(global float *p) { return p[1]; } " SIMPLE
                     "global float *b = a + n; a[0] = f(b); }",
                     true);
    expect_contained("kernel void k(global float4 *a, local int *b) "
                     "{ a[b[0]] = 1.f; }",
                     true);
    expect_contained(SIMPLE "a[0] = *(global float *)n; }", false);
    expect_contained(SIMPLE "a[0] = *(global float *const)n; }", false);
    expect_contained("#define AT(n) (*(global float * restrict)(n))\n" SIMPLE
                     "a[0] = AT(n); }",
                     false);
    expect_contained("typedef global float *to; " SIMPLE
                     "a[0] = ((to)n)[0]; }",
                     false);
    expect_contained(SIMPLE "a[0] = ((__typeof__(a))n)[1]; }", false);
    expect_contained("union u { long n; global float *p; }; " SIMPLE
                     "union u u; u.n = n; a[0] = u.p[0]; }",
                     false);
    expect_contained("struct node { global struct node *next; int n; }; "
                     "kernel void k(global struct node *a) "
                     "{ a[0].next->n = 1; }",
                     false);
    expect_contained("struct to { global float *p; }; "
                     "kernel void k(global float *a, struct to to) "
                     "{ a[0] = to.p[0]; }",
                     false);
    expect_contained("typedef struct { float x; } point; "
                     "kernel void k(global point *a) { a[0].x = 1; }",
                     false);
}

static void expect_known_at(int line, const char *body, bool allowed)
{
    struct fixture f;
    char source[512];

    snprintf(source, sizeof(source),
             "#define TENTH 0.1f\ntypedef float real; "
             "int twice(int n) { return 2 * n; } "
             "float half_of(float f) { return f * 0.5f; } "
             "kernel void k(global float *a, global float *b, float x, int n) "
             "{ int i = get_global_id(0); %s }",
             body);
    open_text(&f, source);
    expect_int_at(__FILE__, line, f.error, 0);
    expect_int_at(__FILE__, line, f.license.params[3].may_literal, allowed);
    close_text(&f);
}

#define expect_known(body, allowed) expect_known_at(__LINE__, body, allowed)

/* An integer that meets a real may be rounded with it. */
static void test_rounding(void)
{
    expect_known("a[i] = b[i * n] + x;", true);
    expect_known("for (int k = 0; k < n; k++) a[i] += x * b[k];", true);
    expect_known("if (i < n) a[i] = 0.2f * (b[i] + b[i + n]);", true);
    expect_known("float s = 0.0f; for (int k = 0; k < n; k++) s += b[k]; "
                 "a[i] = s;",
                 true);
    expect_known("a[i] = b[i] + (float)n * 0.1f;", false);
    expect_known("a[i] = b[i] + n * 0.1f;", false);
    expect_known("float f = n; a[i] = f;", false);
    expect_known("for (int k = 0; k < n; k++) a[i] += k * 0.5f;", false);
    expect_known("a[i] = sqrt(b[i] + n);", false);
    expect_known("a[i] = x / n;", false);
    expect_known("a[i] = b[i] + x * get_global_size(0);", false);
    expect_known("a[i] = convert_float(n);", false);
    expect_known("int t[1]; t[0] = n; a[i] = b[i] + t[0] * 0.1f;", false);
    expect_known("float t[1]; t[0] = b[i * n]; a[i] = t[0] * 0.1f;", true);
    expect_known("real r = n; a[i] = r;", false);
    expect_known("a[i] = b[i] + TENTH * n;", false);
    expect_known("real r = 0; r += b[i * n]; a[i] = r * TENTH;", true);
    expect_known("a[i] = half_of(n) + b[i];", false);
    expect_known("a[twice(n)] = b[i]; if (twice(n) < i) a[i] = x;", true);
}

/* What a neighbour does is no business of ours; a helper is. */
static void test_reach(void)
{
    expect_license("kernel void other(local int *a) { barrier(1); }" SIMPLE
                   "a[get_global_id(0)] = n; }",
                   0, LOCAL | REWRITE | ITEMS);
    expect_license("void help(void) { barrier(1); }" SIMPLE
                   "help(); a[get_global_id(0)] = n; }",
                   0, REWRITE);
    expect_license("int help(void) { return get_global_id(0); }" SIMPLE
                   "a[help()] = n; }",
                   0, LOCAL | REWRITE);
    expect_license("kernel __attribute__((reqd_work_group_size(8, 1, 1))) "
                   "void k(global float *a) { a[get_global_id(0)] = 1; }",
                   0, REWRITE);
}

/* For each parameter r: restrict, c: read only, l: literal. */
static void expect_params_at(int line, const char *source, const char *flags)
{
    struct fixture f;
    char actual[64] = "";
    size_t i;

    open_text(&f, source);
    for (i = 0; !f.error && i < f.license.signature.count; i++) {
        const struct netcl_license_param *param = &f.license.params[i];

        strcat(actual, i ? "," : "");
        strcat(actual, param->may_restrict ? "r" : "");
        strcat(actual, param->is_read_only ? "c" : "");
        strcat(actual, param->may_literal ? "l" : "");
    }
    expect_text_at(__FILE__, line, actual, flags);
    close_text(&f);
}

#define expect_params(source, flags) expect_params_at(__LINE__, source, flags)
#define TWO "kernel void k(global int *a, global int *b, int n, float f) { "

static void test_params(void)
{
    expect_params(TWO "a[n] = b[n]; }", "r,rc,l,");
    expect_params(TWO "a[n] += b[n]; b[n]++; }", "r,r,l,");
    expect_params(TWO "a[n] = (b[n]); }", "r,r,l,");
    expect_params(TWO "*(&(b[n])) = a[n]; }", "rc,r,l,");
    expect_params(TWO "(b[n]) = a[n]; }", "rc,r,l,");
    expect_params(TWO "a[n] = b - a; }", ",,l,");
    expect_params(TWO "if (a == b) a[n] = 1; }", ",,l,");
    expect_params(TWO "b = a; b[n] = 1; }", "r,,l,");
    expect_params("#define PUT(x) x = 1\n" TWO "PUT(b[n]); a[n] = 1; }",
                  "r,r,l,");
    expect_params("#define B(i) b[i]\n" TWO "B(1) = 2; a[n] = 1; }", "r,r,l,");
    expect_params("kernel void k(volatile global int *a, constant int *c, "
                  "local int *l, int2 v, half h) { a[0] = c[0]; }",
                  ",c,,,");
    expect_params("kernel void k(global float *a, float f, double g, uint n) "
                  "{ a[n] = a[n] + f * 7; }",
                  "r,,,l");
    expect_params("kernel void k(const global int *a, global int a2[]) "
                  "{ a2[0] = a[0]; }",
                  "rc,");
    expect_params("kernel void k(const global int *a) "
                  "{ *(global int *)a = 1; }",
                  "");
}

/* ---- recipes ---------------------------------------------------------------
 */

static void test_recipes(void)
{
    static const char *const good[] = {
        "[\"derived\",\"restrict\"]",
        "[\"derived\",\"literals\",\"items:4x,blocked\",\"local:64,1\"]",
        "[\"derived\",\"items:8z,strided\",\"local:driver\"]",
        "[\"derived\",\"local:64\",\"required\",\"registers:64\"]"};
    static const char *const bad[] = {"[\"derived\"",
                                      "[\"tiled\",4]",
                                      "[\"derived\",\"items:1x,blocked\"]",
                                      "[\"derived\",\"literals\",\"restrict\"]",
                                      "[\"derived\",\"else\"]",
                                      "[\"derived\",\"local:0\"]",
                                      "[\"derived\",\"local:1,2,3,4\"]"};
    struct netcl_recipe recipe;
    char *text;
    size_t i;

    for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        expect_true(netcl_recipe_read(good[i], &recipe));
        text = netcl_recipe_write(&recipe);
        expect_text(text, good[i]);
        free(text);
    }
    for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        expect_false(netcl_recipe_read(bad[i], &recipe));
}

/* ---- texts ------------------------------------------------------------------
 */

static void expect_literal_at(int line, enum netcl_scalar scalar,
                              const void *bytes, const char *expected)
{
    struct netcl_str text = NETCL_STR_INIT;

    netcl_literal_write(scalar, bytes, &text);
    expect_text_at(__FILE__, line, text.text, expected);
    netcl_str_free(&text);
}

static void test_literals(void)
{
    int32_t least = INT32_MIN, five = 5;
    uint8_t byte = 255;
    uint64_t most = UINT64_MAX;
    float real = -0.0f;
    double nan;

    memset(&nan, 0xff, sizeof(nan));
    expect_literal_at(__LINE__, NETCL_SCALAR_INT, &five, "(int)5L");
    expect_literal_at(__LINE__, NETCL_SCALAR_INT, &least,
                      "(int)(-2147483647L - 1L)");
    expect_literal_at(__LINE__, NETCL_SCALAR_UCHAR, &byte, "(uchar)255UL");
    expect_literal_at(__LINE__, NETCL_SCALAR_CHAR, &byte, "(char)(0L - 1L)");
    expect_literal_at(__LINE__, NETCL_SCALAR_ULONG, &most,
                      "(ulong)18446744073709551615UL");
    expect_literal_at(__LINE__, NETCL_SCALAR_FLOAT, &real,
                      "as_float(0x80000000u)");
    expect_literal_at(__LINE__, NETCL_SCALAR_DOUBLE, &nan,
                      "as_double(0xffffffffffffffffUL)");
}

static void expect_text_of(int line, const char *source, const char *choice,
                           const char *expected)
{
    int32_t n = 7;
    const void *literals[4] = {NULL, NULL, &n, NULL};
    struct netcl_rewrite_launch launch = {.dimensions = 1,
                                          .global = {100, 1, 1},
                                          .local = {20, 0, 0},
                                          .literals = literals};
    struct netcl_recipe recipe;
    struct fixture f;
    char *text;

    open_text(&f, source);
    expect_true(netcl_recipe_read(choice, &recipe));
    expect_true(netcl_rewrite_is_legal(&f.license, &recipe));
    text = netcl_rewrite(f.unit, &f.license, &recipe, &launch);
    if (!text || !strstr(text, expected))
        expect_text_at(__FILE__, line, text, expected);
    free(text);
    close_text(&f);
}

#define PLAIN                                                                  \
    "kernel void other(global int *a) { a[0] = 1; }\n"                         \
    "#define ADD(x) \\\n  ((x) + 1)\n"                                         \
    "kernel void k(global int *a, __global int *b, int n) {\n"                 \
    "  int i = get_global_id(0);\n  if (i >= n) return; /* early */\n"         \
    "  a[i] = ADD(b[i]); }\n"

static void test_rewriting(void)
{
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"restrict\"]",
                   "kernel void k(global int * restrict a,");
    expect_text_of(__LINE__, TWO "a[n] = b[n]; }", "[\"derived\",\"restrict\"]",
                   "(global int * restrict a, const  global int * restrict b");
    expect_text_of(__LINE__,
                   "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" PLAIN
                   "#ifdef __cplusplus\n}\n#endif\n",
                   "[\"derived\",\"restrict\"]",
                   "kernel void k(global int * restrict a,");
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"literals\"]",
                   "int netcl_arg_2) {  int n = (int)7L;  int i =");
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"items:4x,blocked\"]",
                   "int i = netcl_global_id(0); if (i >= n) return;");
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"items:4x,blocked\"]",
                   "size_t netcl_x = get_global_id(0) * 4;\n");
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"items:4x,strided\"]",
                   "if (netcl_x < netcl_n_0)\n            netcl_body(netcl_p0");
    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"local:4\",\"required\"]",
                   "kernel __attribute__((reqd_work_group_size(4, 1, 1))) ");
}

/* The local size is part of the text, whoever chose it. */
static void test_required(void)
{
    struct netcl_recipe recipe = {.is_required = true};
    struct fixture f;

    expect_text_of(__LINE__, PLAIN, "[\"derived\",\"required\"]",
                   "kernel __attribute__((reqd_work_group_size(20, 1, 1))) ");
    expect_text_of(__LINE__, SIMPLE "barrier(1); a[get_local_size(0)] = n; }",
                   "[\"derived\",\"required\"]", "a[netcl_local_size(0)] = n;");
    expect_text_of(__LINE__, SIMPLE "a[get_local_size(0)] = n; }",
                   "[\"derived\",\"required\"]",
                   "netcl_pick(d, (size_t)20, (size_t)1, (size_t)1, 1)\n");
    open_text(&f, SIMPLE "int i = 0; a[get_local_size(i++)] = n; }");
    expect_false(netcl_rewrite_is_legal(&f.license, &recipe));
    close_text(&f);
    open_text(&f, "kernel __attribute__((reqd_work_group_size(8, 1, 1))) "
                  "void k(global float *a) { a[get_global_id(0)] = 1; }");
    expect_false(netcl_rewrite_is_legal(&f.license, &recipe));
    close_text(&f);
}

/* The neighbour goes, the macro's line stays a line. */
static void test_rest(void)
{
    struct netcl_rewrite_launch launch = {.dimensions = 1};
    struct netcl_recipe recipe = {.is_restrict = true};
    struct fixture f;
    char *text;

    open_text(&f, PLAIN);
    text = netcl_rewrite(f.unit, &f.license, &recipe, &launch);
    expect_true(text && !strstr(text, "other"));
    expect_true(text && strstr(text, "\n#define ADD(x) ((x) + 1)\n"));
    free(text);
    close_text(&f);
}

/* ---- stages and ranges
 * -------------------------------------------------------- */

static void test_ranges(void)
{
    struct netcl_stage_site site = {.group_size = 256,
                                    .item_sizes = {256, 256, 256},
                                    .dimensions = 2,
                                    .global = {100, 30, 1},
                                    .local = {10, 1, 0}};
    struct netcl_recipe recipe = {.items = 0};
    struct netcl_stage_range range;

    expect_true(netcl_stage_range(&site, &recipe, &range));
    expect_int(range.local[0], 10);
    recipe.is_required = true;
    expect_true(netcl_stage_range(&site, &recipe, &range));
    site.local[0] = 0;
    expect_false(netcl_stage_range(&site, &recipe, &range));
    site.local[0] = 10;
    recipe.is_required = false;
    recipe.items = 8; /* 13 of ours, in groups of 10 */
    expect_true(netcl_stage_range(&site, &recipe, &range));
    expect_int(range.global[0], 20);
    expect_int(range.global[1], 30);
    recipe.local_kind = NETCL_RECIPE_LOCAL_SIZE;
    recipe.local_dimensions = 2;
    recipe.local[0] = 4;
    recipe.local[1] = 7; /* does not divide */
    expect_false(netcl_stage_range(&site, &recipe, &range));
    recipe.local[0] = 100;
    recipe.local[1] = 3; /* too many together */
    expect_false(netcl_stage_range(&site, &recipe, &range));
}

static void test_stages(void)
{
    struct netcl_recipe list[NETCL_STAGE_MOST], best = {.items = 0};
    struct netcl_stage_site site = {.is_cpu = true,
                                    .group_size = 4096,
                                    .item_sizes = {4096, 4096, 4096},
                                    .compute_units = 2,
                                    .dimensions = 1,
                                    .global = {1000, 1, 1},
                                    .has_literals = true,
                                    .has_restrict = true};
    struct netcl_stage_range range;
    unsigned stage;
    size_t i, count, total = 0;
    struct fixture f;

    open_text(&f, PLAIN);
    site.license = &f.license;
    for (stage = 0; stage < NETCL_STAGE_COUNT; stage++) {
        count = netcl_stage_list(&site, stage, &best, list);
        for (i = 0; i < count; i++)
            expect_true(netcl_stage_range(&site, &list[i], &range));
        total += count;
    }
    expect_true(total >= 8 && total <= 40);
    close_text(&f);
}

int main(void)
{
    test_licenses();
    test_contained();
    test_rounding();
    test_reach();
    test_params();
    test_recipes();
    test_literals();
    test_rewriting();
    test_required();
    test_rest();
    test_ranges();
    test_stages();
    return test_end();
}
