/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/flow.h"

static bool mentions(const struct netcl_names *names, size_t from, size_t to,
                     const char *const *set)
{
    for (; from < to; from++)
        if (netcl_names_is_any(names, from, set))
            return true;
    return false;
}

/*
 * What is done only where a real says so must change nothing but reals.
 * Functions may write to integers, and barriers stop those who get there.
 */
static bool may_be_conditional(const struct netcl_names *names, size_t i)
{
    enum netcl_word call = netcl_vocabulary_call(names->tokens[i].text);

    return !netcl_names_function(names, names->tokens[i].text) &&
           call != NETCL_WORD_STORE && call != NETCL_WORD_FENCE;
}

static bool is_argument_fine(const struct netcl_names *names, const char *name,
                             size_t index, bool has_real)
{
    const struct netcl_names_function *own = netcl_names_function(names, name);

    if (own && index >= own->param_count)
        return false;
    if (own)
        return has_real ? own->params[index] == NETCL_WORD_REAL
                        : own->params[index] != NETCL_WORD_REAL ||
                              !own->is_pointer[index];
    if (!has_real)
        return true;
    switch (netcl_vocabulary_call(name)) {
    case NETCL_WORD_LOAD:
        return index == 1;
    case NETCL_WORD_STORE:
        return index != 1;
    case NETCL_WORD_INTEGER_CALL:
    case NETCL_WORD_FENCE:
        return false;
    default:
        return true;
    }
}

/* The call whose name is token i. */
static bool judge_call(const struct netcl_names *names, size_t i)
{
    size_t end = netcl_names_close(names, i + 1), from = i + 2, comma, index;

    for (index = 0; from < end; index++, from = comma + 1) {
        comma = netcl_names_seek(names, from, end, ",");
        if (!is_argument_fine(names, names->tokens[i].text, index,
                              netcl_names_has_real(names, from, comma)))
            return false;
    }
    return true;
}

static bool is_call(const struct netcl_names *names, size_t i)
{
    return names->tokens[i].kind == NETCL_TOKEN_NAME &&
           netcl_names_is(names, i + 1, "(") &&
           netcl_names_type_at(names, i) == NETCL_WORD_UNKNOWN;
}

/* What is assigned to at the operator i: a[..].x, *p, x. */
static bool is_real_target(const struct netcl_names *names, size_t from,
                           size_t i)
{
    int depth = 0;

    for (; i > from; i--) {
        const struct netcl_token *token = &names->tokens[i - 1];

        depth += netcl_token_is(token, "]");
        depth -= netcl_token_is(token, "[");
        if (depth || netcl_token_is(token, "[") || netcl_token_is(token, "."))
            continue;
        if (token->kind == NETCL_TOKEN_NAME && i - 1 > from &&
            netcl_token_is(token - 1, "."))
            continue; /* a member */
        return token->kind == NETCL_TOKEN_NAME &&
               netcl_names_kind(names, i - 1) == NETCL_WORD_REAL;
    }
    return false;
}

/* p = ints; would make reals of integers, and compilers may only warn. */
static bool is_pointer_kept(const struct netcl_names *names, size_t from,
                            size_t i)
{
    return !netcl_names_is(names, i, "=") ||
           !netcl_names_is_pointer(names, i - 1) ||
           (i - 1 > from && netcl_names_is(names, i - 2, "*")) ||
           netcl_names_kind(names, i + 1) == NETCL_WORD_REAL;
}

/* float *) or float const *): what is behind it is taken for another. */
static bool is_pointer_cast(const struct netcl_names *names, size_t i)
{
    if (netcl_names_type_at(names, i) != NETCL_WORD_REAL)
        return false;
    for (i++; netcl_names_type_at(names, i) == NETCL_WORD_QUALIFIER; i++)
        ;
    return netcl_names_is(names, i, "*");
}

/* Without reals nothing can go wrong but a pointer that is handed on. */
static bool judge_plain(const struct netcl_names *names, size_t from, size_t to)
{
    for (; from < to; from++)
        if (is_call(names, from) && !judge_call(names, from))
            return false;
    return true;
}

/* Of an expression in which a real is: token i, and the group it opens. */
static bool judge_token(const struct netcl_names *names, size_t from, size_t i,
                        bool is_conditional)
{
    static const char *const assignments[] = {
        "=",  "+=", "-=", "*=",  "/=",  "%=",
        "&=", "|=", "^=", "<<=", ">>=", NULL};
    static const char *const counts[] = {"++", "--", NULL};
    size_t end;

    if (netcl_names_is(names, i, "[")) {
        end = netcl_names_close(names, i);
        return !netcl_names_has_real(names, i + 1, end) &&
               judge_plain(names, i + 1, end);
    }
    if (netcl_names_is_any(names, i, assignments))
        return is_real_target(names, from, i) &&
               is_pointer_kept(names, from, i);
    if (netcl_names_is_any(names, i, counts))
        return !is_conditional;
    if (names->tokens[i].kind != NETCL_TOKEN_NAME)
        return true;
    if (is_call(names, i))
        return judge_call(names, i) &&
               (!is_conditional || may_be_conditional(names, i));
    return netcl_names_type_at(names, i) != NETCL_WORD_INTEGER &&
           !is_pointer_cast(names, i) &&
           !(is_conditional && netcl_names_is_pointer(names, i));
}

bool netcl_flow_is_fine(const struct netcl_names *names, size_t from, size_t to,
                        enum netcl_word target)
{
    static const char *const conditions[] = {"?",  "&&", "||", "!",  "<", ">",
                                             "<=", ">=", "==", "!=", NULL};
    bool is_conditional = mentions(names, from, to, conditions);
    size_t i;

    if (!netcl_names_are_known(names, from, to))
        return false;
    if (!netcl_names_has_real(names, from, to))
        return judge_plain(names, from, to);
    if (target == NETCL_WORD_INTEGER)
        return false;
    for (i = from; i < to; i++) {
        if (!judge_token(names, from, i, is_conditional))
            return false;
        if (netcl_names_is(names, i, "["))
            i = netcl_names_close(names, i);
    }
    return true;
}
