/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spells: when launches came, in bounded space.
 *
 * A spell is a stretch of time without a long pause between launches. Where
 * there are more spells than there is room for, those that lie closest are
 * told as one, so that a long run is told more coarsely, and never wrongly.
 * The caller owns and locks it; a zeroed one is empty.
 */
#ifndef NETCL_DECIDE_SPELLS_H
#define NETCL_DECIDE_SPELLS_H

#include <stddef.h>
#include <stdint.h>

/* A shorter pause does not end a spell. */
#define NETCL_SPELL_PAUSE_NS UINT64_C(100000000)

#define NETCL_SPELLS_MOST 32

struct netcl_spell {
    uint64_t from_ns;
    uint64_t to_ns; /* when its last launch came */
    unsigned long long launches;
    double device_us; /* what they took by the medians */
};

struct netcl_spells {
    size_t count; /* NETCL_SPELLS_MOST at most; in order of time, apart */
    struct netcl_spell all[NETCL_SPELLS_MOST + 1];
};

void netcl_spells_add(struct netcl_spells *spells,
                      const struct netcl_spell *spell);

/* So many launches at `now_ns`, which is not before any that was added. */
void netcl_spells_note(struct netcl_spells *spells, uint64_t now_ns,
                       unsigned long long launches);

#endif
