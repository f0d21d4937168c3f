/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain.h"

#include <string.h>

#include "cli/phrase.h"
#include "cli/report.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/tried.h"
#include "decide/reason.h"

/* An inexact candidate that saves this share is worth a word. */
#define INEXACT_SHARE 0.95

/* ---- what there is to say -------------------------------------------- */

bool netcl_explain_wants(const struct netcl_explain *explain,
                         const char *kernel)
{
    return !explain->part || strstr(kernel, explain->part);
}

const struct netcl_kernel_entry *
netcl_explain_entry(const struct netcl_explain *explain, const char *kernel)
{
    const struct netcl_families *families = explain->families;
    size_t i, j;

    for (i = 0; i < families->count; i++)
        for (j = 0; j < families->items[i]->kernel_count; j++)
            if (!strcmp(families->items[i]->kernels[j].name, kernel))
                return &families->items[i]->kernels[j];
    return NULL;
}

enum netcl_reason netcl_explain_reason(const struct netcl_logged_key *key)
{
    return netcl_reason_find(key->last.reason);
}

static bool is_inexact_worth(const struct netcl_logged_key *key)
{
    return key->inexact_us > 0 &&
           key->inexact_us < INEXACT_SHARE * key->last.chosen_us;
}

const char *netcl_explain_advice(const struct netcl_logged_key *key)
{
    enum netcl_reason reason = netcl_explain_reason(key);

    if (reason == NETCL_REASON_UNFINISHED)
        return netcl_reason_advice(reason);
    if (is_inexact_worth(key))
        return "where rounding may differ: NETCL_TUNE_NUMERICS=tolerant";
    if (!netcl_report_is_original(&key->last) || reason == NETCL_REASON_COUNT)
        return NULL;
    return netcl_reason_advice(reason);
}

static bool has_skip(const struct netcl_explain *explain, const char *kernel)
{
    const struct netcl_logged_skip *skip = explain->book->skips;

    while (skip && strcmp(skip->kernel, kernel))
        skip = skip->next;
    return skip != NULL;
}

bool netcl_explain_is_undecided(const struct netcl_explain *explain,
                                const struct netcl_logged_kernel *kernel)
{
    return !kernel->keys && kernel->sum.launches &&
           !has_skip(explain, kernel->sum.kernel);
}

/* ---- one key --------------------------------------------------------- */

static void print_verdict(FILE *out, const struct netcl_logged_key *key)
{
    const struct netcl_decision *last = &key->last;
    enum netcl_reason reason = netcl_explain_reason(key);
    char ratio[NETCL_PHRASE_BYTES], before[NETCL_PHRASE_BYTES];
    char after[NETCL_PHRASE_BYTES], error[NETCL_PHRASE_BYTES];
    char choice[NETCL_PHRASE_BYTES], shape[NETCL_PHRASE_BYTES];

    fprintf(out, "  %s: ", netcl_phrase_shape(shape, last->shape));
    if (reason == NETCL_REASON_UNFINISHED) {
        if (netcl_report_is_original(last))
            fputs("not decided yet, nothing was faster so far\n", out);
        else
            fprintf(out, "not decided yet, %s looked fastest so far\n",
                    netcl_phrase_choice(choice, last->choice));
        return;
    }
    if (netcl_report_is_original(last)) {
        fprintf(out, "the original stays: %s\n",
                reason == NETCL_REASON_COUNT ? "why is not recorded"
                                             : netcl_reason_meaning(reason));
        return;
    }
    fprintf(out, "%s is %s%s%s as fast, %s: %s, the original %s\n",
            netcl_phrase_choice(choice, last->choice),
            netcl_terminal_paint(out, NETCL_PAINT_GOOD),
            netcl_phrase_ratio(ratio, last->speedup),
            netcl_terminal_paint(out, NETCL_PAINT_NONE),
            netcl_phrase_error(error, last->is_exact, &last->error),
            netcl_phrase_time(after, last->chosen_us),
            netcl_phrase_time(before, last->original_us));
}

static void print_tried(FILE *out, const struct netcl_tried *tried)
{
    const char *separator = "";
    int i;

    if (!tried->count)
        return;
    fprintf(out, "    tried %zu: ", tried->count);
    for (i = 0; i < NETCL_STATUS_COUNT; i++)
        if (tried->statuses[i]) {
            fprintf(out, "%s%zu %s", separator, tried->statuses[i],
                    netcl_status_name((enum netcl_status)i));
            separator = ", ";
        }
    fputc('\n', out);
}

static void print_other(FILE *out, const char *what,
                        const struct netcl_result *result, double than_us)
{
    char choice[NETCL_PHRASE_BYTES], time[NETCL_PHRASE_BYTES];
    char ratio[NETCL_PHRASE_BYTES];

    if (!result)
        return;
    fprintf(out, "    %s: %s, %s (%s the speed of what is used)\n", what,
            netcl_phrase_choice(choice, result->choice),
            netcl_phrase_time(time, result->median_us),
            netcl_phrase_ratio(ratio, than_us / result->median_us));
}

static void add_change(struct netcl_table *table,
                       const struct netcl_change *change)
{
    char with[NETCL_PHRASE_BYTES], without[NETCL_PHRASE_BYTES];
    char ratio[NETCL_PHRASE_BYTES];

    netcl_table_add(table, "%s", change->name);
    netcl_table_add(table, "%zu", change->tried);
    netcl_table_add(table, "%s", netcl_phrase_time(with, change->with_us));
    netcl_table_add(table, "%s",
                    netcl_phrase_time(without, change->without_us));
    netcl_table_add(
        table, "%s",
        change->with_us > 0
            ? netcl_phrase_ratio(ratio, change->without_us / change->with_us)
            : "-");
    if (change->with_us > 0 && change->with_us < change->without_us)
        netcl_table_paint(table, NETCL_PAINT_GOOD);
    netcl_table_add(table, "%s", change->meaning);
}

/* What was derived from the program's own kernel, and what each gained. */
static void print_changes(FILE *out, const struct netcl_logged_key *key)
{
    static const char *const titles[] = {
        "derived", ">tried", ">with", ">without", ">gain", "what it does", NULL,
    };
    struct netcl_change changes[NETCL_CHANGES_MOST];
    size_t i, count = netcl_tried_changes(key, changes), left_out = 0;
    struct netcl_table *table = count ? netcl_table_new(titles) : NULL;

    for (i = 0; i < count; i++)
        if (changes[i].tried)
            add_change(table, &changes[i]);
    netcl_table_print(table, out, 4);
    netcl_table_free(table);
    for (i = 0; i < count; i++)
        if (!changes[i].tried)
            fprintf(out, "%s%s",
                    left_out++ ? ", "
                               : "    not tried, for it "
                                 "is not provably right "
                                 "here or not worth it: ",
                    changes[i].name);
    if (left_out)
        fputc('\n', out);
}

static void print_key(FILE *out, const struct netcl_logged_key *key)
{
    const char *advice = netcl_explain_advice(key);
    struct netcl_tried tried;

    netcl_tried_count(key, &tried);
    print_verdict(out, key);
    print_tried(out, &tried);
    print_other(out, "next best", tried.nearest, key->last.chosen_us);
    print_other(out, "inexact", tried.inexact, key->last.chosen_us);
    print_changes(out, key);
    if (advice)
        fprintf(out, "    what would help: %s\n", advice);
}

/* ---- one kernel ------------------------------------------------------ */

static void print_head(FILE *out, const struct netcl_explain *explain,
                       const char *kernel, const char *family)
{
    const struct netcl_kernel_entry *entry =
        netcl_explain_entry(explain, kernel);

    fprintf(out, "%s%s%s: ", netcl_terminal_paint(out, NETCL_PAINT_BOLD),
            kernel, netcl_terminal_paint(out, NETCL_PAINT_NONE));
    if (entry)
        fprintf(out, "family %s, %s\n", entry->family->name,
                entry->family->summary);
    else if (family)
        fprintf(out, "family %s\n", family);
    else
        fputs("no family knows it\n", out);
}

static void print_counts(FILE *out, const struct netcl_summary_line *sum)
{
    char saved[NETCL_PHRASE_BYTES], spent[NETCL_PHRASE_BYTES];
    double launches;

    if (!sum->launches)
        return;
    fprintf(out, "  %llu of %llu launches substituted: %s saved, %s spent",
            sum->substituted, sum->launches,
            netcl_phrase_time(saved, sum->saved_ms * 1e3),
            netcl_phrase_time(spent, sum->tuning_ms * 1e3));
    if (sum->tuning_ms > 0 && netcl_summary_break_even(sum, &launches))
        fprintf(out, ", paid back %s %.0f launches",
                launches <= (double)sum->substituted ? "after" : "only after",
                launches);
    fputc('\n', out);
}

static void print_skips(FILE *out, const struct netcl_explain *explain,
                        const char *kernel)
{
    const struct netcl_logged_skip *skip = explain->book->skips;
    enum netcl_reason reason;

    for (; skip; skip = skip->next) {
        reason = netcl_reason_find(skip->reason);
        if (strcmp(skip->kernel, kernel))
            continue;
        fprintf(out, "  left alone (%s)", skip->reason);
        if (reason == NETCL_REASON_COUNT) {
            fputc('\n', out);
            continue;
        }
        fprintf(out, ": %s\n    what would help: %s\n",
                netcl_reason_meaning(reason), netcl_reason_advice(reason));
    }
}

static void print_kernel(FILE *out, const struct netcl_explain *explain,
                         const struct netcl_logged_kernel *kernel)
{
    const struct netcl_logged_key *key = kernel->keys;

    print_head(out, explain, kernel->sum.kernel, key ? key->last.family : NULL);
    for (; key; key = key->hh.next)
        print_key(out, key);
    print_skips(out, explain, kernel->sum.kernel);
    if (netcl_explain_is_undecided(explain, kernel))
        fputs("  not decided: the program ended before the search did\n"
              "    what would help: one run with a longer bound "
              "(NETCL_TUNE_STALL_MS=60000), or netcl-tune warm\n",
              out);
    print_counts(out, &kernel->sum);
}

/* ---- all ------------------------------------------------------------- */

/* Whether an earlier skip or a kernel has said what this one is about. */
static bool is_told(const struct netcl_logbook *book,
                    const struct netcl_logged_skip *skip)
{
    const struct netcl_logged_skip *earlier = book->skips;
    const struct netcl_logged_kernel *kernel;

    HASH_FIND_STR(book->kernels, skip->kernel, kernel);
    while (earlier != skip && strcmp(earlier->kernel, skip->kernel))
        earlier = earlier->next;
    return kernel || earlier != skip;
}

static bool wants_any(const struct netcl_explain *explain)
{
    const struct netcl_logged_kernel *kernel = explain->book->kernels;

    while (kernel && !netcl_explain_wants(explain, kernel->sum.kernel))
        kernel = kernel->hh.next;
    return kernel != NULL;
}

size_t netcl_explain_print(FILE *out, const struct netcl_explain *explain)
{
    const struct netcl_logged_kernel *kernel;
    const struct netcl_logged_skip *skip;
    size_t told = 0;

    netcl_report_sort(explain->book);
    if (wants_any(explain))
        netcl_report_print_devices(out, explain->book);
    for (kernel = explain->book->kernels; kernel; kernel = kernel->hh.next) {
        if (!netcl_explain_wants(explain, kernel->sum.kernel))
            continue;
        print_kernel(out, explain, kernel);
        told++;
    }
    for (skip = explain->book->skips; skip; skip = skip->next) {
        if (!netcl_explain_wants(explain, skip->kernel) ||
            is_told(explain->book, skip))
            continue;
        print_head(out, explain, skip->kernel, NULL);
        print_skips(out, explain, skip->kernel);
        told++;
    }
    return told;
}
