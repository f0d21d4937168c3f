/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/log.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "base/dict.h"
#include "base/quiet.h"
#include "base/str.h"
#include "decide/entry.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* A longer source is left out: it is in the way of everything else. */
#define SOURCE_MOST (256 * 1024)

struct skip {
    char *name; /* reason and kernel, or another kind of line and its name */
    UT_hash_handle hh;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;
static uint64_t start_ns;  /* of the start line */
static struct skip *skips; /* written already */

static void close_fd(void)
{
    if (log_fd >= 0 && log_fd != STDERR_FILENO)
        close(log_fd);
    log_fd = -1;
}

void netcl_log_open(const char *target)
{
    int fd = -1;

    if (target && !strcmp(target, "stderr")) {
        fd = STDERR_FILENO;
    } else if (target && *target) {
        fd = open(target,
                  O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK |
                      O_NOCTTY,
                  0644);
        if (fd < 0)
            netcl_diag_error("%s: cannot be written (%s): no log (set "
                             "NETCL_TUNE_LOG to a file that can be)",
                             target, strerror(errno));
    }
    pthread_mutex_lock(&mutex);
    close_fd();
    log_fd = fd;
    pthread_mutex_unlock(&mutex);
}

void netcl_log_close(void)
{
    struct skip *skip, *next;

    pthread_mutex_lock(&mutex);
    close_fd();
    HASH_ITER (hh, skips, skip, next) {
        HASH_DEL(skips, skip); /* NOLINT: .clang-tidy */
        free(skip->name);
        free(skip);
    }
    pthread_mutex_unlock(&mutex);
}

bool netcl_log_is_open(void)
{
    bool is_open;

    pthread_mutex_lock(&mutex);
    is_open = log_fd >= 0;
    pthread_mutex_unlock(&mutex);
    return is_open;
}

static void write_quietly(const char *text, size_t length)
{
    struct netcl_quiet quiet;
    ssize_t written;

    netcl_quiet_enter(&quiet);
    do
        written = write(log_fd, text, length);
    while (written < 0 && errno == EINTR);
    netcl_quiet_leave(&quiet);
}

/* One write a line: appended whole, whoever else has the file open. */
static void write_line(struct netcl_str *line)
{
    netcl_str_append(line, "}\n");
    pthread_mutex_lock(&mutex);
    if (log_fd >= 0 && line->text && !line->failed)
        write_quietly(line->text, line->length);
    pthread_mutex_unlock(&mutex);
    netcl_str_free(line);
}

static void start_line(struct netcl_str *line, const char *event)
{
    char now[NETCL_CLOCK_TEXT_BYTES];

    netcl_clock_text(now);
    netcl_str_printf(line, "{\"event\":\"%s\",\"time\":\"%s\",\"pid\":%ld",
                     event, now, (long)getpid());
}

static void add_text(struct netcl_str *line, const char *name, const char *text)
{
    netcl_str_printf(line, ",\"%s\":", name);
    netcl_entry_append_text(line, text);
}

/* `json` as it is; `fallback` where there is none. */
static void add_json(struct netcl_str *line, const char *name, const char *json,
                     const char *fallback)
{
    netcl_str_printf(line, ",\"%s\":", name);
    netcl_str_append(line, json ? json : fallback);
}

static void add_number(struct netcl_str *line, const char *name, double value)
{
    netcl_str_printf(line, ",\"%s\":", name);
    netcl_entry_append_number(line, value);
}

static void add_count(struct netcl_str *line, const char *name,
                      unsigned long long count)
{
    netcl_str_printf(line, ",\"%s\":%llu", name, count);
}

static void add_setting(void *context, const char *variable, const char *value)
{
    struct netcl_str *settings = context;

    if (settings->length)
        netcl_str_append_char(settings, ',');
    netcl_entry_append_text(settings, variable);
    netcl_str_append_char(settings, ':');
    netcl_entry_append_text(settings, value);
}

void netcl_log_write_start(void)
{
    struct netcl_str line = NETCL_STR_INIT, settings = NETCL_STR_INIT;

    if (!netcl_log_is_open())
        return;
    netcl_config_each(add_setting, &settings);
    start_ns = netcl_clock_ns();
    start_line(&line, "start");
    add_text(&line, "program", program_invocation_short_name);
    add_text(&line, "version", PACKAGE_VERSION);
    netcl_str_append(&line, ",\"settings\":{");
    netcl_str_append(&line, settings.text ? settings.text : "");
    netcl_str_append_char(&line, '}');
    write_line(&line);
    netcl_str_free(&settings);
}

static void add_spread(struct netcl_str *line,
                       const struct netcl_spread *spread)
{
    if (!(spread->most_us > 0))
        return;
    add_number(line, "least_us", spread->least_us);
    add_number(line, "q1_us", spread->q1_us);
    add_number(line, "q3_us", spread->q3_us);
    add_number(line, "most_us", spread->most_us);
}

static void add_candidate(struct netcl_str *line,
                          const struct netcl_result *result)
{
    netcl_str_append(line, "{\"choice\":");
    netcl_str_append(line, result->choice ? result->choice : "null");
    add_text(line, "status", netcl_status_name(result->status));
    if (result->samples > 0) {
        add_number(line, "median_us", result->median_us);
        add_count(line, "samples", result->samples);
        add_spread(line, &result->spread);
    }
    if (result->error.max_abs != 0 || result->error.max_rel != 0 ||
        result->error.max_ulp != 0)
        netcl_entry_append_error(line, false, &result->error);
    if (result->is_other_data)
        add_text(line, "data", "random");
    netcl_str_append_char(line, '}');
}

static void add_candidates(struct netcl_str *line,
                           const struct netcl_decision *decision)
{
    const char *comma = "";
    size_t i;

    netcl_str_append(line, ",\"candidates\":[");
    for (i = 0; i < decision->candidate_count; i++) {
        if (decision->candidates[i].status == NETCL_STATUS_UNTRIED)
            continue;
        netcl_str_append(line, comma);
        add_candidate(line, &decision->candidates[i]);
        comma = ",";
    }
    netcl_str_append_char(line, ']');
}

void netcl_log_decision(const struct netcl_decision *decision)
{
    struct netcl_str line = NETCL_STR_INIT;

    /* Without memory for it there is no line. */
    if (!netcl_log_is_open() || !decision->key || !decision->kernel ||
        !decision->choice)
        return;
    start_line(&line, "decision");
    add_text(&line, "key", decision->key);
    add_text(&line, "device", decision->device);
    add_text(&line, "driver", decision->driver);
    add_text(&line, "kernel", decision->kernel);
    add_text(&line, "family", decision->family);
    add_json(&line, "shape", decision->shape, "[]");
    add_text(&line, "origin", netcl_origin_name(decision->origin));
    add_json(&line, "choice", decision->choice, "null");
    add_text(&line, "reason", decision->reason);
    add_number(&line, "speedup", decision->speedup);
    add_number(&line, "original_us", decision->original_us);
    add_number(&line, "chosen_us", decision->chosen_us);
    netcl_entry_append_error(&line, decision->is_exact, &decision->error);
    add_number(&line, "tuning_ms", decision->tuning_ms);
    if (decision->elapsed_ms > 0)
        add_number(&line, "elapsed_ms", decision->elapsed_ms);
    add_count(&line, "launches", decision->launches);
    add_candidates(&line, decision);
    write_line(&line);
}

void netcl_log_write_audit(const struct netcl_log_audit *audit)
{
    struct netcl_str line = NETCL_STR_INIT;

    if (!netcl_log_is_open())
        return;
    start_line(&line, "audit");
    add_text(&line, "key", audit->key);
    add_text(&line, "kernel", audit->kernel);
    add_json(&line, "choice", audit->choice, "null");
    add_text(&line, "result", audit->result);
    add_number(&line, "original_us", audit->original_us);
    add_number(&line, "chosen_us", audit->chosen_us);
    add_number(&line, "max_abs", audit->error.max_abs);
    add_number(&line, "max_rel", audit->error.max_rel);
    add_number(&line, "max_ulp", audit->error.max_ulp);
    write_line(&line);
}

/* Whether nothing was written of this kind by this name; remembers it. */
static bool is_new(const char *kind, const char *name)
{
    struct skip *skip = calloc(1, sizeof(*skip)), *known;
    bool is_new = false;

    if (!skip)
        return false;
    skip->name = netcl_str_format("%s %s", kind, name);
    pthread_mutex_lock(&mutex);
    if (skip->name && log_fd >= 0) {
        HASH_FIND_STR(skips, skip->name, known);
        if (!known) {
            HASH_ADD_KEYPTR(hh, skips, skip->name, strlen(skip->name), skip);
            is_new = skip->hh.tbl != NULL;
        }
    }
    pthread_mutex_unlock(&mutex);
    if (!is_new) {
        free(skip->name);
        free(skip);
    }
    return is_new;
}

void netcl_log_skip(const char *kernel, const char *fingerprint,
                    enum netcl_reason reason)
{
    struct netcl_str line = NETCL_STR_INIT;

    if (!netcl_log_is_open() ||
        !is_new(netcl_reason_text(reason), kernel ? kernel : ""))
        return;
    start_line(&line, "skip");
    add_text(&line, "kernel", kernel);
    add_text(&line, "fingerprint", fingerprint);
    add_text(&line, "reason", netcl_reason_text(reason));
    write_line(&line);
}

/* For whoever writes a variant of it. */
static void write_source(const struct netcl_log_kernel *kernel)
{
    struct netcl_str line = NETCL_STR_INIT;

    if (strlen(kernel->text) > SOURCE_MOST || !is_new("source", kernel->source))
        return;
    start_line(&line, "source");
    add_text(&line, "source", kernel->source);
    add_text(&line, "text", kernel->text);
    write_line(&line);
}

void netcl_log_write_kernel(const struct netcl_log_kernel *kernel)
{
    struct netcl_str line = NETCL_STR_INIT;

    if (!netcl_log_is_open() || !is_new("kernel", kernel->kernel))
        return;
    write_source(kernel);
    start_line(&line, "kernel");
    add_text(&line, "kernel", kernel->kernel);
    add_text(&line, "function", kernel->function);
    add_text(&line, "fingerprint", kernel->fingerprint);
    add_text(&line, "options", kernel->options);
    add_json(&line, "args", kernel->args, "[]");
    add_json(&line, "global", kernel->global, "[]");
    add_json(&line, "local", kernel->local, "null");
    add_text(&line, "source", kernel->source);
    write_line(&line);
}

bool netcl_summary_break_even(const struct netcl_summary_line *line,
                              double *launches)
{
    double each_ms;

    if (!line->substituted || line->saved_ms <= 0)
        return false;
    each_ms = line->saved_ms / (double)line->substituted;
    *launches = ceil(line->tuning_ms / each_ms);
    return true;
}

static void add_summary(struct netcl_str *line,
                        const struct netcl_summary_line *of)
{
    double launches;

    add_count(line, "launches", of->launches);
    add_count(line, "substituted", of->substituted);
    add_count(line, "keys_tuned", of->keys_tuned);
    add_count(line, "keys_cached", of->keys_cached);
    add_number(line, "tuning_ms", of->tuning_ms);
    add_number(line, "saved_ms", of->saved_ms);
    if (of->audits)
        add_count(line, "audits", of->audits);
    if (netcl_summary_break_even(of, &launches))
        add_number(line, "break_even", launches);
}

static double since_start_ms(uint64_t ns)
{
    return ns > start_ns ? (double)(ns - start_ns) / 1e6 : 0;
}

static void add_spells(struct netcl_str *line,
                       const struct netcl_spells *spells)
{
    const struct netcl_spell *spell;
    size_t i;

    if (!spells || !spells->count)
        return;
    netcl_str_append(line, ",\"spells\":[");
    for (i = 0; i < spells->count; i++) {
        spell = &spells->all[i];
        netcl_str_append(line, i ? ",{" : "{");
        netcl_str_append(line, "\"from_ms\":");
        netcl_entry_append_number(line, since_start_ms(spell->from_ns));
        add_number(line, "to_ms", since_start_ms(spell->to_ns));
        add_count(line, "launches", spell->launches);
        add_number(line, "device_ms", spell->device_us / 1e3);
        netcl_str_append_char(line, '}');
    }
    netcl_str_append_char(line, ']');
}

void netcl_log_summary(const struct netcl_summary *summary)
{
    struct netcl_str line = NETCL_STR_INIT;
    size_t i;

    if (!netcl_log_is_open())
        return;
    start_line(&line, "summary");
    add_summary(&line, &summary->total);
    netcl_str_append(&line, ",\"kernels\":[");
    for (i = 0; i < summary->kernel_count; i++) {
        netcl_str_append(&line, i ? ",{\"kernel\":" : "{\"kernel\":");
        netcl_entry_append_text(&line, summary->kernels[i].kernel);
        add_summary(&line, &summary->kernels[i]);
        add_spells(&line, summary->kernels[i].spells);
        netcl_str_append_char(&line, '}');
    }
    netcl_str_append_char(&line, ']');
    write_line(&line);
}
