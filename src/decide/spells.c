/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/spells.h"

#include <stdbool.h>
#include <string.h>

static void insert(struct netcl_spells *spells, const struct netcl_spell *spell)
{
    size_t at = spells->count++;

    for (; at && spells->all[at - 1].from_ns > spell->from_ns; at--)
        spells->all[at] = spells->all[at - 1];
    spells->all[at] = *spell;
}

/* The next one becomes a part of it. */
static void join(struct netcl_spells *spells, size_t at)
{
    struct netcl_spell *one = &spells->all[at], *other = one + 1;

    if (other->to_ns > one->to_ns)
        one->to_ns = other->to_ns;
    one->launches += other->launches;
    one->device_us += other->device_us;
    spells->count--;
    memmove(other, other + 1, (spells->count - at - 1) * sizeof(*other));
}

static uint64_t pause_after(const struct netcl_spells *spells, size_t at)
{
    const struct netcl_spell *one = &spells->all[at];

    return one[1].from_ns > one->to_ns ? one[1].from_ns - one->to_ns : 0;
}

/* Joins two, if any are too close or too many. */
static bool join_closest(struct netcl_spells *spells)
{
    size_t at, least = 0;

    if (spells->count < 2)
        return false;
    for (at = 1; at + 1 < spells->count; at++)
        if (pause_after(spells, at) < pause_after(spells, least))
            least = at;
    if (spells->count <= NETCL_SPELLS_MOST &&
        pause_after(spells, least) >= NETCL_SPELL_PAUSE_NS)
        return false;
    join(spells, least);
    return true;
}

void netcl_spells_add(struct netcl_spells *spells,
                      const struct netcl_spell *spell)
{
    insert(spells, spell);
    while (join_closest(spells))
        continue;
}

void netcl_spells_note(struct netcl_spells *spells, uint64_t now_ns,
                       unsigned long long launches)
{
    struct netcl_spell *last = &spells->all[spells->count] - 1;
    struct netcl_spell fresh = {now_ns, now_ns, launches, 0};

    if (spells->count && now_ns < last->to_ns + NETCL_SPELL_PAUSE_NS) {
        last->to_ns = now_ns;
        last->launches += launches;
    } else {
        netcl_spells_add(spells, &fresh);
    }
}
