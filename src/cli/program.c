/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/program.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "cli/loader.h"
#include "cli/opencl.h"

static const struct {
    const char *name, *meaning;
} ways[] = {
    [NETCL_WAY_ABSENT] = {"absent", "there is no such program"},
    [NETCL_WAY_SCRIPT] = {"script", "a script: ask about the program that it "
                                    "starts, which inherits the tuner"},
    [NETCL_WAY_RAISED] = {"raised", "left alone: it runs with another user's "
                                    "rights"},
    [NETCL_WAY_FOREIGN] = {"foreign", "not reached: it is for another kind of "
                                      "machine than the library"},
    [NETCL_WAY_STATIC] = {"static", "nothing can be preloaded into it: "
                                    "OPENCL_LAYERS reaches a loader within it "
                                    "that takes layers"},
    [NETCL_WAY_LAYER] = {"layer", "reached as a layer of its loader, by "
                                  "LD_PRELOAD or OPENCL_LAYERS alone"},
    [NETCL_WAY_PRELOAD] = {"preload", "reached by LD_PRELOAD: its loader takes "
                                      "no layers, so the library's own symbols "
                                      "stand before those of the loader"},
    [NETCL_WAY_OPENED] = {"opened", "links no loader: the one that it would "
                                    "open at run time takes layers, and is "
                                    "reached by LD_PRELOAD or OPENCL_LAYERS"},
    [NETCL_WAY_IN_FRONT] = {"in-front", "links no loader: the one that it "
                                        "would open at run time takes no "
                                        "layers, so netcl-tune run puts "
                                        "another in front of it"},
    [NETCL_WAY_NONE] = {"none", "not reached: it links no loader, and there is "
                                "none that takes layers (install ocl-icd)"},
};

const char *netcl_way_name(enum netcl_way way)
{
    return ways[way].name;
}

const char *netcl_way_meaning(enum netcl_way way)
{
    return ways[way].meaning;
}

/* The file that execvp() would run; NULL: none, or no memory. */
static char *find(const char *name)
{
    const char *folders = getenv("PATH");
    char *list, *rest, *folder, *path = NULL;

    if (strchr(name, '/'))
        return access(name, X_OK) ? NULL : strdup(name);
    list = rest = strdup(folders ? folders : "/bin:/usr/bin");
    while (!path && rest) {
        folder = strsep(&rest, ":");
        path = netcl_str_format("%s/%s", *folder ? folder : ".", name);
        if (path && access(path, X_OK)) {
            free(path);
            path = NULL;
        }
    }
    free(list);
    return path;
}

static bool has_raised_rights(const char *path)
{
    struct stat file;

    return !stat(path, &file) &&
           (((file.st_mode & S_ISUID) && file.st_uid != getuid()) ||
            ((file.st_mode & S_ISGID) && file.st_gid != getgid()));
}

/* The program that loads it; NULL: none, as where all is linked in. */
static char *find_interpreter(const char *bytes, size_t length)
{
    const ElfW(Ehdr) *head = (const void *)bytes;
    const ElfW(Phdr) * part;
    size_t i;

    for (i = 0; i < head->e_phnum; i++) {
        if (head->e_phoff > length ||
            (i + 1) * sizeof(*part) > length - head->e_phoff)
            return NULL;
        part = (const void *)(bytes + head->e_phoff + i * sizeof(*part));
        if (part->p_type == PT_INTERP && part->p_offset < length &&
            part->p_filesz <= length - part->p_offset)
            return strndup(bytes + part->p_offset, part->p_filesz);
    }
    return NULL;
}

/* Asks the interpreter, which runs nothing of the program for the answer. */
static FILE *list_libraries(const char *interpreter, const char *path,
                            pid_t *child)
{
    int ends[2];

    if (pipe(ends))
        return NULL;
    *child = fork();
    if (*child == 0) {
        unsetenv("LD_PRELOAD");
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl(interpreter, interpreter, "--list", path, (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    return fdopen(ends[0], "r");
}

/* Of a line "NAME => FILE (ADDRESS)"; NULL: of another library. */
static char *read_line(char *line)
{
    char *arrow = strstr(line, " => ");
    char *name = line + strspn(line, " \t");

    if (!arrow || strncmp(name, "libOpenCL.", strlen("libOpenCL.")))
        return NULL;
    arrow += strlen(" => ");
    arrow[strcspn(arrow, " \n")] = '\0';
    return *arrow == '/' ? strdup(arrow) : NULL;
}

static char *find_linked(const char *interpreter, const char *path)
{
    char *line = NULL, *found = NULL;
    pid_t child = -1;
    FILE *list = list_libraries(interpreter, path, &child);
    size_t room = 0;

    while (list && getline(&line, &room, list) >= 0)
        if (!found)
            found = read_line(line);
    free(line);
    if (list)
        fclose(list);
    if (child > 0)
        waitpid(child, NULL, 0);
    return found;
}

static enum netcl_way judge_dynamic(struct netcl_program *program,
                                    const char *library,
                                    const char *interpreter)
{
    char text[NETCL_PROBE_TEXT_BYTES];
    const char *loader;
    bool takes_layers;

    program->loader = find_linked(interpreter, program->path);
    loader = program->loader ? program->loader : netcl_opencl_names[0];
    takes_layers = netcl_probe_loader(loader, library ? library : "/none",
                                      text) == NETCL_PROBED_LAYERS;
    if (program->loader)
        return takes_layers ? NETCL_WAY_LAYER : NETCL_WAY_PRELOAD;
    if (takes_layers)
        return NETCL_WAY_OPENED;
    return netcl_loader_is_there() ? NETCL_WAY_IN_FRONT : NETCL_WAY_NONE;
}

static enum netcl_way judge(struct netcl_program *program, const char *library,
                            const char *bytes, size_t length)
{
    const ElfW(Ehdr) *head = (const void *)bytes;
    enum netcl_way way = NETCL_WAY_STATIC;
    char *interpreter;

    if (length >= 2 && !memcmp(bytes, "#!", 2))
        return NETCL_WAY_SCRIPT;
    if (length < sizeof(*head) || memcmp(bytes, ELFMAG, SELFMAG) ||
        head->e_ident[EI_CLASS] !=
            (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32))
        return NETCL_WAY_FOREIGN;
    interpreter = find_interpreter(bytes, length);
    if (interpreter)
        way = judge_dynamic(program, library, interpreter);
    free(interpreter);
    return way;
}

void netcl_program_take(struct netcl_program *program, const char *name,
                        const char *library)
{
    char *bytes = NULL;
    size_t length = 0;

    memset(program, 0, sizeof(*program));
    program->path = find(name);
    if (!program->path || netcl_file_read(program->path, &bytes, &length))
        return;
    program->way = has_raised_rights(program->path)
                       ? NETCL_WAY_RAISED
                       : judge(program, library, bytes, length);
    free(bytes);
}

void netcl_program_clear(struct netcl_program *program)
{
    free(program->path);
    free(program->loader);
}

bool netcl_program_is_reached(const struct netcl_program *program)
{
    switch (program->way) {
    case NETCL_WAY_ABSENT:
    case NETCL_WAY_RAISED:
    case NETCL_WAY_FOREIGN:
    case NETCL_WAY_NONE:
        return false;
    default:
        return true;
    }
}
