/* SPDX-License-Identifier: Apache-2.0 */
#include "track/linking.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "track/parts.h"
#include "track/track.h"

struct netcl_linking {
    atomic_int references;
    atomic_flag is_told;
    cl_context context;
    struct netcl_parts *parts; /* NULL: not known */
};

struct netcl_linking *netcl_linking_begin(cl_context context,
                                          const char *options, cl_uint count,
                                          const cl_program *inputs)
{
    struct netcl_linking *linking = calloc(1, sizeof(*linking));

    if (!linking)
        return NULL;
    atomic_init(&linking->references, 1);
    atomic_flag_clear(&linking->is_told);
    linking->context = context;
    linking->parts = netcl_parts_gather(options, count, inputs);
    return linking;
}

void netcl_linking_tell(struct netcl_linking *linking, cl_program program)
{
    if (linking && program && !atomic_flag_test_and_set(&linking->is_told))
        netcl_program_linked(program, linking->context, linking->parts);
}

struct netcl_linking *netcl_linking_retain(struct netcl_linking *linking)
{
    atomic_fetch_add(&linking->references, 1);
    return linking;
}

void netcl_linking_release(struct netcl_linking *linking)
{
    if (!linking || atomic_fetch_sub(&linking->references, 1) != 1)
        return;
    netcl_parts_release(linking->parts);
    free(linking);
}
