/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/license.h"
#include "derive/weave.h"
#include "match/slice.h"
#include "test.h"

/* Along which dimensions of a kernel `k` two items are woven, as bits. */
static void expect_pays_at(int line, const char *source, unsigned expected)
{
    struct netcl_license license;
    struct netcl_unit *unit;

    expect_int(netcl_unit_open(source, strlen(source), "", &unit), 0);
    expect_int_at(__FILE__, line, netcl_license_open(unit, "k", &license), 0);
    expect_int_at(__FILE__, line, (int)license.may_weave, (int)expected);
    netcl_license_close(&license);
    netcl_unit_close(unit);
}

#define expect_pays(source, expected) expect_pays_at(__LINE__, source, expected)
#define HEAD "kernel void k(global float *a, global float *b, int n) { "
#define ID HEAD "int i = get_global_id(0); int j; "
#define LOOP "for (j = 0; j < n; j++) "

static void test_what_pays(void)
{
    expect_pays(ID LOOP "a[i] += b[j]; }", 1);
    expect_pays(ID "for (int m = n; m; m -= 2) a[i] += b[m]; }", 1);
    expect_pays(ID "j = 0; while (j < n) { a[i] += b[j]; j++; } }", 1);
    expect_pays(ID "if (i >= n) return; " LOOP "a[i] += b[j]; }", 1);
    expect_pays(ID "if (i < n) { " LOOP "{ a[i] += b[j]; } } }", 1);
    expect_pays(ID "if (n > 3) { " LOOP "a[i] += b[j]; } a[i] += 1; }", 1);
    expect_pays(HEAD "int i = get_global_id(1), m = get_global_id(0); "
                     "for (int j = 0; j < n; j++) a[i] += b[m]; }",
                3);
    expect_pays(ID LOOP "{ n--; a[i] += b[j]; } }", 1);
    expect_pays(HEAD "int i = get_global_id(0), m = n / 2, j; "
                     "for (j = 0; j < m; j++) a[i] += b[j]; }",
                1);
    /* Items part before the loop, or in it, or do not agree on its rounds. */
    expect_pays(ID "a[i] = 1; if (i < n) { " LOOP "a[i] += b[j]; } }", 0);
    expect_pays(ID "for (j = i; j < n; j++) a[i] += b[j]; }", 0);
    expect_pays(ID "for (j = b[i]; j < n; j++) a[i] += b[j]; }", 0);
    expect_pays(ID LOOP "{ if (b[i * n + j] > 1) break; a[i] += b[j]; } }", 0);
    expect_pays(ID LOOP "{ a[i] += b[j]; if (a[i] > 3) j++; } }", 0);
    expect_pays(ID LOOP "{ a[i] += b[j]; j += (int)b[j]; } }", 0);
    expect_pays(ID "int *p = &j; p[0] = i; " LOOP "a[i] += b[j]; }", 0);
    expect_pays(ID "int *p = (int *)&j; p[0] = i; " LOOP "a[i] += b[j]; }", 0);
    expect_pays(ID "int m = 0; if (b[i] > 1) a[i] = 1; else ++m; "
                   "for (j = 0; j < m; j++) a[i] += b[j]; }",
                0);
    expect_pays(ID "int m[2]; m[0] = i; for (j = 0; j < m[0]; j++) "
                   "a[i] += b[j]; }",
                0);
    expect_pays(ID "int4 v = 0; v[0] = i; for (j = 0; j < v.x; j++) "
                   "a[i] += b[j]; }",
                0);
    expect_pays(ID "int *p = &(j); p[0] = i; " LOOP "a[i] += b[j]; }", 0);
    expect_pays("int max(int x, global float *p) { p[0] = x; return x; }\n" ID
                "if (max(i, a) > n) return; " LOOP "b[i] += b[j]; }",
                0);
    /* What is not read at all. */
    expect_pays(ID "float *p = (float *)a; *p = i; " LOOP "b[i] += b[j]; }", 0);
    expect_pays(
        ID "float *p = (float *)a; if (n) *p = i; " LOOP "b[i] += b[j]; }", 0);
    expect_pays(ID LOOP "a[i] += b[j]; a[i] = 2; return; }", 0);
    expect_pays(ID "do { a[i] += b[j]; } while (j++ < n); }", 0);
    expect_pays(ID LOOP "{ n = (int)b[i]; a[i] += b[j]; } }", 0);
    expect_pays(ID "{ int a = 0; } " LOOP "b[i] += b[j]; }", 0);
    expect_pays(HEAD "for (int j = 0; j < n; j++) "
                     "a[get_global_id(n - n)] += b[j]; }",
                0);
    expect_pays(ID "switch (n) { case 1: a[i] = 1; } " LOOP "a[i] += b[j]; }",
                0);
    expect_pays(HEAD "const int. i = get_global_id(0); int j; " LOOP
                     "a[i] += b[j]; }",
                0);
    expect_pays(ID "\n#if 1\n" LOOP "a[i] += b[j];\n#endif\n }", 0);
    /* Nothing to do together. */
    expect_pays(ID "a[i] = b[i]; }", 0);
}

/* The woven body has this in it, or has it not. */
static void expect_body_at(int line, const char *source, bool is_apart,
                           const char *expected, bool is_there)
{
    const struct netcl_weave_plan plan = {0, 2, is_apart};
    struct netcl_str text = NETCL_STR_INIT;
    struct netcl_license license;
    struct netcl_unit *unit;

    expect_int(netcl_unit_open(source, strlen(source), "", &unit), 0);
    expect_int(netcl_license_open(unit, "k", &license), 0);
    expect_true(netcl_weave_write(unit, &license, &plan, &text));
    expect_int_at(__FILE__, line, text.text && strstr(text.text, expected),
                  is_there);
    netcl_str_free(&text);
    netcl_license_close(&license);
    netcl_unit_close(unit);
}

#define expect_woven(source, text)                                             \
    expect_body_at(__LINE__, source, true, text, true)
#define expect_no_kept(source)                                                 \
    expect_body_at(__LINE__, source, true, "netcl_a0_0", false)

static void test_bodies(void)
{
    expect_woven(ID "float s = 0; " LOOP "s += b[i + j]; a[i] = s; }",
                 " netcl_w0_s += b [ netcl_w0_i + j ] ;\n"
                 " netcl_w1_s += b [ netcl_w1_i + j ] ;\n");
    expect_woven(
        HEAD "int i = get_global_id(0), m = n, j; "
             "for (j = 0; j < m; j++) a[i] += b[j]; }",
        " int netcl_w1_i = (netcl_id_0 + 1 * netcl_by);\n int m = n;\n "
        "int j;\n");
    expect_woven(ID LOOP "a[i] += b[j]; }",
                 "] = netcl_a0_0;\n a[ netcl_w1_i] = netcl_a0_1;\n");
    expect_woven(ID "if (i >= n || b[i] > 1) return; " LOOP "a[i] += b[j]; }",
                 "if (( netcl_w0_i >= n || b [ netcl_w0_i ] > 1) || ( "
                 "netcl_w1_i >= n || b [ netcl_w1_i ] > 1)) return false;\n");
    expect_woven(ID "float t; if ((t = b[i]) > 1) return; " LOOP "a[i] += t; }",
                 "if (( ( netcl_w0_t = b [ netcl_w0_i ] ) > 1) || ");
    expect_woven(ID "int t; { int t[2]; t[0] = i; a[i] = t[0]; } " LOOP
                    "a[i] += b[j]; }",
                 " netcl_w1_t [ 0 ] = netcl_w1_i ;\n");
    expect_woven(ID LOOP "{ if (b[i] > j) a[i] += 1; a[i] += b[j]; } }",
                 " if ( b [ netcl_w0_i ] > j ) netcl_a0_0 += 1 ;\n");
    expect_woven("#define AT(p, i) p[(i) * 2]\n" ID LOOP "AT(a, i) += b[j]; }",
                 "float netcl_a0_0 = a[ ( netcl_w0_i ) * 2];\n");
    expect_woven(HEAD "int y = get_global_id(1); for (int j = y; j < n; j++) "
                      "a[get_global_id(0)] += b[y]; }",
                 " a[ (netcl_id_0 + 1 * netcl_by)] = netcl_a0_1;\n");
}

/* A sum stays in memory where it might be seen, or not be written. */
static void test_what_is_kept(void)
{
    expect_body_at(__LINE__, ID LOOP "a[i] += b[j]; }", false, "netcl_a0_0",
                   false);
    expect_no_kept(ID LOOP "{ if (b[j] > 1) a[i] += b[j]; } }");
    expect_no_kept(ID LOOP "{ a[i] += b[j]; b[j] = a[i + 1]; } }");
    expect_no_kept(ID LOOP "{ a[i] += b[j]; i++; } }");
    expect_no_kept(ID LOOP "{ int m = j; a[m] += b[i]; } }");
    expect_no_kept(ID LOOP "a[(int)b[i]] += b[j]; }");
    expect_no_kept(ID "int4 v = i; " LOOP "{ a[v.x] += b[j]; v[0] = j; } }");
    expect_no_kept(ID "int m = i; int *p = &m; " LOOP
                      "{ a[m] += b[j]; p[0] += 1; } }");
    expect_body_at(__LINE__,
                   "kernel void k(global float *restrict a, global float *b, "
                   "int n) { int i = get_global_id(0), j; " LOOP
                   "a[i] += b[j]; }",
                   false, "netcl_a0_0", false);
    expect_no_kept("float f(global float *p) { return p[0]; }\n" ID LOOP
                   "{ a[i] += b[j]; b[i] += f(a); } }");
    expect_no_kept(ID LOOP "{ float s = 0; s += b[i]; } a[i] = 1; }");
}

int main(void)
{
    test_what_pays();
    test_bodies();
    test_what_is_kept();
    return test_end();
}
