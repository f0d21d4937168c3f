/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report.h"

#include <stdbool.h>
#include <string.h>

#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/terminal.h"

/* ---- order ----------------------------------------------------------- */

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int compare_kernels(const struct netcl_logged_kernel *a,
                           const struct netcl_logged_kernel *b)
{
    int order = descending(a->sum.saved_ms, b->sum.saved_ms);

    return order ? order : strcmp(a->sum.kernel, b->sum.kernel);
}

static double gain_of(const struct netcl_logged_key *key)
{
    return key->last.original_us - key->last.chosen_us;
}

static int compare_keys(const struct netcl_logged_key *a,
                        const struct netcl_logged_key *b)
{
    int order = descending(gain_of(a), gain_of(b));

    return order ? order : strcmp(a->last.key, b->last.key);
}

void netcl_report_sort(struct netcl_logbook *book)
{
    struct netcl_logged_kernel *kernel;

    HASH_SORT(book->kernels, compare_kernels);
    for (kernel = book->kernels; kernel; kernel = kernel->hh.next)
        HASH_SORT(kernel->keys, compare_keys);
}

/* ---- keys ------------------------------------------------------------ */

static void add_choice(struct netcl_table *table,
                       const struct netcl_decision *last)
{
    char text[NETCL_PHRASE_BYTES];

    netcl_table_add(table, "%s", netcl_phrase_shape(text, last->shape));
    netcl_table_add(table, "%s", netcl_phrase_choice(text, last->choice));
    netcl_table_add(table, "%s", netcl_origin_name(last->origin));
    netcl_table_add(table, "%s",
                    netcl_report_is_original(last)
                        ? "-"
                        : netcl_phrase_ratio(text, last->speedup));
    if (!netcl_report_is_original(last) && last->speedup > 1)
        netcl_table_paint(table, NETCL_PAINT_GOOD);
    netcl_table_add(table, "%s", netcl_phrase_time(text, last->original_us));
    netcl_table_add(table, "%s", netcl_phrase_time(text, last->chosen_us));
    netcl_table_add(
        table, "%s",
        netcl_report_is_original(last)
            ? last->reason ? last->reason : "-"
            : netcl_phrase_error(text, last->is_exact, &last->error));
    if (!netcl_report_is_original(last) && !last->is_exact)
        netcl_table_paint(table, NETCL_PAINT_DOUBTFUL);
}

/* After how many launches tuning has paid for itself, and whether it has. */
static void add_break_even(struct netcl_table *table,
                           const struct netcl_summary_line *sum)
{
    double launches;

    if (!netcl_summary_break_even(sum, &launches)) {
        netcl_table_add(table, "%s", sum->tuning_ms > 0 ? "never" : "-");
        return;
    }
    netcl_table_add(table, "%.0f", launches);
    if (launches <= (double)sum->substituted)
        netcl_table_paint(table, NETCL_PAINT_GOOD);
}

/* The log counts launches per kernel; they stand in its first row. */
static void add_counts(struct netcl_table *table,
                       const struct netcl_summary_line *sum, bool is_first)
{
    char text[NETCL_PHRASE_BYTES];

    if (!is_first || !sum->launches) {
        netcl_table_add(table, "%s", is_first ? "-" : "");
        netcl_table_add(table, "%s", is_first ? "-" : "");
        netcl_table_add(table, "%s", is_first ? "-" : "");
        netcl_table_add(table, "%s", is_first ? "-" : "");
        return;
    }
    netcl_table_add(table, "%llu/%llu", sum->substituted, sum->launches);
    netcl_table_add(table, "%s", netcl_phrase_time(text, sum->saved_ms * 1e3));
    if (sum->saved_ms < 0)
        netcl_table_paint(table, NETCL_PAINT_BAD);
    netcl_table_add(table, "%s", netcl_phrase_time(text, sum->tuning_ms * 1e3));
    add_break_even(table, sum);
}

static void add_kernel(struct netcl_table *table,
                       const struct netcl_logged_kernel *kernel)
{
    const struct netcl_logged_key *key = kernel->keys;
    char text[NETCL_PHRASE_BYTES];

    for (; key; key = key->hh.next) {
        netcl_table_add(table, "%s",
                        key == kernel->keys ? kernel->sum.kernel : "");
        add_choice(table, &key->last);
        add_counts(table, &kernel->sum, key == kernel->keys);
        netcl_table_add(table, "%s",
                        netcl_phrase_time(text, key->tuning_ms * 1e3));
    }
}

static void print_keys(FILE *out, const struct netcl_logbook *book)
{
    static const char *const titles[] = {
        "kernel",           "shape",     "choice",  "origin",
        ">speed-up",        ">original", ">chosen", "result",
        ">subst./launches", ">saved",    ">spent",  ">break-even",
        ">tuning",          NULL,
    };
    struct netcl_table *table = netcl_table_new(titles);
    const struct netcl_logged_kernel *kernel = book->kernels;

    for (; kernel; kernel = kernel->hh.next)
        add_kernel(table, kernel);
    netcl_table_print(table, out, 0);
    netcl_table_free(table);
}

/* What exactness costs, where it costs something worth knowing. */
static void print_inexact(FILE *out, const struct netcl_logged_key *key)
{
    char shape[NETCL_PHRASE_BYTES], time[NETCL_PHRASE_BYTES];
    char ratio[NETCL_PHRASE_BYTES];

    if (!(key->inexact_us > 0) || key->inexact_us > 0.95 * key->last.chosen_us)
        return;
    fprintf(out,
            "%s %s: an inexact variant takes %s, %s faster still "
            "(NETCL_TUNE_NUMERICS=tolerant)\n",
            key->last.kernel, netcl_phrase_shape(shape, key->last.shape),
            netcl_phrase_time(time, key->inexact_us),
            netcl_phrase_ratio(ratio, key->last.chosen_us / key->inexact_us));
}

static void print_all_inexact(FILE *out, const struct netcl_logbook *book)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;

    for (; kernel; kernel = kernel->hh.next)
        for (key = kernel->keys; key; key = key->hh.next)
            print_inexact(out, key);
}

/* ---- skips ----------------------------------------------------------- */

static const char *meaning_of(const char *reason)
{
    enum netcl_reason known = netcl_reason_find(reason);

    return known == NETCL_REASON_COUNT ? "" : netcl_reason_meaning(known);
}

static void print_skips(FILE *out, const struct netcl_logbook *book)
{
    static const char *const titles[] = {
        "left alone", "fingerprint", "reason", "meaning", NULL,
    };
    struct netcl_table *table = netcl_table_new(titles);
    const struct netcl_logged_skip *skip = book->skips;

    for (; skip; skip = skip->next) {
        netcl_table_add(table, "%s", skip->kernel);
        netcl_table_add(table, "%s",
                        skip->fingerprint ? skip->fingerprint : "");
        netcl_table_add(table, "%s", skip->reason);
        netcl_table_add(table, "%s", meaning_of(skip->reason));
    }
    if (book->skips && book->kernels)
        fputc('\n', out);
    netcl_table_print(table, out, 0);
    netcl_table_free(table);
}

/* ---- the whole
 * --------------------------------------------------------------- */

#define DEVICES_MOST 16

static bool is_among(const char *const *names, size_t count, const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return count == DEVICES_MOST;
}

void netcl_report_print_devices(FILE *out, const struct netcl_logbook *book)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;
    const char *names[DEVICES_MOST];
    size_t count = 0;

    for (; kernel; kernel = kernel->hh.next)
        for (key = kernel->keys; key; key = key->hh.next) {
            if (!key->last.device || is_among(names, count, key->last.device))
                continue;
            names[count++] = key->last.device;
            fprintf(out, "%s (driver %s)\n", key->last.device,
                    key->last.driver ? key->last.driver : "unknown");
        }
}

void netcl_report_print_total(FILE *out, const struct netcl_logbook *book)
{
    char saved[NETCL_PHRASE_BYTES], tuning[NETCL_PHRASE_BYTES];
    const struct netcl_summary_line *total = &book->total;

    if (!book->summaries) {
        fprintf(out,
                "tuning took %s; launches are not known, for the program "
                "was killed or still runs\n",
                netcl_phrase_time(tuning, book->tuning_ms * 1e3));
        return;
    }
    fprintf(out,
            "%u process%s: %llu launches, %llu substituted, %s saved; "
            "tuning took %s\n",
            book->summaries, book->summaries == 1 ? "" : "es", total->launches,
            total->substituted, netcl_phrase_time(saved, total->saved_ms * 1e3),
            netcl_phrase_time(tuning, total->tuning_ms * 1e3));
}

void netcl_report_print(FILE *out, struct netcl_logbook *book)
{
    netcl_report_sort(book);
    netcl_report_print_devices(out, book);
    print_keys(out, book);
    print_all_inexact(out, book);
    print_skips(out, book);
    if (book->kernels || book->skips)
        fputc('\n', out);
    netcl_report_print_total(out, book);
}
