/* SPDX-License-Identifier: Apache-2.0 */
/* Includes: what is put in place, and what is left because it is not certain.
 */
#include "match/include.h"

#include <sys/stat.h>

#include "test.h"

static const struct netcl_header headers[] = {
    {"a.h", "old\n"},
    {"a.h", "int a;\n"},
    {"guarded.h", "#ifndef G\n#define G\nint g;\n#endif\n"},
    {"once.h", "#pragma once\nint o;\n"},
    {"circle.h",
     "#ifndef C\n#define C\n#include \"circle.h\"\nint c;\n#endif\n"},
    {"endless.h", "#include \"endless.h\"\n"},
    {"deep.h", "#include \"guarded.h\"\n#include \"a.h\"\n"},
    {"line.h", "int l = __LINE__;\n"},
    {"unknown.h", NULL},
};

/* Without the empty lines that stand for nothing. */
static char *expand(const char *source, const char *options)
{
    char *text = netcl_include_expand(source, options, headers,
                                      sizeof(headers) / sizeof(*headers));
    char *from, *to;

    if (!text)
        return NULL;
    for (from = to = text; *from; from++)
        if (*from != '\n' || (to > text && to[-1] != '\n'))
            *to++ = *from;
    *to = '\0';
    return text;
}

static void expect_expansion(const char *source, const char *options,
                             const char *expected)
{
    char *text = expand(source, options);

    expect_text(text, expected);
    free(text);
}

static void test_headers(void)
{
    expect_expansion("int x;\n", NULL, "int x;\n");
    expect_expansion("#include \"a.h\"\nint x;\n", NULL, "int a;\nint x;\n");
    expect_expansion(" # include <a.h> // so\n", NULL, "int a;\n");
    expect_expansion("#include \"deep.h\"\n", NULL,
                     "#ifndef G\n#define G\nint g;\n#endif\nint a;\n");
    expect_expansion("#include \"none.h\"\n", NULL, NULL);
    expect_expansion("#if X\n#include <none>\n#endif\n", NULL,
                     "#if X\n#error a file that is not there\n#endif\n");
    expect_expansion("#if X\n#include \"unknown.h\"\n#endif\n", NULL, NULL);
    expect_expansion("#include \"line.h\"\n", NULL, NULL);
    expect_expansion("#include \"a.h\" /* a\n b */\n", NULL, NULL);
    expect_expansion("/* \n#include \"a.h\"\n */\n", NULL,
                     "/* \n#include \"a.h\"\n */\n");
    expect_expansion("char *s = \"/*\";\n#include \"a.h\"\n", NULL,
                     "char *s = \"/*\";\nint a;\n");
    expect_expansion("// a \\\n#include \"a.h\"\n", NULL,
                     "// a \\\n#include \"a.h\"\n");
}

static void test_guards(void)
{
    char *once;

    expect_expansion("#include \"guarded.h\"\n#include \"guarded.h\"\n", NULL,
                     "#ifndef G\n#define G\nint g;\n#endif\n");
    expect_expansion("#if X\n#include \"guarded.h\"\n#endif\n"
                     "#include \"guarded.h\"\n",
                     NULL,
                     "#if X\n#ifndef G\n#define G\nint g;\n#endif\n#endif\n"
                     "#ifndef G\n#define G\nint g;\n#endif\n");
    expect_expansion("#include \"circle.h\"\n", NULL,
                     "#ifndef C\n#define C\nint c;\n#endif\n");
    expect_expansion("#include \"endless.h\"\n", NULL, NULL);
    expect_expansion("#include \"guarded.h\"\n#undef G\n"
                     "#include \"guarded.h\"\n",
                     NULL, NULL);
    once = expand("#include \"once.h\"\n", NULL);
    expect_expansion("#include \"once.h\"\n#include \"once.h\"\n", NULL, once);
    free(once);
}

static void test_macros(void)
{
    expect_expansion("#include NAME\n", "-DNAME=\\\"a.h\\\"", "int a;\n");
    expect_expansion("#include TEXT(STEM.h)\n",
                     "-D TEXT(x)=SAID(x) -D SAID(x)=#x -D STEM=a", "int a;\n");
    expect_expansion("#define NAME \"a.h\"\n#include NAME\n", NULL,
                     "#define NAME \"a.h\"\nint a;\n");
    expect_expansion("#if X\n#define NAME \"a.h\"\n#else\n"
                     "#define NAME \"guarded.h\"\n#endif\n#include NAME\n",
                     NULL, NULL);
    expect_expansion("#include LOOP\n", "-DLOOP=LOOP", NULL);
    expect_expansion("#include JOIN(a)\n", "-DJOIN(x)=x##b", NULL);
    expect_expansion("#include TEXT(\n", "-DTEXT(x)=#x", NULL);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    if (!file)
        exit(1);
    fputs(text, file);
    fclose(file);
}

static void test_folders(void)
{
    char folder[] = "/tmp/netcl-include-XXXXXX";
    char command[64];

    if (!mkdtemp(folder) || chdir(folder) || mkdir("one", 0700) ||
        mkdir("two", 0700))
        exit(1);
    write_text("one/f.h", "int one;\n");
    write_text("two/f.h", "int two;\n");
    write_text("two/g.h", "#include \"f.h\"\n");
    write_text("two/a.h", "int another;\n");
    write_text("two/h.h", "int h;\n");
    write_text("h.h", "int here;\n");
    expect_expansion("#include \"f.h\"\n", "-I one -I two", "int one;\n");
    expect_expansion("#include \"f.h\"\n", "-Itwo -Ione", "int two;\n");
    expect_expansion("#include \"g.h\"\n", "-I one -I two", "int two;\n");
    expect_expansion("#include \"f.h\"\n", NULL, NULL);
    expect_expansion("#include \"a.h\"\n", "-Itwo", NULL);
    expect_expansion("#include \"h.h\"\n", "-Itwo", NULL);
    expect_expansion("#include <h.h>\n", "-Itwo", "int h;\n");
    snprintf(command, sizeof(command), "rm -r %s", folder);
    if (chdir("/") || system(command))
        exit(1);
}

int main(void)
{
    expect_true(netcl_include_is_needed("# include <x>"));
    expect_true(!netcl_include_is_needed("to include x"));
    test_headers();
    test_guards();
    test_macros();
    test_folders();
    return test_end();
}
