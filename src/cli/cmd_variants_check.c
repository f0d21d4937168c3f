/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "cli/args.h"
#include "cli/check_report.h"
#include "cli/families.h"
#include "cli/opencl.h"

enum { DEVICE, KERNEL, VARIANT, QUICK, ALL, JSON };

static const struct netcl_option options[] = {
    [DEVICE] = {"--device", "PLATFORM:DEVICE",
                "numbers as netcl-tune doctor lists them (default: the first "
                "device)", NULL},
    [KERNEL] = {"--kernel", "NAME", "only this kernel entry", NULL},
    [VARIANT] = {"--variant", "NAME", "only this variant", NULL},
    [QUICK] = {"--quick", NULL, "only the first check line of each kernel", NULL},
    [ALL] = {"--all", NULL, "a row for each candidate", NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_variants_check = {
    .name = "variants check",
    .usage = "[options] [FAMILY | FOLDER]...",
    .help = "compare every variant with its reference on this device",
    .about = "Runs the reference kernel of each manifest entry with the sizes "
             "of its check lines on random data, then every candidate, and "
             "compares every byte. Tells which candidates are exact, which "
             "are not, and how long one run takes. Ends with 1 where a "
             "candidate does not build or run, or differs by more than the "
             "manifest tolerates.",
    .options = options,
    .run = run,
};

struct request {
    const char *device;
    const char *kernel;
    const char *variant;
    bool is_quick;
    struct netcl_families families;
    struct netcl_check_report report;
};

static void check_line(struct request *request, const struct netcl_rig *rig,
                       const struct netcl_check *check)
{
    struct netcl_check_line line;
    struct netcl_sample sample;
    enum netcl_reason reason;
    int err;

    netcl_check_report_begin(&request->report);
    reason = netcl_sample_open(rig, check, &sample);
    if (reason != NETCL_REASON_COUNT) {
        netcl_check_report_refuse(&request->report,
                                  netcl_reason_meaning(reason));
        return;
    }
    err = netcl_check_sample(&sample, request->variant, &line,
                             netcl_check_report_visit, &request->report);
    if (err)
        netcl_check_report_refuse(&request->report,
                                  err == -E2BIG || err == -ENOMEM
                                      ? "too big for this device"
                                      : "the reference kernel does not run");
    else
        netcl_check_report_end(&request->report, &line);
    netcl_sample_close(&sample);
}

static void check_entry(struct request *request, const struct netcl_real *real,
                        const struct netcl_device *device,
                        const struct netcl_kernel_entry *entry)
{
    size_t i, count = entry->check_count;
    struct netcl_rig rig;

    if (request->is_quick && count > 1)
        count = 1;
    netcl_check_report_enter(&request->report, entry);
    if (netcl_rig_open(real, device, entry, &rig)) {
        netcl_check_report_begin(&request->report);
        netcl_check_report_refuse(&request->report,
                                  "reference.cl cannot be built");
    } else {
        for (i = 0; i < count; i++)
            check_line(request, &rig, &entry->checks[i]);
        netcl_rig_close(&rig);
    }
    netcl_check_report_leave(&request->report);
}

/* How many kernel entries there were. */
static size_t check_families(struct request *request,
                             const struct netcl_real *real,
                             const struct netcl_device *device)
{
    const struct netcl_kernel_entry *entry;
    size_t i, j, count = 0;

    for (i = 0; i < request->families.count; i++) {
        for (j = 0; j < request->families.items[i]->kernel_count; j++) {
            entry = &request->families.items[i]->kernels[j];
            if (request->kernel && strcmp(request->kernel, entry->name))
                continue;
            check_entry(request, real, device, entry);
            count++;
        }
    }
    return count;
}

static int check(struct request *request)
{
    const struct netcl_device *device = NULL;
    const struct netcl_place *place;
    struct netcl_opencl opencl;
    size_t count = 0;

    if (netcl_opencl_open(&opencl))
        return NETCL_EXIT_WRONG;
    place = netcl_opencl_pick(&opencl, request->device);
    if (place)
        device = netcl_device_find(&opencl.real, place->device);
    if (device) {
        netcl_diag_set_verbose(true); /* what the compiler says */
        netcl_check_report_open(&request->report, device);
        count = check_families(request, &opencl.real, device);
        netcl_check_report_close(&request->report);
    }
    netcl_opencl_close(&opencl);
    if (device && !count)
        netcl_diag_error("no kernel entry to check in %s (see netcl-tune "
                         "variants list)",
                         netcl_families_where());
    return count && !request->families.broken &&
                   !netcl_check_report_wrong(&request->report)
               ? NETCL_EXIT_OK
               : NETCL_EXIT_WRONG;
}

static int take(struct request *request, int found, const char *value)
{
    switch (found) {
    case DEVICE:
        request->device = value;
        break;
    case KERNEL:
        request->kernel = value;
        break;
    case VARIANT:
        request->variant = value;
        break;
    case QUICK:
        request->is_quick = true;
        break;
    case ALL:
        request->report.is_whole = true;
        break;
    case JSON:
        request->report.is_json = true;
        break;
    case NETCL_ARGS_OPERAND:
        if (netcl_families_add(&request->families, value))
            return NETCL_EXIT_WRONG;
        break;
    default:
        return NETCL_EXIT_USAGE;
    }
    return NETCL_EXIT_OK;
}

static int run(struct netcl_args *args)
{
    struct request request = {0};
    const char *value;
    int found, status = NETCL_EXIT_OK;
    bool is_named = false;

    while (!status) {
        found = netcl_args_next(args, &value);
        if (found == NETCL_ARGS_END)
            break;
        is_named = is_named || found == NETCL_ARGS_OPERAND;
        status = take(&request, found, value);
    }
    if (!status && !is_named && netcl_families_open(&request.families))
        status = NETCL_EXIT_WRONG;
    if (!status)
        status = check(&request);
    netcl_families_close(&request.families);
    return status;
}
