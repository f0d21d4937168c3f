/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/completion.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/setting.h"

/* ---- what both shells need ------------------------------------------- */

static size_t first_word(const char *name)
{
    return strcspn(name, " ");
}

/* Whether an earlier command begins with the same word. */
static bool is_repeated(const struct netcl_command *const *command)
{
    size_t length = first_word((*command)->name);

    return command > netcl_commands &&
           !strncmp(command[-1]->name, (*command)->name, length + 1);
}

/* "tune|pinned|off" where the option stands for such a setting; or NULL. */
static const char *values_of(const struct netcl_option *option)
{
    const struct netcl_setting *setting = netcl_settings;

    while (setting->variable && option->variable &&
           strcmp(setting->variable, option->variable))
        setting++;
    return option->variable ? setting->values : NULL;
}

/* What it names, as bash and zsh have it; NULL: nothing that is on the disk. */
static const char *path_of(const char *argument, bool is_zsh)
{
    if (!strcmp(argument, "FOLDER"))
        return is_zsh ? "_files -/" : "compgen -d";
    if (!strcmp(argument, "FILE") || !strcmp(argument, "LOG") ||
        !strcmp(argument, "LIST"))
        return is_zsh ? "_files" : "compgen -f";
    return NULL;
}

static void print_words(FILE *out, const char *values)
{
    for (; *values; values++)
        fputc(*values == '|' ? ' ' : *values, out);
}

/* ---- bash ------------------------------------------------------------ */

static void print_bash_commands(FILE *out)
{
    const struct netcl_command *const *command;

    fputs("    local commands='", out);
    for (command = netcl_commands; *command; command++)
        if (!is_repeated(command))
            fprintf(out, "%.*s ", (int)first_word((*command)->name),
                    (*command)->name);
    fputs("--help --version --man --completion'\n", out);
}

/* The second words of `cache`, `variants`. */
static void print_bash_groups(FILE *out)
{
    const struct netcl_command *const *command = netcl_commands;
    size_t length;

    fputs("    case $name in\n", out);
    while (*command) {
        length = first_word((*command)->name);
        if (!(*command)->name[length]) {
            command++;
            continue;
        }
        fprintf(out, "    %.*s) words='", (int)length, (*command)->name);
        do {
            fprintf(out, "%s ", (*command)->name + length + 1);
            command++;
        } while (*command && is_repeated(command));
        fputs("' ;;\n", out);
    }
    fputs("    esac\n", out);
}

static void print_bash_options(FILE *out)
{
    const struct netcl_command *const *command;
    const struct netcl_option *option;

    fputs("    case $name in\n", out);
    for (command = netcl_commands; *command; command++) {
        fprintf(out, "    '%s') words='", (*command)->name);
        for (option = (*command)->options; option && option->name; option++)
            fprintf(out, "%s ", option->name);
        fputs("--help' ;;\n", out);
    }
    fputs("    esac\n", out);
}

static void print_bash_values(FILE *out)
{
    const struct netcl_command *const *command;
    const struct netcl_option *option;

    fputs("    case \"$name $before\" in\n", out);
    for (command = netcl_commands; *command; command++)
        for (option = (*command)->options; option && option->name; option++) {
            if (!option->argument)
                continue;
            fprintf(out, "    '%s %s') ", (*command)->name, option->name);
            if (values_of(option)) {
                fputs("COMPREPLY=($(compgen -W '", out);
                print_words(out, values_of(option));
                fputs("' -- \"$current\"))", out);
                fputs("; return ;;\n", out);
            } else if (path_of(option->argument, false)) {
                fprintf(out, "COMPREPLY=($(%s -- \"$current\")); return ;;\n",
                        path_of(option->argument, false));
            } else {
                fputs("return ;;\n", out);
            }
        }
    fputs("    esac\n", out);
}

static void print_bash(FILE *out)
{
    fputs("# Made by netcl-tune --completion bash: do not edit.\n"
          "_netcl_tune()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} words=\n"
          "    local before=${COMP_WORDS[COMP_CWORD-1]}"
          " name=${COMP_WORDS[1]-}\n",
          out);
    print_bash_commands(out);
    fputs("    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W \"$commands\" -- \"$current\"))\n"
          "        return\n"
          "    fi\n",
          out);
    print_bash_groups(out);
    fputs("    if [[ $words ]] && ((COMP_CWORD == 2)); then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    [[ $words ]] && name+=\" ${COMP_WORDS[2]}\"\n",
          out);
    print_bash_values(out);
    print_bash_options(out);
    fputs("    if [[ $current == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "    elif [[ $name == run && $before == -- ]]; then\n"
          "        COMPREPLY=($(compgen -c -- \"$current\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _netcl_tune netcl-tune\n",
          out);
}

/* ---- zsh ------------------------------------------------------------- */

/* Within '...': what _arguments and _describe would read as their own. */
static void print_quoted(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr("[]:\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_zsh_option(FILE *out, const struct netcl_option *option)
{
    fprintf(out, " \\\n            '*%s[", option->name);
    print_quoted(out, option->help);
    fputc(']', out);
    if (option->argument) {
        fprintf(out, ":%s:", option->argument);
        if (values_of(option)) {
            fputc('(', out);
            print_words(out, values_of(option));
            fputc(')', out);
        } else if (path_of(option->argument, true)) {
            fputs(path_of(option->argument, true), out);
        }
    }
    fputc('\'', out);
}

static void print_zsh_command(FILE *out, const struct netcl_command *command)
{
    const struct netcl_option *option = command->options;

    fprintf(out, "    '%s')\n        _arguments -S", command->name);
    for (; option && option->name; option++)
        print_zsh_option(out, option);
    fputs(" \\\n            '--help[tell more of it]' ", out);
    fputs(!strcmp(command->name, "run") ? "'*::program:_normal' ;;\n"
                                        : "'*:file:_files' ;;\n",
          out);
}

/* A list of words with what they mean, of one group or of all commands. */
static void print_zsh_words(FILE *out, const char *group)
{
    const struct netcl_command *const *command;
    size_t length = group ? first_word(group) + 1 : 0;

    for (command = netcl_commands; *command; command++) {
        const char *name = (*command)->name;

        if (group ? strncmp(name, group, length) != 0 : is_repeated(command))
            continue;
        fputs("            '", out);
        if (group)
            fputs(name + length, out);
        else
            fprintf(out, "%.*s", (int)first_word(name), name);
        fputc(':', out);
        if (group || !name[first_word(name)])
            print_quoted(out, (*command)->help);
        fputs("'\n", out);
    }
}

static void print_zsh_groups(FILE *out)
{
    const struct netcl_command *const *command;

    fputs("    case $words[2] in\n", out);
    for (command = netcl_commands; *command; command++) {
        size_t length = first_word((*command)->name);

        if (!(*command)->name[length] || is_repeated(command))
            continue;
        fprintf(out,
                "    %.*s)\n"
                "        if (( CURRENT == 3 )); then\n"
                "            list=(\n",
                (int)length, (*command)->name);
        print_zsh_words(out, (*command)->name);
        fputs("            )\n"
              "            _describe command list\n"
              "            return\n"
              "        fi\n"
              "        name+=\" $words[3]\"\n"
              "        skip=2 ;;\n",
              out);
    }
    fputs("    esac\n", out);
}

static void print_zsh(FILE *out)
{
    const struct netcl_command *const *command;

    fputs("#compdef netcl-tune\n"
          "# Made by netcl-tune --completion zsh: do not edit.\n"
          "local -a list\n"
          "local name=$words[2] skip=1\n"
          "_netcl_tune()\n{\n"
          "    if (( CURRENT == 2 )); then\n"
          "        list=(\n",
          out);
    print_zsh_words(out, NULL);
    fputs("        )\n"
          "        _describe command list\n"
          "        return\n"
          "    fi\n",
          out);
    print_zsh_groups(out);
    fputs("    (( CURRENT -= skip ))\n"
          "    shift $skip words\n"
          "    case $name in\n",
          out);
    for (command = netcl_commands; *command; command++)
        print_zsh_command(out, *command);
    fputs("    esac\n}\n_netcl_tune \"$@\"\n", out);
}

int netcl_completion_print(FILE *out, const char *shell)
{
    if (!strcmp(shell, "bash"))
        print_bash(out);
    else if (!strcmp(shell, "zsh"))
        print_zsh(out);
    else
        return -EINVAL;
    return 0;
}
