/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report.h"
#include "cli/writer.h"
#include "decide/reason.h"

static void write_reason(struct netcl_writer *to, const char *text)
{
    enum netcl_reason reason = netcl_reason_find(text);

    netcl_writer_text(to, "reason", text);
    if (reason == NETCL_REASON_COUNT)
        return;
    netcl_writer_text(to, "meaning", netcl_reason_meaning(reason));
    netcl_writer_text(to, "advice", netcl_reason_advice(reason));
}

static void write_spread(struct netcl_writer *to,
                         const struct netcl_spread *spread)
{
    if (!(spread->most_us > 0))
        return;
    netcl_writer_real(to, "least_us", spread->least_us);
    netcl_writer_real(to, "q1_us", spread->q1_us);
    netcl_writer_real(to, "q3_us", spread->q3_us);
    netcl_writer_real(to, "most_us", spread->most_us);
}

static void write_candidates(struct netcl_writer *to,
                             const struct netcl_decision *search)
{
    const struct netcl_result *result = search->candidates;

    netcl_writer_open(to, "candidates", '[');
    for (; result < search->candidates + search->candidate_count; result++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_raw(to, "choice", result->choice);
        netcl_writer_text(to, "status", netcl_status_name(result->status));
        if (result->samples) {
            netcl_writer_real(to, "median_us", result->median_us);
            netcl_writer_integer(to, "samples", result->samples);
            write_spread(to, &result->spread);
        }
        if (result->error.max_rel > 0)
            netcl_writer_real(to, "max_rel", result->error.max_rel);
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
    netcl_writer_text(to, "time", key->time);
    netcl_writer_text(to, "device", last->device);
    netcl_writer_text(to, "driver", last->driver);
    netcl_writer_text(to, "family", last->family);
    netcl_writer_raw(to, "shape", last->shape ? last->shape : "null");
    netcl_writer_raw(to, "choice", last->choice);
    netcl_writer_text(to, "origin", netcl_origin_name(last->origin));
    write_reason(to, last->reason);
    netcl_writer_real(to, "speedup", last->speedup);
    netcl_writer_real(to, "original_us", last->original_us);
    netcl_writer_real(to, "chosen_us", last->chosen_us);
    netcl_writer_bool(to, "exact", last->is_exact);
    netcl_writer_real(to, "max_rel", last->error.max_rel);
    netcl_writer_integer(to, "decisions", key->decisions);
    netcl_writer_real(to, "tuning_ms", key->tuning_ms);
    if (key->inexact_us > 0)
        netcl_writer_real(to, "inexact_us", key->inexact_us);
    write_candidates(to, &key->search);
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
        write_reason(to, skip->reason);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

/* ---- when ------------------------------------------------------------ */

static void write_moments(struct netcl_writer *to,
                          const struct netcl_logged_moment *moment)
{
    netcl_writer_open(to, "decisions", '[');
    for (; moment; moment = moment->next) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "time", moment->time);
        netcl_writer_text(to, "kernel", moment->kernel);
        netcl_writer_text(to, "key", moment->key);
        netcl_writer_raw(to, "choice",
                         moment->choice ? moment->choice : "null");
        netcl_writer_text(to, "origin", moment->origin);
        netcl_writer_real(to, "elapsed_ms", moment->elapsed_ms);
        netcl_writer_real(to, "tuning_ms", moment->tuning_ms);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_spells(struct netcl_writer *to,
                         const struct netcl_logged_process *process)
{
    const struct netcl_logged_spell *spell = process->spells;

    netcl_writer_open(to, "spells", '[');
    for (; spell < process->spells + process->spell_count; spell++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "kernel", spell->kernel);
        netcl_writer_real(to, "from_ms", spell->from_ms);
        netcl_writer_real(to, "to_ms", spell->to_ms);
        netcl_writer_integer(to, "launches", (long long)spell->launches);
        netcl_writer_real(to, "device_ms", spell->device_ms);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_settings(struct netcl_writer *to,
                           const struct netcl_logged_process *process)
{
    size_t i;

    netcl_writer_open(to, "settings", '{');
    for (i = 0; i < process->setting_count; i++)
        netcl_writer_text(to, process->settings[i].variable,
                          process->settings[i].value);
    netcl_writer_close(to, '{');
}

static void write_processes(struct netcl_writer *to,
                            const struct netcl_logbook *book)
{
    const struct netcl_logged_process *process = book->processes;

    netcl_writer_open(to, "processes", '[');
    for (; process; process = process->next) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_integer(to, "pid", (long long)process->pid);
        netcl_writer_text(to, "program", process->program);
        netcl_writer_text(to, "version", process->version);
        netcl_writer_text(to, "start", process->start);
        netcl_writer_text(to, "end", process->end);
        write_settings(to, process);
        write_moments(to, process->moments);
        write_spells(to, process);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

/* ---- the whole ------------------------------------------------------- */

static void write_logs(struct netcl_writer *to,
                       const struct netcl_logbook *book)
{
    size_t i;

    netcl_writer_open(to, "logs", '[');
    for (i = 0; i < book->path_count; i++)
        netcl_writer_text(to, NULL, book->paths[i]);
    netcl_writer_close(to, '[');
}

/* What the names of statuses mean, once for all candidates. */
static void write_statuses(struct netcl_writer *to)
{
    int i;

    netcl_writer_open(to, "statuses", '{');
    for (i = NETCL_STATUS_WON; i < NETCL_STATUS_COUNT; i++)
        netcl_writer_text(to, netcl_status_name((enum netcl_status)i),
                          netcl_status_meaning((enum netcl_status)i));
    netcl_writer_close(to, '{');
}

void netcl_report_print_json(FILE *out, struct netcl_logbook *book)
{
    struct netcl_writer to = NETCL_WRITER_INIT(out);

    netcl_report_sort(book);
    netcl_writer_open(&to, NULL, '{');
    write_logs(&to, book);
    netcl_writer_integer(&to, "summaries", book->summaries);
    netcl_writer_integer(&to, "torn", book->torn);
    write_counts(&to, &book->total);
    write_kernels(&to, book);
    write_skips(&to, book);
    write_processes(&to, book);
    write_statuses(&to);
    netcl_writer_close(&to, '{');
}
