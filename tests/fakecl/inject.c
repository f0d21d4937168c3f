/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RULES 32

/* "the `nth` call of `entry` fails with `err`", or hangs when err is 0. */
struct rule {
    enum fakecl_entry entry;
    unsigned nth;
    cl_int err;
};

static const char *const entry_names[] = {
#define ENTRY(name, version) #name,
#include "entrypoints.def"
#undef ENTRY
};

static const int entry_versions[] = {
#define ENTRY(name, version) version,
#include "entrypoints.def"
#undef ENTRY
};

bool fakecl_is_watched;

static atomic_uint calls[FAKECL_ENTRIES];
static struct rule rules[MAX_RULES];
static unsigned num_rules;
static int log_fd = -1;

static enum fakecl_entry find_entry(const char *name)
{
    int i;

    for (i = 0; i < FAKECL_ENTRIES; i++)
        if (!strcmp(entry_names[i], name))
            break;
    return (enum fakecl_entry)i;
}

/* "clFinish:2" or "clBuildProgram:1:-11"; nth 0 means every call. */
static void add_rule(const char *text, bool has_error)
{
    struct rule *rule = &rules[num_rules];
    char name[64];
    int err = 0;
    int fields = sscanf(text, "%63[^:]:%u:%d", name, &rule->nth, &err);

    if (num_rules == MAX_RULES || fields != (has_error ? 3 : 2) ||
        find_entry(name) == FAKECL_ENTRIES) {
        fprintf(stderr, "fakecl: cannot use rule \"%s\"\n", text);
        return;
    }
    rule->entry = find_entry(name);
    rule->err = has_error ? err : CL_SUCCESS;
    num_rules++;
}

static void add_rules(const char *text, bool has_error)
{
    char *copy = text ? strdup(text) : NULL;
    char *rest = copy;
    char *item;

    if (!copy)
        return;
    for (item = strtok_r(copy, ",", &rest); item;
         item = strtok_r(NULL, ",", &rest))
        add_rule(item, has_error);
    free(copy);
}

void fakecl_inject_init(void)
{
    const char *path = getenv("FAKECL_LOG");

    add_rules(getenv("FAKECL_FAIL"), true);
    add_rules(getenv("FAKECL_HANG"), false);
    if (path && *path)
        log_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    fakecl_is_watched =
        num_rules > 0 || log_fd >= 0 || fakecl_config.version < 30;
}

void fakecl_inject_close(void)
{
    if (log_fd >= 0)
        close(log_fd);
    log_fd = -1;
}

static void hang(enum fakecl_entry entry)
{
    fakecl_log(entry, CL_SUCCESS, NULL, "hangs");
    for (;;)
        pause();
}

cl_int fakecl_enter(enum fakecl_entry entry)
{
    unsigned call = atomic_fetch_add(&calls[entry], 1) + 1;
    unsigned i;

    if (entry_versions[entry] > fakecl_config.version)
        return CL_INVALID_OPERATION;
    for (i = 0; i < num_rules; i++) {
        if (rules[i].entry != entry || (rules[i].nth && rules[i].nth != call))
            continue;
        if (rules[i].err == CL_SUCCESS)
            hang(entry);
        return rules[i].err;
    }
    return CL_SUCCESS;
}

static const char *kind_name(const void *handle)
{
    static const char *const names[FAKECL_KINDS] = {
        [FAKECL_PLATFORM] = "platform", [FAKECL_DEVICE] = "device",
        [FAKECL_CONTEXT] = "context",   [FAKECL_QUEUE] = "queue",
        [FAKECL_MEM] = "mem",           [FAKECL_PROGRAM] = "program",
        [FAKECL_KERNEL] = "kernel",     [FAKECL_EVENT] = "event",
    };
    const struct fakecl_object *object = handle;

    return names[object->kind];
}

void fakecl_log(enum fakecl_entry entry, cl_int err, const void *made,
                const char *format, ...)
{
    char args[512];
    char line[768];
    va_list list;
    int length;

    if (log_fd < 0)
        return;
    va_start(list, format);
    vsnprintf(args, sizeof(args), format, list);
    va_end(list);
    length = snprintf(line, sizeof(line), "%s%s%s -> %d", entry_names[entry],
                      *args ? " " : "", args, err);
    if (made)
        length += snprintf(line + length, sizeof(line) - (size_t)length,
                           " %s=0x%x", kind_name(made), fakecl_id(made));
    line[length++] = '\n';
    /* One write a line, so that processes may share the file. */
    if (write(log_fd, line, (size_t)length) < 0)
        return;
}
