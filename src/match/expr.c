/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pass of precedence climbing writes steps for a small stack machine.
 * Jumps carry the short-circuit operators, so an evaluation is one loop over
 * an array with a stack of fixed size.
 */
#include "match/expr.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/exprmath.h"

#define STACK_MAX 64
#define NESTING_MAX 100
#define STEPS_MAX 4096

enum code {
    STEP_NUMBER,
    STEP_SLOT,
    STEP_UNARY,
    STEP_BINARY,
    STEP_TRUTH,       /* top becomes 0 or 1 */
    STEP_JUMP,        /* by `target` */
    STEP_JUMP_IF_NOT, /* pops */
    STEP_AND,         /* jumps, keeping the top, if it is 0; else pops */
    STEP_OR           /* jumps, keeping the top, if it is not; else pops */
};

struct step {
    enum code code;
    int target; /* step, slot, or index of a function's arguments */
    union {
        int64_t number;
        netcl_exprmath_unary *unary;
        netcl_exprmath_binary *binary;
    } of;
};

struct netcl_expr {
    struct step *steps;
    size_t step_count;
    int *slots;
    size_t slot_count;
};

struct parser {
    const char *at;
    netcl_expr_resolve *resolve;
    void *context;
    struct netcl_expr *expr;
    size_t capacity;
    size_t slot_capacity;
    int stack; /* values on the stack at this point */
    int nesting;
    char *error;
    size_t error_size;
};

static int parse_choice(struct parser *p);

/* The first complaint counts. */
__attribute__((format(printf, 2, 3))) static int fail(struct parser *p,
                                                      const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (p->error_size && !p->error[0])
        vsnprintf(p->error, p->error_size, format, args);
    va_end(args);
    return -EINVAL;
}

static int grow(void **items, size_t *capacity, size_t count, size_t size)
{
    size_t more = *capacity ? *capacity * 2 : 8;
    void *fresh;

    if (count < *capacity)
        return 0;
    fresh = realloc(*items, more * size);
    if (!fresh)
        return -ENOMEM;
    *items = fresh;
    *capacity = more;
    return 0;
}

/* Adds a step that changes the height of the stack by `change`. */
static int emit(struct parser *p, struct step step, int change)
{
    struct netcl_expr *expr = p->expr;
    void *items = expr->steps;
    int err;

    if (expr->step_count == STEPS_MAX || p->stack + change > STACK_MAX)
        return fail(p, "is too long");
    err = grow(&items, &p->capacity, expr->step_count, sizeof(step));
    if (err)
        return err;
    expr->steps = items;
    expr->steps[expr->step_count++] = step;
    p->stack += change;
    return 0;
}

static void land(struct parser *p, size_t jump)
{
    p->expr->steps[jump].target = (int)p->expr->step_count;
}

static int note_slot(struct parser *p, int slot)
{
    struct netcl_expr *expr = p->expr;
    void *items = expr->slots;
    int err;

    if (netcl_expr_uses(expr, slot))
        return 0;
    err = grow(&items, &p->slot_capacity, expr->slot_count, sizeof(slot));
    if (err)
        return err;
    expr->slots = items;
    expr->slots[expr->slot_count++] = slot;
    return 0;
}

static void skip_space(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool take(struct parser *p, char c)
{
    skip_space(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *text)
{
    size_t length = 0;

    while (is_name_char(text[length]))
        length++;
    return length;
}

static int fail_here(struct parser *p)
{
    size_t length = name_length(p->at);

    if (!*p->at)
        return fail(p, "ends too early");
    return fail(p, "has an unexpected \"%.*s\"", length ? (int)length : 1,
                p->at);
}

static int expect(struct parser *p, char c)
{
    return take(p, c) ? 0 : fail_here(p);
}

static int parse_number(struct parser *p)
{
    struct step step = {STEP_NUMBER, 0, {0}};
    size_t length = name_length(p->at);
    unsigned long long value;
    char *end;

    if (p->at[length] == '.')
        return fail(p, "has a number that is not whole");
    errno = 0;
    value = strtoull(p->at, &end, 0);
    if (end != p->at + length)
        return fail(p, "has a malformed number \"%.*s\"", (int)length, p->at);
    if (errno || value > INT64_MAX)
        return fail(p, "has a number beyond 64 bits");
    p->at = end;
    step.of.number = (int64_t)value;
    return emit(p, step, 1);
}

static int parse_arguments(struct parser *p, const char *name, int expected)
{
    int count = 0;
    int err;

    do {
        err = parse_choice(p);
        count++;
    } while (!err && take(p, ','));
    if (!err)
        err = expect(p, ')');
    if (!err && count != expected)
        return fail(p, "calls %s() with %d arguments, not %d", name, count,
                    expected);
    return err;
}

static int parse_call(struct parser *p, const char *name, size_t length)
{
    const struct netcl_exprmath_function *f =
        netcl_exprmath_find_function(name, length);
    struct step step = {STEP_UNARY, 0, {0}};
    int err;

    if (!f)
        return fail(p, "calls an unknown function \"%.*s\"", (int)length, name);
    err = parse_arguments(p, f->name, f->unary ? 1 : 2);
    if (err)
        return err;
    if (f->unary) {
        step.of.unary = f->unary;
        return emit(p, step, 0);
    }
    step.code = STEP_BINARY;
    step.of.binary = f->binary;
    return emit(p, step, -1);
}

static int parse_name(struct parser *p)
{
    struct step step = {STEP_NUMBER, 0, {0}};
    const char *name = p->at;
    size_t length = name_length(name);
    int err;

    p->at += length;
    if (take(p, '('))
        return parse_call(p, name, length);
    if (length == 4 && !memcmp(name, "true", 4))
        step.of.number = 1;
    else if (length != 5 || memcmp(name, "false", 5)) {
        step.code = STEP_SLOT;
        step.target = p->resolve(p->context, name, length);
        if (step.target < 0)
            return fail(p, "has an unknown name \"%.*s\"", (int)length, name);
        err = note_slot(p, step.target);
        if (err)
            return err;
    }
    return emit(p, step, 1);
}

static int parse_primary(struct parser *p)
{
    int err;

    skip_space(p);
    if (take(p, '(')) {
        err = parse_choice(p);
        return err ? err : expect(p, ')');
    }
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p);
    if (is_name_char(*p->at))
        return parse_name(p);
    return fail_here(p);
}

static int parse_unary(struct parser *p)
{
    struct step step = {STEP_UNARY, 0, {0}};
    int err;

    skip_space(p);
    step.of.unary = netcl_exprmath_find_unary(*p->at);
    if (!step.of.unary)
        return parse_primary(p);
    p->at++;
    if (++p->nesting > NESTING_MAX)
        return fail(p, "is nested too deeply");
    err = parse_unary(p);
    p->nesting--;
    return err ? err : emit(p, step, 0);
}

static int parse_binary(struct parser *p, int least);

/* The right side of && or ||, which is left out where the left one decides. */
static int parse_short(struct parser *p, enum code code, int precedence)
{
    struct step truth = {STEP_TRUTH, 0, {0}};
    struct step jump = {code, 0, {0}};
    size_t from;
    int err;

    err = emit(p, truth, 0);
    if (err)
        return err;
    from = p->expr->step_count;
    err = emit(p, jump, -1);
    if (!err)
        err = parse_binary(p, precedence + 1);
    if (!err)
        err = emit(p, truth, 0);
    if (!err)
        land(p, from);
    return err;
}

static int parse_binary(struct parser *p, int least)
{
    const struct netcl_exprmath_operator *op;
    struct step step = {STEP_BINARY, 0, {0}};
    int err = parse_unary(p);

    while (!err) {
        skip_space(p);
        op = netcl_exprmath_find_operator(p->at);
        if (!op || op->precedence < least)
            return 0;
        p->at += strlen(op->spelling);
        if (!op->apply) {
            err = parse_short(p, op->spelling[0] == '&' ? STEP_AND : STEP_OR,
                              op->precedence);
            continue;
        }
        err = parse_binary(p, op->precedence + 1);
        step.of.binary = op->apply;
        if (!err)
            err = emit(p, step, -1);
    }
    return err;
}

static int parse_branches(struct parser *p)
{
    struct step to_else = {STEP_JUMP_IF_NOT, 0, {0}};
    struct step to_end = {STEP_JUMP, 0, {0}};
    size_t first = p->expr->step_count, second;
    int err = emit(p, to_else, -1);

    if (!err)
        err = parse_choice(p);
    if (!err)
        err = expect(p, ':');
    if (err)
        return err;
    second = p->expr->step_count;
    err = emit(p, to_end, -1); /* only one branch leaves its value */
    if (err)
        return err;
    land(p, first);
    err = parse_choice(p);
    if (!err)
        land(p, second);
    return err;
}

static int parse_choice(struct parser *p)
{
    int err;

    if (++p->nesting > NESTING_MAX)
        return fail(p, "is nested too deeply");
    err = parse_binary(p, 0);
    if (!err && take(p, '?'))
        err = parse_branches(p);
    p->nesting--;
    return err;
}

int netcl_expr_parse(const char *text, netcl_expr_resolve *resolve,
                     void *context, struct netcl_expr **out, char *error,
                     size_t error_size)
{
    struct parser p = {.at = text,
                       .resolve = resolve,
                       .context = context,
                       .error = error,
                       .error_size = error_size};
    int err;

    if (error_size)
        error[0] = '\0';
    p.expr = calloc(1, sizeof(*p.expr));
    if (!p.expr)
        return -ENOMEM;
    err = parse_choice(&p);
    skip_space(&p);
    if (!err && *p.at)
        err = fail_here(&p);
    if (err) {
        netcl_expr_free(p.expr);
        return err;
    }
    *out = p.expr;
    return 0;
}

void netcl_expr_free(struct netcl_expr *expr)
{
    if (!expr)
        return;
    free(expr->steps);
    free(expr->slots);
    free(expr);
}

/* One step; `top` points behind the uppermost value. */
static int run(const struct step *step, const int64_t *slots, int64_t **top,
               size_t *next)
{
    int64_t *at = *top;

    switch (step->code) {
    case STEP_NUMBER:
        *at = step->of.number;
        *top = at + 1;
        return 0;
    case STEP_SLOT:
        *at = slots[step->target];
        *top = at + 1;
        return 0;
    case STEP_UNARY:
        return step->of.unary(at[-1], &at[-1]);
    case STEP_BINARY:
        *top = at - 1;
        return step->of.binary(at[-2], at[-1], &at[-2]);
    case STEP_TRUTH:
        at[-1] = at[-1] != 0;
        return 0;
    case STEP_JUMP:
        *next = (size_t)step->target;
        return 0;
    case STEP_JUMP_IF_NOT:
        *top = at - 1;
        if (!at[-1])
            *next = (size_t)step->target;
        return 0;
    case STEP_AND:
    case STEP_OR:
        if ((at[-1] != 0) == (step->code == STEP_OR))
            *next = (size_t)step->target;
        else
            *top = at - 1;
        return 0;
    }
    return -EINVAL;
}

int netcl_expr_eval(const struct netcl_expr *expr, const int64_t *slots,
                    int64_t *value)
{
    int64_t stack[STACK_MAX] = {0};
    int64_t *top = stack;
    size_t next = 0;
    int err;

    while (next < expr->step_count) {
        err = run(&expr->steps[next++], slots, &top, &next);
        if (err)
            return err;
    }
    *value = stack[0];
    return 0;
}

size_t netcl_expr_slots(const struct netcl_expr *expr, const int **slots)
{
    *slots = expr->slots;
    return expr->slot_count;
}

bool netcl_expr_uses(const struct netcl_expr *expr, int slot)
{
    size_t i;

    for (i = 0; i < expr->slot_count; i++)
        if (expr->slots[i] == slot)
            return true;
    return false;
}
