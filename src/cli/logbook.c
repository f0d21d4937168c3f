/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/logbook.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/str.h"
#include "cli/logline.h"

/* ---- the book -------------------------------------------------------- */

static struct netcl_logged_kernel *kernel_of(struct netcl_logbook *book,
                                             const char *label)
{
    struct netcl_logged_kernel *kernel;

    HASH_FIND_STR(book->kernels, label, kernel);
    if (kernel)
        return kernel;
    kernel = calloc(1, sizeof(*kernel));
    if (kernel)
        kernel->sum.kernel = strdup(label);
    if (kernel && kernel->sum.kernel)
        HASH_ADD_KEYPTR(hh, book->kernels, kernel->sum.kernel, strlen(label),
                        kernel);
    if (kernel && kernel->hh.tbl)
        return kernel;
    if (kernel)
        free((char *)kernel->sum.kernel);
    free(kernel);
    return NULL;
}

/* What was known of the decision's key, or something new without a key. */
static struct netcl_logged_key *key_of(struct netcl_logged_kernel *kernel,
                                       const char *text)
{
    struct netcl_logged_key *key;

    HASH_FIND_STR(kernel->keys, text, key);
    return key ? key : calloc(1, sizeof(*key));
}

/* The new decision takes the place of the one before. */
static void replace(struct netcl_logged_kernel *kernel,
                    struct netcl_logged_key *key,
                    const struct netcl_decision *decision)
{
    if (key->last.key)
        HASH_DEL(kernel->keys, key);
    netcl_decision_clear(&key->last);
    key->last = *decision;
    HASH_ADD_KEYPTR(hh, kernel->keys, key->last.key, strlen(key->last.key),
                    key);
}

/* ---- decision lines -------------------------------------------------- */

/* The fastest candidate that only rounding kept out. */
static double inexact_of(const struct netcl_decision *decision)
{
    const struct netcl_result *result;
    double least = 0;
    size_t i;

    for (i = 0; i < decision->candidate_count; i++) {
        result = &decision->candidates[i];
        if (result->status == NETCL_STATUS_INEXACT && result->median_us > 0 &&
            (!least || result->median_us < least))
            least = result->median_us;
    }
    return least;
}

/* What was measured counts until it is measured again. */
static void keep_search(struct netcl_logged_key *key,
                        struct netcl_decision *decision)
{
    double inexact_us = inexact_of(decision);

    if (!decision->candidate_count)
        return;
    netcl_decision_clear(&key->search);
    key->search.candidates = decision->candidates;
    key->search.candidate_count = decision->candidate_count;
    decision->candidates = NULL;
    decision->candidate_count = 0;
    key->inexact_us = inexact_us;
}

struct netcl_logged_key *netcl_logbook_add(struct netcl_logbook *book,
                                           struct netcl_decision *decision)
{
    struct netcl_logged_kernel *kernel = kernel_of(book, decision->kernel);
    struct netcl_logged_key *key = NULL;

    if (kernel)
        key = key_of(kernel, decision->key);
    if (!key) {
        netcl_decision_clear(decision);
        return NULL;
    }
    keep_search(key, decision);
    replace(kernel, key, decision);
    return key;
}

static int add_decision(struct netcl_logbook *book,
                        const struct netcl_json_at *line)
{
    struct netcl_decision decision;
    struct netcl_logged_key *key;

    if (!netcl_logline_decision(line, &decision)) {
        netcl_decision_clear(&decision);
        return -EINVAL;
    }
    key = netcl_logbook_add(book, &decision);
    if (!key)
        return -ENOMEM;
    free(key->time);
    key->time = netcl_logline_text(line, "time");
    key->decisions++;
    key->tuning_ms += key->last.tuning_ms;
    book->tuning_ms += key->last.tuning_ms;
    return 0;
}

/* ---- a cache instead of a log ---------------------------------------- */

/* "(64, 8)" as [64,8]. */
static char *list_of(const char *tuple)
{
    struct netcl_str text = NETCL_STR_INIT;

    netcl_str_append_char(&text, '[');
    for (; *tuple; tuple++)
        if (!strchr("() ", *tuple) && !(*tuple == ',' && tuple[1] == ')'))
            netcl_str_append_char(&text, *tuple);
    netcl_str_append_char(&text, ']');
    return netcl_str_take(&text);
}

/* The last "::" before `end`, or NULL. */
static const char *colons_before(const char *text, const char *end)
{
    const char *at = end - 2;

    while (at > text && strncmp(at, "::", 2))
        at--;
    return at > text ? at : NULL;
}

/* device|driver::kernel::shape, taken apart. */
static bool read_key(const char *key, struct netcl_decision *decision)
{
    const char *shape = colons_before(key, key + strlen(key));
    const char *label = shape ? colons_before(key, shape) : NULL;
    const char *bar = label ? memrchr(key, '|', (size_t)(label - key)) : NULL;

    if (!bar)
        return false;
    decision->key = strdup(key);
    decision->device = strndup(key, (size_t)(bar - key));
    decision->driver = strndup(bar + 1, (size_t)(label - bar - 1));
    decision->kernel = strndup(label + 2, (size_t)(shape - label - 2));
    decision->shape = list_of(shape + 2);
    return decision->key && decision->kernel;
}

void netcl_logbook_add_cached(struct netcl_logbook *book, const char *key,
                              const struct netcl_cached *cached)
{
    enum netcl_reason reason = netcl_reason_find(cached->reason);
    struct netcl_decision decision = {0};

    decision.choice = strdup(cached->choice);
    if (!decision.choice || !read_key(key, &decision)) {
        netcl_decision_clear(&decision);
        return;
    }
    decision.origin = cached->origin;
    decision.reason =
        reason == NETCL_REASON_COUNT ? NULL : netcl_reason_text(reason);
    decision.speedup = cached->speedup;
    decision.original_us = cached->original_us;
    decision.chosen_us = cached->chosen_us;
    decision.is_exact = cached->is_exact;
    decision.error = cached->error;
    netcl_logbook_add(book, &decision);
}

/* ---- other lines ----------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static void free_skip(struct netcl_logged_skip *skip)
{
    free(skip->kernel);
    free(skip->fingerprint);
    free(skip->reason);
    free(skip);
}

static int add_skip(struct netcl_logbook *book,
                    const struct netcl_json_at *line)
{
    struct netcl_logged_skip **link = &book->skips, *fresh;

    fresh = calloc(1, sizeof(*fresh));
    if (!fresh)
        return -ENOMEM;
    fresh->kernel = netcl_logline_text(line, "kernel");
    fresh->fingerprint = netcl_logline_text(line, "fingerprint");
    fresh->reason = netcl_logline_text(line, "reason");
    for (; *link; link = &(*link)->next)
        if (is_same((*link)->kernel, fresh->kernel) &&
            is_same((*link)->fingerprint, fresh->fingerprint) &&
            is_same((*link)->reason, fresh->reason))
            break;
    if (!*link && fresh->kernel && fresh->reason) {
        *link = fresh;
        return 0;
    }
    link = fresh->kernel && fresh->reason ? link : NULL;
    free_skip(fresh);
    return link ? 0 : -EINVAL;
}

static int add_summary(struct netcl_logbook *book,
                       const struct netcl_json_at *line)
{
    struct netcl_json_at list, item = {0};
    struct netcl_logged_kernel *kernel;
    char *label;

    netcl_logline_add_counts(&book->total, line);
    book->summaries++;
    if (netcl_json_find(line, "kernels", &list))
        return 0;
    while (netcl_json_next(&list, &item)) {
        label = netcl_logline_text(&item, "kernel");
        kernel = label ? kernel_of(book, label) : NULL;
        free(label);
        if (!kernel)
            return -EINVAL;
        netcl_logline_add_counts(&kernel->sum, &item);
    }
    return 0;
}

static int add_kernel(struct netcl_logbook *book,
                      const struct netcl_json_at *line)
{
    return netcl_unmatched_add(
        &book->unmatched, netcl_logtime_program(book->processes, line), line);
}

static int add_line(struct netcl_logbook *book,
                    const struct netcl_json_at *line)
{
    char *event = netcl_logline_text(line, "event");
    int err = event ? 0 : -EINVAL; /* events of later versions are skipped */

    if (event && !strcmp(event, "decision"))
        err = add_decision(book, line);
    else if (event && !strcmp(event, "skip"))
        err = add_skip(book, line);
    else if (event && !strcmp(event, "summary"))
        err = add_summary(book, line);
    else if (event && !strcmp(event, "kernel"))
        err = add_kernel(book, line);
    else if (event && !strcmp(event, "source"))
        err = netcl_unmatched_add_source(&book->sources, line);
    if (!err)
        err = netcl_logtime_add(&book->processes, event, line);
    free(event);
    if (err == -EINVAL)
        netcl_json_fail(line, "is not a line of a decision log");
    return err;
}

/* ---- reading --------------------------------------------------------- */

static void read_line(struct netcl_logbook *book, const char *path,
                      size_t number, const char *text, size_t length)
{
    char *name = netcl_str_format("%s:%zu", path, number);
    struct netcl_json_at line;
    struct netcl_json *file;

    if (!name ||
        netcl_json_open(name, "the line is left out", text, length, &file)) {
        book->torn++;
        free(name);
        return;
    }
    line = netcl_json_root(file);
    if (add_line(book, &line))
        book->torn++;
    netcl_json_close(file);
    free(name);
}

static void read_lines(struct netcl_logbook *book, const char *path, FILE *file)
{
    char *text = NULL;
    size_t capacity = 0, number = 1;
    ssize_t length;
    int error;

    for (length = getline(&text, &capacity, file); length > 0;
         length = getline(&text, &capacity, file)) {
        if (text[length - 1] == '\n')
            text[--length] = '\0';
        if (length)
            read_line(book, path, number, text, (size_t)length);
        number++;
    }
    error = errno;
    free(text);
    errno = error;
}

/* For reports, which name what they rest on. */
static void add_path(struct netcl_logbook *book, const char *path)
{
    char **paths =
        realloc(book->paths, (book->path_count + 2) * sizeof(*paths));

    if (!paths)
        return;
    book->paths = paths;
    paths[book->path_count] = strdup(path);
    if (paths[book->path_count])
        paths[++book->path_count] = NULL;
}

static int report_unread(const char *path, int error)
{
    netcl_diag_error("%s: cannot be read: %s (netcl-tune run --log FILE writes "
                     "a log)",
                     path, strerror(error));
    return -error;
}

int netcl_logbook_read(struct netcl_logbook *book, const char *path,
                       long offset)
{
    FILE *file = fopen(path, "re");
    int err = 0;

    if (!file)
        return report_unread(path, errno);
    add_path(book, path);
    if (!fseek(file, offset, SEEK_SET))
        read_lines(book, path, file);
    if (ferror(file)) /* a folder, for one */
        err = report_unread(path, errno ? errno : EIO);
    fclose(file);
    return err;
}

static void free_keys(struct netcl_logged_kernel *kernel)
{
    struct netcl_logged_key *key, *next;

    HASH_ITER (hh, kernel->keys, key, next) {
        HASH_DEL(kernel->keys, key); /* NOLINT: .clang-tidy */
        netcl_decision_clear(&key->last);
        netcl_decision_clear(&key->search);
        free(key->time);
        free(key);
    }
}

void netcl_logbook_clear(struct netcl_logbook *book)
{
    struct netcl_logged_kernel *kernel, *next;
    struct netcl_logged_skip *skip = book->skips, *after;

    HASH_ITER (hh, book->kernels, kernel, next) {
        HASH_DEL(book->kernels, kernel); /* NOLINT: .clang-tidy */
        free_keys(kernel);
        free((char *)kernel->sum.kernel);
        free(kernel);
    }
    for (; skip; skip = after) {
        after = skip->next;
        free_skip(skip);
    }
    netcl_unmatched_free(book->unmatched);
    netcl_unmatched_free_sources(book->sources);
    netcl_logtime_free(book->processes);
    while (book->path_count)
        free(book->paths[--book->path_count]);
    free(book->paths);
    memset(book, 0, sizeof(*book));
}
