/* SPDX-License-Identifier: Apache-2.0 */
/* netcl-tune: the command. Finds the command in the table and runs it. */
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/memory.h"

const struct netcl_command *const netcl_commands[] = {
#define COMMAND(id) &netcl_command_##id,
#include "cli/commands.def"
#undef COMMAND
    NULL,
};

/* How many words of argv are the command's name; 0: they are not. */
static int words_matching(const char *name, char **words)
{
    const char *space = strchr(name, ' ');

    if (!space)
        return !strcmp(words[0], name);
    return strlen(words[0]) == (size_t)(space - name) &&
                   !strncmp(words[0], name, (size_t)(space - name)) &&
                   words[1] && !strcmp(words[1], space + 1)
               ? 2
               : 0;
}

static const struct netcl_command *find(char **words, int *used)
{
    const struct netcl_command *const *command;

    for (command = netcl_commands; *command; command++) {
        *used = words_matching((*command)->name, words);
        if (*used)
            return *command;
    }
    return NULL;
}

static bool is_group(const char *word)
{
    const struct netcl_command *const *command;
    size_t length = strlen(word);

    for (command = netcl_commands; *command; command++)
        if (!strncmp((*command)->name, word, length) &&
            (*command)->name[length] == ' ')
            return true;
    return false;
}

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h") ||
           !strcmp(word, "help");
}

/* `netcl-tune cache`, `cache --help`, `cache lst`. */
static int run_group(char **words)
{
    if (words[1] && is_help(words[1])) {
        netcl_help_print_group(stdout, words[0]);
        return NETCL_EXIT_OK;
    }
    if (words[1])
        netcl_diag_error("%s: there is no '%s' (see netcl-tune %s --help)",
                         words[0], words[1], words[0]);
    netcl_help_print_group(stderr, words[0]);
    return NETCL_EXIT_USAGE;
}

static int print_manual(const char *section)
{
    if (!section || !strcmp(section, "1"))
        netcl_help_print_manual(stdout);
    else if (!strcmp(section, "7"))
        netcl_help_print_library_manual(stdout);
    else {
        netcl_diag_error("--man: say 1 or 7, the section of a page, not '%s'",
                         section);
        return NETCL_EXIT_USAGE;
    }
    return NETCL_EXIT_OK;
}

static int print_completion(const char *shell)
{
    if (shell && !netcl_completion_print(stdout, shell))
        return NETCL_EXIT_OK;
    netcl_diag_error("--completion: say for which shell: bash or zsh");
    return NETCL_EXIT_USAGE;
}

/* `netcl-tune help cache merge`, and of the whole. */
static int print_help(char **words)
{
    const struct netcl_command *command;
    int used;

    command = words[0] ? find(words, &used) : NULL;
    if (command)
        netcl_help_print_command(stdout, command);
    else if (words[0] && is_group(words[0]))
        netcl_help_print_group(stdout, words[0]);
    else
        netcl_help_print(stdout);
    return NETCL_EXIT_OK;
}

/* What is no command: options of the whole, and errors. */
static int run_other(char **words)
{
    if (!words[0]) {
        netcl_help_print(stderr);
        return NETCL_EXIT_USAGE;
    }
    if (is_help(words[0]))
        return print_help(words + 1);
    if (!strcmp(words[0], "--version"))
        netcl_help_print_version(stdout);
    else if (!strcmp(words[0], "--man"))
        return print_manual(words[1]);
    else if (!strcmp(words[0], "--completion"))
        return print_completion(words[1]);
    else if (is_group(words[0]))
        return run_group(words);
    else {
        netcl_diag_error("there is no command '%s' (see netcl-tune --help)",
                         words[0]);
        return NETCL_EXIT_USAGE;
    }
    return NETCL_EXIT_OK;
}

/* Output that did not reach its file is an error too. */
static int finish(int status)
{
    if (fflush(stdout) || ferror(stdout)) {
        netcl_diag_error(
            "cannot write the output: %m (make room where it goes)");
        return NETCL_EXIT_WRONG;
    }
    return status;
}

int main(int argc, char **argv)
{
    const struct netcl_command *command = NULL;
    struct netcl_args args = {NULL, NULL, 0, false};
    int used = 0;

    netcl_memory_start();
    if (argc > 1)
        command = find(argv + 1, &used);
    if (!command)
        return finish(run_other(argv + (argc > 0)));
    args.command = command;
    args.items = argv + 1 + used;
    if (args.items[0] &&
        (!strcmp(args.items[0], "--help") || !strcmp(args.items[0], "-h"))) {
        netcl_help_print_command(stdout, command);
        return finish(NETCL_EXIT_OK);
    }
    return finish(command->run(&args));
}
