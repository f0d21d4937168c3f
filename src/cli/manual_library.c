/* SPDX-License-Identifier: Apache-2.0 */
#include "base/config.h"
#include "cli/help.h"
#include "cli/roff.h"

static void put_synopsis(FILE *out)
{
    netcl_roff_put_heading(out, "Synopsis");
    netcl_roff_put_line(out, ".nf\n.B ",
                        "LD_PRELOAD=libnetcl_tune.so PROGRAM [ARGUMENT...]",
                        "\n");
    netcl_roff_put_line(out, ".B ", "netcl-tune run -- PROGRAM [ARGUMENT...]",
                        "\n.PP\n");
    netcl_roff_put_line(out, ".B ", "#include <netcl_tune.h>", "\n.fi\n");
}

static void put_description(FILE *out)
{
    static const char *const paragraphs[] = {
        "Watches the OpenCL kernels of an unmodified program arrive, tries "
        "faster implementations on private copies of the program's own "
        "buffers, checks each bit for bit against the program's own kernel, "
        "remembers the winner, and launches it from then on.",
        "It never changes results: by default only candidates whose every "
        "output byte equals the original's are used. It never fails the "
        "program: whatever goes wrong in the tuner, the program's own kernel "
        "runs. It writes nothing to stdout, starts no thread in the program, "
        "and does nothing in a set-user-id program or in a child that was "
        "forked after OpenCL was used.",
        "The library is a layer of the OpenCL loader. Preloading it puts its "
        "path into OPENCL_LAYERS and does nothing else; for loaders that know "
        "no layers its entry points are exported symbols too.",
    };
    size_t i;

    netcl_roff_put_heading(out, "Description");
    for (i = 0; i < sizeof(paragraphs) / sizeof(*paragraphs); i++)
        netcl_roff_put_line(out, i ? ".PP\n" : "", paragraphs[i], "\n");
}

static void put_interface(FILE *out)
{
    static const char *const functions[][2] = {
        {"netcl_autotune()",
         "Chooses among candidates of the program's own, by a function of "
         "its that measures one; over the same cache and search."},
        {"netcl_autotune_clear_cache()", "Forgets such choices."},
        {"netcl_autotune_is_enabled()",
         "Whether kernels may be tuned or substituted in this process."},
        {"netcl_tune_pin(), netcl_tune_unpin()",
         "Between them this thread's launches are chosen without measuring, "
         "so that they repeat bit for bit; they nest."},
    };
    size_t i;

    netcl_roff_put_heading(out, "C interface");
    netcl_roff_put(out, "For programs that can be changed; the header says "
                        "more. Compile with pkg-config netcl_tune.\n");
    for (i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
        netcl_roff_put_line(out, ".TP\n.B ", functions[i][0], "\n");
        netcl_roff_put_line(out, "", functions[i][1], "\n");
    }
}

static void put_files(FILE *out)
{
    netcl_roff_put_heading(out, "Files");
    netcl_roff_put_line(out, ".TP\n", "~/.cache/netcl/autotune.json",
                        "\nThe decisions of this user, one JSON object.\n");
    netcl_roff_put_line(out, ".TP\n", "~/.cache/netcl/binaries/",
                        "\nWinners, compiled.\n");
    netcl_roff_put_line(out, ".TP\n", "~/.cache/netcl/sources/",
                        "\nSources of programs that keep binaries only.\n");
    netcl_roff_put_line(out, ".TP\n", NETCL_VARIANTS_FOLDER,
                        "\nThe installed families of kernels.\n");
}

void netcl_help_print_library_manual(FILE *out)
{
    netcl_roff_put_title(out, "libnetcl_tune", 7,
                         "faster kernels within an unmodified OpenCL program");
    put_synopsis(out);
    put_description(out);
    netcl_roff_put_heading(out, "Environment");
    netcl_roff_put(out, "Read once. An unknown or malformed setting is named "
                        "on stderr, and its default used.\n");
    netcl_config_print(out, true);
    put_interface(out);
    put_files(out);
    netcl_roff_put_heading(out, "See also");
    netcl_roff_put_line(out, ".BR ", "netcl-tune", " (1)\n");
}
