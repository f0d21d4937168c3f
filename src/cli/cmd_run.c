/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/str.h"
#include "cli/args.h"
#include "cli/child.h"
#include "cli/library.h"
#include "cli/logbook.h"
#include "cli/report.h"
#include "cli/setting.h"

enum { LOG, MODE, STALL, VARIANTS, LIBRARY, REPORT };

static const struct netcl_option options[] = {
    [LOG] = {"--log", "FILE", "append the decision log to this file",
             "NETCL_TUNE_LOG"},
    [MODE] = {"--mode", "MODE", "tune, pinned or off (NETCL_TUNE_MODE)",
              "NETCL_TUNE_MODE"},
    [STALL] = {"--stall", "MS",
               "longest that one launch is held up (NETCL_TUNE_STALL_MS)",
               "NETCL_TUNE_STALL_MS"},
    [VARIANTS] = {"--variants", "LIST",
                  "folders of families, colon-separated "
                  "(NETCL_TUNE_VARIANTS)",
                  "NETCL_TUNE_VARIANTS"},
    [LIBRARY] = {"--library", "FILE", "use this " NETCL_LIBRARY_NAME, NULL},
    [REPORT] = {"--report", NULL,
                "say on stderr, when the program has ended, what got faster "
                "and what it cost", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_run = {
    .name = "run",
    .usage = "[options] [--] PROGRAM [ARGUMENT...]",
    .help = "run a program with the tuner in it",
    .about = "Runs the program with libnetcl_tune.so preloaded and as a "
             "layer of the OpenCL loader; where that knows no layers, with "
             "one that does in front of it. The program's output, exit status "
             "and signals are its own.",
    .options = options,
    .run = run,
};

/* What --report needs of the log. */
struct log {
    char *path;
    bool is_temporary;
    long offset; /* where this run's lines start */
};

/* The program may change its folder before it looks at a path. */
static char *absolute(const char *path, size_t length)
{
    char folder[PATH_MAX];

    if (!length || *path == '/' || !getcwd(folder, sizeof(folder)))
        return strndup(path, length);
    return netcl_str_format("%s/%.*s", folder, (int)length, path);
}

/* A log, which may be stderr, or a colon-separated list; NULL: no memory. */
static char *absolute_value(int option, const char *value)
{
    struct netcl_str list = NETCL_STR_INIT;
    size_t span;
    char *path;

    if (option == LOG)
        return strcmp(value, "stderr") ? absolute(value, strlen(value))
                                       : strdup(value);
    for (;; value += span + 1) {
        span = strcspn(value, ":");
        path = absolute(value, span);
        netcl_str_append(&list, path ? path : "");
        free(path);
        if (!value[span])
            return netcl_str_take(&list);
        netcl_str_append_char(&list, ':');
    }
}

static int set(const char *variable, int option, const char *value)
{
    char *full = NULL;
    int err;

    if (netcl_setting_check(variable, options[option].name, value))
        return NETCL_EXIT_USAGE;
    if (option == LOG || option == VARIANTS)
        full = absolute_value(option, value);
    err = setenv(variable, full ? full : value, 1);
    free(full);
    return err ? NETCL_EXIT_WRONG : NETCL_EXIT_OK;
}

static int take(int option, const char *value, const char **library,
                bool *is_report)
{
    switch (option) {
    case LIBRARY:
        *library = value;
        return NETCL_EXIT_OK;
    case REPORT:
        *is_report = true;
        return NETCL_EXIT_OK;
    default:
        return set(options[option].variable, option, value);
    }
}

static int make_temporary(struct log *log)
{
    const char *folder = getenv("TMPDIR");
    int descriptor;

    log->path = netcl_str_format("%s/netcl-tune-XXXXXX",
                                 folder && *folder ? folder : "/tmp");
    descriptor = log->path ? mkstemp(log->path) : -1;
    if (descriptor < 0) {
        netcl_diag_error("%s: no log for --report: %s (say --log FILE, or set "
                         "TMPDIR)",
                         log->path ? log->path : "log", strerror(errno));
        return NETCL_EXIT_WRONG;
    }
    close(descriptor);
    log->is_temporary = true;
    setenv("NETCL_TUNE_LOG", log->path, 1);
    return NETCL_EXIT_OK;
}

/* The user's log, from its present end on, or one of our own. */
static int choose_log(struct netcl_args *args, struct log *log)
{
    const char *target = getenv("NETCL_TUNE_LOG");
    struct stat status;

    if (!target || !*target)
        return make_temporary(log);
    if (!strcmp(target, "stderr")) {
        netcl_args_fail(args, "--report reads the log, so it cannot go to "
                              "stderr");
        return NETCL_EXIT_USAGE;
    }
    log->path = absolute_value(LOG, target);
    if (!log->path || setenv("NETCL_TUNE_LOG", log->path, 1))
        return NETCL_EXIT_WRONG;
    log->offset = stat(log->path, &status) ? 0 : (long)status.st_size;
    return NETCL_EXIT_OK;
}

static void report(struct log *log)
{
    struct netcl_logbook book = {0};

    /* A program without OpenCL opens no log. */
    if (access(log->path, F_OK) ||
        !netcl_logbook_read(&book, log->path, log->offset))
        netcl_report_print_short(stderr, &book,
                                 log->is_temporary ? NULL : log->path);
    netcl_logbook_clear(&book);
    if (log->is_temporary)
        unlink(log->path);
}

static int run_and_report(struct netcl_args *args, char **words)
{
    struct log log = {NULL, false, 0};
    int status = 0, err, result = choose_log(args, &log);

    if (result) {
        free(log.path);
        return result;
    }
    err = netcl_child_run(words, &status);
    if (!err)
        report(&log);
    else if (log.is_temporary)
        unlink(log.path);
    free(log.path);
    return err ? netcl_child_failed(words[0], -err)
               : netcl_child_follow(status);
}

static int open_doors(const char *given)
{
    char *library = netcl_library_find(given);
    int err = library ? netcl_library_open_doors(library) : -ENOENT;

    free(library);
    return err ? NETCL_EXIT_WRONG : NETCL_EXIT_OK;
}

static int run(struct netcl_args *args)
{
    const char *value, *library = NULL;
    bool is_report = false;
    char **words;
    int found, result = NETCL_EXIT_OK;

    /* Up to the program's name: its own options are not ours. */
    do {
        found = netcl_args_next(args, &value);
        if (found >= 0)
            result = take(found, value, &library, &is_report);
    } while (found >= 0 && !result);
    if (result || found == NETCL_ARGS_WRONG)
        return result ? result : NETCL_EXIT_USAGE;
    if (found == NETCL_ARGS_END)
        return netcl_args_fail(args, "which program?");
    words = netcl_args_rest(args) - 1;
    result = open_doors(library);
    if (result)
        return result;
    if (is_report)
        return run_and_report(args, words);
    execvp(words[0], words);
    return netcl_child_failed(words[0], errno);
}
