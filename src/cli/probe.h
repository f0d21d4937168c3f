/* SPDX-License-Identifier: Apache-2.0 */
/*
 * probe: tries things that may crash, hang or stay in memory, each in a
 * child process of its own. To be used before this process opens OpenCL: a
 * driver does not survive a fork.
 */
#ifndef NETCL_CLI_PROBE_H
#define NETCL_CLI_PROBE_H

enum netcl_probed {
    NETCL_PROBED_LAYERS,    /* the loader takes the layer in */
    NETCL_PROBED_NO_LAYERS, /* it does not look at OPENCL_LAYERS */
    NETCL_PROBED_FINE,      /* the library can be loaded */
    NETCL_PROBED_ABSENT,    /* it cannot; the text says why */
    NETCL_PROBED_UNCLEAR,   /* the tuner is preloaded into this command */
    NETCL_PROBED_CRASHED,
    NETCL_PROBED_HUNG
};

#define NETCL_PROBE_TEXT_BYTES 1024

/*
 * Does the loader of this name take `library` in as a layer? The text is the
 * loader's path.
 */
enum netcl_probed netcl_probe_loader(const char *name, const char *library,
                                     char text[NETCL_PROBE_TEXT_BYTES]);

/* Can the library be loaded? */
enum netcl_probed netcl_probe_library(const char *library,
                                      char text[NETCL_PROBE_TEXT_BYTES]);

/* One phrase for people; "layers", "no-layers", ... for programs. */
const char *netcl_probed_meaning(enum netcl_probed probed);
const char *netcl_probed_name(enum netcl_probed probed);

#endif
