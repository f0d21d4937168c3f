/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check_report.h"

#include <stdlib.h>
#include <string.h>

#include "cli/phrase.h"

/* ---- the whole
 * ------------------------------------------------------------------ */

void netcl_check_report_open(struct netcl_check_report *report,
                             const struct netcl_device *device)
{
    report->to = (struct netcl_writer)NETCL_WRITER_INIT(stdout);
    if (!report->is_json) {
        printf("%s (driver %s)\n", device->name, device->driver);
        return;
    }
    netcl_writer_open(&report->to, NULL, '{');
    netcl_writer_text(&report->to, "device", device->name);
    netcl_writer_text(&report->to, "driver", device->driver);
    netcl_writer_open(&report->to, "lines", '[');
}

static size_t wrong_of(const size_t outcomes[NETCL_OUTCOME_COUNT])
{
    size_t wrong = 0;
    int i;

    for (i = 0; i < NETCL_OUTCOME_COUNT; i++)
        wrong += netcl_outcome_is_wrong(i) ? outcomes[i] : 0;
    return wrong;
}

size_t netcl_check_report_wrong(const struct netcl_check_report *report)
{
    return report->refused + wrong_of(report->candidates);
}

void netcl_check_report_close(struct netcl_check_report *report)
{
    const char *separator = "";
    int i;

    if (report->is_json) {
        netcl_writer_close(&report->to, '[');
        netcl_writer_integer(&report->to, "wrong",
                             (long long)netcl_check_report_wrong(report));
        netcl_writer_close(&report->to, '{');
        return;
    }
    printf("\n%zu check line%s: ", report->lines,
           report->lines == 1 ? "" : "s");
    for (i = 0; i < NETCL_OUTCOME_COUNT; i++)
        if (report->candidates[i]) {
            printf("%s%zu %s", separator, report->candidates[i],
                   netcl_outcome_name(i));
            separator = ", ";
        }
    printf("%s\n", *separator ? "" : "no candidate");
    if (report->refused)
        printf("%zu check line%s could not be run\n", report->refused,
               report->refused == 1 ? "" : "s");
}

/* ---- entries
 * -------------------------------------------------------------------- */

void netcl_check_report_enter(struct netcl_check_report *report,
                              const struct netcl_kernel_entry *entry)
{
    static const char *const whole[] = {
        ">check", "candidate",    "result", ">error",
        ">time",  ">x reference", NULL,
    };
    static const char *const brief[] = {
        ">check",   "variant", ">exact",       ">inexact", ">wrong",
        ">illegal", ">time",   ">x reference", "fastest",  NULL,
    };

    report->entry = entry;
    report->line = 0;
    if (report->is_json)
        return;
    printf("\n%s%s%s (%s)\n", netcl_terminal_paint(stdout, NETCL_PAINT_BOLD),
           entry->name, netcl_terminal_paint(stdout, NETCL_PAINT_NONE),
           entry->family->name);
    report->table = netcl_table_new(report->is_whole ? whole : brief);
}

void netcl_check_report_leave(struct netcl_check_report *report)
{
    netcl_table_print(report->table, stdout, 2);
    netcl_table_free(report->table);
    report->table = NULL;
    fflush(stdout);
}

/* ---- check lines
 * ---------------------------------------------------------------- */

void netcl_check_report_begin(struct netcl_check_report *report)
{
    report->line++;
    report->lines++;
    report->variant = NULL;
    if (!report->is_json)
        return;
    netcl_writer_open(&report->to, NULL, '{');
    netcl_writer_text(&report->to, "family", report->entry->family->name);
    netcl_writer_text(&report->to, "kernel", report->entry->name);
    netcl_writer_integer(&report->to, "check", (long long)report->line);
    netcl_writer_open(&report->to, "candidates", '[');
}

void netcl_check_report_refuse(struct netcl_check_report *report,
                               const char *why)
{
    netcl_terminal_progress(NULL);
    report->refused++;
    if (!report->is_json) {
        printf("  check %zu: %snot run%s: %s\n", report->line,
               netcl_terminal_paint(stdout, NETCL_PAINT_BAD),
               netcl_terminal_paint(stdout, NETCL_PAINT_NONE), why);
        return;
    }
    netcl_writer_close(&report->to, '[');
    netcl_writer_text(&report->to, "refused", why);
    netcl_writer_close(&report->to, '{');
}

static void add_time(struct netcl_check_report *report, double us)
{
    char text[NETCL_PHRASE_BYTES];
    double ratio = us > 0 ? report->reference_us / us : 0;

    netcl_table_add(report->table, "%s", netcl_phrase_time(text, us));
    netcl_table_add(report->table, "%s", netcl_phrase_ratio(text, ratio));
    if (ratio > 1)
        netcl_table_paint(report->table, NETCL_PAINT_GOOD);
}

static void add_count(struct netcl_table *table, size_t count,
                      enum netcl_paint paint)
{
    if (!count) {
        netcl_table_add(table, "%s", "");
        return;
    }
    netcl_table_add(table, "%zu", count);
    netcl_table_paint(table, paint);
}

static void add_best(struct netcl_check_report *report)
{
    char text[NETCL_PHRASE_BYTES];
    char *choice = NULL;

    if (report->best.us > 0)
        choice = netcl_variant_choice(report->best.variant, report->best.index);
    add_time(report, report->best.us);
    netcl_table_add(report->table, "%s", netcl_phrase_choice(text, choice));
    free(choice);
}

static void add_variant(struct netcl_check_report *report)
{
    const size_t *outcomes = report->outcomes;
    struct netcl_table *table = report->table;

    netcl_table_add(table, "%zu", report->line);
    netcl_table_add(table, "%s", report->variant->name);
    add_count(table, outcomes[NETCL_OUTCOME_EXACT], NETCL_PAINT_NONE);
    add_count(table, outcomes[NETCL_OUTCOME_INEXACT], NETCL_PAINT_DOUBTFUL);
    add_count(table, wrong_of(outcomes), NETCL_PAINT_BAD);
    add_count(table, outcomes[NETCL_OUTCOME_ILLEGAL], NETCL_PAINT_DIM);
    add_best(report);
}

/* The row of the variant that was checked last; not if nothing was run. */
static void flush(struct netcl_check_report *report)
{
    const size_t *outcomes = report->outcomes;

    if (report->variant && report->table && !report->is_whole &&
        (outcomes[NETCL_OUTCOME_EXACT] || outcomes[NETCL_OUTCOME_INEXACT] ||
         wrong_of(outcomes)))
        add_variant(report);
    memset(report->outcomes, 0, sizeof(report->outcomes));
    memset(&report->best, 0, sizeof(report->best));
}

/* The reference has a row of its own, before those that are measured by it. */
static void add_reference(struct netcl_check_report *report,
                          const struct netcl_check_line *line)
{
    char text[NETCL_PHRASE_BYTES];
    int empty = report->is_whole ? 1 : 4, i;

    netcl_table_add(report->table, "%zu", report->line);
    netcl_table_add(report->table, "(reference)");
    if (report->is_whole)
        netcl_table_add(report->table, "%s",
                        line->is_unstable ? "unstable" : "");
    for (i = 0; i < empty; i++)
        netcl_table_add(report->table, "%s", "");
    netcl_table_add(report->table, "%s",
                    netcl_phrase_time(text, line->reference_us));
    netcl_table_add(report->table, "%s", "");
    if (!report->is_whole)
        netcl_table_add(
            report->table, "%s",
            line->is_unstable ? "differs from itself from run to run" : "");
}

void netcl_check_report_end(struct netcl_check_report *report,
                            const struct netcl_check_line *line)
{
    netcl_terminal_progress(NULL);
    flush(report);
    if (report->is_json) {
        netcl_writer_close(&report->to, '[');
        netcl_writer_real(&report->to, "reference_us", line->reference_us);
        netcl_writer_bool(&report->to, "unstable", line->is_unstable);
        netcl_writer_close(&report->to, '{');
    } else if (!report->variant) {
        printf("  check %zu: no variant offers itself\n", report->line);
    }
}

/* ---- candidates
 * ------------------------------------------------------------------ */

static const char *error_text(char text[NETCL_PHRASE_BYTES],
                              const struct netcl_checked *checked)
{
    if (checked->outcome == NETCL_OUTCOME_INEXACT ||
        (checked->outcome == NETCL_OUTCOME_DIFFERS &&
         checked->error.max_rel > 0))
        return netcl_phrase_error(text, false, &checked->error);
    return "";
}

static void add_row(struct netcl_check_report *report,
                    const struct netcl_checked *checked, const char *choice)
{
    static const enum netcl_paint paints[NETCL_OUTCOME_COUNT] = {
        [NETCL_OUTCOME_INEXACT] = NETCL_PAINT_DOUBTFUL,
        [NETCL_OUTCOME_DIFFERS] = NETCL_PAINT_BAD,
        [NETCL_OUTCOME_BUILD_FAILED] = NETCL_PAINT_BAD,
        [NETCL_OUTCOME_LAUNCH_FAILED] = NETCL_PAINT_BAD,
        [NETCL_OUTCOME_ILLEGAL] = NETCL_PAINT_DIM,
    };
    char text[NETCL_PHRASE_BYTES];

    netcl_table_add(report->table, "%zu", report->line);
    netcl_table_add(report->table, "%s", netcl_phrase_choice(text, choice));
    netcl_table_add(report->table, "%s", netcl_outcome_name(checked->outcome));
    netcl_table_paint(report->table, paints[checked->outcome]);
    netcl_table_add(report->table, "%s", error_text(text, checked));
    add_time(report, checked->us);
}

static void write_candidate(struct netcl_writer *to,
                            const struct netcl_checked *checked,
                            const char *choice)
{
    netcl_writer_open(to, NULL, '{');
    netcl_writer_raw(to, "choice", choice ? choice : "null");
    netcl_writer_text(to, "result", netcl_outcome_name(checked->outcome));
    netcl_writer_real(to, "max_abs", checked->error.max_abs);
    netcl_writer_real(to, "max_rel", checked->error.max_rel);
    netcl_writer_real(to, "us", checked->us);
    netcl_writer_close(to, '{');
}

/* At once, and not only as a number in a table. */
static void name_wrong(const struct netcl_check_report *report,
                       const struct netcl_checked *checked, const char *choice)
{
    char text[NETCL_PHRASE_BYTES];
    const char *error = error_text(text, checked);

    netcl_terminal_progress(NULL);
    printf("  check %zu: %s %s%s%s%s%s\n", report->line, choice ? choice : "",
           netcl_terminal_paint(stdout, NETCL_PAINT_BAD),
           netcl_outcome_name(checked->outcome),
           netcl_terminal_paint(stdout, NETCL_PAINT_NONE),
           *error ? ", largest error relative to the output " : "", error);
}

static void remember(struct netcl_check_report *report,
                     const struct netcl_checked *checked)
{
    report->candidates[checked->outcome]++;
    report->outcomes[checked->outcome]++;
    if (checked->outcome <= NETCL_OUTCOME_INEXACT && checked->us > 0 &&
        (!report->best.us || checked->us < report->best.us))
        report->best = *checked;
}

void netcl_check_report_visit(void *context,
                              const struct netcl_check_line *line,
                              const struct netcl_checked *checked)
{
    struct netcl_check_report *report = context;
    const struct netcl_variant *variant = checked->variant;
    const char *name = variant->name;
    char *choice = netcl_variant_choice(variant, checked->index);

    report->reference_us = line->reference_us;
    if (!report->variant && !report->is_json)
        add_reference(report, line);
    if (report->variant != variant)
        flush(report);
    report->variant = variant;
    remember(report, checked);
    netcl_terminal_progress("%s, check %zu: %s %zu of %zu", report->entry->name,
                            report->line, name, checked->index + 1,
                            variant->candidate_count);
    if (report->is_json)
        write_candidate(&report->to, checked, choice);
    else if (report->is_whole)
        add_row(report, checked, choice);
    else if (netcl_outcome_is_wrong(checked->outcome))
        name_wrong(report, checked, choice);
    free(choice);
}
