/* SPDX-License-Identifier: Apache-2.0 */
#include "match/guard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/str.h"
#include "match/lexer.h"
#include "match/unit.h"

static bool is_line(const struct netcl_tokens *tokens, size_t at,
                    const char *word)
{
    return at + 1 < tokens->count &&
           tokens->items[at].kind == NETCL_TOKEN_DIRECTIVE &&
           netcl_token_is(&tokens->items[at + 1], word);
}

/* Whether the first #if is closed by the last line, and has no #else. */
static bool is_around_all(const struct netcl_tokens *tokens)
{
    size_t at, span;
    int depth = 0;

    for (at = 0; at < tokens->count; at += span) {
        span = 1;
        if (tokens->items[at].kind != NETCL_TOKEN_DIRECTIVE)
            continue;
        span = netcl_unit_line_length(tokens, at);
        if (span < 2)
            continue;
        if (!strncmp(tokens->items[at + 1].text, "if", 2))
            depth++;
        else if (is_line(tokens, at, "endif"))
            depth--;
        else if (depth == 1 && !strncmp(tokens->items[at + 1].text, "el", 2))
            return false;
        if (!depth)
            return at + span == tokens->count;
    }
    return false;
}

static const char *macro_of(const struct netcl_tokens *tokens)
{
    const struct netcl_token *items = tokens->items;

    if (is_line(tokens, 0, "ifndef") && is_line(tokens, 3, "define") &&
        tokens->count > 5 && items[2].is_last_of_line &&
        !strcmp(items[2].text, items[5].text) && is_around_all(tokens))
        return items[2].text;
    return NULL;
}

static bool is_once(const struct netcl_tokens *tokens)
{
    size_t at;

    for (at = 0; at + 2 < tokens->count; at++)
        if (is_line(tokens, at, "pragma") &&
            netcl_token_is(&tokens->items[at + 2], "once"))
            return true;
    return false;
}

/* Most headers say it, or do not, within their first lines. */
#define BEGINNING 4096

/* Whether it is worth to read all of the text. */
static bool may_have(const char *text)
{
    struct netcl_tokens tokens;
    bool is_so;

    if (strstr(text, "once") || strlen(text) <= BEGINNING)
        return true;
    if (netcl_lexer_read(text, BEGINNING, &tokens))
        return true;
    is_so = !tokens.count || is_line(&tokens, 0, "ifndef");
    netcl_lexer_free(&tokens);
    return is_so;
}

int netcl_guard_find(const char *text, struct netcl_guard *guard)
{
    struct netcl_tokens tokens;
    const char *name;
    int err;

    *guard = (struct netcl_guard){NULL, false};
    if (!may_have(text))
        return 0;
    err = netcl_lexer_read(text, strlen(text), &tokens);
    if (err)
        return err;
    *guard = (struct netcl_guard){NULL, is_once(&tokens)};
    name = macro_of(&tokens);
    if (guard->is_once)
        guard->name = netcl_str_format(
            "NETCL_ONCE_%016" PRIx64,
            netcl_hash_finish(netcl_hash_text(NETCL_HASH_INIT, text)));
    else if (name)
        guard->name = strdup(name);
    if (!guard->name && (guard->is_once || name))
        err = -ENOMEM;
    netcl_lexer_free(&tokens);
    return err;
}

void netcl_guard_free(struct netcl_guard *guard)
{
    free(guard->name);
    guard->name = NULL;
}
