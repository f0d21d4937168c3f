/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report.h"
#include "cli/writer.h"

static void write_key(struct netcl_writer *to,
                      const struct netcl_logged_key *key)
{
    const struct netcl_decision *last = &key->last;

    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "key", last->key);
    netcl_writer_text(to, "time", key->time);
    netcl_writer_text(to, "device", last->device);
    netcl_writer_text(to, "driver", last->driver);
    netcl_writer_text(to, "family", last->family);
    netcl_writer_raw(to, "shape", last->shape ? last->shape : "null");
    netcl_writer_raw(to, "choice", last->choice);
    netcl_writer_text(to, "origin", netcl_origin_name(last->origin));
    netcl_writer_text(to, "reason", last->reason);
    netcl_writer_real(to, "speedup", last->speedup);
    netcl_writer_real(to, "original_us", last->original_us);
    netcl_writer_real(to, "chosen_us", last->chosen_us);
    netcl_writer_bool(to, "exact", last->is_exact);
    netcl_writer_real(to, "max_rel", last->error.max_rel);
    netcl_writer_integer(to, "decisions", key->decisions);
    netcl_writer_real(to, "tuning_ms", key->tuning_ms);
    if (key->inexact_us > 0)
        netcl_writer_real(to, "inexact_us", key->inexact_us);
    netcl_writer_close(to, '{');
}

static void write_counts(struct netcl_writer *to,
                         const struct netcl_summary_line *sum)
{
    double launches;

    netcl_writer_integer(to, "launches", (long long)sum->launches);
    netcl_writer_integer(to, "substituted", (long long)sum->substituted);
    netcl_writer_integer(to, "keys_tuned", (long long)sum->keys_tuned);
    netcl_writer_integer(to, "keys_cached", (long long)sum->keys_cached);
    netcl_writer_real(to, "tuning_ms", sum->tuning_ms);
    netcl_writer_real(to, "saved_ms", sum->saved_ms);
    if (netcl_summary_break_even(sum, &launches))
        netcl_writer_real(to, "break_even", launches);
}

static void write_kernels(struct netcl_writer *to,
                          const struct netcl_logbook *book)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;

    netcl_writer_open(to, "kernels", '[');
    for (; kernel; kernel = kernel->hh.next) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "kernel", kernel->sum.kernel);
        write_counts(to, &kernel->sum);
        netcl_writer_open(to, "keys", '[');
        for (key = kernel->keys; key; key = key->hh.next)
            write_key(to, key);
        netcl_writer_close(to, '[');
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_skips(struct netcl_writer *to,
                        const struct netcl_logbook *book)
{
    const struct netcl_logged_skip *skip = book->skips;

    netcl_writer_open(to, "skips", '[');
    for (; skip; skip = skip->next) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "kernel", skip->kernel);
        netcl_writer_text(to, "fingerprint", skip->fingerprint);
        netcl_writer_text(to, "reason", skip->reason);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

void netcl_report_print_json(FILE *out, struct netcl_logbook *book)
{
    struct netcl_writer to = NETCL_WRITER_INIT(out);

    netcl_report_sort(book);
    netcl_writer_open(&to, NULL, '{');
    netcl_writer_integer(&to, "summaries", book->summaries);
    netcl_writer_integer(&to, "torn", book->torn);
    write_counts(&to, &book->total);
    write_kernels(&to, book);
    write_skips(&to, book);
    netcl_writer_close(&to, '{');
}
