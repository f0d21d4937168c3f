/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/args.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"

int netcl_args_fail(const struct netcl_args *args, const char *format, ...)
{
    char message[512];
    va_list list;

    va_start(list, format);
    vsnprintf(message, sizeof(message), format, list);
    va_end(list);
    netcl_diag_error("%s: %s (see netcl-tune %s --help)", args->command->name,
                     message, args->command->name);
    return NETCL_EXIT_USAGE;
}

/* The option that `text` names, up to a '='; or -1. */
static int find(const struct netcl_option *options, const char *text)
{
    size_t length = strcspn(text, "=");
    int i;

    for (i = 0; options && options[i].name; i++)
        if (strlen(options[i].name) == length &&
            !strncmp(options[i].name, text, length))
            return i;
    return -1;
}

/* `equals` is where the text's own argument starts, or NULL. */
static int take_argument(struct netcl_args *args, int index, const char *equals,
                         const char **value)
{
    const struct netcl_option *option = &args->command->options[index];

    *value = equals;
    if (!option->argument && equals) {
        netcl_args_fail(args, "%s takes no argument", option->name);
        return NETCL_ARGS_WRONG;
    }
    if (option->argument && !equals) {
        *value = args->items[args->next];
        if (!*value) {
            netcl_args_fail(args, "%s needs %s", option->name,
                            option->argument);
            return NETCL_ARGS_WRONG;
        }
        args->next++;
    }
    return index;
}

static int take_option(struct netcl_args *args, const char *text,
                       const char **value)
{
    const char *equals = strchr(text, '=');
    int index = find(args->command->options, text);

    if (index < 0) {
        netcl_args_fail(args, "unknown option '%s'", text);
        return NETCL_ARGS_WRONG;
    }
    return take_argument(args, index, equals ? equals + 1 : NULL, value);
}

int netcl_args_next(struct netcl_args *args, const char **value)
{
    const char *text = args->items[args->next];

    if (text && !args->has_ended && !strcmp(text, "--")) {
        args->has_ended = true;
        text = args->items[++args->next];
    }
    if (!text)
        return NETCL_ARGS_END;
    args->next++;
    if (!args->has_ended && text[0] == '-' && text[1])
        return take_option(args, text, value);
    *value = text;
    return NETCL_ARGS_OPERAND;
}

char **netcl_args_rest(const struct netcl_args *args)
{
    return args->items + args->next;
}

int netcl_args_switch_only(struct netcl_args *args, bool *is_on)
{
    const char *value;
    int found;

    *is_on = false;
    for (;;) {
        found = netcl_args_next(args, &value);
        if (found == NETCL_ARGS_END)
            return NETCL_EXIT_OK;
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found == NETCL_ARGS_OPERAND)
            return netcl_args_fail(args, "what is '%s'?", value);
        *is_on = true;
    }
}
