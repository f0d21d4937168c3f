/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/t4.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "base/json.h"
#include "cli/phrase.h"
#include "cli/writer.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

#define SCHEMA_VERSION "1.0.0"

struct report {
    struct netcl_writer to;
    const struct netcl_families *families;
};

/* ---- what a candidate is set to -------------------------------------- */

static const struct netcl_variant *
variant_of(const struct netcl_families *families, const char *family,
           const char *name)
{
    size_t i, j;

    for (i = 0; family && i < families->count; i++) {
        const struct netcl_family *known = families->items[i];

        for (j = 0; !strcmp(known->name, family) && j < known->variant_count;
             j++)
            if (!strcmp(known->variants[j].name, name))
                return &known->variants[j];
    }
    return NULL;
}

/* The name of tunable macro `number` (0, 1, ...), or NULL. */
static const char *tunable_of(const struct netcl_variant *variant,
                              size_t number)
{
    size_t i;

    for (i = 0; variant && i < variant->define_count; i++)
        if (variant->defines[i].is_tunable && number-- == 0)
            return variant->defines[i].name;
    return NULL;
}

/* "items:4x" is named items, "restrict" is true. */
static void write_word(struct netcl_writer *to, const char *word)
{
    const char *colon = strchr(word, ':');
    char name[64];

    if (!colon || (size_t)(colon - word) >= sizeof(name)) {
        netcl_writer_bool(to, word, true);
        return;
    }
    snprintf(name, sizeof(name), "%.*s", (int)(colon - word), word);
    netcl_writer_text(to, name, colon + 1);
}

static void write_value(struct netcl_writer *to, const struct netcl_json_at *at,
                        const struct netcl_variant *variant)
{
    const char *name = tunable_of(variant, at->index - 1), *word;
    char other[32];
    double number;

    if (netcl_json_is_text(at) && !netcl_json_text(at, &word)) {
        write_word(to, word);
        return;
    }
    snprintf(other, sizeof(other), "value_%zu", at->index);
    if (!netcl_json_real(at, &number))
        netcl_writer_real(to, name ? name : other, number);
}

static void write_choice(struct report *report, const char *family,
                         const char *choice)
{
    const struct netcl_variant *variant = NULL;
    struct netcl_json_at root, item = {0};
    struct netcl_json *file;
    const char *name;

    if (netcl_json_open("choice", "it is left out", choice, strlen(choice),
                        &file))
        return;
    root = netcl_json_root(file);
    if (netcl_json_is_text(&root) && !netcl_json_text(&root, &name))
        netcl_writer_text(&report->to, "variant", name);
    while (netcl_json_is_list(&root) && netcl_json_next(&root, &item)) {
        if (item.index > 0) {
            write_value(&report->to, &item, variant);
        } else if (!netcl_json_text(&item, &name)) {
            netcl_writer_text(&report->to, "variant", name);
            variant = variant_of(report->families, family, name);
        }
    }
    netcl_json_close(file);
}

/* ---- results --------------------------------------------------------- */

static const char *validity_of(enum netcl_status status)
{
    switch (status) {
    case NETCL_STATUS_BUILD_FAILED:
        return "compile";
    case NETCL_STATUS_LAUNCH_FAILED:
        return "runtime";
    case NETCL_STATUS_DIFFERS:
    case NETCL_STATUS_INEXACT:
        return "correctness";
    case NETCL_STATUS_ILLEGAL:
        return "constraints";
    default:
        return "correct";
    }
}

static void write_measurement(struct netcl_writer *to, const char *name,
                              double value, const char *unit)
{
    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "name", name);
    netcl_writer_real(to, "value", value);
    netcl_writer_text(to, "unit", unit);
    netcl_writer_close(to, '{');
}

static void write_measurements(struct netcl_writer *to,
                               const struct netcl_result *result)
{
    netcl_writer_open(to, "measurements", '[');
    if (result->samples) {
        write_measurement(to, "time", result->median_us, "microseconds");
        write_measurement(to, "samples", result->samples, "");
    }
    if (result->spread.most_us > 0) {
        write_measurement(to, "q1", result->spread.q1_us, "microseconds");
        write_measurement(to, "q3", result->spread.q3_us, "microseconds");
    }
    if (result->error.max_rel > 0)
        write_measurement(to, "max_rel", result->error.max_rel, "");
    netcl_writer_close(to, '[');
}

static void write_times(struct netcl_writer *to,
                        const struct netcl_result *result)
{
    netcl_writer_open(to, "times", '{');
    netcl_writer_open(to, "runtimes", '[');
    if (result->samples)
        netcl_writer_real(to, NULL, result->median_us);
    netcl_writer_close(to, '[');
    netcl_writer_close(to, '{');
}

static void write_result(struct report *report,
                         const struct netcl_logged_key *key,
                         const struct netcl_result *result)
{
    const char *validity = validity_of(result->status);
    struct netcl_writer *to = &report->to;

    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "timestamp", key->time);
    netcl_writer_open(to, "configuration", '{');
    netcl_writer_text(to, "kernel", key->last.kernel);
    netcl_writer_raw(to, "shape", key->last.shape ? key->last.shape : "null");
    write_choice(report, key->last.family, result->choice);
    netcl_writer_close(to, '{');
    netcl_writer_open(to, "objectives", '[');
    netcl_writer_text(to, NULL, "time");
    netcl_writer_close(to, '[');
    write_times(to, result);
    netcl_writer_text(to, "invalidity", validity);
    netcl_writer_integer(to, "correctness", !strcmp(validity, "correct"));
    write_measurements(to, result);
    netcl_writer_close(to, '{');
}

static void write_results(struct report *report,
                          const struct netcl_logged_key *key)
{
    size_t i;

    for (; key; key = key->hh.next)
        for (i = 0; i < key->search.candidate_count; i++)
            write_result(report, key, &key->search.candidates[i]);
}

/* ---- the whole ------------------------------------------------------- */

const char *netcl_t4_device(const struct netcl_logbook *book)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    const struct netcl_logged_key *key;
    const char *device = NULL;

    for (; kernel; kernel = kernel->hh.next)
        for (key = kernel->keys; key; key = key->hh.next) {
            if (device && key->last.device && strcmp(device, key->last.device))
                return NULL;
            device = key->last.device;
        }
    return device;
}

static void write_metadata(struct netcl_writer *to,
                           const struct netcl_logbook *book)
{
    netcl_writer_open(to, "metadata", '{');
    netcl_writer_text(to, "compute_api", "OpenCL");
    netcl_writer_text(to, "device", netcl_t4_device(book));
    netcl_writer_text(to, "autotuner", "netcl-tune");
    netcl_writer_text(to, "autotuner_version", PACKAGE_VERSION);
    if (book->processes && book->processes->start)
        netcl_writer_text(to, "timestamp", book->processes->start);
    netcl_writer_text(to, "timeunit", "microseconds");
    netcl_writer_close(to, '{');
}

void netcl_t4_print(FILE *out, const struct netcl_logbook *book,
                    const struct netcl_families *families)
{
    const struct netcl_logged_kernel *kernel = book->kernels;
    struct report report = {NETCL_WRITER_INIT(out), families};

    netcl_writer_open(&report.to, NULL, '{');
    netcl_writer_text(&report.to, "schema_version", SCHEMA_VERSION);
    write_metadata(&report.to, book);
    netcl_writer_open(&report.to, "results", '[');
    for (; kernel; kernel = kernel->hh.next)
        write_results(&report, kernel->keys);
    netcl_writer_close(&report.to, '[');
    netcl_writer_close(&report.to, '{');
}
