/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_RULES 32

/* FAKECL_ENTRIES as a rule's entry: calls of any kind, counted together. */
#define ANY FAKECL_ENTRIES
#define LATE_MS 300

/* "the `nth` call of `entry` fails with `err`", or hangs, or is at fault. */
struct rule {
    enum fakecl_entry entry;
    unsigned nth;
    bool is_lasting; /* and so does every later one */
    cl_int err;
    enum fakecl_fault fault;
};

static const char *const fault_names[] = {
    [FAKECL_FAULT_NONE] = "hang",  [FAKECL_FAULT_BYTES] = "bytes",
    [FAKECL_FAULT_EXEC] = "exec",  [FAKECL_FAULT_ZERO] = "zero",
    [FAKECL_FAULT_HUGE] = "huge",  [FAKECL_FAULT_LATE] = "late",
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

static atomic_uint calls[FAKECL_ENTRIES + 1];
static _Thread_local enum fakecl_fault due;
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

static bool read_fault(const char *text, enum fakecl_fault *fault)
{
    int i;

    for (i = FAKECL_FAULT_BYTES; i <= FAKECL_FAULT_LATE; i++)
        if (!strcmp(fault_names[i], text)) {
            *fault = (enum fakecl_fault)i;
            return true;
        }
    return false;
}

/* "-11", or "bytes" */
static bool read_effect(const char *text, struct rule *rule)
{
    return sscanf(text, "%d", &rule->err) == 1 ||
           read_fault(text, &rule->fault);
}

/*
 * "clFinish:2", "clBuildProgram:1:-11", "any:17+:-5"; nth 0 means every call,
 * and a plus all from that one on.
 */
static void add_rule(const char *text, bool has_effect)
{
    struct rule rule = {0};
    char name[64], plus[2] = "", effect[16] = "";
    int fields = sscanf(text, "%63[^:]:%u%1[+]:%15s", name, &rule.nth, plus,
                        effect);

    if (fields == 2)
        sscanf(text, "%*[^:]:%*u:%15s", effect);
    rule.is_lasting = *plus != '\0';
    rule.entry = strcmp(name, "any") ? find_entry(name) : ANY;
    if (num_rules == MAX_RULES || fields < 2 ||
        (rule.entry == ANY && strcmp(name, "any")) ||
        has_effect != (*effect != '\0') ||
        (has_effect && !read_effect(effect, &rule))) {
        fprintf(stderr, "fakecl: cannot use rule \"%s\"\n", text);
        return;
    }
    rules[num_rules++] = rule;
}

static void add_rules(const char *text, bool has_effect)
{
    char *copy = text ? strdup(text) : NULL;
    char *rest = copy;
    char *item;

    if (!copy)
        return;
    for (item = strtok_r(copy, ",", &rest); item;
         item = strtok_r(NULL, ",", &rest))
        add_rule(item, has_effect);
    free(copy);
}

void fakecl_inject_init(void)
{
    const char *path = getenv("FAKECL_LOG");

    add_rules(getenv("FAKECL_FAIL"), true);
    add_rules(getenv("FAKECL_FAULT"), true);
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

static bool applies(const struct rule *rule, enum fakecl_entry entry,
                    const unsigned counts[2])
{
    unsigned count = counts[rule->entry == ANY];

    if (rule->entry != ANY && rule->entry != entry)
        return false;
    return !rule->nth || rule->nth == count ||
           (rule->is_lasting && count > rule->nth);
}

static cl_int apply(const struct rule *rule, enum fakecl_entry entry)
{
    static const struct timespec late = {0, LATE_MS * 1000000};

    if (rule->err)
        fakecl_log(entry, rule->err, NULL, "fails");
    else if (rule->fault == FAKECL_FAULT_NONE)
        hang(entry);
    else
        fakecl_log(entry, CL_SUCCESS, NULL, "faulty=%s",
                   fault_names[rule->fault]);
    if (rule->fault == FAKECL_FAULT_LATE)
        nanosleep(&late, NULL);
    due = rule->fault;
    return rule->err;
}

cl_int fakecl_enter(enum fakecl_entry entry)
{
    unsigned counts[2] = {atomic_fetch_add(&calls[entry], 1) + 1,
                          atomic_fetch_add(&calls[ANY], 1) + 1};
    unsigned i;

    due = FAKECL_FAULT_NONE;
    if (entry_versions[entry] > fakecl_config.version)
        return CL_INVALID_OPERATION;
    for (i = 0; i < num_rules; i++)
        if (applies(&rules[i], entry, counts))
            return apply(&rules[i], entry);
    return CL_SUCCESS;
}

enum fakecl_fault fakecl_take_fault(void)
{
    enum fakecl_fault fault = due;

    due = FAKECL_FAULT_NONE;
    return fault;
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
