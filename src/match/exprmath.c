/* SPDX-License-Identifier: Apache-2.0 */
#include "match/exprmath.h"

#include <errno.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static int negate(int64_t a, int64_t *value)
{
    return __builtin_sub_overflow(INT64_C(0), a, value) ? -ERANGE : 0;
}

static int keep(int64_t a, int64_t *value)
{
    *value = a;
    return 0;
}

static int invert(int64_t a, int64_t *value)
{
    *value = !a;
    return 0;
}

static int complement(int64_t a, int64_t *value)
{
    *value = ~a;
    return 0;
}

static int magnitude(int64_t a, int64_t *value)
{
    return a < 0 ? negate(a, value) : keep(a, value);
}

static int pow2_ceil(int64_t a, int64_t *value)
{
    int64_t power = 1;

    while (power < a && power <= INT64_MAX / 2)
        power *= 2;
    if (power < a)
        return -ERANGE;
    *value = power;
    return 0;
}

static int is_pow2(int64_t a, int64_t *value)
{
    *value = a > 0 && !(a & (a - 1));
    return 0;
}

static int log2_floor(int64_t a, int64_t *value)
{
    if (a <= 0)
        return -EDOM;
    *value = 63 - __builtin_clzll((unsigned long long)a);
    return 0;
}

static int add(int64_t a, int64_t b, int64_t *value)
{
    return __builtin_add_overflow(a, b, value) ? -ERANGE : 0;
}

static int subtract(int64_t a, int64_t b, int64_t *value)
{
    return __builtin_sub_overflow(a, b, value) ? -ERANGE : 0;
}

static int multiply(int64_t a, int64_t b, int64_t *value)
{
    return __builtin_mul_overflow(a, b, value) ? -ERANGE : 0;
}

static int check_divisor(int64_t a, int64_t b)
{
    if (!b)
        return -EDOM;
    return a == INT64_MIN && b == -1 ? -ERANGE : 0;
}

static int divide(int64_t a, int64_t b, int64_t *value)
{
    int err = check_divisor(a, b);

    if (!err)
        *value = a / b;
    return err;
}

static int modulo(int64_t a, int64_t b, int64_t *value)
{
    int err = check_divisor(a, b);

    if (!err)
        *value = a % b;
    return err;
}

static int ceil_div(int64_t a, int64_t b, int64_t *value)
{
    int err = check_divisor(a, b);

    if (!err)
        *value = a / b + (a % b != 0 && (a % b > 0) == (b > 0));
    return err;
}

static int round_up(int64_t a, int64_t b, int64_t *value)
{
    int64_t times;
    int err = ceil_div(a, b, &times);

    return err ? err : multiply(times, b, value);
}

static int shift_left(int64_t a, int64_t b, int64_t *value)
{
    if (b < 0 || b > 62 || a < 0)
        return -ERANGE;
    return multiply(a, INT64_C(1) << b, value);
}

static int shift_right(int64_t a, int64_t b, int64_t *value)
{
    if (b < 0 || b > 63)
        return -ERANGE;
    *value = a >> b;
    return 0;
}

#define PLAIN(name, result)                                                    \
    static int name(int64_t a, int64_t b, int64_t *value)                      \
    {                                                                          \
        *value = (result);                                                     \
        return 0;                                                              \
    }
PLAIN(bit_or, a | b)
PLAIN(bit_xor, a ^ b)
PLAIN(bit_and, a &b)
PLAIN(equal, a == b)
PLAIN(differ, a != b)
PLAIN(less, a < b)
PLAIN(more, a > b)
PLAIN(at_most, a <= b)
PLAIN(at_least, a >= b)
PLAIN(smaller, a < b ? a : b)
PLAIN(larger, a > b ? a : b)
#undef PLAIN

/* A longer spelling comes before the one it starts with. */
static const struct netcl_exprmath_operator operators[] = {
    {"||", 1, NULL},     {"&&", 2, NULL},       {"==", 6, equal},
    {"!=", 6, differ},   {"<<", 8, shift_left}, {">>", 8, shift_right},
    {"<=", 7, at_most},  {">=", 7, at_least},   {"<", 7, less},
    {">", 7, more},      {"|", 3, bit_or},      {"^", 4, bit_xor},
    {"&", 5, bit_and},   {"+", 9, add},         {"-", 9, subtract},
    {"*", 10, multiply}, {"/", 10, divide},     {"%", 10, modulo},
};

static const struct netcl_exprmath_function functions[] = {
    {"min", NULL, smaller},       {"max", NULL, larger},
    {"abs", magnitude, NULL},     {"ceil_div", NULL, ceil_div},
    {"round_up", NULL, round_up}, {"pow2_ceil", pow2_ceil, NULL},
    {"is_pow2", is_pow2, NULL},   {"log2", log2_floor, NULL},
};

const struct netcl_exprmath_operator *
netcl_exprmath_find_operator(const char *text)
{
    size_t i;

    for (i = 0; i < COUNT(operators); i++)
        if (!strncmp(text, operators[i].spelling,
                     strlen(operators[i].spelling)))
            return &operators[i];
    return NULL;
}

netcl_exprmath_unary *netcl_exprmath_find_unary(char spelling)
{
    switch (spelling) {
    case '-':
        return negate;
    case '+':
        return keep;
    case '!':
        return invert;
    case '~':
        return complement;
    default:
        return NULL;
    }
}

const struct netcl_exprmath_function *
netcl_exprmath_find_function(const char *name, size_t length)
{
    size_t i;

    for (i = 0; i < COUNT(functions); i++)
        if (strlen(functions[i].name) == length &&
            !memcmp(functions[i].name, name, length))
            return &functions[i];
    return NULL;
}
