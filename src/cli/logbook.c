/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/logbook.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/str.h"
#include "cli/phrase.h"

/* ---- fields of a line ------------------------------------------------ */

/* A copy, or NULL where there is no such text. */
static char *text_in(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    const char *text;

    if (netcl_json_find(line, key, &at) || netcl_json_is_null(&at) ||
        netcl_json_text(&at, &text))
        return NULL;
    return strdup(text);
}

static char *compact_in(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;

    return netcl_json_find(line, key, &at) ? NULL : netcl_phrase_compact(&at);
}

static double real_in(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    double number;

    if (netcl_json_find(line, key, &at) || netcl_json_is_null(&at) ||
        netcl_json_real(&at, &number))
        return 0;
    return number;
}

static unsigned long long count_in(const struct netcl_json_at *line,
                                   const char *key)
{
    const double most = 1e15; /* beyond that it is no count, but a lie */
    double number = real_in(line, key);

    if (!(number > 0))
        return 0;
    return (unsigned long long)(number < most ? number : most);
}

static bool truth_in(const struct netcl_json_at *line, const char *key)
{
    struct netcl_json_at at;
    bool truth;

    return !netcl_json_find(line, key, &at) && !netcl_json_bool(&at, &truth) &&
           truth;
}

static enum netcl_origin origin_in(const struct netcl_json_at *line)
{
    char *name = text_in(line, "origin");
    int i = NETCL_ORIGIN_SHARED;

    while (i > 0 && (!name || strcmp(name, netcl_origin_name(i))))
        i--;
    free(name);
    return (enum netcl_origin)i;
}

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
    if (!kernel || !kernel->sum.kernel) {
        free(kernel);
        return NULL;
    }
    HASH_ADD_KEYPTR(hh, book->kernels, kernel->sum.kernel, strlen(label),
                    kernel);
    return kernel;
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

static void read_evidence(const struct netcl_json_at *line,
                          struct netcl_decision *decision)
{
    char *reason = text_in(line, "reason");
    enum netcl_reason known = netcl_reason_find(reason);

    decision->origin = origin_in(line);
    decision->reason =
        known == NETCL_REASON_COUNT ? NULL : netcl_reason_text(known);
    free(reason);
    decision->speedup = real_in(line, "speedup");
    decision->original_us = real_in(line, "original_us");
    decision->chosen_us = real_in(line, "chosen_us");
    decision->is_exact = truth_in(line, "exact");
    decision->error.max_abs = real_in(line, "max_abs");
    decision->error.max_rel = real_in(line, "max_rel");
    decision->error.max_ulp = real_in(line, "max_ulp");
    decision->tuning_ms = real_in(line, "tuning_ms");
    decision->launches = (unsigned)count_in(line, "launches");
}

static bool read_decision(const struct netcl_json_at *line,
                          struct netcl_decision *decision)
{
    memset(decision, 0, sizeof(*decision));
    decision->key = text_in(line, "key");
    decision->device = text_in(line, "device");
    decision->driver = text_in(line, "driver");
    decision->kernel = text_in(line, "kernel");
    decision->family = text_in(line, "family");
    decision->shape = compact_in(line, "shape");
    decision->choice = compact_in(line, "choice");
    read_evidence(line, decision);
    return decision->key && decision->kernel && decision->choice;
}

/* The fastest candidate that only rounding kept out. */
static double inexact_in(const struct netcl_json_at *line)
{
    struct netcl_json_at list, item = {0};
    double least = 0, us;
    char *status;

    if (netcl_json_find(line, "candidates", &list))
        return 0;
    while (netcl_json_next(&list, &item)) {
        status = text_in(&item, "status");
        us = real_in(&item, "median_us");
        if (status && us > 0 && (!least || us < least) &&
            !strcmp(status, netcl_status_name(NETCL_STATUS_INEXACT)))
            least = us;
        free(status);
    }
    return least;
}

static int add_decision(struct netcl_logbook *book,
                        const struct netcl_json_at *line)
{
    struct netcl_logged_kernel *kernel = NULL;
    struct netcl_logged_key *key = NULL;
    struct netcl_decision decision;
    double inexact_us = inexact_in(line);

    if (read_decision(line, &decision))
        kernel = kernel_of(book, decision.kernel);
    if (kernel)
        key = key_of(kernel, decision.key);
    if (!key) {
        netcl_decision_clear(&decision);
        return -EINVAL;
    }
    replace(kernel, key, &decision);
    free(key->time);
    key->time = text_in(line, "time");
    key->decisions++;
    key->tuning_ms += decision.tuning_ms;
    book->tuning_ms += decision.tuning_ms;
    if (inexact_us > 0)
        key->inexact_us = inexact_us;
    return 0;
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
    fresh->kernel = text_in(line, "kernel");
    fresh->fingerprint = text_in(line, "fingerprint");
    fresh->reason = text_in(line, "reason");
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

static void add_counts(struct netcl_summary_line *sum,
                       const struct netcl_json_at *line)
{
    sum->launches += count_in(line, "launches");
    sum->substituted += count_in(line, "substituted");
    sum->keys_tuned += count_in(line, "keys_tuned");
    sum->keys_cached += count_in(line, "keys_cached");
    sum->tuning_ms += real_in(line, "tuning_ms");
    sum->saved_ms += real_in(line, "saved_ms");
}

static int add_summary(struct netcl_logbook *book,
                       const struct netcl_json_at *line)
{
    struct netcl_json_at list, item = {0};
    struct netcl_logged_kernel *kernel;
    char *label;

    add_counts(&book->total, line);
    book->summaries++;
    if (netcl_json_find(line, "kernels", &list))
        return 0;
    while (netcl_json_next(&list, &item)) {
        label = text_in(&item, "kernel");
        kernel = label ? kernel_of(book, label) : NULL;
        free(label);
        if (!kernel)
            return -EINVAL;
        add_counts(&kernel->sum, &item);
    }
    return 0;
}

static int add_line(struct netcl_logbook *book,
                    const struct netcl_json_at *line)
{
    char *event = text_in(line, "event");
    int err = event ? 0 : -EINVAL; /* events of later versions are skipped */

    if (event && !strcmp(event, "decision"))
        err = add_decision(book, line);
    else if (event && !strcmp(event, "skip"))
        err = add_skip(book, line);
    else if (event && !strcmp(event, "summary"))
        err = add_summary(book, line);
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

    if (!name || netcl_json_open(name, text, length, &file)) {
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

    for (length = getline(&text, &capacity, file); length > 0;
         length = getline(&text, &capacity, file)) {
        if (text[length - 1] == '\n')
            text[--length] = '\0';
        if (length)
            read_line(book, path, number, text, (size_t)length);
        number++;
    }
    free(text);
}

int netcl_logbook_read(struct netcl_logbook *book, const char *path,
                       long offset)
{
    FILE *file = fopen(path, "re");
    int err = 0;

    if (!file) {
        err = -errno;
        netcl_diag_error("%s: %s", path, strerror(errno));
        return err;
    }
    if (!fseek(file, offset, SEEK_SET))
        read_lines(book, path, file);
    if (ferror(file)) {
        err = -EIO;
        netcl_diag_error("%s: cannot be read", path);
    }
    fclose(file);
    return err;
}

static void free_keys(struct netcl_logged_kernel *kernel)
{
    struct netcl_logged_key *key, *next;

    HASH_ITER (hh, kernel->keys, key, next) {
        HASH_DEL(kernel->keys, key);
        netcl_decision_clear(&key->last);
        free(key->time);
        free(key);
    }
}

void netcl_logbook_clear(struct netcl_logbook *book)
{
    struct netcl_logged_kernel *kernel, *next;
    struct netcl_logged_skip *skip = book->skips, *after;

    HASH_ITER (hh, book->kernels, kernel, next) {
        HASH_DEL(book->kernels, kernel);
        free_keys(kernel);
        free((char *)kernel->sum.kernel);
        free(kernel);
    }
    for (; skip; skip = after) {
        after = skip->next;
        free_skip(skip);
    }
    memset(book, 0, sizeof(*book));
}
