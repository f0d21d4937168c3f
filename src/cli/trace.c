/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/phrase.h"
#include "cli/writer.h"

/* A process's own row of rows. */
struct track {
    struct netcl_writer *to;
    const struct netcl_logged_process *process;
    unsigned long long id; /* of the process; ids in the logs may repeat */
    double base_ms;        /* where the trace begins */
    double end_ms;
};

static const struct netcl_logged_moment *
first_of(const struct netcl_logged_process *process, const char *kernel)
{
    const struct netcl_logged_moment *moment = process->moments;

    while (moment && strcmp(moment->kernel, kernel))
        moment = moment->next;
    return moment;
}

/*
 * Kernels are threads of the trace, by odd numbers as they were first decided.
 * Their launches have rows of their own, by even numbers: they need not lie
 * within the spans of the others.
 */
static long long row_of(const struct netcl_logged_process *process,
                        const char *kernel)
{
    const struct netcl_logged_moment *moment = process->moments;
    long long row = 1;

    for (; moment && strcmp(moment->kernel, kernel); moment = moment->next)
        row += first_of(process, moment->kernel) == moment ? 2 : 0;
    return row;
}

static void start_event(const struct track *track, const char *phase,
                        const char *name, long long row)
{
    netcl_writer_open(track->to, NULL, '{');
    netcl_writer_text(track->to, "ph", phase);
    netcl_writer_text(track->to, "name", name);
    netcl_writer_integer(track->to, "pid", (long long)track->id);
    netcl_writer_integer(track->to, "tid", row);
}

static void write_name(const struct track *track, const char *what,
                       long long row, const char *name)
{
    start_event(track, "M", what, row);
    netcl_writer_open(track->to, "args", '{');
    netcl_writer_text(track->to, "name", name);
    netcl_writer_close(track->to, '{');
    netcl_writer_close(track->to, '{');
}

static void write_span(const struct track *track,
                       const struct netcl_logged_moment *moment,
                       const char *name, double from_ms, double to_ms)
{
    start_event(track, "X", name, row_of(track->process, moment->kernel));
    netcl_writer_integer(track->to, "ts",
                         llround((from_ms - track->base_ms) * 1e3));
    netcl_writer_integer(track->to, "dur", llround((to_ms - from_ms) * 1e3));
    netcl_writer_open(track->to, "args", '{');
    netcl_writer_text(track->to, "key", moment->key);
    netcl_writer_raw(track->to, "choice",
                     moment->choice ? moment->choice : "null");
    netcl_writer_text(track->to, "origin", moment->origin);
    netcl_writer_real(track->to, "tuning_ms", moment->tuning_ms);
    netcl_writer_close(track->to, '{');
    netcl_writer_close(track->to, '{');
}

static void write_moment(const struct track *track,
                         const struct netcl_logged_moment *moment)
{
    double when_ms = netcl_logtime_ms(moment->time);
    char choice[NETCL_PHRASE_BYTES];

    if (first_of(track->process, moment->kernel) == moment)
        write_name(track, "thread_name", row_of(track->process, moment->kernel),
                   moment->kernel);
    if (moment->elapsed_ms > 0)
        write_span(track, moment, "tuning", when_ms - moment->elapsed_ms,
                   when_ms);
    if (moment->choice && strcmp(moment->choice, NETCL_CHOICE_ORIGINAL))
        write_span(track, moment, netcl_phrase_choice(choice, moment->choice),
                   when_ms, track->end_ms);
}

static void name_launches(const struct track *track, const char *kernel,
                          long long row)
{
    char *name = netcl_str_format("%s, launches", kernel);

    if (name)
        write_name(track, "thread_name", row, name);
    free(name);
}

/*
 * Programs may hand over in a moment what the device takes long for; spans of
 * a row do not overlap.
 */
static double took_ms(const struct netcl_logged_spell *spell,
                      const struct netcl_logged_spell *next)
{
    double ms = fmax(spell->to_ms - spell->from_ms, spell->device_ms);

    return next && next->from_ms >= spell->to_ms
               ? fmin(ms, next->from_ms - spell->from_ms)
               : ms;
}

/* `next`: of the same kernel, or NULL. */
static void write_spell(const struct track *track,
                        const struct netcl_logged_spell *spell,
                        const struct netcl_logged_spell *next, long long row)
{
    double start_ms = netcl_logtime_ms(track->process->start);

    start_event(track, "X", "launches", row);
    netcl_writer_integer(
        track->to, "ts",
        llround((start_ms + spell->from_ms - track->base_ms) * 1e3));
    netcl_writer_integer(track->to, "dur", llround(took_ms(spell, next) * 1e3));
    netcl_writer_open(track->to, "args", '{');
    netcl_writer_integer(track->to, "launches", (long long)spell->launches);
    netcl_writer_real(track->to, "device_ms", spell->device_ms);
    netcl_writer_close(track->to, '{');
    netcl_writer_close(track->to, '{');
}

static void write_spells(const struct track *track)
{
    const struct netcl_logged_spell *spell = track->process->spells;
    const struct netcl_logged_spell *end = spell + track->process->spell_count;
    const struct netcl_logged_spell *next, *last = NULL;
    long long row = 0;

    for (; spell < end; last = spell++) {
        if (!last || strcmp(spell->kernel, last->kernel))
            name_launches(track, spell->kernel, row += 2);
        next = spell + 1 < end && !strcmp(spell[1].kernel, spell->kernel)
                   ? spell + 1
                   : NULL;
        write_spell(track, spell, next, row);
    }
}

static void write_process(struct track *track)
{
    const struct netcl_logged_process *process = track->process;
    const struct netcl_logged_moment *moment = process->moments;
    const char *end = process->end;

    if (!end)
        end =
            process->last_moment ? process->last_moment->time : process->start;
    track->end_ms = netcl_logtime_ms(end);
    write_name(track, "process_name", 0,
               process->program ? process->program : "process");
    for (; moment; moment = moment->next)
        write_moment(track, moment);
    write_spells(track);
}

static double first_ms(const struct netcl_logbook *book)
{
    const struct netcl_logged_process *process = book->processes;
    double least = 0, ms;

    for (; process; process = process->next) {
        ms = netcl_logtime_ms(process->start);
        if (ms > 0 && (!least || ms < least))
            least = ms;
    }
    return least;
}

void netcl_trace_print(FILE *out, const struct netcl_logbook *book)
{
    struct netcl_writer to = NETCL_WRITER_INIT(out);
    struct track track = {.to = &to, .base_ms = first_ms(book)};

    netcl_writer_open(&to, NULL, '{');
    netcl_writer_text(&to, "displayTimeUnit", "ms");
    netcl_writer_open(&to, "traceEvents", '[');
    track.process = book->processes;
    for (; track.process; track.process = track.process->next) {
        track.id++;
        write_process(&track);
    }
    netcl_writer_close(&to, '[');
    netcl_writer_close(&to, '{');
}
