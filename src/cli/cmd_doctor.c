/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "cl/device.h"
#include "cli/args.h"
#include "cli/health.h"
#include "cli/library.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "cli/writer.h"

enum { LIBRARY, JSON };

static const struct netcl_option options[] = {
    [LIBRARY] = {"--library", "FILE", "examine this " NETCL_LIBRARY_NAME, NULL},
    [JSON] = {"--json", NULL, "for programs: one JSON object", NULL},
    {NULL, NULL, NULL, NULL},
};

static int run(struct netcl_args *args);

const struct netcl_command netcl_command_doctor = {
    .name = "doctor",
    .usage = "[options] [PROGRAM]",
    .help = "what works here: library, loaders, devices, cache, variants",
    .about = "Tries what a tuned program needs: the library, every OpenCL "
             "loader that programs find by name and whether it takes layers, "
             "the devices, the cache file, the variants folders. Shows the "
             "settings that are not at their default. Of a program, which is not "
             "run, it says how the tuner gets in. Ends with 1 where something "
             "must be mended.",
    .options = options,
    .run = run,
};

/* ---- for people
 * -------------------------------------------------------------------- */

static void print_mark(const char *topic, bool is_good)
{
    printf("%s%-10s%s",
           netcl_terminal_paint(stdout,
                                is_good ? NETCL_PAINT_GOOD : NETCL_PAINT_BAD),
           topic, netcl_terminal_paint(stdout, NETCL_PAINT_NONE));
}

static void print_library(const struct netcl_health *health)
{
    print_mark("library", health->library_state == NETCL_PROBED_FINE);
    printf("%s: %s%s%s\n",
           health->library ? health->library : NETCL_LIBRARY_NAME,
           netcl_probed_meaning(health->library_state),
           *health->library_text ? ": " : "", health->library_text);
}

static void print_loaders(const struct netcl_health *health)
{
    const struct netcl_health_loader *loader = health->loaders;

    for (; loader < health->loaders + health->loader_count; loader++) {
        print_mark("loader", loader->state <= NETCL_PROBED_NO_LAYERS ||
                                 loader->state == NETCL_PROBED_UNCLEAR);
        printf("%s (%s): %s\n", loader->text, loader->name,
               netcl_probed_meaning(loader->state));
    }
    if (!health->loader_count) {
        print_mark("loader", false);
        printf("%s is nowhere in the library path\n", netcl_opencl_names[0]);
    }
}

static void print_program(const struct netcl_health *health)
{
    const struct netcl_program *program = &health->program;

    if (!health->program_name)
        return;
    print_mark("program", netcl_program_is_reached(program));
    printf("%s", program->path ? program->path : health->program_name);
    if (program->loader)
        printf(" (%s)", program->loader);
    printf(": %s\n", netcl_way_meaning(program->way));
}

static void print_devices(const struct netcl_health *health)
{
    const struct netcl_place *place = health->opencl.places;
    const struct netcl_device *device;

    for (; place < health->opencl.places + health->opencl.place_count;
         place++) {
        device = netcl_device_find(&health->opencl.real, place->device);
        print_mark("device", device != NULL);
        /* Of the version only "OpenCL 3.0": the rest is the vendor's. */
        printf("%u:%u %s, driver %s (%.10s, %s)\n", place->platform_index,
               place->device_index, device ? device->name : "does not answer",
               device ? device->driver : "unknown", place->platform_version,
               place->platform_name);
    }
    if (!health->opencl.place_count) {
        print_mark("device", false);
        puts("none: install a driver with an OpenCL part (as pocl-opencl-icd)");
    }
}

static void print_cache(const struct netcl_health *health)
{
    const char *shared = netcl_config()->shared_cache;

    print_mark("cache", health->is_cache_fine);
    printf("%s: %s, %zu key%s\n",
           health->cache_path ? health->cache_path : "none",
           health->cache_state, health->cache_keys,
           health->cache_keys == 1 ? "" : "s");
    if (*shared) {
        print_mark("shared", true);
        printf("%s: %zu more\n", shared, health->shared_keys);
    }
}

static void print_variants(const struct netcl_health *health)
{
    size_t i;

    print_mark("variants", health->families.count && !health->families.broken);
    printf("%s: %zu families", netcl_families_where(), health->families.count);
    for (i = 0; i < health->families.count; i++)
        printf("%s %s", i ? "," : ":", health->families.items[i]->name);
    if (health->families.broken)
        printf("; %zu errors, named on stderr", health->families.broken);
    putchar('\n');
}

static void print_settings(void)
{
    const struct netcl_setting *setting = netcl_settings;
    const char *value;

    for (; setting->variable; setting++) {
        value = netcl_setting_changed(setting);
        if (value)
            printf("%-10s%s=%s%s%s%s\n", "setting", setting->variable, value,
                   *setting->fallback ? " (default " : "", setting->fallback,
                   *setting->fallback ? ")" : "");
    }
}

static void print(const struct netcl_health *health)
{
    print_library(health);
    print_loaders(health);
    print_program(health);
    print_devices(health);
    print_cache(health);
    print_variants(health);
}

/* ---- for programs
 * --------------------------------------------------------------------- */

static void write_loaders(struct netcl_writer *to,
                          const struct netcl_health *health)
{
    const struct netcl_health_loader *loader = health->loaders;

    netcl_writer_open(to, "loaders", '[');
    for (; loader < health->loaders + health->loader_count; loader++) {
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "name", loader->name);
        netcl_writer_text(to, "path", loader->text);
        netcl_writer_text(to, "state", netcl_probed_name(loader->state));
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_program(struct netcl_writer *to,
                          const struct netcl_health *health)
{
    const struct netcl_program *program = &health->program;

    if (!health->program_name)
        return;
    netcl_writer_open(to, "program", '{');
    netcl_writer_text(to, "name", health->program_name);
    netcl_writer_text(to, "path", program->path);
    netcl_writer_text(to, "loader", program->loader);
    netcl_writer_text(to, "way", netcl_way_name(program->way));
    netcl_writer_bool(to, "reached", netcl_program_is_reached(program));
    netcl_writer_close(to, '{');
}

static void write_devices(struct netcl_writer *to,
                          const struct netcl_health *health)
{
    const struct netcl_place *place = health->opencl.places;
    const struct netcl_device *device;
    char number[32];

    netcl_writer_open(to, "devices", '[');
    for (; place < health->opencl.places + health->opencl.place_count;
         place++) {
        device = netcl_device_find(&health->opencl.real, place->device);
        snprintf(number, sizeof(number), "%u:%u", place->platform_index,
                 place->device_index);
        netcl_writer_open(to, NULL, '{');
        netcl_writer_text(to, "device", number);
        netcl_writer_text(to, "name", device ? device->name : NULL);
        netcl_writer_text(to, "driver", device ? device->driver : NULL);
        netcl_writer_text(to, "platform", place->platform_name);
        netcl_writer_text(to, "version", place->platform_version);
        netcl_writer_close(to, '{');
    }
    netcl_writer_close(to, '[');
}

static void write_cache(struct netcl_writer *to,
                        const struct netcl_health *health)
{
    netcl_writer_open(to, "cache", '{');
    netcl_writer_text(to, "path", health->cache_path);
    netcl_writer_text(to, "state", health->cache_state);
    netcl_writer_integer(to, "keys", (long long)health->cache_keys);
    netcl_writer_integer(to, "shared_keys", (long long)health->shared_keys);
    netcl_writer_close(to, '{');
}

static void write_variants(struct netcl_writer *to,
                           const struct netcl_health *health)
{
    size_t i;

    netcl_writer_open(to, "variants", '{');
    netcl_writer_text(to, "folders", netcl_families_where());
    netcl_writer_integer(to, "broken", (long long)health->families.broken);
    netcl_writer_open(to, "families", '[');
    for (i = 0; i < health->families.count; i++)
        netcl_writer_text(to, NULL, health->families.items[i]->name);
    netcl_writer_close(to, '[');
    netcl_writer_close(to, '{');
}

static void write_settings(struct netcl_writer *to)
{
    const struct netcl_setting *setting = netcl_settings;

    netcl_writer_open(to, "settings", '{');
    for (; setting->variable; setting++)
        if (netcl_setting_changed(setting))
            netcl_writer_text(to, setting->variable,
                              netcl_setting_changed(setting));
    netcl_writer_close(to, '{');
}

static void print_json(const struct netcl_health *health)
{
    struct netcl_writer to = NETCL_WRITER_INIT(stdout);

    netcl_writer_open(&to, NULL, '{');
    netcl_writer_bool(&to, "good", netcl_health_is_good(health));
    netcl_writer_text(&to, "library", health->library);
    netcl_writer_text(&to, "library_state",
                      netcl_probed_name(health->library_state));
    write_loaders(&to, health);
    write_program(&to, health);
    write_devices(&to, health);
    write_cache(&to, health);
    write_variants(&to, health);
    write_settings(&to);
    netcl_writer_close(&to, '{');
}

static int run(struct netcl_args *args)
{
    const char *value, *library = NULL, *program = NULL;
    struct netcl_health health;
    bool is_json = false, is_good;
    int found;

    for (found = netcl_args_next(args, &value); found != NETCL_ARGS_END;
         found = netcl_args_next(args, &value)) {
        if (found == NETCL_ARGS_WRONG)
            return NETCL_EXIT_USAGE;
        if (found == NETCL_ARGS_OPERAND && program)
            return netcl_args_fail(args, "what is '%s'?", value);
        if (found == NETCL_ARGS_OPERAND)
            program = value;
        else if (found == LIBRARY)
            library = value;
        else
            is_json = true;
    }
    netcl_health_take(&health, library, program);
    if (is_json)
        print_json(&health);
    else
        print(&health);
    if (!is_json)
        print_settings();
    is_good = netcl_health_is_good(&health);
    netcl_health_clear(&health);
    return is_good ? NETCL_EXIT_OK : NETCL_EXIT_WRONG;
}
