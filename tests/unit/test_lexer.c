/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens: layout and comments vanish, any bytes are taken. And what is read
 * from tokens: argument lists.
 */
#include "match/lexer.h"

#include "match/signature.h"
#include "match/slice.h"
#include "test.h"

#define expect_tokens(source, expected)                                        \
    check_tokens(__LINE__, source, strlen(source), expected)

/* Tokens with a | between them; those of directive lines in brackets. */
static void describe(const struct netcl_tokens *tokens, char *text)
{
    const struct netcl_token *token;
    size_t i;

    text[0] = '\0';
    for (i = 0; i < tokens->count; i++) {
        token = &tokens->items[i];
        if (token->kind == NETCL_TOKEN_DIRECTIVE)
            strcat(text, "[");
        strcat(text, token->text);
        strcat(text, token->is_last_of_line ? "]" : "|");
        if (token->text[0] && strlen(token->text) != token->length)
            strcat(text, "(length)");
    }
}

static void check_tokens(int line, const char *source, size_t length,
                         const char *expected)
{
    struct netcl_tokens tokens;
    char text[4096];

    expect_int(netcl_lexer_read(source, length, &tokens), 0);
    describe(&tokens, text);
    expect_text_at(source, line, text, expected);
    netcl_lexer_free(&tokens);
}

static void test_layout(void)
{
    expect_tokens("", "");
    expect_tokens("a+b", "a|+|b|");
    expect_tokens(" a /* x */ + // y\n b", "a|+|b|");
    expect_tokens("fo\\\no ba\\\r\nr b\\  \nz", "foo|bar|bz|");
    expect_tokens("a//x\\\ny\nb", "a|b|");
    expect_tokens("a/**/b/*", "a|b|");
    expect_tokens("a /", "a|/|");
    expect_tokens("a\\", "a|\\|");
}

static void test_kinds(void)
{
    expect_tokens("a<<=b>>c->d...e", "a|<<=|b|>>|c|->|d|...|e|");
    expect_tokens("x+++y", "x|++|+|y|");
    expect_tokens("1.5e-3f .5 0x1p+3 10UL 1..2",
                  "1.5e-3f|.5|0x1p+3|10UL|1..2|");
    expect_tokens("a-3", "a|-|3|");
    expect_tokens("\"a\\\"b // c\" 'x' '\\''", "\"a\\\"b // c\"|'x'|'\\''|");
    expect_tokens("\"open\nb", "\"open|b|");
    expect_tokens("'", "'|");
    expect_tokens("\"\\", "\"\\|");
    expect_tokens("@ ` $x", "@|`|$x|");
    expect_tokens("__kernel __global float *__restrict a",
                  "kernel|global|float|*|restrict|a|");
    expect_tokens("__kernels", "__kernels|");
}

static void test_directives(void)
{
    expect_tokens("#define A 1\nb", "[#|define|A|1]b|");
    expect_tokens("a # b\n # if /* x\n */ C\nd", "a|#|b|[#|if|C]d|");
    expect_tokens("#define M(a) a \\\n + 1\nx", "[#|define|M|(|a|)|a|+|1]x|");
    expect_tokens("#\nx", "[#]x|");
    expect_tokens("#include <a/b.h>\n#include \"c\"",
                  "[#|include|<a/b.h>][#|include|\"c\"]");
    expect_tokens("#error don't\nx", "[#|error|don|'t]x|");
    expect_tokens("/* c */ #undef A", "[#|undef|A]");
    expect_tokens("#define C a##b", "[#|define|C|a|##|b]");
    expect_tokens("#define A 1\r\nb\rc", "[#|define|A|1]b|c|");
}

static void test_spaces(void)
{
    struct netcl_tokens tokens;
    const char *source = "#define F (x)\n#define G(x)";

    expect_int(netcl_lexer_read(source, strlen(source), &tokens), 0);
    expect_true(tokens.items[3].is_after_space);
    expect_text(tokens.items[3].text, "(");
    expect_false(tokens.items[9].is_after_space);
    expect_text(tokens.items[9].text, "(");
    expect_true(tokens.items[9].is_directive);
    netcl_lexer_free(&tokens);
}

static void test_bytes(void)
{
    struct netcl_tokens tokens;
    char source[64];
    unsigned seed = 7;
    int i, k;

    check_tokens(__LINE__, "a\0b", 3, "a||b|");
    for (i = 0; i < 20000; i++) {
        for (k = 0; k < 64; k++) {
            seed = seed * 1103515245 + 12345;
            source[k] = "a1\\\n\"'/*#<> .\xff\r"[(seed >> 16) % 16];
        }
        expect_int(netcl_lexer_read(source, 64, &tokens), 0);
        netcl_lexer_free(&tokens);
    }
}

/* As PolyBench-ACC writes them. */
#define POLYBENCH                                                              \
    "#if defined(cl_khr_fp64)  // Khronos extension available?\n"              \
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"                          \
    "#endif\n"                                                                 \
    "typedef float DATA_TYPE;\n"                                               \
    "__kernel void k(__global DATA_TYPE *a, __global DATA_TYPE *b,\n"          \
    "    __global DATA_TYPE *c, DATA_TYPE alpha, int ni, int nj, int nk)\n"    \
    "{ c[0] = a[0] + b[0]; }\n"

/* "type name, ...": what the argument list of k says, or the error. */
static void expect_list(int line, const char *source, const char *options,
                        const char *expected)
{
    struct netcl_signature signature;
    struct netcl_unit *unit;
    char text[1024] = "";
    size_t i, length;
    int err;

    if (netcl_unit_open(source, strlen(source), options, &unit))
        abort();
    err = netcl_signature_read(unit, "k", &signature);
    if (err) {
        snprintf(text, sizeof(text), "%d", err);
    } else {
        for (i = 0; i < signature.count; i++) {
            length = strlen(text);
            snprintf(text + length, sizeof(text) - length, "%s%s %s/%zu",
                     i ? ", " : "", signature.params[i].type,
                     signature.params[i].name, signature.params[i].bytes);
        }
        netcl_signature_free(&signature);
    }
    netcl_unit_close(unit);
    expect_text_at(source, line, text, expected);
}

static void test_signatures(void)
{
    char error[16];

    expect_list(__LINE__, POLYBENCH, NULL,
                "float* a/4, float* b/4, float* c/4, float alpha/4, "
                "int ni/4, int nj/4, int nk/4");
    expect_list(__LINE__, "kernel void k() {}", NULL, "");
    expect_list(__LINE__, "kernel void k(void) {}", NULL, "");
    expect_list(__LINE__,
                "kernel void k(const unsigned int a, unsigned b, long long c,"
                " unsigned char d, size_t e, global const float4 *restrict f,"
                " local float3 *g, constant short h[], short int i) {}",
                NULL,
                "uint a/4, uint b/4, long c/8, uchar d/1, size_t e/0, "
                "float4* f/16, local float3* g/16, short* h/2, short i/2");
    expect_list(__LINE__,
                "typedef struct tag { int a; } P; typedef struct { int b; } Q;"
                "typedef global float *F; typedef float4 V; typedef V W;"
                "kernel void k(global P *p, Q q, F f, global W *w,"
                " global struct tag *t, read_only image2d_t i, sampler_t s) {}",
                NULL,
                "struct tag* p/0, Q q/0, float* f/4, float4* w/16, "
                "struct tag* t/0, image2d_t i/0, sampler_t s/0");
    expect_list(__LINE__,
                "#define REAL float\n#define MEM __global\n#define RESTRICT\n"
                "kernel void k(MEM REAL * RESTRICT a, T n) {}",
                "-DT=\"unsigned int\"", "float* a/4, uint n/4");
    expect_list(__LINE__,
                "#ifdef DP\ntypedef double R;\n#else\ntypedef float R;\n"
                "#endif\nkernel void k(R a) {}",
                NULL, "float a/4");
    expect_list(__LINE__,
                "#ifdef DP\ntypedef double R;\n#else\ntypedef float R;\n"
                "#endif\nkernel void k(R a) {}",
                "-DDP", "double a/8");
    snprintf(error, sizeof(error), "%d", -ENOENT);
    expect_list(__LINE__, "kernel void m(int a) {}", NULL, error);
}

#define CHOICE "typedef double R;\n#else\ntypedef float R;\n#endif\n"
#define OF_R "kernel void k(R a) {}"

/* What stands behind #if: double where it holds, float where not. */
static void expect_choice(int line, const char *before, const char *condition,
                          const char *options, const char *expected)
{
    char source[1024];

    snprintf(source, sizeof(source), "%s#if %s\n" CHOICE OF_R, before,
             condition);
    expect_list(line, source, options, expected);
}

static void test_predicates(void)
{
    static const char *const yes[] = {
        "P == 32", "P", "!Q", "Q == 0", "P > 31 && P < 33", "(P - 2) / 3 == 10",
        "P * 2 + 1 == 65", "P == 64 || P == 32", "defined(P) && !defined Q",
        "-P == 0 - 32", "P % 5 == 2L", "0x20 == P", "1 || __GUESS__",
        "2 - 1 - 1 == 0", "D == 32", "E + 1 == 33", "1 < 2 == 1"};
    static const char *const no[] = {"P == 64", "!P", "Q", "0 && __GUESS__",
                                     "P != 32", "P >= 33", "defined Q"};
    static const char *const unclear[] = {
        "__OPENCL_VERSION__ >= 120", "P /", "(P", "P 3", "P == 1.0", "P ? 1 : 0",
        "P(1)", "1 / Q", "F == 33", "G(1)", "P == 32u", "LOOP", "A9", "",
        "9223372036854775807 + P", "MAXFLOAT > 1"};
    static const char before[] =
        "#define P 32\n#define D P\n#define E (P)\n#define F P + 1\n"
        "#define G(x) 1\n#define LOOP LOOP\n#define A0 (1+1)\n"
        "#define A1 (A0+A0)\n#define A2 (A1+A1)\n#define A3 (A2+A2)\n"
        "#define A4 (A3+A3)\n#define A5 (A4+A4)\n#define A6 (A5+A5)\n"
        "#define A7 (A6+A6)\n#define A8 (A7+A7)\n#define A9 (A8+A8)\n";
    char error[16];
    size_t i;

    for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
        expect_choice(__LINE__, before, yes[i], NULL, "double a/8");
    for (i = 0; i < sizeof(no) / sizeof(no[0]); i++)
        expect_choice(__LINE__, before, no[i], NULL, "float a/4");
    snprintf(error, sizeof(error), "%d", -ENOTSUP);
    for (i = 0; i < sizeof(unclear) / sizeof(unclear[0]); i++)
        expect_choice(__LINE__, before, unclear[i], NULL, error);
}

/* What a macro is where it is asked for, not before and not behind. */
static void test_macros_in_order(void)
{
    static const char given[] = "#ifndef P\n#define P 32\n#endif\n";
    char error[16];

    expect_choice(__LINE__, given, "P == 64", NULL, "float a/4");
    expect_choice(__LINE__, given, "P == 64", "-DP=64", "double a/8");
    expect_choice(__LINE__, "#define P 64\n#define P 32\n", "P == 64", NULL,
                  "float a/4");
    expect_choice(__LINE__, "#define P 64\n#undef P\n", "P == 64", NULL,
                  "float a/4");
    expect_list(__LINE__,
                "#if P == 64\n" CHOICE "#define P 64\n" OF_R, NULL,
                "float a/4");
    expect_list(__LINE__,
                "#define P 32\n#if P == 16\ntypedef half R;\n"
                "#elif P == 32\ntypedef float R;\n#elif P == 64\n"
                "typedef double R;\n#endif\n" OF_R,
                NULL, "float a/4");
    snprintf(error, sizeof(error), "%d", -ENOTSUP);
    expect_choice(__LINE__, "#ifdef cl_khr_fp64\n#define P 64\n#endif\n",
                  "P == 64", NULL, error);
    expect_choice(__LINE__,
                  "#ifdef cl_khr_fp64\n#define P 64\n#endif\n#undef P\n",
                  "P == 64", NULL, "float a/4");
}

/* Lists that depend on what is not known, and so cannot be read. */
static void test_conditional_signatures(void)
{
    char error[16];

    snprintf(error, sizeof(error), "%d", -ENOTSUP);
    expect_list(__LINE__,
                "#ifdef cl_khr_fp64\ntypedef double R;\n#else\n"
                "typedef float R;\n#endif\nkernel void k(R a) {}",
                NULL, error);
    expect_list(__LINE__,
                "kernel void k(int a\n#ifdef B\n, int b\n#endif\n) {}", NULL,
                error);
    expect_list(__LINE__,
                "#ifdef A\nkernel void k(int a) {\n#else\n"
                "kernel void k(int a, int b) {\n#endif\n}",
                NULL, error);
    expect_list(__LINE__,
                "#ifdef A\nkernel void k(int a) {}\n#else\n"
                "kernel void k(int a, int b) {}\n#endif\n",
                "-DA", "int a/4");
    expect_list(__LINE__, "#define ARG(T) T a\nkernel void k(ARG(int)) {}",
                NULL, error);
    expect_list(__LINE__,
                "kernel __attribute__((reqd_work_group_size(8, 8, 1)))\n"
                "void k(int a) __attribute__((x)) {}",
                NULL, "int a/4");
    expect_list(__LINE__,
                "typedef float v4 __attribute__((ext_vector_type(4)));"
                "kernel void k(v4 a) {}",
                NULL, error);
}

int main(void)
{
    test_layout();
    test_kinds();
    test_directives();
    test_spaces();
    test_bytes();
    test_signatures();
    test_predicates();
    test_macros_in_order();
    test_conditional_signatures();
    return test_end();
}
