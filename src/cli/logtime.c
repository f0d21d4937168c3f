/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/logtime.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/logline.h"

/* The latest process of this id, or where a new one is to be linked. */
static struct netcl_logged_process **find(struct netcl_logged_process **all,
                                          unsigned long long pid,
                                          struct netcl_logged_process **found)
{
    *found = NULL;
    for (; *all; all = &(*all)->next)
        if ((*all)->pid == pid)
            *found = *all;
    return all;
}

static struct netcl_logged_process *
open_process(struct netcl_logged_process **link,
             const struct netcl_json_at *line)
{
    struct netcl_logged_process *process = calloc(1, sizeof(*process));

    if (!process)
        return NULL;
    process->pid = netcl_logline_count(line, "pid");
    process->start = netcl_logline_text(line, "time");
    *link = process;
    return process;
}

static int add_settings(struct netcl_logged_process *process,
                        const struct netcl_json_at *line)
{
    struct netcl_json_at object, item = {0};
    const char *value;

    if (netcl_json_find(line, "settings", &object))
        return 0;
    process->settings =
        calloc(netcl_json_count(&object) + 1, sizeof(*process->settings));
    if (!process->settings)
        return -ENOMEM;
    while (netcl_json_next(&object, &item)) {
        if (!netcl_json_is_text(&item) || netcl_json_text(&item, &value))
            continue;
        process->settings[process->setting_count++] =
            (struct netcl_logged_setting){strdup(item.key), strdup(value)};
    }
    return 0;
}

static int add_moment(struct netcl_logged_process *process,
                      const struct netcl_json_at *line)
{
    struct netcl_logged_moment *moment = calloc(1, sizeof(*moment));

    if (!moment)
        return -ENOMEM;
    moment->time = netcl_logline_text(line, "time");
    moment->kernel = netcl_logline_text(line, "kernel");
    moment->key = netcl_logline_text(line, "key");
    moment->choice = netcl_logline_compact(line, "choice");
    moment->origin = netcl_logline_text(line, "origin");
    moment->elapsed_ms = netcl_logline_real(line, "elapsed_ms");
    moment->tuning_ms = netcl_logline_real(line, "tuning_ms");
    if (process->last_moment)
        process->last_moment->next = moment;
    else
        process->moments = moment;
    process->last_moment = moment;
    return 0;
}

/* One that no process could have had is passed over. */
static bool is_possible(const struct netcl_logged_spell *spell)
{
    const double most_ms = 1e13; /* three centuries */

    return spell->launches && spell->from_ms >= 0 &&
           spell->to_ms >= spell->from_ms && spell->to_ms < most_ms &&
           spell->device_ms >= 0 && spell->device_ms < most_ms;
}

static int add_spell(struct netcl_logged_process *process, const char *kernel,
                     const struct netcl_json_at *item)
{
    struct netcl_logged_spell *spells;
    struct netcl_logged_spell spell = {
        .from_ms = netcl_logline_real(item, "from_ms"),
        .to_ms = netcl_logline_real(item, "to_ms"),
        .launches = netcl_logline_count(item, "launches"),
        .device_ms = netcl_logline_real(item, "device_ms"),
    };

    if (!is_possible(&spell))
        return 0;
    spells =
        realloc(process->spells, (process->spell_count + 1) * sizeof(*spells));
    if (!spells)
        return -ENOMEM;
    process->spells = spells;
    spell.kernel = strdup(kernel);
    if (!spell.kernel)
        return -ENOMEM;
    spells[process->spell_count++] = spell;
    return 0;
}

static int add_spells(struct netcl_logged_process *process,
                      const struct netcl_json_at *kernel)
{
    char *label = netcl_logline_text(kernel, "kernel");
    struct netcl_json_at list, item = {0};
    int err = 0;

    if (label && !netcl_json_find(kernel, "spells", &list))
        while (!err && netcl_json_next(&list, &item))
            err = add_spell(process, label, &item);
    free(label);
    return err;
}

static int add_end(struct netcl_logged_process *process,
                   const struct netcl_json_at *line)
{
    struct netcl_json_at kernels, kernel = {0};
    int err = 0;

    free(process->end);
    process->end = netcl_logline_text(line, "time");
    if (netcl_json_find(line, "kernels", &kernels))
        return 0;
    while (!err && netcl_json_next(&kernels, &kernel))
        err = add_spells(process, &kernel);
    return err;
}

int netcl_logtime_add(struct netcl_logged_process **all, const char *event,
                      const struct netcl_json_at *line)
{
    struct netcl_logged_process *process, **end;
    bool is_start = !strcmp(event, "start");

    end = find(all, netcl_logline_count(line, "pid"), &process);
    if (is_start || !process)
        process = open_process(end, line);
    if (!process)
        return -ENOMEM;
    if (is_start) {
        process->program = netcl_logline_text(line, "program");
        process->version = netcl_logline_text(line, "version");
        return add_settings(process, line);
    }
    if (!strcmp(event, "decision"))
        return add_moment(process, line);
    return strcmp(event, "summary") ? 0 : add_end(process, line);
}

const char *netcl_logtime_program(struct netcl_logged_process *all,
                                  const struct netcl_json_at *line)
{
    struct netcl_logged_process *process;

    find(&all, netcl_logline_count(line, "pid"), &process);
    return process ? process->program : NULL;
}

double netcl_logtime_ms(const char *text)
{
    struct tm parts = {0};
    double seconds;

    if (!text ||
        sscanf(text, "%4d-%2d-%2dT%2d:%2d:%lfZ", &parts.tm_year, &parts.tm_mon,
               &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &seconds) != 6)
        return 0;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return (double)timegm(&parts) * 1e3 + round(seconds * 1e3);
}

static void free_moments(struct netcl_logged_moment *moment)
{
    struct netcl_logged_moment *next;

    for (; moment; moment = next) {
        next = moment->next;
        free(moment->time);
        free(moment->kernel);
        free(moment->key);
        free(moment->choice);
        free(moment->origin);
        free(moment);
    }
}

void netcl_logtime_free(struct netcl_logged_process *all)
{
    struct netcl_logged_process *next;
    size_t i;

    for (; all; all = next) {
        next = all->next;
        for (i = 0; i < all->setting_count; i++) {
            free(all->settings[i].variable);
            free(all->settings[i].value);
        }
        free(all->settings);
        free_moments(all->moments);
        for (i = 0; i < all->spell_count; i++)
            free(all->spells[i].kernel);
        free(all->spells);
        free(all->start);
        free(all->end);
        free(all->program);
        free(all->version);
        free(all);
    }
}
