/* SPDX-License-Identifier: Apache-2.0 */
/* When launches came: pauses, overlaps, and no more than there is room for. */
#include "decide/spells.h"

#include "test.h"

#define MS UINT64_C(1000000)

static struct netcl_spell spell(uint64_t from_ms, uint64_t to_ms,
                                unsigned long long launches)
{
    return (struct netcl_spell){from_ms * MS, to_ms * MS, launches,
                                (double)launches * 10};
}

static void add(struct netcl_spells *spells, uint64_t from_ms, uint64_t to_ms,
                unsigned long long launches)
{
    struct netcl_spell more = spell(from_ms, to_ms, launches);

    netcl_spells_add(spells, &more);
}

static void expect_spell(const struct netcl_spells *spells, size_t i,
                         uint64_t from_ms, uint64_t to_ms,
                         unsigned long long launches)
{
    expect_true(i < spells->count);
    expect_int(spells->all[i].from_ns, from_ms * MS);
    expect_int(spells->all[i].to_ns, to_ms * MS);
    expect_int(spells->all[i].launches, launches);
    expect_int(spells->all[i].device_us, launches * 10);
}

static void test_a_pause_ends_a_spell(void)
{
    struct netcl_spells spells = {0};

    netcl_spells_note(&spells, 100 * MS, 1);
    netcl_spells_note(&spells, 150 * MS, 5);
    netcl_spells_note(&spells, 250 * MS - 1, 2);
    expect_int(spells.count, 1);
    netcl_spells_note(&spells, 350 * MS, 4);
    expect_int(spells.count, 2);
    expect_int(spells.all[0].from_ns, 100 * MS);
    expect_int(spells.all[0].to_ns, 250 * MS - 1);
    expect_int(spells.all[0].launches, 8);
    expect_int(spells.all[1].launches, 4);
}

static void test_in_any_order(void)
{
    struct netcl_spells spells = {0};

    add(&spells, 5000, 6000, 3);
    add(&spells, 1000, 2000, 1);
    add(&spells, 3000, 4000, 2);
    expect_int(spells.count, 3);
    expect_spell(&spells, 0, 1000, 2000, 1);
    expect_spell(&spells, 1, 3000, 4000, 2);
    expect_spell(&spells, 2, 5000, 6000, 3);
}

static void test_overlaps_are_one(void)
{
    struct netcl_spells spells = {0};

    add(&spells, 1000, 2000, 1);
    add(&spells, 3000, 4000, 2);
    add(&spells, 10000, 11000, 7);
    add(&spells, 1900, 3100, 4); /* reaches from one into the other */
    expect_int(spells.count, 2);
    expect_spell(&spells, 0, 1000, 4000, 7);
    add(&spells, 500, 20000, 1); /* holds all */
    expect_int(spells.count, 1);
    expect_spell(&spells, 0, 500, 20000, 15);
    add(&spells, 600, 700, 1); /* within */
    expect_spell(&spells, 0, 500, 20000, 16);
}

static unsigned long long sum_of(const struct netcl_spells *spells)
{
    unsigned long long sum = 0;
    size_t i;

    for (i = 0; i < spells->count; i++)
        sum += spells->all[i].launches;
    return sum;
}

static void test_too_many_are_told_more_coarsely(void)
{
    struct netcl_spells spells = {0};
    uint64_t at = 0;
    size_t i;

    /* Two that lie closer than all others, and they become one. */
    for (i = 0; i <= NETCL_SPELLS_MOST; i++) {
        at += i == 7 ? 500 : 1000;
        add(&spells, at, at + 10, 1);
    }
    expect_int(spells.count, NETCL_SPELLS_MOST);
    expect_spell(&spells, 6, 7000, 7510, 2);
    for (i = 0; i < 10000; i++) {
        at += 1000 + i % 37;
        netcl_spells_note(&spells, at * MS, 1);
    }
    expect_int(spells.count, NETCL_SPELLS_MOST);
    expect_int(sum_of(&spells), NETCL_SPELLS_MOST + 1 + 10000);
    expect_int(spells.all[0].from_ns, 1000 * MS);
    expect_int(spells.all[spells.count - 1].to_ns, at * MS);
    for (i = 1; i < spells.count; i++)
        expect_true(spells.all[i].from_ns > spells.all[i - 1].to_ns);
}

int main(void)
{
    test_a_pause_ends_a_spell();
    test_in_any_order();
    test_overlaps_are_one();
    test_too_many_are_told_more_coarsely();
    return test_end();
}
