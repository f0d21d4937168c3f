/* SPDX-License-Identifier: Apache-2.0 */
/* How long a launch may be held up, at the default stall of 250 ms. */
#include "launch/worth.h"

#include "base/clock.h"
#include "launch/knowledge.h"
#include "test.h"
#include "tune/builder.h"

#define MS(n) ((uint64_t)(n)*NETCL_MS)
#define STALL MS(250)

static uint64_t waited_ns;

/* What the process has spent, and waited for, is the tests' to say. */
uint64_t netcl_knowledge_budget_left(void)
{
    return MS(60000);
}

void netcl_knowledge_spend(uint64_t ns)
{
    (void)ns;
}

uint64_t netcl_builder_waited_ns(void)
{
    return waited_ns;
}

/* For how many ms at `now_ms`; -1: it would not pay. */
static int held_ms(const char *label, const struct netcl_worth *worth,
                   unsigned now_ms)
{
    bool is_declined;
    uint64_t deadline_ns = netcl_worth_deadline_ns(label, worth, MS(now_ms),
                                                   &is_declined);

    return is_declined ? -1 : (int)((deadline_ns - MS(now_ms)) / NETCL_MS);
}

static void test_first_sight(void)
{
    struct netcl_worth worth = {.original_us = 1000};

    expect_int(held_ms("first", &worth, 1000), 250);
    netcl_worth_spend("first", &worth, MS(200));
    expect_int(held_ms("first", &worth, 1000), 50);
    netcl_worth_spend("first", &worth, MS(50));
    expect_int(held_ms("first", &worth, 1000), -1);
}

/* One stall is too short to find out anything about it. */
static void test_long_kernel(void)
{
    struct netcl_worth worth = {.original_us = 100000};

    expect_true(netcl_worth_is_long(worth.original_us));
    expect_int(held_ms("long", &worth, 1000), -1);
    worth.launches = 1;
    expect_int(held_ms("long", &worth, 1000), 250);
}

static void test_key_that_comes_again(void)
{
    struct netcl_worth worth = {.original_us = 10000, .launches = 5};

    netcl_worth_spend("again", &worth, 8 * STALL);
    expect_int(held_ms("again", &worth, 1000), 50);
    netcl_worth_spend("again", &worth, MS(50));
    expect_int(held_ms("again", &worth, 1000), -1);
    worth.launches++;
    expect_int(held_ms("again", &worth, 1000), 10);
}

/* 8 stalls and 100 launches of 10 ms are 3 s: twice 1.5 s. */
static void test_former_processes(void)
{
    struct netcl_worth worth = {.original_us = 10000,
                                .former_launches = 100,
                                .former_ns = MS(1500)};

    expect_int(held_ms("former", &worth, 1000), 250);
    worth.former_ns += MS(1);
    expect_int(held_ms("former", &worth, 1000), -1);
    worth.launches = 1;
    expect_int(held_ms("former", &worth, 1000), 250);
    netcl_worth_spend("former", &worth, MS(100));
    expect_int((int)(netcl_worth_spent_ns(&worth) / NETCL_MS), 1601);
}

/* It has only waited for builds, which may be there by now. */
static void test_former_processes_that_measured_nothing(void)
{
    struct netcl_worth worth = {.former_launches = 3, .former_ns = MS(5000)};

    expect_int(held_ms("unmeasured", &worth, 1000), 250);
}

/* What a search has cost whose context went: as in a former process. */
static void test_search_begun_anew(void)
{
    struct netcl_worth worth = {.original_us = 10000, .launches = 100};

    netcl_worth_spend("anew", &worth, MS(2990));
    expect_int(held_ms("anew", &worth, 1000), 10);
    netcl_worth_begin_anew(&worth);
    expect_int((int)(netcl_worth_spent_ns(&worth) / NETCL_MS), 2990);
    expect_int(held_ms("anew", &worth, 1000), -1);
    worth.launches = 397;
    expect_int(held_ms("anew", &worth, 1000), -1);
    worth.launches = 398;
    expect_int(held_ms("anew", &worth, 1000), 250);
}

/* Four stalls and 2 % of the time since the first launch, which was at 1 s. */
static void test_patience(void)
{
    struct netcl_worth worth = {.original_us = 1000, .launches = 1};

    netcl_worth_spend("patience", &worth, MS(50000));
    expect_int((int)(netcl_worth_patience_ns(MS(1000), MS(9000)) / NETCL_MS),
               2000);
    waited_ns = MS(1000);
    expect_int((int)(netcl_worth_patience_ns(MS(1000), MS(9000)) / NETCL_MS),
               1000);
    expect_int((int)(netcl_worth_patience_ns(MS(6000), MS(9000)) / NETCL_MS),
               6100);
    expect_int((int)(netcl_worth_patience_ns(MS(6000), MS(6050)) / NETCL_MS),
               6050);
}

int main(void)
{
    unsetenv("NETCL_TUNE_STALL_MS");
    test_first_sight();
    test_long_kernel();
    test_key_that_comes_again();
    test_former_processes();
    test_former_processes_that_measured_nothing();
    test_search_begun_anew();
    test_patience();
    return test_end();
}
