/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/part.h"

#include <stdlib.h>
#include <string.h>

static int64_t round_up(int64_t n, int64_t step)
{
    return step > 1 ? (n + step - 1) / step * step : n;
}

/* Whether anything was above its bound. Work-groups stay whole. */
static bool cut(const struct netcl_kernel_entry *entry, int64_t *slots)
{
    const struct netcl_cut *cut = entry->cuts;
    bool is_less = false;
    int64_t most;

    for (; cut < entry->cuts + entry->cut_count; cut++) {
        most = cut->most;
        if (cut->arg < 0)
            most = round_up(
                most,
                slots[NETCL_SLOT_local_0 + cut->slot - NETCL_SLOT_global_0]);
        if (slots[cut->slot] <= most)
            continue;
        slots[cut->slot] = most;
        is_less = true;
    }
    return is_less;
}

static bool is_launch(const struct netcl_kernel_entry *entry, int64_t *slots)
{
    int64_t is_met = 1;

    return !netcl_entry_set_roles(entry, slots) &&
           (!entry->requirement ||
            (!netcl_expr_eval(entry->requirement, slots, &is_met) && is_met));
}

bool netcl_part_find(struct netcl_facts *facts)
{
    size_t bytes = facts->entry->family->slot_count * sizeof(*facts->part);

    if (!facts->entry->cut_count)
        return true;
    facts->part = malloc(bytes);
    if (!facts->part)
        return false;
    memcpy(facts->part, facts->slots, bytes);
    if (!cut(facts->entry, facts->part) ||
        !is_launch(facts->entry, facts->part)) {
        free(facts->part);
        facts->part = NULL;
    }
    return true;
}

const int64_t *netcl_part_slots(const struct netcl_facts *facts)
{
    return facts->part ? facts->part : facts->slots;
}

struct netcl_request netcl_part_request(const struct netcl_facts *facts,
                                        const struct netcl_request *request,
                                        size_t global[3])
{
    struct netcl_request part = *request;
    unsigned i;

    for (i = 0; i < request->dimensions; i++)
        global[i] = facts->part ? (size_t)facts->part[NETCL_SLOT_global_0 + i]
                                : request->global[i];
    part.global = global;
    return part;
}

void netcl_part_set_values(const struct netcl_facts *facts,
                           struct netcl_value *values)
{
    const struct netcl_kernel_entry *entry = facts->entry;
    const struct netcl_cut *cut = entry->cuts;

    if (!facts->part)
        return;
    for (; cut < entry->cuts + entry->cut_count; cut++)
        if (cut->arg >= 0) /* little-endian, of its own width */
            memcpy(values[cut->arg].bytes, &facts->part[cut->slot],
                   values[cut->arg].size);
}
