/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/layer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/str.h"

#define MOST_BROKEN 1000

static void name_once(struct netcl_layer *layer, const char *what)
{
    if (!layer->is_named)
        netcl_diag_error("%s: %s", layer->path, what);
    layer->is_named = true;
}

static void refuse(struct netcl_layer *layer, const char *why)
{
    layer->is_refused = true;
    name_once(layer, why);
}

/* Only what those could have written whom the user trusts. */
static int read_layer(const struct netcl_layer *layer, char **text,
                      size_t *length)
{
    if (!layer->is_shared)
        return netcl_file_read_own(layer->path, text, length);
    /* The administrator's choice, whoever owns it. */
    return layer->seen.st_mode & S_IWOTH
               ? -EPERM
               : netcl_file_read(layer->path, text, length);
}

static int parse(struct netcl_layer *layer, char *text, size_t length)
{
    int err = netcl_index_open(text, length, &layer->index);

    if (err != -EINVAL)
        return err;
    layer->is_broken = true;
    name_once(layer, "not a whole JSON object: treated as empty (set aside at "
                     "the next decision)");
    return 0;
}

void netcl_layer_load(struct netcl_layer *layer)
{
    char *text, why[256];
    size_t length;
    int err;

    netcl_layer_forget(layer);
    if (!layer->path)
        return;
    if (stat(layer->path, &layer->seen)) {
        memset(&layer->seen, 0, sizeof(layer->seen));
        return;
    }
    err = read_layer(layer, &text, &length);
    if (!err)
        err = parse(layer, text, length);
    if (err == -ENOMEM) {
        refuse(
            layer,
            "no memory to read it (free some: it is read at the next start)");
    } else if (err == -EPERM) {
        refuse(layer, "not used: another user owns it or may write it "
                      "(chown and chmod it, or set NETCL_AUTOTUNE_CACHE)");
    } else if (err == -ELOOP) {
        refuse(layer, "not used: a link stands there (put the file itself "
                      "there, or set NETCL_AUTOTUNE_CACHE)");
    } else if (err && err != -ENOENT) {
        snprintf(why, sizeof(why),
                 "cannot be read: %s (set NETCL_AUTOTUNE_CACHE)",
                 strerror(-err));
        refuse(layer, why);
    }
}

bool netcl_layer_is_stale(const struct netcl_layer *layer)
{
    const struct stat *seen = &layer->seen;
    struct stat now;

    if (!layer->path)
        return false;
    if (stat(layer->path, &now))
        return seen->st_ino != 0;
    return now.st_ino != seen->st_ino || now.st_dev != seen->st_dev ||
           now.st_size != seen->st_size ||
           now.st_mtim.tv_sec != seen->st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != seen->st_mtim.tv_nsec;
}

int netcl_layer_keep_broken(const struct netcl_layer *layer)
{
    unsigned n;

    for (n = 1; n <= MOST_BROKEN; n++) {
        char *name = netcl_str_format("%s.broken-%u", layer->path, n);
        int err;

        if (!name)
            return -ENOMEM;
        err = link(layer->path, name) ? -errno : 0;
        if (!err)
            netcl_diag_error("%s: kept as %s (remove that, if nothing in it is "
                             "wanted)",
                             layer->path, name);
        free(name);
        if (err != -EEXIST)
            return err;
    }
    return -EEXIST;
}

void netcl_layer_forget(struct netcl_layer *layer)
{
    netcl_index_close(&layer->index);
    memset(&layer->seen, 0, sizeof(layer->seen));
    layer->is_broken = layer->is_refused = false;
}
