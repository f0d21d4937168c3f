/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands behind #if and #elif: integers, macros, defined, and C's
 * operators. Where any of it is not known, or is no such thing, the whole is
 * not known, unless && or || makes no difference of it.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "match/unit.h"

/* Macros within macros, and brackets within brackets. */
#define DEPTH_MOST 32
/* Operands in all; a macro may stand for two of another, and so on. */
#define OPERANDS_MOST 512

struct value {
    bool is_known;
    int64_t number;
};

struct reader {
    const struct netcl_unit *unit;
    size_t position; /* of the #if: what is defined before it counts */
    const struct netcl_token *at, *end;
    unsigned depth;
    unsigned *left; /* of OPERANDS_MOST */
    bool is_wrong;  /* not what C has there, or too much of it */
};

static const struct value unknown = {false, 0};

static struct value read_binary(struct reader *r, int least);

static struct value known(int64_t number)
{
    return (struct value){true, number};
}

static struct value wrong(struct reader *r)
{
    r->is_wrong = true;
    return unknown;
}

static struct value count_up(char operation, int64_t a, int64_t b)
{
    int64_t number = 0;
    bool is_known = true;

    if (operation == '+')
        is_known = !__builtin_add_overflow(a, b, &number);
    else if (operation == '-')
        is_known = !__builtin_sub_overflow(a, b, &number);
    else if (operation == '*')
        is_known = !__builtin_mul_overflow(a, b, &number);
    else if (b <= 0)
        is_known = false;
    else
        number = operation == '/' ? a / b : a % b;
    return (struct value){is_known, number};
}

static bool is_here(const struct reader *r, const char *spelling)
{
    return r->at < r->end && netcl_token_is(r->at, spelling);
}

static bool take(struct reader *r, const char *spelling)
{
    bool is_taken = is_here(r, spelling);

    r->at += is_taken;
    return is_taken;
}

/* Unsigned ones count in another way; they are not known. */
static struct value read_number(struct reader *r)
{
    const char *text = r->at->text;
    unsigned long long number;
    char *end;

    r->at++;
    errno = 0;
    number = strtoull(text, &end, 0);
    if (errno || number > INT64_MAX || end == text)
        return unknown;
    end += strspn(end, "lL");
    return *end ? unknown : known((int64_t)number);
}

static struct value read_defined(struct reader *r)
{
    const struct netcl_entity *macro;
    bool is_open = take(r, "(");
    const char *name;
    int state;

    if (r->at == r->end || r->at->kind != NETCL_TOKEN_NAME)
        return wrong(r);
    name = r->at++->text;
    if (is_open && !take(r, ")"))
        return wrong(r);
    state = netcl_condition_macro(r->unit, name, r->position, &macro);
    return state < 0 ? unknown : known(state);
}

/*
 * One token, or brackets around all of it, is one operand wherever it comes to
 * stand.
 */
static bool is_one_operand(const struct netcl_token *body, size_t count)
{
    size_t i, depth = 0;

    for (i = 0; i < count; i++) {
        depth += netcl_token_is(&body[i], "(");
        depth -= depth && netcl_token_is(&body[i], ")");
        if (!depth && i + 1 < count)
            return false;
    }
    return count > 0;
}

static struct value read_body(struct reader *r,
                              const struct netcl_token *body, size_t count)
{
    struct reader inner = {r->unit,      r->position, body,  body + count,
                           r->depth + 1, r->left,     false};
    struct value value;

    if (inner.depth > DEPTH_MOST || !is_one_operand(body, count))
        return unknown;
    value = read_binary(&inner, 0);
    return inner.is_wrong || inner.at < inner.end ? unknown : value;
}

/* What is no macro is 0. */
static struct value read_name(struct reader *r)
{
    const char *name = r->at++->text;
    const struct netcl_entity *macro;
    const struct netcl_token *body;
    size_t count;
    int state;

    if (!strcmp(name, "defined"))
        return read_defined(r);
    state = netcl_condition_macro(r->unit, name, r->position, &macro);
    if (is_here(r, "("))
        return wrong(r);
    if (state <= 0)
        return state ? unknown : known(0);
    if (macro->is_function_like)
        return unknown;
    body = netcl_entity_macro_body(macro, &count);
    return read_body(r, body, count);
}

static struct value read_bracket(struct reader *r)
{
    struct value value;

    if (++r->depth > DEPTH_MOST)
        return wrong(r);
    value = read_binary(r, 0);
    r->depth--;
    return take(r, ")") ? value : wrong(r);
}

static struct value read_unary(struct reader *r)
{
    bool is_not, is_minus;
    struct value value;

    if (r->is_wrong || r->at == r->end || !*r->left)
        return wrong(r);
    --*r->left;
    if (take(r, "("))
        return read_bracket(r);
    if (r->at->kind == NETCL_TOKEN_NUMBER)
        return read_number(r);
    if (r->at->kind == NETCL_TOKEN_NAME)
        return read_name(r);
    is_not = take(r, "!");
    is_minus = !is_not && take(r, "-");
    if ((!is_not && !is_minus) || ++r->depth > DEPTH_MOST)
        return wrong(r);
    value = read_unary(r);
    r->depth--;
    if (!value.is_known)
        return unknown;
    return is_not ? known(!value.number) : count_up('-', 0, value.number);
}

/* ---- operators with two sides ----------------------------------------------- */

static const struct {
    const char *spelling;
    int strength;
} operators[] = {
    {"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 4}, {">", 4},
    {"<=", 4}, {">=", 4}, {"+", 5},  {"-", 5},  {"*", 6}, {"/", 6}, {"%", 6}};

/* The index of the operator here; -1: there is none. */
static int find_operator(const struct reader *r)
{
    size_t i;

    for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
        if (is_here(r, operators[i].spelling))
            return (int)i;
    return -1;
}

static struct value combine(const char *operator, struct value a,
                            struct value b)
{
    bool is_or = !strcmp(operator, "||");

    if (is_or || !strcmp(operator, "&&")) {
        if ((a.is_known && !a.number != is_or) ||
            (b.is_known && !b.number != is_or))
            return known(is_or);
        return a.is_known && b.is_known ? known(!is_or) : unknown;
    }
    if (!a.is_known || !b.is_known)
        return unknown;
    if (!strcmp(operator, "=="))
        return known(a.number == b.number);
    if (!strcmp(operator, "!="))
        return known(a.number != b.number);
    if (operator[0] == '<')
        return known(operator[1] ? a.number <= b.number : a.number < b.number);
    if (operator[0] == '>')
        return known(operator[1] ? a.number >= b.number : a.number > b.number);
    return count_up(operator[0], a.number, b.number);
}

/* All operators that bind at least as strongly as `least`. */
static struct value read_binary(struct reader *r, int least)
{
    struct value value = read_unary(r);
    int found;

    while (!r->is_wrong && (found = find_operator(r)) >= 0 &&
           operators[found].strength >= least) {
        r->at++;
        value = combine(operators[found].spelling, value,
                        read_binary(r, operators[found].strength + 1));
    }
    return value;
}

int netcl_predicate_state(const struct netcl_unit *unit,
                          const struct netcl_condition *condition)
{
    unsigned left = OPERANDS_MOST;
    struct reader r = {
        unit, condition->position, condition->first + 2,
        condition->first + condition->count, 0, &left, false};
    struct value value = read_binary(&r, 0);

    return r.is_wrong || r.at < r.end || !value.is_known ? -1
                                                         : value.number != 0;
}
