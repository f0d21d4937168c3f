/* SPDX-License-Identifier: Apache-2.0 */
#include "match/include.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "match/guard.h"
#include "match/operand.h"
#include "match/options.h"

#define MOST_DEPTH 64
#define MOST_BRANCHES 256
#define MOST_BYTES (16u << 20)

/* A file being read, innermost first. */
struct frame {
    const struct frame *outer;
    const char *text;
    const char *folder; /* NULL: not from a file */
    const char *guard;  /* NULL: none */
    bool is_guarded_by_if;
    int depth; /* #ifs open in it */
};

struct reader {
    const struct netcl_header *headers;
    size_t count;
    struct netcl_options options;
    struct netcl_str out;
    struct netcl_str defines;    /* #define lines so far, the options' first */
    struct netcl_str guards;     /* of what has been included: a line each */
    size_t marks[MOST_BRANCHES]; /* what of them was there when each open #if
                                    branch began, and is when it ends */
    int branches;
    int depth; /* of files */
    bool is_uncertain; /* also for want of memory */
};

bool netcl_include_is_needed(const char *source)
{
    const char *at = source;

    while ((at = strstr(at, "include"))) {
        const char *before = at++;

        while (before > source && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        if (before > source && before[-1] == '#')
            return true;
    }
    return false;
}

/* ---- files ----------------------------------------------------------- */

/* A file as a text, NULL where it cannot be read. */
static char *read_text(struct reader *reader, const char *folder,
                       const char *name)
{
    char *path = netcl_str_format("%s%s%s", folder, *folder ? "/" : "", name);
    char *text = NULL;
    size_t length;
    int err = path ? netcl_file_read(path, &text, &length) : -ENOMEM;

    if (!err && strlen(text) != length) {
        free(text);
        text = NULL;
    }
    reader->is_uncertain |= err == -ENOMEM; /* it may be there */
    free(path);
    return text;
}

/* The folder of a file that was found in `folder`. */
static char *folder_of(struct reader *reader, const char *folder,
                       const char *name)
{
    const char *slash = strrchr(name, '/');
    char *path =
        netcl_str_format("%s%s%.*s", folder, *folder && slash ? "/" : "",
                         slash ? (int)(slash - name) : 0, name);

    reader->is_uncertain |= !path;
    return path;
}

/* The first of the -I folders that has it. */
static char *find_in_folders(struct reader *reader, const char *name,
                             char **folder)
{
    char *folders = strdup(reader->options.folders);
    char *line, *rest = folders, *text = NULL;

    reader->is_uncertain |= !folders;
    while (!text && rest) {
        line = strsep(&rest, "\n");
        text = *line ? read_text(reader, line, name) : NULL;
        if (text)
            *folder = folder_of(reader, line, name);
    }
    free(folders);
    return text;
}

static char *find_file(struct reader *reader, const struct frame *frame,
                       const char *name, bool is_quoted, char **folder)
{
    char *text = NULL;

    if (*name == '/') {
        *folder = folder_of(reader, "", name);
        return read_text(reader, "", name);
    }
    if (is_quoted && frame->folder)
        text = read_text(reader, frame->folder, name);
    if (text)
        *folder = folder_of(reader, frame->folder, name);
    return text ? text : find_in_folders(reader, name, folder);
}

/* The last of a name counts. */
static const struct netcl_header *find_header(const struct reader *reader,
                                              const char *name)
{
    size_t i = reader->count;

    while (i-- > 0)
        if (reader->headers[i].name && !strcmp(reader->headers[i].name, name))
            return &reader->headers[i];
    return NULL;
}

/*
 * Not where the compiler might find another: it need not look as we do.
 * -ENOENT: nowhere; -EEXIST: texts that differ, or one that is not known.
 */
static int find(struct reader *reader, const struct frame *frame,
                const char *name, bool is_quoted, char **found, char **folder)
{
    const struct netcl_header *header = find_header(reader, name);
    char *text = find_file(reader, frame, name, is_quoted, folder);
    char *here = NULL;
    int err = 0;

    if (!frame->folder && is_quoted && *name != '/')
        /* Some look into the working folder. */
        here = read_text(reader, "", name);
    if ((here && (!text || strcmp(here, text))) ||
        (header && (!header->text || (text && strcmp(header->text, text)))))
        err = -EEXIST;
    else if (!text && header) {
        text = strdup(header->text);
        reader->is_uncertain |= !text;
    }
    if (!err && !text)
        err = -ENOENT;
    free(here);
    if (err)
        free(text);
    else
        *found = text;
    return err;
}

/* ---- text ------------------------------------------------------------ */

static bool is_splice(const char *at)
{
    return at[0] == '\\' && (at[1] == '\n' || (at[1] == '\r' && at[2] == '\n'));
}

/* Behind the line's end; a splice does not end it. */
static const char *skip_line(const char *at, bool *in_comment)
{
    bool is_rest = false;
    char quote = 0;

    for (; *at && *at != '\n'; at++) {
        if (is_splice(at)) {
            at += 1 + (at[1] == '\r');
        } else if (*in_comment) {
            *in_comment = at[0] != '*' || at[1] != '/';
            at += !*in_comment;
        } else if (quote) {
            if (*at == quote)
                quote = 0;
            at += *at == '\\' && at[1] && at[1] != '\n';
        } else if (!is_rest && at[0] == '/' && at[1] == '*') {
            *in_comment = true;
            at++;
        } else if (!is_rest) {
            is_rest = at[0] == '/' && at[1] == '/';
            quote = *at == '"' || *at == '\'' ? *at : 0;
        }
    }
    return *at ? at + 1 : at;
}

/* Behind blanks, and comments that end in this line. */
static const char *skip_blanks(const char *at, bool in_comment)
{
    for (;; at++) {
        if (in_comment) {
            at = strpbrk(at, "*\n");
            if (!at || *at == '\n')
                return "";
            in_comment = at[1] != '/';
            at += !in_comment;
        } else if (at[0] == '/' && at[1] == '*') {
            in_comment = true;
            at++;
        } else if (*at != ' ' && *at != '\t') {
            return at;
        }
    }
}

/* The directive in this line, of which `rest` is what follows; "": none. */
static const char *directive(const char *line, bool in_comment,
                             const char **rest, size_t *length)
{
    const char *at = skip_blanks(line, in_comment);

    *length = 0;
    if (*at != '#')
        return "";
    at = skip_blanks(at + 1, false);
    while (isalpha((unsigned char)at[*length]) || at[*length] == '_')
        ++*length;
    *rest = at + *length;
    return at;
}

/* What follows a directive, without comments and splices. */
static char *operand_of(const char *at, const char *end)
{
    struct netcl_str text = NETCL_STR_INIT;
    char quote = 0;

    for (; at < end && *at != '\n'; at++) {
        if (is_splice(at)) {
            at += 1 + (at[1] == '\r');
            continue;
        }
        if (!quote && at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            break;
        if (quote ? *at == quote : *at == '"')
            quote = quote ? 0 : *at;
        netcl_str_append_char(&text, *at);
    }
    while (text.length && isspace((unsigned char)text.text[text.length - 1]))
        text.text[--text.length] = '\0';
    return netcl_str_take(&text);
}

/* ---- expanding --------------------------------------------------------- */

static bool has_guard(const struct reader *reader, const struct frame *frame,
                      const char *guard)
{
    size_t length = strlen(guard);
    const char *at;

    for (; frame; frame = frame->outer)
        if (frame->guard && !strcmp(frame->guard, guard))
            return true;
    for (at = reader->guards.text; at && *at; at = strchr(at, '\n') + 1)
        if (!strncmp(at, guard, length) && at[length] == '\n')
            return true;
    return false;
}

static bool is_open(const struct frame *frame, const char *text)
{
    for (; frame; frame = frame->outer)
        if (!strcmp(frame->text, text))
            return true;
    return false;
}

static void expand(struct reader *reader, struct frame *frame);

/* A file within the one of `outer`. */
static void expand_within(struct reader *reader, const struct frame *outer,
                          const char *text, const char *folder)
{
    struct netcl_guard guard;
    struct frame frame = {outer, text, folder, NULL, false, 0};

    if (netcl_guard_find(text, &guard)) {
        reader->is_uncertain = true;
        return;
    }
    frame.guard = guard.name;
    frame.is_guarded_by_if = guard.name && !guard.is_once;
    if (!guard.name && is_open(outer, text)) {
        reader->is_uncertain = true; /* it includes itself */
    } else if (!guard.name || !has_guard(reader, outer, guard.name)) {
        if (guard.is_once)
            netcl_str_printf(&reader->out, "#ifndef %s\n#define %s\n",
                             guard.name, guard.name);
        expand(reader, &frame);
        reader->is_uncertain |= frame.depth != 0;
        netcl_str_append(&reader->out, guard.is_once ? "\n#endif\n" : "\n");
        if (guard.name)
            netcl_str_printf(&reader->guards, "%s\n", guard.name);
    }
    netcl_guard_free(&guard);
}

/* Reached only in a branch that is not taken; else the build has to fail. */
#define MISSING "\n#error a file that is not there\n"

static void include(struct reader *reader, const struct frame *frame,
                    const char *operand)
{
    const char *defines = reader->defines.text ? reader->defines.text : "";
    char *name = netcl_operand_expand(operand, defines);
    size_t length = name ? strlen(name) : 0;
    char *text = NULL, *folder = NULL;
    int err = -EEXIST;

    if (length > 2 && name[length - 1] == (*name == '<' ? '>' : '"')) {
        name[length - 1] = '\0';
        err = find(reader, frame, name + 1, *name == '"', &text, &folder);
    }
    if (!err && reader->depth < MOST_DEPTH && reader->out.length < MOST_BYTES) {
        reader->depth++;
        expand_within(reader, frame, text, folder);
        reader->depth--;
    } else if (err == -ENOENT && reader->branches) {
        netcl_str_append(&reader->out, MISSING);
    } else {
        reader->is_uncertain = true;
    }
    free(name);
    free(text);
    free(folder);
}

static void shorten(struct netcl_str *text, size_t length)
{
    text->length = length;
    text->text[length] = '\0';
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && !strncmp(word, expected, length);
}

/*
 * An #if, #else or #endif. What was included in a branch may not have been,
 * once it ends; the #if that is a header's guard is no branch.
 */
static void follow_branch(struct reader *reader, struct frame *frame,
                          const char *word)
{
    bool is_end = !strncmp(word, "end", 3), is_if = !strncmp(word, "if", 2);

    frame->depth -= is_end;
    if (!frame->is_guarded_by_if || frame->depth > 0) {
        reader->branches -= !is_if;
        if (reader->branches < 0 || reader->branches + 1 >= MOST_BRANCHES) {
            reader->is_uncertain = true;
            return;
        }
        if (!is_if && reader->guards.text)
            shorten(&reader->guards, reader->marks[reader->branches]);
        if (!is_end)
            reader->marks[reader->branches++] = reader->guards.length;
    }
    frame->depth += is_if;
}

/* True where the line is not to be copied. */
static bool follow(struct reader *reader, struct frame *frame, const char *word,
                   size_t length, char *operand)
{
    if (!strncmp(word, "if", 2) || !strncmp(word, "el", 2) ||
        is_word(word, length, "endif"))
        follow_branch(reader, frame, word);
    else if (is_word(word, length, "define"))
        netcl_str_printf(&reader->defines, "#define %s\n",
                         operand + strspn(operand, " \t"));
    else if (is_word(word, length, "undef"))
        reader->is_uncertain |=
            has_guard(reader, frame, operand + strspn(operand, " \t"));
    else if (is_word(word, length, "pragma"))
        return !strcmp(operand + strspn(operand, " \t"), "once");
    else if (is_word(word, length, "include"))
        include(reader, frame, operand);
    return is_word(word, length, "include");
}

static void expand(struct reader *reader, struct frame *frame)
{
    const char *line, *next, *word, *rest = NULL;
    bool in_comment = false, was_in_comment, is_taken;
    char *operand;
    size_t length;

    for (line = frame->text; *line && !reader->is_uncertain; line = next) {
        was_in_comment = in_comment;
        next = skip_line(line, &in_comment);
        word = directive(line, was_in_comment, &rest, &length);
        is_taken = false;
        if (length) {
            operand = operand_of(rest, next);
            reader->is_uncertain |= !operand;
            is_taken = operand && follow(reader, frame, word, length, operand);
            free(operand);
        }
        /* A comment that such a line begins or ends in would be torn. */
        if (is_taken)
            reader->is_uncertain |= in_comment || was_in_comment;
        else
            netcl_str_append_bytes(&reader->out, line, (size_t)(next - line));
    }
}

/* What would see where its lines have gone. */
static bool asks_for_lines(const char *text)
{
    return strstr(text, "__LINE__") || strstr(text, "__FILE") ||
           strstr(text, "__BASE_FILE__") || strstr(text, "__has_include") ||
           strstr(text, "__INCLUDE_LEVEL__");
}

char *netcl_include_expand(const char *source, const char *options,
                           const struct netcl_header *headers, size_t count)
{
    struct reader reader = {.headers = headers, .count = count};
    struct frame frame = {NULL, source, NULL, NULL, false, 0};
    char *text = NULL;

    if (netcl_options_read(options, &reader.options))
        return NULL;
    netcl_str_append(&reader.defines, reader.options.defines);
    expand(&reader, &frame);
    if (!reader.is_uncertain && !reader.defines.failed && !reader.guards.failed)
        text = netcl_str_take(&reader.out);
    if (text && asks_for_lines(text)) {
        free(text);
        text = NULL;
    }
    netcl_str_free(&reader.out);
    netcl_str_free(&reader.defines);
    netcl_str_free(&reader.guards);
    netcl_options_free(&reader.options);
    return text;
}
