/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "decide/journal.h"

#define KEY "Device|1::scale::(100,)"
#define OTHER_SHAPE "Device|1::scale::(200,)"
#define THIRD_SHAPE "Device|1::scale::(300,)"
#define OTHER_KERNEL "Device|1::gemm::(100,)"

static char folder[32] = "/tmp/netcl-journal-XXXXXX";
static char cache[64], file[80];

static bool blames(const char *key, const char *digest, const char *choice)
{
    bool is_blamed;

    netcl_journal_enter(key, digest);
    is_blamed = netcl_journal_blames(choice);
    netcl_journal_leave();
    return is_blamed;
}

/* A process that is killed while it tries. */
static void die_trying(const char *key, const char *choice)
{
    pid_t pid = fork();

    if (!pid) {
        netcl_journal_enter(key, "d");
        netcl_journal_begin(choice);
        kill(getpid(), SIGKILL);
    }
    waitpid(pid, NULL, 0);
}

static void start_anew(void)
{
    netcl_journal_clear(cache);
    netcl_journal_open(cache);
}

static void test_survivors_are_not_blamed(void)
{
    start_anew();
    netcl_journal_enter(KEY, "d");
    netcl_journal_begin("[\"a\"]");
    netcl_journal_end();
    netcl_journal_begin("[\"b\"]");
    netcl_journal_begin("[\"a\"]"); /* the one before has ended */
    netcl_journal_leave();
    expect_false(blames(KEY, "d", "[\"a\"]"));
    expect_false(blames(KEY, "d", "[\"b\"]"));
}

static void test_what_ended_a_process_is_blamed(void)
{
    start_anew();
    die_trying(KEY, "[\"a\"]");
    expect_true(blames(KEY, "d", "[\"a\"]"));
    expect_true(blames(KEY, "d", "[\"a\"]")); /* and stays so */
    expect_false(blames(KEY, "d", "[\"b\"]"));
    expect_false(blames(KEY, "changed", "[\"a\"]"));
    expect_false(blames(OTHER_SHAPE, "d", "[\"a\"]"));
    expect_false(blames(OTHER_KERNEL, "d", "[\"a\"]"));
}

static void test_twice_is_for_all_shapes(void)
{
    start_anew();
    die_trying(KEY, "[\"a\"]");
    die_trying(KEY, "[\"a\"]"); /* the same one twice is once */
    expect_false(blames(THIRD_SHAPE, "d", "[\"a\"]"));
    die_trying(OTHER_SHAPE, "[\"a\"]");
    expect_true(blames(THIRD_SHAPE, "d", "[\"a\"]"));
    expect_false(blames(OTHER_KERNEL, "d", "[\"a\"]"));
}

static void test_who_still_tries_is_not_blamed(void)
{
    int pipes[2];
    pid_t pid;
    char byte;

    start_anew();
    expect_true(pipe(pipes) == 0);
    pid = fork();
    if (!pid) {
        netcl_journal_enter(KEY, "d");
        netcl_journal_begin("[\"a\"]");
        expect_true(write(pipes[1], "", 1) == 1);
        pause();
    }
    expect_true(read(pipes[0], &byte, 1) == 1);
    expect_false(blames(KEY, "d", "[\"a\"]"));
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    expect_true(blames(KEY, "d", "[\"a\"]"));
    close(pipes[0]);
    close(pipes[1]);
}

static void test_condemned_at_once(void)
{
    start_anew();
    netcl_journal_enter(KEY, "d");
    netcl_journal_begin("[\"a\"]");
    netcl_journal_condemn();
    expect_true(netcl_journal_blames("[\"a\"]"));
    netcl_journal_leave();
    expect_true(blames(KEY, "d", "[\"a\"]"));
}

/* Sixteen at a time, killed at random: lines never mix. */
static void test_many_processes(void)
{
    char choice[32];
    pid_t pids[16];
    int i, blamed = 0;

    start_anew();
    for (i = 0; i < 16; i++) {
        pids[i] = fork();
        if (pids[i])
            continue;
        snprintf(choice, sizeof(choice), "[\"v%d\"]", i);
        netcl_journal_enter(KEY, "d");
        for (;;) {
            netcl_journal_begin(choice);
            netcl_journal_end();
        }
    }
    for (i = 0; i < 16; i++) {
        usleep(3000);
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
    netcl_journal_enter(KEY, "d");
    for (i = 0; i < 16; i++) {
        snprintf(choice, sizeof(choice), "[\"v%d\"]", i);
        blamed += netcl_journal_blames(choice);
    }
    expect_false(netcl_journal_blames("[\"other\"]"));
    netcl_journal_leave();
    printf("%d of 16 were killed while they tried\n", blamed);
}

static void put(const char *text)
{
    FILE *out = fopen(file, "w");

    expect_true(out && fputs(text, out) >= 0);
    if (out)
        fclose(out);
}

static void test_hostile_files(void)
{
    char target[64];

    start_anew();
    put("no journal at all");
    expect_false(blames(KEY, "d", "[\"a\"]"));
    die_trying(KEY, "[\"a\"]");
    expect_true(blames(KEY, "d", "[\"a\"]"));
    expect_true(chmod(file, 0666) == 0); /* anybody may have written it */
    expect_false(blames(KEY, "d", "[\"a\"]"));
    start_anew();
    snprintf(target, sizeof(target), "%s/elsewhere", folder);
    expect_true(symlink(target, file) == 0);
    netcl_journal_enter(KEY, "d");
    netcl_journal_begin("[\"a\"]");
    netcl_journal_leave();
    expect_true(access(target, F_OK) != 0);
    start_anew();
    netcl_journal_open("/proc/none/cache.json");
    expect_false(blames(KEY, "d", "[\"a\"]"));
    netcl_journal_open(NULL);
    expect_false(blames(KEY, "d", "[\"a\"]"));
}

/* No byte may be written, by a limit that otherwise ends the process. */
static void test_full_disk(void)
{
    pid_t pid;
    int status;

    start_anew();
    pid = fork();
    if (!pid) {
        struct rlimit none = {0, 0};

        setrlimit(RLIMIT_FSIZE, &none);
        netcl_journal_enter(KEY, "d");
        netcl_journal_begin("[\"a\"]");
        _exit(7);
    }
    expect_true(waitpid(pid, &status, 0) == pid);
    expect_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    expect_false(blames(KEY, "d", "[\"a\"]"));
}

static void test_long_names(void)
{
    char key[2000];

    memset(key, 'k', sizeof(key));
    memcpy(key + sizeof(key) - 8, "::(1,)", 7);
    start_anew();
    die_trying(key, "[\"a\"]");
    die_trying(KEY, "[\"a\"]");
    expect_true(blames(key, "d", "[\"a\"]"));
    expect_true(blames(KEY, "d", "[\"a\"]"));
}

int main(void)
{
    expect_true(mkdtemp(folder) != NULL);
    snprintf(cache, sizeof(cache), "%s/new/cache.json", folder);
    snprintf(file, sizeof(file), "%s.trials", cache);
    test_survivors_are_not_blamed();
    test_what_ended_a_process_is_blamed();
    test_twice_is_for_all_shapes();
    test_who_still_tries_is_not_blamed();
    test_condemned_at_once();
    test_many_processes();
    test_hostile_files();
    test_full_disk();
    test_long_names();
    netcl_journal_clear(cache);
    netcl_journal_close();
    return test_end();
}
