/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/diag.h"
#include "cli/args.h"
#include "cli/families.h"
#include "cli/opencl.h"
#include "cli/phrase.h"
#include "cli/terminal.h"
#include "cli/warmer.h"
#include "cli/writer.h"
#include "decide/log.h"

enum { FAMILY, KERNEL, SIZES, JOBS, BUDGET, DEVICE, JSON };

static const struct netcl_option options[] = {
    [FAMILY] = {"--family", "NAME", "only this family (may be repeated)", NULL},
    [KERNEL] = {"--kernel", "NAME", "only this kernel entry", NULL},
    [SIZES] = {"--sizes", "[ARG=]N,N,...",
               "every size of a launch, or its argument ARG, takes these "
               "values (may be repeated: all combinations)", NULL},
    [JOBS] = {"--jobs", "I/N",
              "the I-th of N shares of the grid, for as many jobs with one "
              "cache", NULL},
    [BUDGET] = {"--budget", "SECONDS", "stop after this long (default: never)", NULL},
    [DEVICE] = {"--device", "PLATFORM:DEVICE",
                "numbers as netcl-tune doctor lists them (default: the first "
                "device)", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_warm = {
    .name = "warm",
    .usage = "[options]",
    .help = "decide ahead of time, without the program",
    .about = "Launches the reference kernels of the registered families with "
             "random data over a grid of sizes, tunes each launch as the "
             "library does in a program, and stores the decisions in the "
             "cache, so that a program's first run finds them. Sizes are by "
             "default powers of two up to a largest buffer of 64 MiB (4 MiB "
             "on a CPU). What the cache holds already is passed over: a run "
             "that was stopped goes on where it was.",
    .options = options,
    .run = run,
};

struct request {
    const char *kernel;
    const char *device;
    unsigned long job, jobs; /* from 1 */
    double budget_s;         /* 0: none */
    struct netcl_families families;
    struct netcl_grid grid;
    struct netcl_warmer warmer;
    size_t counts[4]; /* by enum netcl_warmth */
    bool is_json;
    struct netcl_writer to;
};

/* ---- telling --------------------------------------------------------- */

static void show_progress(const struct request *request, size_t done)
{
    static const char bar[] = "####################";
    size_t total = request->grid.count;
    int filled = total ? (int)(done * 20 / total) : 20;

    netcl_terminal_progress(
        "[%-20.*s] %zu/%zu  %s", filled, bar, done, total,
        done < total ? request->grid.points[done].entry->name : "");
}

static void write_key(struct netcl_writer *to, const struct netcl_key *key)
{
    netcl_writer_open(to, NULL, '{');
    netcl_writer_text(to, "key", key->text);
    netcl_writer_raw(to, "choice", key->choice);
    netcl_writer_real(to, "original_us", key->original_us);
    netcl_writer_real(to, "chosen_us", key->chosen_us);
    netcl_writer_close(to, '{');
}

static void tell(struct request *request, const struct netcl_key *key)
{
    char choice[NETCL_PHRASE_BYTES], ratio[NETCL_PHRASE_BYTES];
    double gain = key->chosen_us > 0 ? key->original_us / key->chosen_us : 0;

    netcl_terminal_progress(NULL);
    if (request->is_json)
        write_key(&request->to, key);
    else
        printf("%s  %s  %s\n", key->text,
               netcl_phrase_choice(choice, key->choice),
               netcl_phrase_ratio(ratio, gain));
    fflush(stdout); /* somebody may watch the file */
}

static void conclude_json(struct request *request)
{
    static const char *const names[] = {
        [NETCL_WARMTH_DECIDED] = "decided",
        [NETCL_WARMTH_KNOWN] = "known",
        [NETCL_WARMTH_REFUSED] = "refused",
        [NETCL_WARMTH_LATE] = "late",
    };
    size_t i;

    netcl_writer_close(&request->to, '[');
    for (i = 0; i < sizeof(names) / sizeof(*names); i++)
        netcl_writer_integer(&request->to, names[i],
                             (long long)request->counts[i]);
    netcl_writer_close(&request->to, '{');
}

static void conclude(struct request *request)
{
    const size_t *counts = request->counts;

    netcl_terminal_progress(NULL);
    if (request->is_json) {
        conclude_json(request);
        return;
    }
    printf("%zu decided, %zu known already, %zu not possible here, "
           "%zu left for another time\n",
           counts[NETCL_WARMTH_DECIDED], counts[NETCL_WARMTH_KNOWN],
           counts[NETCL_WARMTH_REFUSED], counts[NETCL_WARMTH_LATE]);
}

/* ---- doing ----------------------------------------------------------- */

static void warm(struct request *request)
{
    const struct netcl_key *key = NULL;
    enum netcl_warmth warmth;
    size_t i;

    request->to = (struct netcl_writer)NETCL_WRITER_INIT(stdout);
    if (request->is_json) {
        netcl_writer_open(&request->to, NULL, '{');
        netcl_writer_open(&request->to, "keys", '[');
    }
    for (i = 0; i < request->grid.count; i++) {
        if (i % request->jobs != request->job - 1)
            continue;
        show_progress(request, i);
        warmth =
            netcl_warmer_take(&request->warmer, &request->grid.points[i], &key);
        request->counts[warmth]++;
        if (warmth == NETCL_WARMTH_DECIDED)
            tell(request, key);
    }
    netcl_warmer_close(&request->warmer);
    conclude(request);
}

static int fill_grid(struct request *request)
{
    const struct netcl_family *family;
    size_t i, j;
    int err = 0;

    for (i = 0; i < request->families.count; i++) {
        family = request->families.items[i];
        for (j = 0; !err && j < family->kernel_count; j++)
            if (!request->kernel ||
                !strcmp(request->kernel, family->kernels[j].name))
                err = netcl_grid_add_entry(&request->grid, &family->kernels[j]);
    }
    return err;
}

static int warm_device(struct request *request, const struct netcl_real *real,
                       const struct netcl_device *device)
{
    request->grid.device = device;
    request->warmer.real = real;
    request->warmer.device = device;
    request->warmer.deadline_ns =
        request->budget_s > 0
            ? netcl_clock_ns() + (uint64_t)(request->budget_s * 1e9)
            : UINT64_MAX;
    if (fill_grid(request)) {
        netcl_diag_error("out of memory (free some, and start again)");
        return NETCL_EXIT_WRONG;
    }
    if (!request->grid.count) {
        netcl_diag_error("no such kernel or size in %s (see netcl-tune "
                         "variants list)",
                         netcl_families_where());
        return NETCL_EXIT_WRONG;
    }
    netcl_log_open(netcl_config()->log);
    netcl_log_write_start();
    warm(request);
    netcl_log_close();
    return NETCL_EXIT_OK;
}

static int open_device(struct request *request)
{
    const struct netcl_device *device = NULL;
    const struct netcl_place *place;
    struct netcl_opencl opencl;
    int status = NETCL_EXIT_WRONG;

    if (netcl_opencl_open(&opencl))
        return NETCL_EXIT_WRONG;
    place = netcl_opencl_pick(&opencl, request->device);
    if (place)
        device = netcl_device_find(&opencl.real, place->device);
    if (device)
        status = warm_device(request, &opencl.real, device);
    request->warmer.real = NULL;
    netcl_opencl_close(&opencl);
    return status;
}

/* ---- options --------------------------------------------------------- */

static bool read_jobs(const char *text, struct request *request)
{
    char *end;

    request->job = strtoul(text, &end, 10);
    if (*end != '/')
        return false;
    request->jobs = strtoul(end + 1, &end, 10);
    return !*end && request->job >= 1 && request->job <= request->jobs;
}

static bool read_budget(const char *text, struct request *request)
{
    char *end;

    request->budget_s = strtod(text, &end);
    return end != text && !*end && request->budget_s > 0;
}

static int take(struct netcl_args *args, struct request *request, int found,
                const char *value)
{
    switch (found) {
    case FAMILY:
        return netcl_families_add(&request->families, value) ? NETCL_EXIT_WRONG
                                                             : NETCL_EXIT_OK;
    case KERNEL:
        request->kernel = value;
        return NETCL_EXIT_OK;
    case SIZES:
        return netcl_grid_add_axis(&request->grid, value)
                   ? netcl_args_fail(args, "--sizes: '%s' is no list of sizes",
                                     value)
                   : NETCL_EXIT_OK;
    case JOBS:
        return read_jobs(value, request)
                   ? NETCL_EXIT_OK
                   : netcl_args_fail(args, "--jobs: '%s' is not as 1/4", value);
    case BUDGET:
        return read_budget(value, request)
                   ? NETCL_EXIT_OK
                   : netcl_args_fail(args, "--budget: '%s' are no seconds",
                                     value);
    case DEVICE:
        request->device = value;
        return NETCL_EXIT_OK;
    case JSON:
        request->is_json = true;
        return NETCL_EXIT_OK;
    case NETCL_ARGS_OPERAND:
        return netcl_args_fail(args, "'%s' is not expected", value);
    default:
        return NETCL_EXIT_USAGE;
    }
}

/* What spares a program has no point here. Before settings are read. */
static void set_settings(void)
{
    setenv("NETCL_TUNE_MODE", "tune", 1);
    setenv("NETCL_AUTOTUNE", "1", 1);
    setenv("NETCL_TUNE_BUDGET_S", "86400", 1);
    setenv("NETCL_TUNE_STALL_MS", "250", 1);
}

static int run(struct netcl_args *args)
{
    struct request request = {.job = 1, .jobs = 1};
    const char *value;
    int found, status = NETCL_EXIT_OK;

    set_settings();
    while (!status) {
        found = netcl_args_next(args, &value);
        if (found == NETCL_ARGS_END)
            break;
        status = take(args, &request, found, value);
    }
    if (!status && !request.families.count &&
        netcl_families_open(&request.families))
        status = NETCL_EXIT_WRONG;
    if (!status)
        status = open_device(&request);
    netcl_grid_close(&request.grid);
    netcl_families_close(&request.families);
    return status;
}
