/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/probing.h"
#include "match/slice.h"
#include "test.h"

static void expect_source_at(int line, const char *source, bool is_safe)
{
    struct netcl_unit *unit;

    expect_int(netcl_unit_open(source, strlen(source), "", &unit), 0);
    expect_int_at(__FILE__, line, netcl_probing_is_safe(unit, "k"), is_safe);
    netcl_unit_close(unit);
}

static void expect_body_at(int line, const char *body, bool is_safe)
{
    char source[2048];

    snprintf(source, sizeof(source),
             "#define TENTH 0.1f\n#define TWICE(x) ((x) + (x))\n"
             "#define A(r, c) a[(r) * n + (c)]\n"
             "typedef float real; constant float table[2] = {0.5f, 1};\n"
             "int twice(int n) { return 2 * n; } "
             "float scaled(global const float *p, int at) "
             "{ return p[at] * 0.5f; } "
             "void count_up(int *n, float by) { *n += 1; } "
             "kernel void k(global float *a, global const float4 *b, "
             "global int *c, global double *d, float x, int n) "
             "{ int i = get_global_id(0); float y = 0, z; %s }",
             body);
    expect_source_at(line, source, is_safe);
}

#define expect_source(source, is_safe)                                         \
    expect_source_at(__LINE__, source, is_safe)
#define expect_body(body, is_safe) expect_body_at(__LINE__, body, is_safe)

static void test_harmless(void)
{
    expect_body("a[i] = x * 3 + b[i].y;", true);
    expect_body("if (i >= n) return; a[i] *= x;", true);
    expect_body("for (int m = 0; m < n; m++) y += a[m * n + i]; a[i] = y;",
                true);
    expect_body("int m = 0; do { y += a[m++]; } while (m < n); a[i] = y;",
                true);
    expect_body("a[i] = (float)i * x; a[i] += convert_float(n);", true);
    expect_body("a[i] = sqrt(fabs(y)) + native_exp(x) + fmax(x, 0.f);", true);
    expect_body("a[i] = x > y ? x : y;", true);
    expect_body("a[i] = x > y && y > 0 ? a[i] : b[i].x;", true);
    expect_body("float4 v = vload4(i, a); v.xy *= x; vstore4(v, i, a);", true);
    expect_body("float4 v = (float4)(x, y, 0, 1); a[i] = dot(v, b[i]);", true);
    expect_body("local float t[16][17]; t[i & 15][0] = x; "
                "barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[0][0];",
                true);
    expect_body("a[i] = TENTH * TWICE(x); A(i, 0) = table[i & 1];", true);
    expect_body("real r = scaled(a, twice(i)); a[i] = r;", true);
    expect_body("global float *p = a + i; *p = 1; p += n; p[0] = x;", true);
    expect_body("switch (n) { case 1: y = x; break; default: y = 2; } "
                "a[i] = y;",
                true);
    expect_body("int m = c[i]; a[m] = x; c[i] = m + 1;", true);
    expect_body("for (int m = 0; m < 4; m++)\n#pragma unroll\n"
                "for (int o = 0; o < 4; o++) d[i] += a[m + o];",
                true);
    expect_body("z = fract(x, &y); a[i] = y + z;", true);
}

static void test_conversions(void)
{
    expect_body("int m = x; a[m] = 1;", false);
    expect_body("c[i] = a[i];", false);
    expect_body("c[i] = (int)a[i];", false);
    expect_body("c[i] = convert_int(x);", false);
    expect_body("c[i] = as_int(x);", false);
    expect_body("a[i] = a[(int)x];", false);
    expect_body("a[i] = (float)(int)x;", false);
    expect_body("a[i] = y = c[i] = x;", false);
    expect_body("int m = x > y; a[m] = 1;", false);
    expect_body("c[i] = x > y;", false);
    expect_body("c[i] = isnan(x);", false);
    expect_body("a[i] = twice(x);", false);
    expect_body("a[i] = 2 * abs(x > y);", false);
    expect_body("int m; z = frexp(x, &m); a[m] = z;", false);
    expect_body("i += TENTH * n;", false);
    expect_body("real r = x; i = r;", false);
    expect_body("a[i] = table[(int)table[0]];", false);
}

static void test_indices(void)
{
    expect_body("a[i] = c[a[i] > 0];", false);
    expect_body("A(i, x > y) = 1;", false);
    expect_body("a[i] = *(a + (x > y));", false);
    expect_body("global float *p = a + (x > y); *p = 1;", false);
    expect_body("global float *p = x > y ? a : a + 1; *p = 1;", false);
    expect_body("float4 v = vload4(x > y, a); a[i] = v.x;", false);
    expect_body("vstore4((float4)(x), x > y, a);", false);
    expect_body("a[i] = scaled(a, x > y);", false);
    expect_body("float t[2]; a[i] = t[x > y];", false);
}

static void test_conditions(void)
{
    expect_body("while (y < x) y += 1; a[i] = y;", false);
    expect_body("do { y += 1; } while (y < x); a[i] = y;", false);
    expect_body("for (float f = 0; f < x; f += 1) y += f; a[i] = y;", false);
    expect_body("for (int m = 0; m < n && y < x; m++) y += 1; a[i] = y;",
                false);
    expect_body("if (x > 0) i = 0; a[i] = 1;", false);
    expect_body("if (a[i] > 0) return; a[i] = 1;", false);
    expect_body("switch (x > 0) { case 1: y = 1; } a[i] = y;", false);
    expect_body("a[i] = x > y ? i++ : 0;", false);
    expect_body("x > y && i++; a[i] = 1;", false);
    expect_body("x > y ? count_up(c, x) : count_up(c, y); a[i] = 1;", false);
}

static void test_reinterpretation(void)
{
    expect_body("global int *p = (global int *)a; p[i] = 1;", false);
    expect_body("global float4 *p = (global float4 *)a; p[i] = 1;", false);
    expect_body("a[i] = scaled((global float *)c, i);", false);
    expect_body("global float *p = c; p[i] = x;", false);
    expect_body("global float *p; p = c; p[i] = x;", false);
    expect_body("global float *p, *q = a; p = q + i; p[i] = x;", true);
    expect_body("a[i] = scaled(c, i);", false);
    expect_body("union { float f; int i; } u; u.f = x; c[u.i] = 1;", false);
    expect_body("struct s { float f; } t; t.f = x; a[i] = t.f;", false);
    expect_body("atomic_xchg(a, x);", false);
    expect_body("a[i] = unheard_of(x);", false);
    expect_body("a[i] = NOBODY;", false);
    expect_body("again: a[i] = x; if (n) goto again;", false);
    expect_body("a[i] = vload_half(i, (global half *)a);", false);
}

static void test_sources(void)
{
    expect_source("#define GLUE(a, b) a##b\n"
                  "kernel void k(global float *a) { GLUE(a, ) [0] = 1; }",
                  false);
    expect_source("kernel void k(read_only image2d_t i, global float4 *a) "
                  "{ a[0] = read_imagef(i, (int2)(0, 0)); }",
                  false);
    expect_source("struct p { float x; }; "
                  "kernel void k(global struct p *a) { a[0].x = 1; }",
                  false);
    /* What it means is said by a macro. */
    expect_source("#define T int\n"
                  "kernel void k(global float *a) { T n = a[0]; a[n] = 1; }",
                  false);
    expect_source("#define T float\n"
                  "kernel void k(global T *a) { T n = a[0]; a[1] = n; }",
                  true);
    expect_source("#define AT(x) [(int)x]\n"
                  "kernel void k(global float *a, float f) { a AT(f) = 1; }",
                  false);
    expect_source("typedef int real; "
                  "kernel void k(global float *a) { real n = a[0]; a[n] = 1; }",
                  false);
    expect_source("kernel __attribute__((reqd_work_group_size(1, 1, 1))) "
                  "void k(global double *a, double f) { a[0] = a[1] * f; }",
                  true);
    /* Not reached: no matter. */
    expect_source("int odd(float f) { return (int)f; } "
                  "kernel void k(global float *a) { a[0] = a[1]; }",
                  true);
    expect_source("int odd(float f) { return (int)f; } "
                  "kernel void k(global float *a) { a[odd(1)] = a[1]; }",
                  false);
    /* Integers alone are fine, but for the reals that they are given as. */
    expect_source("kernel void k(global uint *a) { if (a[0] > 3) a[1] = 2; }",
                  true);
}

int main(void)
{
    test_harmless();
    test_conversions();
    test_indices();
    test_conditions();
    test_reinterpretation();
    test_sources();
    return test_end();
}
