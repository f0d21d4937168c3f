/* SPDX-License-Identifier: Apache-2.0 */
#include "match/traits.h"

#include <string.h>

#include "match/slice.h"
#include "match/unit.h"

/* Names that begin so, or, where `is_whole`, are just so. */
static const struct {
    const char *name;
    bool is_whole;
    unsigned facts;
} table[] = {
    {"printf", true, NETCL_FACT_PRINTF},
    {"barrier", true, NETCL_FACT_BARRIER},
    {"work_group_", false, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"sub_group_", false, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"intel_sub_group_", false, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"qcom_sub_group_", false, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"async_work_group_", false, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"wait_group_events", true, NETCL_FACT_BARRIER | NETCL_FACT_GROUPS},
    {"local", true, NETCL_FACT_LOCAL},
    {"atomic_", false, NETCL_FACT_ATOMIC},
    {"atom_", false, NETCL_FACT_ATOMIC},
    {"image1d_", false, NETCL_FACT_IMAGE},
    {"image2d_", false, NETCL_FACT_IMAGE},
    {"image3d_", false, NETCL_FACT_IMAGE},
    {"read_image", false, NETCL_FACT_IMAGE},
    {"write_image", false, NETCL_FACT_IMAGE},
    {"sampler_t", true, NETCL_FACT_IMAGE},
    {"enqueue_", false, NETCL_FACT_ENQUEUE},
    {"get_default_queue", true, NETCL_FACT_ENQUEUE},
    {"pipe", true, NETCL_FACT_ENQUEUE},
    {"read_pipe", true, NETCL_FACT_ENQUEUE},
    {"write_pipe", true, NETCL_FACT_ENQUEUE},
    {"get_global_offset", true, NETCL_FACT_OFFSET},
    {"get_local_", false, NETCL_FACT_GROUPS},
    {"get_group_id", true, NETCL_FACT_GROUPS},
    {"get_num_groups", true, NETCL_FACT_GROUPS},
    {"get_enqueued_", false, NETCL_FACT_GROUPS},
    {"get_sub_group_", false, NETCL_FACT_GROUPS},
    {"get_num_sub_groups", true, NETCL_FACT_GROUPS},
};

static unsigned facts_of_name(const char *name)
{
    unsigned facts = 0;
    size_t i;

    for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (*name == *table[i].name &&
            (table[i].is_whole
                 ? !strcmp(name, table[i].name)
                 : !strncmp(name, table[i].name, strlen(table[i].name))))
            facts |= table[i].facts;
    return facts;
}

unsigned netcl_traits_read(const struct netcl_entity *entity)
{
    unsigned facts = 0, found;
    size_t i;

    for (i = 0; i < entity->count; i++) {
        if (entity->first[i].kind != NETCL_TOKEN_NAME)
            continue;
        found = facts_of_name(entity->first[i].text);
        if ((found & NETCL_FACT_LOCAL) && i > entity->head)
            found |= NETCL_FACT_LOCAL_VARIABLE;
        facts |= found;
    }
    return facts;
}
