/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/phrase.h"
#include "cli/report.h"
#include "cli/table.h"

bool netcl_report_is_original(const struct netcl_decision *decision)
{
    return !strcmp(decision->choice, NETCL_CHOICE_ORIGINAL);
}

static void add_short(struct netcl_table *table,
                      const struct netcl_decision *last)
{
    char text[NETCL_PHRASE_BYTES];

    netcl_table_add(table, "%s", last->kernel);
    netcl_table_add(table, "%s", netcl_phrase_shape(text, last->shape));
    netcl_table_add(table, "%s", netcl_phrase_ratio(text, last->speedup));
    netcl_table_paint(table, NETCL_PAINT_GOOD);
    netcl_table_add(table, "%s", netcl_phrase_time(text, last->original_us));
    netcl_table_add(table, "%s", netcl_phrase_time(text, last->chosen_us));
    netcl_table_add(table, "%s",
                    netcl_phrase_error(text, last->is_exact, &last->error));
    netcl_table_add(table, "%s", netcl_phrase_choice(text, last->choice));
}

static void print_short_keys(FILE *out, const struct netcl_logbook *book)
{
    static const char *const titles[] = {
        "kernel",  "shape",  ">speed-up", ">original",
        ">chosen", "result", "choice",    NULL,
    };
    struct netcl_table *table = netcl_table_new(titles);
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;

    for (; kernel; kernel = kernel->hh.next)
        for (key = kernel->keys; key; key = key->hh.next)
            if (!netcl_report_is_original(&key->last))
                add_short(table, &key->last);
    netcl_table_print(table, out, 2);
    netcl_table_free(table);
}

#define SKIPS_MOST 4

static void print_short_skips(FILE *out, const struct netcl_logged_skip *skip)
{
    unsigned count = 0;

    for (; skip && count < SKIPS_MOST; skip = skip->next, count++)
        fprintf(out, "%s%s (%s)", count ? ", " : "  left alone: ", skip->kernel,
                skip->reason);
    if (count)
        fputs(skip ? ", ...\n" : "\n", out);
}

static void print_short_kept(FILE *out, const struct netcl_logbook *book)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;
    unsigned kept = 0;

    for (; kernel; kernel = kernel->hh.next)
        for (key = kernel->keys; key; key = key->hh.next)
            kept += netcl_report_is_original(&key->last);
    if (kept)
        fprintf(out, "  the original stays in %u case%s\n", kept,
                kept == 1 ? "" : "s");
}

void netcl_report_print_short(FILE *out, struct netcl_logbook *book,
                              const char *log)
{
    netcl_report_sort(book);
    fputs("netcl-tune: ", out);
    if (book->kernels || book->skips || book->summaries)
        netcl_report_print_total(out, book);
    else
        fputs("the program launched no OpenCL kernel that was seen\n", out);
    print_short_keys(out, book);
    print_short_kept(out, book);
    print_short_skips(out, book->skips);
    if (log)
        fprintf(out, "  more: netcl-tune report %s\n", log);
}
