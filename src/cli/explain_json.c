/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/explain.h"
#include "cli/report.h"
#include "cli/tried.h"
#include "cli/writer.h"
#include "decide/reason.h"

static void write_reason(struct netcl_writer *to, const char *text)
{
    enum netcl_reason reason = netcl_reason_find(text);
    bool is_known = reason != NETCL_REASON_COUNT;

    netcl_writer_text(to, "reason", text);
    netcl_writer_text(to, "meaning",
                      is_known ? netcl_reason_meaning(reason) : NULL);
    netcl_writer_text(to, "advice",
                      is_known ? netcl_reason_advice(reason) : NULL);
}

static void write_result(struct netcl_writer *to, const char *name,
                         const struct netcl_result *result)
{
    if (!result)
        return;
    netcl_writer_open(to, name, '{');
    netcl_writer_raw(to, "choice", result->choice);
    netcl_writer_real(to, "median_us", result->median_us);
    netcl_writer_close(to, '{');
}

static void write_tried(struct netcl_writer *to,
                        const struct netcl_logged_key *key)
{
    struct netcl_tried tried;
    int i;

    netcl_tried_count(key, &tried);
    netcl_writer_open(to, "tried", '{');
    for (i = 0; i < NETCL_STATUS_COUNT; i++)
        if (tried.statuses[i])
            netcl_writer_integer(to, netcl_status_name((enum netcl_status)i),
                                 (long long)tried.statuses[i]);
    netcl_writer_close(to, '{');
    write_result(to, "next_best", tried.nearest);
    write_result(to, "inexact", tried.inexact);
}

static void write_changes(struct netcl_writer *to,
                          const struct netcl_logged_key *key)
{
    struct netcl_change changes[NETCL_CHANGES_MOST];
    size_t i, count = netcl_tried_changes(key, changes);

    if (!count)
        return;
    netcl_writer_open(to, "derived", '[');
    for (i = 0; i < count; i++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "name", changes[i].name);
        netcl_writer_integer(to, "tried", (long long)changes[i].tried);
        if (changes[i].with_us > 0) {
            netcl_writer_real(to, "with_us", changes[i].with_us);
            netcl_writer_real(to, "without_us", changes[i].without_us);
        }
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_key(struct netcl_writer *to,
                      const struct netcl_logged_key *key)
{
    const struct netcl_decision *last = &key->last;

    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "key", last->key);
    netcl_writer_text(to, "device", last->device);
    netcl_writer_raw(to, "shape", last->shape ? last->shape : "null");
    netcl_writer_raw(to, "choice", last->choice);
    netcl_writer_bool(to, "is_faster", !netcl_report_is_original(last));
    netcl_writer_real(to, "speedup", last->speedup);
    netcl_writer_bool(to, "exact", last->is_exact);
    write_reason(to, last->reason);
    netcl_writer_text(to, "what_would_help", netcl_explain_advice(key));
    write_tried(to, key);
    write_changes(to, key);
    netcl_writer_close(to, '{');
}

static void write_kernel(struct netcl_writer *to,
                         const struct netcl_explain *explain,
                         const struct netcl_logged_kernel *kernel)
{
    const struct netcl_kernel_entry *entry =
        netcl_explain_entry(explain, kernel->sum.kernel);
    const struct netcl_logged_key *key = kernel->keys;

    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "kernel", kernel->sum.kernel);
    netcl_writer_text(to, "family",
                      entry ? entry->family->name
                      : key ? key->last.family
                            : NULL);
    netcl_writer_integer(to, "launches", (long long)kernel->sum.launches);
    netcl_writer_integer(to, "substituted", (long long)kernel->sum.substituted);
    netcl_writer_bool(to, "is_undecided",
                      netcl_explain_is_undecided(explain, kernel));
    netcl_writer_open(to, "keys", '[');
    for (; key; key = key->hh.next)
        write_key(to, key);
    netcl_writer_close(to, '[');
    netcl_writer_close(to, '{');
}

static void write_skip(struct netcl_writer *to,
                       const struct netcl_logged_skip *skip)
{
    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "kernel", skip->kernel);
    netcl_writer_text(to, "fingerprint", skip->fingerprint);
    write_reason(to, skip->reason);
    netcl_writer_close(to, '{');
}

size_t netcl_explain_print_json(FILE *out, const struct netcl_explain *explain)
{
    struct netcl_writer to = NETCL_WRITER_INIT(out);
    const struct netcl_logged_kernel *kernel;
    const struct netcl_logged_skip *skip;
    size_t told = 0;

    netcl_report_sort(explain->book);
    netcl_writer_open(&to, NULL, '{');
    netcl_writer_open(&to, "kernels", '[');
    for (kernel = explain->book->kernels; kernel; kernel = kernel->hh.next)
        if (netcl_explain_wants(explain, kernel->sum.kernel)) {
            write_kernel(&to, explain, kernel);
            told++;
        }
    netcl_writer_close(&to, '[');
    netcl_writer_open(&to, "skips", '[');
    for (skip = explain->book->skips; skip; skip = skip->next)
        if (netcl_explain_wants(explain, skip->kernel)) {
            write_skip(&to, skip);
            told++;
        }
    netcl_writer_close(&to, '[');
    netcl_writer_close(&to, '{');
    return told;
}
