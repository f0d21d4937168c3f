/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions: C's values, errors instead of undefined behaviour. */
#include "match/expr.h"

#include "test.h"

static const char *const names[] = {"n", "zero", "big", "min_", NULL};
static const int64_t slots[] = {10, 0, INT64_MAX, INT64_MIN};

static int resolve(void *context, const char *name, size_t length)
{
    int i;

    (void)context;
    for (i = 0; names[i]; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], name, length))
            return i;
    return -1;
}

#define expect_value(text, value) check_value(__LINE__, text, 0, value)
#define expect_error(text, err) check_value(__LINE__, text, err, 0)
#define expect_refused(text, message) check_refused(__LINE__, text, message)

static void check_value(int line, const char *text, int err, int64_t expected)
{
    struct netcl_expr *expr;
    char error[128];
    int64_t value = 0;

    if (netcl_expr_parse(text, resolve, NULL, &expr, error, sizeof(error))) {
        expect_text_at(text, line, error, "");
        return;
    }
    expect_int_at(text, line, netcl_expr_eval(expr, slots, &value), err);
    expect_int_at(text, line, value, expected);
    netcl_expr_free(expr);
}

static void check_refused(int line, const char *text, const char *message)
{
    struct netcl_expr *expr = NULL;
    char error[128];
    int err;

    err = netcl_expr_parse(text, resolve, NULL, &expr, error, sizeof(error));
    expect_int_at(text, line, err, -EINVAL);
    expect_text_at(text, line, error, message);
    if (!err)
        netcl_expr_free(expr);
}

static void test_operators(void)
{
    expect_value("1 + 2 * 3", 7);
    expect_value("(1 + 2) * 3", 9);
    expect_value("10 - 4 - 3", 3);
    expect_value("100 / 7 % 5", 4);
    expect_value("-7 / 2", -3);
    expect_value("-7 % 2", -1);
    expect_value("1 << 4 + 1", 32);
    expect_value("-8 >> 1", -4);
    expect_value("1 | 2 ^ 3 & 1", 3);
    expect_value("5 & 3 == 3", 1);
    expect_value("1 < 2 == 1", 1);
    expect_value("!n + ~0", -1);
    expect_value("- - 3", 3);
    expect_value("3 >= 3 && 2 <= 1 || 4 != 5", 1);
    expect_value("0x1F + 010", 39);
    expect_value("true + true + false", 2);
    expect_value("9223372036854775807", INT64_MAX);
}

static void test_choices(void)
{
    expect_value("n ? 1 : 2", 1);
    expect_value("zero ? 1 : n ? 3 : 4", 3);
    expect_value("n > 5 && n < 20 ? n * 2 : 0", 20);
    expect_value("zero && 1 / zero", 0);
    expect_value("n || 1 / zero", 1);
    expect_value("zero ? 1 / zero : 7", 7);
    expect_value("(n || 0) + (n && 5)", 2);
    expect_value("zero || zero", 0);
}

static void test_functions(void)
{
    expect_value("min(3, n) + max(3, n)", 13);
    expect_value("abs(-4)", 4);
    expect_value("ceil_div(n, 4)", 3);
    expect_value("ceil_div(8, 4)", 2);
    expect_value("ceil_div(-7, 2)", -3);
    expect_value("round_up(n, 16)", 16);
    expect_value("round_up(32, 16)", 32);
    expect_value("pow2_ceil(n)", 16);
    expect_value("pow2_ceil(0)", 1);
    expect_value("pow2_ceil(4611686018427387904)", INT64_C(1) << 62);
    expect_value("is_pow2(16) && !is_pow2(n) && !is_pow2(0)", 1);
    expect_value("log2(n)", 3);
}

static void test_errors(void)
{
    expect_error("n / zero", -EDOM);
    expect_error("n % zero", -EDOM);
    expect_error("ceil_div(n, zero)", -EDOM);
    expect_error("log2(zero)", -EDOM);
    expect_error("big + 1", -ERANGE);
    expect_error("min_ - 1", -ERANGE);
    expect_error("big * 2", -ERANGE);
    expect_error("-min_", -ERANGE);
    expect_error("abs(min_)", -ERANGE);
    expect_error("min_ / -1", -ERANGE);
    expect_error("min_ % -1", -ERANGE);
    expect_error("1 << 63", -ERANGE);
    expect_error("1 << 64", -ERANGE);
    expect_error("1 << -1", -ERANGE);
    expect_error("-1 << 1", -ERANGE);
    expect_error("1 >> 64", -ERANGE);
    expect_error("round_up(big, 16)", -ERANGE);
    expect_error("pow2_ceil(big)", -ERANGE);
}

static void test_refusals(void)
{
    expect_refused("", "ends too early");
    expect_refused("1 +", "ends too early");
    expect_refused("(1", "ends too early");
    expect_refused("1 2", "has an unexpected \"2\"");
    expect_refused("1 )", "has an unexpected \")\"");
    expect_refused("n = 1", "has an unexpected \"=\"");
    expect_refused("m * 2", "has an unknown name \"m\"");
    expect_refused("nn", "has an unknown name \"nn\"");
    expect_refused("sqrt(4)", "calls an unknown function \"sqrt\"");
    expect_refused("min(1)", "calls min() with 1 arguments, not 2");
    expect_refused("abs(1, 2)", "calls abs() with 2 arguments, not 1");
    expect_refused("min", "has an unknown name \"min\"");
    expect_refused("1.5", "has a number that is not whole");
    expect_refused("12abc", "has a malformed number \"12abc\"");
    expect_refused("08", "has a malformed number \"08\"");
    expect_refused("9223372036854775808", "has a number beyond 64 bits");
    expect_refused("n ? 1", "ends too early");
    expect_refused("1 \xff", "has an unexpected \"\xff\"");
}

static void fill(char *text, size_t size, const char *piece)
{
    text[0] = '\0';
    while (strlen(text) + strlen(piece) + 2 < size)
        strcat(text, piece);
    strcat(text, "1");
}

static void test_bounds(void)
{
    char text[6000];

    fill(text, sizeof(text), "(");
    expect_refused(text, "is nested too deeply");
    fill(text, sizeof(text), "-");
    expect_refused(text, "is nested too deeply");
    fill(text, sizeof(text), "1?1:");
    expect_refused(text, "is nested too deeply");
    fill(text, 80, "1+(");
    expect_refused(text, "ends too early");
    fill(text, sizeof(text), "1+");
    expect_refused(text, "is too long");
    fill(text, 3001, "1+");
    expect_value(text, 1500);
}

static void test_slots(void)
{
    struct netcl_expr *expr;
    const int *used;
    char error[8];

    if (netcl_expr_parse("big + n * big", resolve, NULL, &expr, error,
                         sizeof(error)))
        abort();
    expect_int(netcl_expr_slots(expr, &used), 2);
    expect_int(used[0], 2);
    expect_int(used[1], 0);
    expect_true(netcl_expr_uses(expr, 0));
    expect_false(netcl_expr_uses(expr, 1));
    netcl_expr_free(expr);
    netcl_expr_free(NULL);
}

/* Random text must end in a value or an error, never in undefined behaviour. */
static void test_noise(void)
{
    static const char *const bits[] = {
        "n",  "zero", "(", ")", "+", "-", "*", "/", "%",    "<<", ">>",
        "&&", "|",    "?", ":", "3", "!", "~", ",", "min(", "||", "big"};
    struct netcl_expr *expr;
    unsigned seed = 1;
    char text[256], error[16];
    int64_t value;
    int i, k;

    for (i = 0; i < 20000; i++) {
        text[0] = '\0';
        for (k = 0; k < 1 + i % 20; k++) {
            seed = seed * 1103515245 + 12345;
            strcat(text, bits[(seed >> 16) % (sizeof(bits) / sizeof(*bits))]);
        }
        if (netcl_expr_parse(text, resolve, NULL, &expr, error, sizeof(error)))
            continue;
        netcl_expr_eval(expr, slots, &value);
        netcl_expr_free(expr);
    }
}

int main(void)
{
    test_operators();
    test_choices();
    test_functions();
    test_errors();
    test_refusals();
    test_bounds();
    test_slots();
    test_noise();
    return test_end();
}
