/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/vocabulary.h"

#include <string.h>

#include "match/types.h"

static bool is_one_of(const char *text, const char *const *set)
{
    for (; *set; set++)
        if (!strcmp(text, *set))
            return true;
    return false;
}

static bool starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

static bool starts_with_any(const char *text, const char *const *set)
{
    for (; *set; set++)
        if (starts_with(text, *set))
            return true;
    return false;
}

enum netcl_word netcl_vocabulary_type(const char *text)
{
    static const char *const integers[] = {"unsigned",  "signed",   "bool",
                                           "size_t",    "intptr_t", "ptrdiff_t",
                                           "uintptr_t", NULL};
    static const char *const qualifiers[] = {
        "const",     "global", "constant", "local",    "private",
        "__private", "static", "volatile", "restrict", "inline",
        "kernel",    "extern", "register", NULL};
    struct netcl_type type;

    if (is_one_of(text, qualifiers))
        return NETCL_WORD_QUALIFIER;
    if (is_one_of(text, integers))
        return NETCL_WORD_INTEGER;
    if (!strcmp(text, "void"))
        return NETCL_WORD_VOID;
    if (!netcl_type_find(text, &type))
        return NETCL_WORD_UNKNOWN;
    return netcl_scalar_is_integer(type.scalar) ? NETCL_WORD_INTEGER
                                                : NETCL_WORD_REAL;
}

enum netcl_word netcl_vocabulary_constant(const char *text)
{
    static const char *const reals[] = {"M_",    "FLT_",  "DBL_",
                                        "HALF_", "HUGE_", NULL};
    static const char *const integers[] = {
        "CLK_", "CHAR_", "SCHAR_", "UCHAR_", "SHRT_", "USHRT_",
        "INT_", "UINT_", "LONG_",  "ULONG_", NULL};
    static const char *const others[] = {"true", "false", "sizeof", NULL};

    if (starts_with_any(text, reals) || !strcmp(text, "MAXFLOAT") ||
        !strcmp(text, "INFINITY") || !strcmp(text, "NAN"))
        return NETCL_WORD_REAL;
    if (starts_with_any(text, integers) || is_one_of(text, others))
        return NETCL_WORD_INTEGER;
    return NETCL_WORD_UNKNOWN;
}

/* convert_float4_rte; the same to integers is what must not be. */
static bool is_conversion(const char *text)
{
    static const char *const reals[] = {"convert_float", "convert_double",
                                        "convert_half", NULL};

    return starts_with_any(text, reals);
}

/* vload4, but for vload_half, which reads what is no half by type. */
static bool is_vector_access(const char *text, const char *start)
{
    const char *lanes = text + strlen(start);

    return starts_with(text, start) && *lanes &&
           strspn(lanes, "0123456789") == strlen(lanes);
}

/* Also as native_sin and half_sin. */
static const char *const real_functions[] = {"acos",
                                             "acosh",
                                             "acospi",
                                             "asin",
                                             "asinh",
                                             "asinpi",
                                             "atan",
                                             "atan2",
                                             "atanh",
                                             "atanpi",
                                             "atan2pi",
                                             "cbrt",
                                             "ceil",
                                             "copysign",
                                             "cos",
                                             "cosh",
                                             "cospi",
                                             "cross",
                                             "degrees",
                                             "distance",
                                             "divide",
                                             "dot",
                                             "erf",
                                             "erfc",
                                             "exp",
                                             "exp2",
                                             "exp10",
                                             "expm1",
                                             "fabs",
                                             "fdim",
                                             "floor",
                                             "fma",
                                             "fmax",
                                             "fmin",
                                             "fmod",
                                             "fract",
                                             "hypot",
                                             "ldexp",
                                             "length",
                                             "lgamma",
                                             "log",
                                             "log2",
                                             "log10",
                                             "log1p",
                                             "logb",
                                             "modf",
                                             "nextafter",
                                             "normalize",
                                             "fast_distance",
                                             "fast_length",
                                             "fast_normalize",
                                             "pow",
                                             "pown",
                                             "powr",
                                             "radians",
                                             "recip",
                                             "remainder",
                                             "rint",
                                             "rootn",
                                             "round",
                                             "rsqrt",
                                             "sin",
                                             "sincos",
                                             "sinh",
                                             "sinpi",
                                             "smoothstep",
                                             "sqrt",
                                             "step",
                                             "tan",
                                             "tanh",
                                             "tanpi",
                                             "tgamma",
                                             "trunc",
                                             "mix",
                                             "sign",
                                             NULL};

static bool is_real_function(const char *text)
{
    if (starts_with(text, "native_"))
        text += strlen("native_");
    else if (starts_with(text, "half_"))
        text += strlen("half_");
    return is_one_of(text, real_functions);
}

enum netcl_word netcl_vocabulary_call(const char *text)
{
    static const char *const equals[] = {"min",    "max",    "clamp", "mad",
                                         "select", "sizeof", NULL};
    static const char *const integers[] = {
        "abs",      "abs_diff", "mul24",   "mad24",    "mul_hi", "mad_hi",
        "hadd",     "rhadd",    "rotate",  "popcount", "clz",    "ctz",
        "upsample", "add_sat",  "sub_sat", NULL};
    static const char *const fences[] = {
        "barrier",        "work_group_barrier", "mem_fence",
        "read_mem_fence", "write_mem_fence",    NULL};

    if (is_conversion(text) || is_real_function(text))
        return NETCL_WORD_REAL_CALL;
    if (is_one_of(text, equals))
        return NETCL_WORD_EQUAL_CALL;
    if (is_one_of(text, integers) || starts_with(text, "get_"))
        return NETCL_WORD_INTEGER_CALL;
    if (is_vector_access(text, "vload"))
        return NETCL_WORD_LOAD;
    if (is_vector_access(text, "vstore"))
        return NETCL_WORD_STORE;
    return is_one_of(text, fences) ? NETCL_WORD_FENCE : NETCL_WORD_UNKNOWN;
}

bool netcl_vocabulary_is_real(const struct netcl_token *number)
{
    const char *text = number->text;

    if (number->kind != NETCL_TOKEN_NUMBER)
        return false;
    if (starts_with(text, "0x") || starts_with(text, "0X"))
        return strpbrk(text, ".pP") != NULL;
    return strpbrk(text, ".eEfF") != NULL;
}
