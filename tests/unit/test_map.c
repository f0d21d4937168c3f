/* SPDX-License-Identifier: Apache-2.0 */
/* map: puts, removes and finds, also while another thread changes it. */
#include "base/map.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "test.h"

#define HANDLES 5000

static int records[HANDLES];

/* Handles look like those of a driver: allocations of one size. */
static const void *handle(size_t i)
{
    return (const void *)(uintptr_t)(0x7f0000001000 + i * 0x1a0);
}

static void finds_what_was_put(void)
{
    struct netcl_map map = NETCL_MAP_INIT;
    size_t i, found = 0;

    expect_true(netcl_map_find(&map, handle(1)) == NULL);
    for (i = 0; i < HANDLES; i++)
        netcl_map_put(&map, handle(i), &records[i]);
    for (i = 0; i < HANDLES; i++)
        found += netcl_map_find(&map, handle(i)) == &records[i];
    expect_int(found, HANDLES);
    expect_true(netcl_map_find(&map, handle(HANDLES)) == NULL);
    netcl_map_clear(&map);
}

/* Removing closes gaps; every other handle must still be found. */
static void forgets_what_was_removed(void)
{
    struct netcl_map map = NETCL_MAP_INIT;
    size_t i, kept = 0, gone = 0;

    for (i = 0; i < HANDLES; i++)
        netcl_map_put(&map, handle(i), &records[i]);
    for (i = 0; i < HANDLES; i += 2)
        expect_true(netcl_map_remove(&map, handle(i)) == &records[i]);
    for (i = 0; i < HANDLES; i++) {
        kept += netcl_map_find(&map, handle(i)) == &records[i];
        gone += netcl_map_find(&map, handle(i)) == NULL;
    }
    expect_int(kept, HANDLES / 2);
    expect_int(gone, HANDLES / 2);
    expect_true(netcl_map_remove(&map, handle(0)) == NULL);
    netcl_map_clear(&map);
}

/* Create and release for ever: the table must not grow. */
static void stays_small_when_handles_come_and_go(void)
{
    struct netcl_map map = NETCL_MAP_INIT;
    size_t i;

    for (i = 0; i < 200000; i++) {
        netcl_map_put(&map, handle(i), records);
        if (i >= 8)
            netcl_map_remove(&map, handle(i - 8));
    }
    expect_true(atomic_load(&map.table)->mask < 64);
    netcl_map_clear(&map);
}

static struct netcl_map shared = NETCL_MAP_INIT;
static atomic_bool is_over;

static void *churn(void *unused)
{
    unsigned seed = 1;
    size_t i;

    (void)unused;
    while (!atomic_load(&is_over)) {
        i = 100 + (size_t)rand_r(&seed) % 400;
        netcl_map_put(&shared, handle(i), &records[i]);
        netcl_map_remove(&shared, handle(100 + (size_t)rand_r(&seed) % 400));
    }
    return NULL;
}

static void is_right_while_others_change_it(void)
{
    size_t i, round, wrong = 0;
    pthread_t thread;

    for (i = 0; i < 100; i++)
        netcl_map_put(&shared, handle(i), &records[i]);
    pthread_create(&thread, NULL, churn, NULL);
    for (round = 0; round < 20000; round++)
        for (i = 0; i < 100; i += 7)
            wrong += netcl_map_find(&shared, handle(i)) != &records[i];
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    expect_int(wrong, 0);
    netcl_map_clear(&shared);
}

int main(void)
{
    finds_what_was_put();
    forgets_what_was_removed();
    stays_small_when_handles_come_and_go();
    is_right_while_others_change_it();
    return test_end();
}
